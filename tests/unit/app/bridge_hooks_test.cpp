// What upstream's own hooks say, while the guard hook is there.
#include "bridged.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::bridge_hooks_test {
namespace {

// A call of a hook of upstream's own, and what that says.
std::string foreign_hook_call(const std::string& id, const std::string& event) {
    return R"({"type":"control_request","request_id":")" + id +
           R"(","request":{"subtype":"hook_callback","callback_id":"hook_0","input":{"hook_event_name":")" +
           event + R"(","cwd":"/w","tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"t"}}})" +
           "\n";
}

std::string edited(const std::string& id, const std::string& decision, const std::string& command) {
    return response(id, R"({"hookSpecificOutput":{"hookEventName":"PreToolUse",)" + decision +
                            R"("updatedInput":{"command":")" + command + "\"}}}");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bridge_hooks_test)

BOOST_AUTO_TEST_CASE(what_upstreams_own_hook_puts_in_the_place_of_an_input_is_judged_too) {
    const std::string allow = R"("permissionDecision":"allow",)";
    const std::string denied = hook_answer("h", "deny", "denied by rule `Bash(rm *)` (your policy)");
    std::string asked =
        hook_answer("h", "ask", "`curl x` reads from the network (ask rule `Bash(curl *)`, your policy)");
    asked.insert(asked.rfind("}}}}"), R"(,"updatedInput":{"command":"curl x"})");
    const struct {
        std::string_view what;
        std::string answer, expected;
    } table[] = {
        {"no other input", response("h", R"({"hookSpecificOutput":{"permissionDecision":"allow"}})"), {}},
        {"what nothing is said about", edited("h", allow, "make"), {}},
        {"what is denied", edited("h", allow, "rm x"), denied},
        {"what is denied, without a decision", edited("h", "", "rm x"), denied},
        {"what must be asked", edited("h", allow, "curl x"), asked},
        {"what must be asked, without a decision", edited("h", "", "curl x"), asked},
        {"what must be asked, and is", edited("h", R"("permissionDecision":"ask",)", "curl x"), {}},
        {"what must be asked, and is denied", edited("h", R"("permissionDecision":"deny",)", "curl x"), {}},
        {"what can be misread", edited("h", allow, R"(ls","command":"rm x)"),
         hook_answer("h", "deny", "a hook's answer cannot be judged: duplicate key `command` at byte 78")},
        {"an error",
         R"({"type":"control_response","response":{"subtype":"error","request_id":"h","error":"e"}})"
         "\n",
         {}},
    };
    bridged between({.rules = rules({"deny Bash(rm *)", "ask Bash(curl *)"})}, {.guard = true});
    for (const auto& row : table) BOOST_TEST_CONTEXT(row.what) {
            const std::string call = foreign_hook_call("h", "PreToolUse");
            between.ask(call);
            BOOST_TEST(between.upstream.take_sent() == call);
            between.say(row.answer);
            BOOST_TEST(between.agent.take_sent() == (row.expected.empty() ? row.answer : row.expected));
        }
}

BOOST_AUTO_TEST_CASE(an_input_with_which_upstreams_hook_answers_a_question_runs_into_deny_rules) {
    const auto answer = [](const std::string& command) {
        return response("h", R"({"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":)"
                             R"({"behavior":"allow","updatedInput":{"command":")" +
                                 command + "\"}}}}");
    };
    bridged between({.rules = rules({"deny Bash(rm *)", "ask Bash(curl *)"})}, {.guard = true});
    between.ask(foreign_hook_call("h", "PermissionRequest"));
    between.say(answer("rm x"));
    BOOST_TEST(between.agent.take_sent() ==
               R"({"type":"control_response","response":{"subtype":"success","request_id":"h","response":)"
               R"({"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":)"
               R"x({"behavior":"deny","message":"denied by rule `Bash(rm *)` (your policy)"}}}}})x"
               "\n");
    // Upstream is who would have been asked.
    between.ask(foreign_hook_call("h", "PermissionRequest"));
    between.say(answer("curl x"));
    BOOST_TEST(between.agent.take_sent() == answer("curl x"));
}

BOOST_AUTO_TEST_CASE(without_a_guard_upstreams_hooks_are_its_own) {
    bridged between({.rules = rules({"deny Bash(rm *)"})});
    between.ask(foreign_hook_call("h", "PreToolUse"));
    between.say(edited("h", "", "rm x"));
    BOOST_TEST(between.agent.take_sent() == edited("h", "", "rm x"));
}

BOOST_AUTO_TEST_SUITE_END()
}  // namespace assent::bridge_hooks_test
