// Which uses of tools have happened, by what an agent says of their results. The frames are those of Claude
// Code.
#include "agent_protocol_probe.hpp"

#include <assent/adapters/control/wire/tool_results.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::tool_results_test {
namespace {

std::string told(const std::string& content, const std::string& more = {}) {
    return R"({"type":"user","message":{"role":"user","content":)" + content + "}" + more + "}";
}

std::string result(const std::string& members, const std::string& more = {}) {
    return told(R"([{"type":"tool_result","tool_use_id":"t",)" + members + "}]", more);
}

std::string noted(const std::string& note) { return R"(,"tool_result_meta":[)" + note + "]"; }

// Their ids, or what is wrong.
std::string uses(std::string_view frame) {
    const auto happened = uses_that_happened(frame);
    if (!happened) return "error: " + happened.error().message;
    std::string text;
    for (const auto& each : *happened) text += (text.empty() ? "" : " ") + each;
    return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tool_results_test)

BOOST_AUTO_TEST_CASE(a_use_has_happened_unless_the_agent_turned_it_away_or_cut_it_off_before_it_began) {
    const std::string failed = R"("is_error":true,"content":)";
    const std::string accepted =
        R"({"id":"t","permission_decision":{"decision":"accept","source":"config"}})";
    const std::string refused =
        R"({"id":"t","non_execution_kind":"user-rejected","permission_decision":{"decision":"reject"}})";
    const struct {
        std::string_view what;
        std::string frame, expected;
    } table[] = {
        {"a success", result(R"("content":"ok")"), "t"},
        {"a success that says so", result(R"("is_error":false,"content":"ok")"), "t"},
        {"a success like a refusal", result(R"("content":"<tool_use_error>x")"), "t"},
        {"a failure", result(failed + R"("Exit code 1")"), "t"},
        {"a failure, escaped id", told(R"([{"type":"tool_result","tool_use_id":"\u0074","content":""}])"),
         "t"},
        {"no such tool", result(failed + R"("<tool_use_error>Error: No such tool available: Nope")"), ""},
        {"no such tool, escaped", result(failed + R"("\u003ctool_use_error>x")"), ""},
        {"turned away, as blocks", result(failed + R"([{"type":"text","text":"<tool_use_error>x"}])"), "t"},
        {"cut off", result(failed + R"("The user doesn't want to take this action right now.")"), ""},
        {"left out", result(failed + R"("[Tool call skipped: the turn was stopped")"), ""},
        {"interrupted", result(failed + R"("[Request interrupted by user for tool use]")"), ""},
        {"an error that is no boolean", result(R"("is_error":"true","content":"<tool_use_error>x")"), "t"},
        {"noted as not executed", result(failed + R"("no")", noted(refused)), ""},
        {"noted as accepted", result(failed + R"("<tool_use_error>x")", noted(accepted)), "t"},
        {"noted as both", result(failed + R"("<tool_use_error>x")", noted(refused + "," + accepted)), "t"},
        {"a note about another use",
         result(failed + R"("no")", noted(R"({"id":"u","non_execution_kind":"cancelled"})")), "t"},
        {"a note that can be read in two ways",
         result(failed + R"("<tool_use_error>x")", noted(R"({"id":"u","id":"t"})")), "t"},
        {"several",
         told(R"([{"type":"tool_result","tool_use_id":"a"},{"type":"text","text":"x"},)"
              R"({"type":"tool_result","tool_use_id":"b","is_error":true,"content":"<tool_use_error>"},)"
              R"({"type":"tool_result","tool_use_id":"c","is_error":true}])"),
         "a c"},
        {"of a subagent", result(R"("content":"ok")", R"(,"parent_tool_use_id":"p")"), "t"},
    };
    for (const auto& row : table) BOOST_TEST_CONTEXT(row.what) BOOST_TEST(uses(row.frame) == row.expected);
}

BOOST_AUTO_TEST_CASE(other_messages_tell_of_no_use) {
    for (const std::string& frame :
         {told(R"("text")"), told("[]"), told("null"),
          told(R"([{"type":"text","text":"tool_result"},7,"x"])"), std::string(R"({"type":"user"})"),
          std::string(R"({"type":"user","message":"x"})"),
          result(R"("content":"ok")", R"(,"isReplay":true)")})
        BOOST_TEST_CONTEXT(frame) BOOST_TEST(uses(frame).empty());
    BOOST_TEST(uses(result(R"("content":"ok")", R"(,"isReplay":false)")) == "t");
}

BOOST_AUTO_TEST_CASE(what_can_be_read_in_two_ways_is_an_error) {
    for (const std::string& frame : {std::string(R"({"type":"user","message":{},"message":{"content":[]}})"),
                                     std::string(R"({"type":"user","message":{"content":[],"content":"x"}})"),
                                     result(R"("tool_use_id":"u")"), told(R"([{"type":"tool_result"}])"),
                                     told(R"([{"type":"tool_result","tool_use_id":7}])")})
        BOOST_TEST_CONTEXT(frame) BOOST_TEST(uses(frame).starts_with("error: "));
}

BOOST_AUTO_TEST_CASE(what_the_agent_has_denied_by_itself_is_told_with_its_reason) {
    std::string told;
    for (const auto& each : recording("claude_auto_flagged"))
        if (const auto denied = denied_by_agent(each.text); !denied.empty()) told += denied + "\n";
    BOOST_TEST(told == "the agent itself has denied a use of Bash (classifier): LABFLAG dangerous\n");
    const auto of = [](const std::string& members) {
        return denied_by_agent(R"({"type":"system","subtype":"permission_denied")" + members + "}");
    };
    BOOST_TEST(of(R"(,"tool_name":"Bash","decision_reason_type":"hook")").empty());
    BOOST_TEST(of("") == "the agent itself has denied a use of  (): ");
    BOOST_TEST(denied_by_agent(R"({"type":"system","subtype":"init"})").empty());
    const auto reason = [&](std::size_t bytes) {
        return of(R"(,"decision_reason":")" + std::string(bytes, 'x') + "\"").size() - of("").size();
    };
    BOOST_TEST(reason(300) == 300U);
    BOOST_TEST(reason(301) == 300U);
}

BOOST_AUTO_TEST_SUITE_END()
}  // namespace assent::tool_results_test
