// The guard hook has to be called about every use of a tool; where it was not, the bridge gives up.
#include "bridged.hpp"

#include <assent/app/bridge/guarded_uses.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::bridge_guard_test {
namespace {

std::string used(const std::string& use, const std::string& members = R"("content":"ok")") {
    return R"({"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":")" +
           use + R"(",)" + members + "}]}}\n";
}

// Like `hook_call`, about this use.
std::string hook_call_about(const std::string& id, const std::string& use) {
    return R"({"type":"control_request","request_id":")" + id +
           R"(","request":{"subtype":"hook_callback","callback_id":"assent_guard","tool_use_id":")" + use +
           R"(","input":{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}}})" +
           "\n";
}

bool gave_up(bridged& between) {
    BOOST_TEST(between.agent.closed() == between.made->gave_up());
    BOOST_TEST(between.upstream.closed() == between.made->gave_up());
    return between.made->gave_up();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bridge_guard_test)

BOOST_AUTO_TEST_CASE(the_result_of_a_use_that_the_guard_hook_has_not_seen_ends_the_session) {
    bridged between({}, {.guard = true});
    between.ask(hook_call("h", "ls") + used("t"));
    BOOST_TEST(between.upstream.take_sent() == used("t"));
    BOOST_TEST(!gave_up(between));
    between.ask(used("t") + used("other") + "{\"type\":\"result\"}\n");
    BOOST_TEST(gave_up(between));
    BOOST_TEST(between.upstream.take_sent().find("other") == std::string::npos);
    const auto records = between.audit->events(audit_event::kind::protocol);
    BOOST_REQUIRE(records.size() == 1U);
    BOOST_TEST(records.front().reason ==
               "the agent has used a tool without calling the guard hook, so deny and ask rules do not hold: "
               "`other`");
}

BOOST_AUTO_TEST_CASE(what_the_agent_denies_by_itself_passes_and_goes_on_record) {
    const std::string denied = R"({"type":"system","subtype":"permission_denied","tool_name":"Bash",)"
                               R"("decision_reason_type":"classifier","decision_reason":"no"})"
                               "\n";
    bridged between({}, {.guard = true});
    between.ask(denied);
    BOOST_TEST(between.upstream.take_sent() == denied);
    const auto records = between.audit->events(audit_event::kind::protocol);
    BOOST_REQUIRE(records.size() == 1U);
    BOOST_TEST(records.front().reason == "the agent itself has denied a use of Bash (classifier): no");
}

BOOST_AUTO_TEST_CASE(a_question_about_a_use_is_no_call_of_the_guard_hook) {
    bridged between({}, {.guard = true});
    between.ask(question("q"));
    between.say(allowed("q"));
    between.ask(used("t"));
    BOOST_TEST(gave_up(between));
}

BOOST_AUTO_TEST_CASE(without_a_guard_hook_nobody_looks_at_results) {
    bridged between;
    between.ask(used("t"));
    BOOST_TEST(between.upstream.take_sent() == used("t"));
    BOOST_TEST(!gave_up(between));
}

BOOST_AUTO_TEST_CASE(uses_that_never_began_and_messages_without_results_pass) {
    const std::string turned_away =
        R"("is_error":true,"content":"<tool_use_error>Error: No such tool available: Nope</tool_use_error>")";
    for (const std::string& line :
         {used("t", turned_away), std::string("{\"type\":\"user\",\"message\":{\"content\":\"text\"}}\n"),
          std::string("{\"type\":\"user\"}\n"),
          std::string(R"({"type":"assistant","message":{"content":[{"type":"tool_use","id":"t"}]}})"
                      "\n")}) {
        BOOST_TEST_CONTEXT(line) {
            bridged between({}, {.guard = true});
            between.ask(line);
            BOOST_TEST(between.upstream.take_sent() == line);
            BOOST_TEST(!gave_up(between));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_result_that_can_be_read_in_two_ways_ends_the_session) {
    bridged between({}, {.guard = true});
    between.ask(hook_call("h", "ls") + used("t", R"("tool_use_id":"u")"));
    BOOST_TEST(gave_up(between));
}

BOOST_AUTO_TEST_CASE(a_call_of_the_guard_hook_that_is_denied_as_unreadable_is_a_call_all_the_same) {
    bridged between({}, {.guard = true});
    std::string odd = hook_call_about("a", "one");
    odd.replace(odd.find("\"command\":"), 0, "\"command\":\"ls\",");
    std::string without_tool = hook_call_about("b", "two");
    without_tool.replace(without_tool.find("\"tool_name\":\"Bash\","), 19, "");
    between.ask(odd + without_tool + hook_call_about("c", "three"));
    const std::string sent = between.agent.take_sent();
    for (const std::string_view id : {"\"a\"", "\"b\""})
        BOOST_TEST(sent.find(id) < sent.find(R"("permissionDecision":"deny")", sent.find(id)));
    between.ask(used("one") + used("two") + used("three"));
    BOOST_TEST(!gave_up(between));
    between.ask(used("four"));
    BOOST_TEST(gave_up(between));
}

BOOST_AUTO_TEST_CASE(as_many_uses_are_known_as_can_be_under_way) {
    guarded_uses uses;
    for (std::size_t i = 0; i < max_guarded_uses; ++i) uses.called("use_" + std::to_string(i));
    uses.called("use_1");  // again
    BOOST_TEST(uses.known("use_0"));
    uses.called("last");
    BOOST_TEST(!uses.known("use_0"));
    BOOST_TEST(uses.known("use_1"));
    BOOST_TEST(uses.known("last"));
    uses.called("");
    BOOST_TEST(!uses.known(""));
    for (const std::size_t size : {max_request_id_bytes, max_request_id_bytes + 1}) {
        const std::string use(size, 'x');
        uses.called(use);
        BOOST_TEST(uses.known(use) == (size == max_request_id_bytes));
    }
}

BOOST_AUTO_TEST_CASE(a_request_of_upstreams_that_would_switch_the_guard_hook_off_does_not_pass) {
    const std::string settings = R"("settings":{"env":{"CLAUDE_CODE_SIMPLE":"1"}})";
    for (const std::string subtype : {"apply_flag_settings", "initialize"}) {
        const std::string line = R"({"type":"control_request","request_id":"r","request":{"subtype":")" +
                                 subtype + "\"," + settings + "}}\n";
        bridged between({}, {.guard = true}, false);
        between.say(line);
        BOOST_TEST(between.agent.take_sent().empty());
        BOOST_TEST(between.upstream.take_sent().find(
                       R"("request_id":"r","error":"with `CLAUDE_CODE_SIMPLE` the agent would not call)") !=
                   std::string::npos);
        bridged unguarded({}, {}, false);
        unguarded.say(line);
        BOOST_TEST(unguarded.agent.take_sent() == line);
    }
    bridged between({}, {.guard = true});
    const std::string message = R"({"type":"user",)" + settings + "}\n";
    between.say(message);
    BOOST_TEST(between.agent.take_sent() == message);
}

BOOST_AUTO_TEST_SUITE_END()
}  // namespace assent::bridge_guard_test
