// Ways around the bridge that were found, and must stay closed; and ways into silence.
#include "bridged.hpp"

#include <boost/test/unit_test.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assent::bridge_hostile_test {
namespace {

constexpr const char* user = "{\"type\":\"user\"}\n";

std::string text_of(const std::string& line) { return line.substr(0, line.size() - 1); }

std::string failed(const std::string& id) {
    return R"({"type":"control_response","response":{"subtype":"error","request_id":")" + id +
           R"(","error":"no hooks here"}})" + "\n";
}

std::string request(const std::string& id, const std::string& subtype) {
    return R"({"type":"control_request","request_id":")" + id + R"(","request":{"subtype":")" + subtype +
           "\"}}\n";
}

BOOST_AUTO_TEST_SUITE(bridge_hostile_test)

BOOST_AUTO_TEST_CASE(white_space_around_an_initialize_does_not_keep_the_guard_hook_out) {
    bridged between({}, {.guard = true}, false);
    between.say(text_of(initialize) + "\r\n");
    BOOST_TEST(between.agent.take_sent() == guarded_initialize);
    bridged marked({}, {.guard = true}, false);
    marked.say("\xEF\xBB\xBF" + initialize);
    BOOST_TEST(marked.agent.take_sent().empty());
    BOOST_TEST(marked.upstream.take_sent().find("byte-order mark") != std::string::npos);
    marked.say(user);
    BOOST_TEST(marked.agent.take_sent().find("assent_guard") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_the_agent_writes_behind_another_mark_or_line_end_does_not_reach_the_driver) {
    const std::string hook = hook_call("h", "ls");
    bridged between({}, {.guard = true});
    between.ask("\xEF\xBB\xBF" + question("q") + "x\f" + question("q") + "\xEF\xBB\xBF" + hook + "text\n");
    BOOST_TEST(between.upstream.take_sent() == "text\n");
    const std::string sent = between.agent.take_sent();
    BOOST_TEST(sent.find(R"("subtype":"error","request_id":"q")") != std::string::npos);
    BOOST_TEST(sent.find(R"("permissionDecision":"deny")") !=
               std::string::npos);  // an error would be no objection
}

BOOST_AUTO_TEST_CASE(a_refused_initialize_does_not_leave_the_agent_unguarded) {
    bridged between({}, {.guard = true}, false);
    between.say(R"({"type":"control_request","request_id":"i","request":{"subtype":"initialize","hooks":[]}})"
                "\n");
    BOOST_TEST(between.upstream.take_sent().find("`request.hooks`: expected") != std::string::npos);
    BOOST_TEST(between.agent.take_sent().empty());
    between.say(user);
    const std::string sent = between.agent.take_sent();
    BOOST_TEST(sent.find("assent_guard") != std::string::npos);
    BOOST_TEST(sent.ends_with(user));
}

BOOST_AUTO_TEST_CASE(the_name_of_the_guard_hook_may_stand_anywhere_but_among_the_hooks) {
    bridged between({}, {.guard = true}, false);
    between.say(
        R"({"type":"control_request","request_id":"i","request":{"subtype":"initialize","appendSystemPrompt":"assent_guard"}})"
        "\n");
    BOOST_TEST(between.agent.take_sent().find(R"("PreToolUse":[{"hookCallbackIds":["assent_guard"])") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_agent_that_refuses_the_guard_hook_is_not_driven) {
    for (const bool sent_ahead : {false, true}) {
        bridged between({}, {.guard = true}, false);
        between.say(sent_ahead ? user : initialize);
        between.ask(failed(sent_ahead ? "assent_initialize" : "i"));
        BOOST_TEST(between.agent.closed());
        BOOST_TEST(between.upstream.closed());
    }
    bridged taken({}, {.guard = true});  // older agents take the first `initialize` only
    taken.ask(response("i", "{}"));
    taken.say(R"({"type":"control_request","request_id":"j","request":{"subtype":"initialize"}})"
              "\n");
    taken.ask(failed("j"));
    BOOST_TEST(!taken.agent.closed());
    BOOST_TEST(taken.upstream.take_sent().ends_with(failed("j")));
}

BOOST_AUTO_TEST_CASE(only_what_may_start_work_brings_an_initialize_of_our_own) {
    bridged between({}, {.guard = true}, false);
    const std::string ahead = request("m", "mcp_status") + "{\"type\":\"keep_alive\"}\n" +
                              "{\"type\":\"update_environment_variables\",\"variables\":{}}\n";
    between.say(ahead);
    BOOST_TEST(between.agent.take_sent() == ahead);
    between.say(initialize);
    BOOST_TEST(between.agent.take_sent() == guarded_initialize);
}

BOOST_AUTO_TEST_CASE(rules_that_reach_over_what_the_policy_holds_are_taken_out_of_an_answer) {
    struct row {
        const char* held;
        const char* tool;
        const char* content;
        bool passes;
    };
    for (const auto& [held, tool, content, passes] : {
             row{"deny Bash(rm *)", "Bash", "ls", false},
             row{"deny Bash(rm *)", "WebSearch", "x", true},
             row{"ask Write", "Edit", "//w/**", false},
             row{"deny Read(/etc/**)", "Write", "", false},
             row{"deny Read(/etc/**)", "Grep", "", false},
             row{"deny Bash(rm *)", "Monitor", "", false},
             row{"deny Monitor", "Bash", "ls", false},
             row{"deny WebFetch", "Bash", "ls", true},
             row{"deny Task", "Agent", "", false},
             row{"deny mcp__srv__del", "mcp__srv", "", false},
             row{"deny mcp__srv__*", "mcp__srv__get", "", false},
             row{"deny mcp__srv__del", "mcp__srv__get", "", true},
             row{"deny mcp__other__*", "mcp__srv", "", true},
             row{"ask *", "WebSearch", "x", false},
         }) {
        for (const std::string end : {"\n", "\r\n"}) {
            BOOST_TEST_CONTEXT(held << ", " << tool << "(" << content << ")") {
                bridged between({.rules = rules({held})});
                between.ask(
                    R"({"type":"control_request","request_id":"q","request":{"subtype":"can_use_tool",)"
                    R"("tool_name":"Other","tool_use_id":"t","input":{}}})"
                    "\n");
                static_cast<void>(between.upstream.take_sent());
                std::string rule = std::string(R"({"toolName":")") + tool + "\"";
                if (*content != '\0') rule += std::string(R"(,"ruleContent":")") + content + "\"";
                const std::string update =
                    R"([{"type":"addRules","behavior":"allow","destination":"session","rules":[)" + rule +
                    "}]}]";
                const std::string answer = response(
                    "q", R"({"behavior":"allow","updatedInput":{},"updatedPermissions":)" + update + "}");
                between.say(text_of(answer) + end);
                const std::string sent = between.agent.take_sent();
                BOOST_TEST((sent.find(update) != std::string::npos) == passes);
                BOOST_TEST(sent.find(R"("behavior":"allow")") != std::string::npos);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(an_answer_that_says_something_else_in_the_other_dialect_is_told_in_our_words) {
    bridged between({.rules = rules({"deny Bash(rm *)"})});
    between.ask(question("q"));
    static_cast<void>(between.upstream.take_sent());
    between.say(
        R"({"type":"control_response","request_id":"q","result":{"type":"allow","input":{"command":"rm x"}},)"
        R"("response":{"subtype":"success","request_id":"q","response":{"behavior":"allow","updatedInput":{"command":"ls"}}}})"
        "\n");
    BOOST_TEST(
        between.agent.take_sent() ==
        R"({"type":"control_response","response":{"subtype":"success","request_id":"q","response":{"behavior":"allow","updatedInput":{"command":"ls"}}}})"
        "\n");
}

BOOST_AUTO_TEST_CASE(an_answer_that_comes_too_late_does_not_pass_though_something_else_has_allowed_the_same) {
    bridged between({.rules = rules({"deny Bash(rm *)"})});
    between.ask(question("q", "make"));
    between.gate->set_rules(rules({"allow Bash(make)", "deny Bash(rm *)"}));
    between.upstream.feed(allowed("q", "rm x"));  // read before the bridge hears of the new rules
    between.pump();
    BOOST_TEST(
        between.agent.take_sent() ==
        R"({"type":"control_response","response":{"subtype":"success","request_id":"q","response":{"behavior":"allow","updatedInput":{"command":"make","n":1.0}}}})"
        "\n");
}

BOOST_AUTO_TEST_CASE(an_answer_in_both_dialects_is_one_answer_or_none) {
    const auto both = [](const std::string& flat, const std::string& flat_id, const std::string& nested,
                         const std::string& nested_id) {
        return R"({"type":"control_response","request_id":")" + flat_id + R"(","result":)" + flat +
               R"(,"response":{"subtype":"success","request_id":")" + nested_id + R"(","response":)" +
               nested + "}}\n";
    };
    const std::string edit =
        R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"rm x"}}})";
    const std::string flat_first = R"({"type":"control_response","request_id":"x","result":{}})"
                                   "\n";
    const std::string hook =
        R"({"type":"control_request","request_id":"h","request":{"subtype":"hook_callback","callback_id":"theirs","input":{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}}})"
        "\n";
    for (const std::string& before : {std::string(), flat_first}) {
        bridged between({.rules = rules({"deny Bash(rm *)"})}, {.guard = true});
        between.ask(hook + request("m", "mcp_message") + question("q"));
        static_cast<void>(between.upstream.take_sent());
        between.say(before + both("{}", "h", edit, "h"));
        std::string sent = between.agent.take_sent();
        BOOST_TEST(sent.find("updatedInput") == std::string::npos);
        BOOST_TEST(sent.find(R"("permissionDecision":"deny")") != std::string::npos);
        between.say(both("{}", "m", R"({"behavior":"allow","updatedInput":{"command":"rm x"}})", "q"));
        sent = between.agent.take_sent();
        BOOST_TEST(sent.find("rm x") == std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(a_last_line_without_an_end_gets_one_where_the_agents_input_stays_open) {
    bridge_options options;
    const auto time = std::make_shared<testing::manual_clock>();
    options.time = time;
    bridged between({}, options);
    between.say(text_of(user));
    between.upstream.end();
    between.pump();
    BOOST_TEST(between.agent.take_sent() == user);
    BOOST_TEST(!between.agent.output_ended());
}

BOOST_AUTO_TEST_CASE(what_upstream_cannot_answer_any_more_is_answered_here) {
    bridge_options options;
    options.time = std::make_shared<testing::manual_clock>();
    options.guard = true;
    bridged between({}, options);
    between.say(user);
    const std::string hook =
        R"({"type":"control_request","request_id":"h","request":{"subtype":"hook_callback","callback_id":"theirs","input":{}}})"
        "\n";
    between.ask(request("m", "mcp_message"));
    static_cast<void>(between.agent.take_sent());
    between.upstream.end();
    between.pump();
    BOOST_TEST(between.agent.take_sent().find(R"("request_id":"m","error":"nobody is there to answer")") !=
               std::string::npos);
    between.ask(hook + request("e", "elicitation"));
    const std::string sent = between.agent.take_sent();
    BOOST_TEST(sent.starts_with(hook_answer("h", "deny", "nobody is there to answer")));
    BOOST_TEST(sent.find(R"("request_id":"e","error":"nobody is there to answer")") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_request_whose_answer_could_not_come_back_is_refused_at_once) {
    for (const std::size_t size : {max_request_id_bytes, max_request_id_bytes + 1}) {
        bridged between;
        const std::string id(size, 'r');
        between.ask(request(id, "mcp_message"));
        const bool passes = size == max_request_id_bytes;
        BOOST_TEST(between.upstream.take_sent().empty() == !passes);
        BOOST_TEST(between.agent.take_sent().empty() == passes);
        between.say(response(id, "{}"));
        BOOST_TEST(between.agent.take_sent().empty() == !passes);
    }
}

BOOST_AUTO_TEST_CASE(upstream_hears_nothing_of_calls_of_the_guard_hook_that_are_withdrawn) {
    bridged between({}, {.guard = true});
    between.ask(hook_call("h", "ls") + cancel("h"));
    BOOST_TEST(between.upstream.take_sent().empty());
    between.ask(cancel("h"));  // nobody's
    BOOST_TEST(between.upstream.take_sent() == cancel("h"));
}

BOOST_AUTO_TEST_CASE(a_question_that_the_agent_takes_back_is_on_record_as_that) {
    bridged between;
    between.ask(question("q"));
    between.ask(cancel("q"));
    BOOST_TEST(between.upstream.take_sent() == question("q") + cancel("q"));
    BOOST_REQUIRE(!between.audit->events().empty());
    BOOST_TEST(between.audit->events().back().source == decision_source::cancelled);
}

BOOST_AUTO_TEST_CASE(errors_for_an_upstream_that_does_not_read_are_bounded) {
    bridge_options options;
    options.max_line_bytes = 1000;
    options.max_unsent_bytes = 2000;
    bridged between({}, options);
    between.upstream.hold_sends(true);
    const std::string bad =
        R"({"type":"control_request","request_id":"b","request":{"subtype":"x","subtype":"y"}})"
        "\n";
    for (int i = 0; i < 100 && !between.upstream.closed(); ++i) between.say(bad);
    BOOST_TEST(between.upstream.closed());
    BOOST_TEST(between.agent.closed());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::bridge_hostile_test
