// An answer of upstream's reaches the agent in the agent's dialect.
#include "bridged.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::bridge_dialects_test {
namespace {

// Neither dialect shows in it, unless `more` does.
std::string plain_question(const std::string& more = {}) {
    return R"({"type":"control_request","request_id":"q","request":{"subtype":"can_use_tool","tool_name":"Bash",)"
           R"("input":{"command":"ls"})" +
           more + "}}\n";
}
const std::string nested_sign = R"(,"tool_use_id":"t")";
const std::string flat_sign =
    R"(,"permission_suggestions":[{"rule":{"tool_pattern":"Bash","input_pattern":{"command":"ls"}},"value":"always_allow"}])";

std::string flat(const std::string& member, const std::string& id = "q") {
    return R"({"type":"control_response","request_id":")" + id + "\"," + member + "}\n";
}
std::string nested(const std::string& payload, const std::string& id = "q") {
    return R"({"type":"control_response","response":{"subtype":"success","request_id":")" + id +
           R"(","response":)" + payload + "}}\n";
}
std::string flat_rule(const std::string& tool) {
    return R"({"rule":{"tool_pattern":")" + tool +
           R"(","input_pattern":{"command":"ls *"}},"value":"always_allow"})";
}

gate_options no_removal() { return {.rules = rules({"deny Bash(rm *)", "deny Other"})}; }

}  // namespace

BOOST_AUTO_TEST_SUITE(bridge_dialects_test)

BOOST_AUTO_TEST_CASE(a_flat_answer_to_a_nested_question_is_told_in_nested_words) {
    const std::string asked = R"({"behavior":"allow","updatedInput":{"command":"ls"}})";
    const struct {
        std::string_view what;
        std::string answer, expected;
    } table[] = {
        {"an allow", flat(R"("result":{"type":"allow","input":{"command":"ls"}})"), nested(asked)},
        {"an allow without an input", flat(R"("result":{"type":"allow"})"), nested(asked)},
        {"another input", flat(R"("result":{"type":"allow","input":{"command":"make"}})"),
         nested(R"({"behavior":"allow","updatedInput":{"command":"make"}})")},
        {"an input that is denied", flat(R"("result":{"type":"allow","input":{"command":"rm x"}})"),
         nested(R"x({"behavior":"deny","message":"denied by rule `Bash(rm *)` (your policy)"})x")},
        {"a denial", flat(R"("result":{"type":"deny","reason":"no"})"),
         nested(R"({"behavior":"deny","message":"no"})")},
        {"an error", flat(R"("error":{"code":"internal_error","message":"out of order"})"),
         nested(R"({"behavior":"deny","message":"upstream could not answer: out of order"})")},
        {"an error that cannot be read", flat(R"("error":{"code":"\ud83d"})"),
         nested(R"({"behavior":"deny","message":"upstream could not answer: "})")},
        {"no answer", flat(R"("result":{"type":"maybe"})"),
         nested(
             R"({"behavior":"deny","message":"upstream's answer is not valid: `result.type`: expected `allow` or `deny`"})")},
        {"rules", flat(R"("result":{"type":"allow","update":[)" + flat_rule("Make") + "]}"), nested(asked)},
        {"a rule over what is denied",
         flat(R"("result":{"type":"allow","update":[)" + flat_rule("Bash") + "]}"), nested(asked)},
    };
    for (const auto& row : table) BOOST_TEST_CONTEXT(row.what) {
            bridged between(no_removal(), {}, true, dialect_choice::automatic);
            between.ask(plain_question(nested_sign));
            BOOST_TEST(between.upstream.take_sent() == plain_question(nested_sign));
            between.say(row.answer);
            BOOST_TEST(between.agent.take_sent() == row.expected);
        }
}

BOOST_AUTO_TEST_CASE(rules_of_a_flat_answer_go_on_in_nested_words) {
    bridged between({}, {}, true, dialect_choice::automatic);
    between.ask(plain_question(nested_sign));
    between.say(flat(R"("result":{"type":"allow","update":[)" + flat_rule("Bash") + "]}"));
    BOOST_TEST(
        between.agent.take_sent() ==
        nested(
            R"({"behavior":"allow","updatedInput":{"command":"ls"},"updatedPermissions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"ls *"}],"behavior":"allow","destination":"session"}]})"));
}

BOOST_AUTO_TEST_CASE(a_nested_answer_to_a_flat_question_is_told_in_flat_words) {
    const struct {
        std::string answer, expected;
    } table[] = {
        {nested(R"({"behavior":"allow","updatedInput":{"command":"make"}})"),
         flat(R"("result":{"type":"allow","input":{"command":"make"}})")},
        {nested(R"({"behavior":"deny","message":"no","interrupt":true})"),
         flat(R"("result":{"type":"deny","reason":"no"})")},
    };
    for (const auto& row : table) {
        bridged between({}, {}, false, dialect_choice::automatic);
        between.ask(plain_question(flat_sign));
        between.say(row.answer);
        BOOST_TEST(between.agent.take_sent() == row.expected);
    }
}

BOOST_AUTO_TEST_CASE(an_agent_whose_dialect_is_not_known_yet_is_answered_in_both) {
    for (const std::string& answer : {flat(R"("result":{"type":"deny","reason":"no"})"),
                                      nested(R"({"behavior":"deny","message":"no"})")}) {
        bridged between({}, {}, false, dialect_choice::automatic);
        between.ask(plain_question());
        between.say(answer);
        BOOST_TEST(
            between.agent.take_sent() ==
            R"({"type":"control_response","request_id":"q","result":{"type":"deny","reason":"no"},"response":{"subtype":"success","request_id":"q","response":{"behavior":"deny","message":"no"}}})"
            "\n");
    }
    // What it answers, and what only one dialect has, tells it.
    for (
        const std::string& line :
        {response("i", "{}"),
         std::string(
             R"({"type":"control_request","request_id":"h","request":{"subtype":"hook_callback","callback_id":"x","input":{}}})"
             "\n")}) {
        bridged between({}, {}, false, dialect_choice::automatic);
        between.ask(line + plain_question());
        const std::string answer = nested(R"({"behavior":"deny", "message":"no"})");
        between.say(answer);
        BOOST_TEST(between.agent.take_sent() == answer);
    }
}

BOOST_AUTO_TEST_CASE(an_answer_in_the_agents_dialect_passes_as_it_is) {
    bridged between({}, {}, false, dialect_choice::automatic);
    between.ask(plain_question(flat_sign));
    const std::string answer = flat(R"("result":{"type":"allow", "input":{"command":"ls"}})");
    between.say(answer);
    BOOST_TEST(between.agent.take_sent() == answer);
}

BOOST_AUTO_TEST_CASE(an_answer_to_another_request_in_the_wrong_dialect_is_an_error_and_to_a_hook_a_denial) {
    const auto request = [](const std::string& subtype) {
        return R"({"type":"control_request","request_id":"r","request":{"subtype":")" + subtype +
               R"(","callback_id":"x","input":{}}})" + "\n";
    };
    const std::string why = "the answer is not valid: it is not in the dialect of the request";
    bridged between({}, {}, true, dialect_choice::automatic);
    between.ask(request("hook_callback"));
    between.say(flat("\"result\":{}", "r"));
    BOOST_TEST(between.agent.take_sent() == hook_answer("r", "deny", why));
    between.ask(request("mcp_message"));
    between.say(flat("\"result\":{}", "r"));
    BOOST_TEST(between.agent.take_sent().find(R"("request_id":"r","error":")" + why) != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
}  // namespace assent::bridge_dialects_test
