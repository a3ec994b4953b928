// What ran is compared with what was judged, behind a bridge with a guard.
#include "bridged.hpp"

#include <assent/adapters/control/wire/rule_text.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::bridge_ran_test {
namespace {

std::string told(const std::string& event, const std::string& tool, const std::string& input,
                 const std::string& use = "t") {
    static int number = 0;
    return R"({"type":"control_request","request_id":"h)" + std::to_string(++number) +
           R"(","request":{"subtype":"hook_callback","callback_id":"assent_guard","tool_use_id":")" + use +
           R"(","input":{"hook_event_name":")" + event + R"(","cwd":"/w","tool_name":")" + tool +
           R"(","tool_input":)" + input + R"(,"tool_response":{"stdout":"x"}}}})" + "\n";
}

gate_options rules() {
    gate_options deciding;
    deciding.policy = policy::standard();
    for (const auto& [text, behavior] :
         {std::pair{"Bash(rm *)", rule_behavior::deny}, std::pair{"Bash(touch *)", rule_behavior::ask}})
        deciding.policy.rules.push_back(parse_rule(text, behavior, rule_origin::host).value());
    return deciding;
}

std::string runs(const std::string& text) { return R"({"command":")" + text + R"("})"; }

}  // namespace

BOOST_AUTO_TEST_SUITE(bridge_ran_test)

BOOST_AUTO_TEST_CASE(what_ran_instead_of_what_was_judged_ends_the_session_or_is_recorded) {
    enum class becomes { nothing, recorded, ended };
    const struct {
        std::string_view what;
        std::string tool, judged, ran, use = "t", ran_tool{};
        becomes then = becomes::nothing;
    } table[] = {
        {"what was judged", "Bash", runs("ls"), runs("ls")},
        {"a denied command", "Bash", runs("ls"), runs("rm -rf build"), "t", "", becomes::ended},
        {"one that would be asked", "Bash", runs("ls"), runs("touch x"), "t", "", becomes::ended},
        {"an allowed one", "Bash", runs("ls"), runs("pwd"), "t", "", becomes::recorded},
        {"another file", "Write", R"({"file_path":"/w/a","content":"x"})",
         R"({"file_path":"/w/.bashrc","content":"x"})", "t", "", becomes::ended},
        {"another text", "Write", R"({"file_path":"/w/a","content":"x"})",
         R"({"file_path":"/w/a","content":"y"})", "t", "", becomes::recorded},
        {"another order", "Bash", R"({"command":"touch x","timeout":5})",
         R"({ "timeout":5.0, "command":"touch x"})"},
        {"never judged", "Bash", runs("ls"), runs("touch x"), "other", "", becomes::ended},
        {"never judged, and allowed", "Bash", runs("ls"), runs("pwd"), "other", "", becomes::recorded},
        {"a command in the place of an edit", "Write", R"({"file_path":"/w/a","content":"x"})",
         runs("touch x"), "t", "Bash", becomes::ended},
    };
    for (const std::string event : {"PostToolUse", "PostToolUseFailure"})
        for (const auto& row : table) BOOST_TEST_CONTEXT(event << ": " << row.what) {
                bridged between(rules(), {.guard = true});
                between.ask(told("PreToolUse", row.tool, row.judged));
                static_cast<void>(between.agent.take_sent());
                between.ask(told(event, row.ran_tool.empty() ? row.tool : row.ran_tool, row.ran, row.use));
                BOOST_TEST(between.made->gave_up() == (row.then == becomes::ended));
                BOOST_TEST(between.audit->events(audit_event::kind::protocol).size() ==
                           (row.then == becomes::nothing ? 0U : 1U));
                BOOST_TEST(between.upstream.take_sent().empty());
                if (row.then != becomes::ended)
                    BOOST_TEST(between.agent.take_sent().find(R"("response":{}}})") != std::string::npos);
            }
}

BOOST_AUTO_TEST_CASE(an_input_that_upstream_has_given_and_that_was_judged_is_no_fault) {
    gate_options deciding;
    bridged between(std::move(deciding), {.guard = true});
    between.ask(hook_call("h", "make"));
    between.ask(question("q", "make"));
    between.say(allowed("q", "make all"));
    between.ask(told("PostToolUse", "Bash", R"({"command":"make all","n":1})"));
    BOOST_TEST(!between.made->gave_up());
    BOOST_TEST(between.audit->events(audit_event::kind::protocol).empty());
}

BOOST_AUTO_TEST_CASE(uses_at_the_same_time_and_ends_that_are_not_told_are_no_fault) {
    bridged between(rules(), {.guard = true});
    for (const std::string use : {"a", "b", "c"})
        between.ask(told("PreToolUse", "Bash", runs("touch x"), use));
    for (const std::string use : {"c", "a"}) between.ask(told("PostToolUse", "Bash", runs("touch x"), use));
    BOOST_TEST(!between.made->gave_up());
    BOOST_TEST(between.audit->events(audit_event::kind::protocol).empty());
}

BOOST_AUTO_TEST_CASE(an_end_that_cannot_be_read_ends_the_session) {
    bridged between(rules(), {.guard = true});
    between.ask(told("PreToolUse", "Bash", runs("ls")));
    between.ask(told("PostToolUse", "Bash", R"({"command":"ls","command":"rm x"})"));
    BOOST_TEST(between.made->gave_up());
}

BOOST_AUTO_TEST_SUITE_END()
}  // namespace assent::bridge_ran_test
