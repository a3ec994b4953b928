// What the gate leaves open goes upstream as the agent asked it, and only upstream's answer to it comes back.
#include "bridged.hpp"

#include <boost/test/unit_test.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::bridge_forwarding_test {
namespace {

BOOST_AUTO_TEST_SUITE(bridge_forwarding_test)

BOOST_AUTO_TEST_CASE(a_question_and_its_answer_pass_byte_for_byte) {
    for (const auto style : {feed_style::whole, feed_style::byte_by_byte}) {
        for (const std::string& answer :
             {allowed("q"), response("q", R"({"behavior":"deny", "message":"no","interrupt":true,"x":1})"),
              response("q", R"({"behavior":"allow"})"),
              response("q", R"({"behavior":"allow","updatedInput":{}})"), allowed("q", "ls -l"),
              std::string(
                  R"({"type":"control_response","response":{"request_id":"q","subtype":"error","error":"e"}})"
                  "\n")}) {
            bridged between;
            between.style = style;
            between.ask(question("q"));
            BOOST_TEST(between.upstream.take_sent() == question("q"));
            BOOST_TEST(between.agent.take_sent().empty());
            between.say(answer);
            BOOST_TEST(between.agent.take_sent() == answer);
            BOOST_TEST(between.made->forwarded() == 0U);
            // Once.
            between.say(answer);
            BOOST_TEST(between.agent.take_sent().empty());
        }
    }
}

BOOST_AUTO_TEST_CASE(what_the_policy_decides_is_not_seen_upstream_and_an_answer_to_it_does_not_pass) {
    bridged between({.rules = rules({"allow Bash(ls *)", "deny Bash(rm *)"})});
    between.ask(question("a") + question("b", "rm x"));
    BOOST_TEST(between.upstream.take_sent().empty());
    const std::string answers = between.agent.take_sent();
    BOOST_TEST(answers.find("\"allow\"") != std::string::npos);
    BOOST_TEST(answers.ends_with(denied_here("b", "denied by rule `Bash(rm *)` (your policy)")));
    between.say(allowed("b", "rm x") + allowed("never asked"));
    BOOST_TEST(between.agent.take_sent().empty());
}

BOOST_AUTO_TEST_CASE(an_answer_that_the_policy_does_not_agree_with_is_replaced) {
    bridged between({.rules = rules({"deny Bash(rm *)"})});
    between.ask(question("q"));
    between.say(allowed("q", "rm x"));
    const std::string sent = between.agent.take_sent();
    BOOST_TEST(sent == denied_here("q", "denied by rule `Bash(rm *)` (your policy)"));
}

BOOST_AUTO_TEST_CASE(answers_that_are_none_are_denials) {
    for (const std::string_view payload :
         {R"({"behavior":"maybe"})", R"({"behavior":"deny"})", "[]", "null",
          R"({"behavior":"deny","behavior":"allow"})",
          R"({"behavior":"allow","updatedInput":{"command":"ls","command":"rm x"}})",
          R"({"behavior":"allow","updatedInput":{"command":"\ud83d"}})",
          R"({"behavior":"allow","updatedInput":{"n":1e999}})",
          R"({"behavior":"allow","updatedPermissions":[{"type":"\ud83d"}]})",
          R"({"behavior":"allow","updatedInput":"x"})"}) {
        BOOST_TEST_CONTEXT(payload) {
            bridged between;
            between.ask(question("q"));
            between.say(response("q", std::string(payload)));
            const std::string sent = between.agent.take_sent();
            BOOST_TEST(sent.find(R"("behavior":"deny","message":"upstream's answer is not valid)") !=
                       std::string::npos);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_question_whose_answer_upstream_has_spoilt_is_denied_at_once) {
    for (
        const std::string line :
        {R"({"type":"control_response","response":{"subtype":"success","request_id":"q","response":{"behavior":"allow"}},"type":"user"})",
         R"({"type":"control_response","response":{"subtype":"success","request_id":"q","response":{"behavior":"deny"},"response":{"behavior":"allow"}}})",
         R"({"type":"control_response","response":{"subtype":"perhaps","request_id":"q","response":{"behavior":"allow"}}})"}) {
        BOOST_TEST_CONTEXT(line) {
            bridged between;
            between.ask(question("q"));
            between.say(line + "\n");
            BOOST_TEST(between.agent.take_sent().find(
                           R"("behavior":"deny","message":"upstream's answer is not valid)") !=
                       std::string::npos);
            BOOST_TEST(between.made->forwarded() == 0U);
        }
    }
}

BOOST_AUTO_TEST_CASE(lines_of_upstream_that_can_be_read_in_two_ways_do_not_pass) {
    for (
        const std::string line :
        {R"({"type":"user","type":"control_response","response":{"subtype":"success","request_id":"q","response":{"behavior":"allow"}}})",
         R"({"type":"user","t\u0079pe":"control_response","response":{"subtype":"success","request_id":"q","response":{"behavior":"allow"}}})",
         R"({"type":"control_response","response":{"subtype":"success","request_id":"x","request_id":"q","response":{"behavior":"allow"}}})",
         R"({"type":"control_request","request_id":"z","request":{"subtype":"x","subtype":"initialize"}})",
         "{\"type\":\"user\"}\r{\"type\":\"user\"}", "\xEF\xBB\xBF {\"type\":\"control_response\"} x"}) {
        BOOST_TEST_CONTEXT(line) {
            bridged between;
            between.ask(question("q"));
            between.say(line + "\n");
            BOOST_TEST(between.agent.take_sent().empty());
            BOOST_TEST(between.made->forwarded() == 1U);
        }
    }
    // An escaped key that can be read in one way only is read in that way.
    bridged between;
    between.ask(question("q"));
    const std::string escaped =
        R"({"t\u0079pe":"control_response","response":{"subtype":"success","request_id":"\u0071","response":{"behavior":"allow"}}})"
        "\n";
    between.say(escaped);
    BOOST_TEST(between.agent.take_sent() == escaped);
    between.say(escaped);
    BOOST_TEST(between.agent.take_sent().empty());
}

BOOST_AUTO_TEST_CASE(answers_pass_to_other_requests_of_the_agent_and_only_once) {
    bridged between;
    const std::string hook =
        R"({"type":"control_request","request_id":"h","request":{"subtype":"hook_callback","callback_id":"hook_0","input":{}}})"
        "\n";
    between.ask(hook);
    BOOST_TEST(between.upstream.take_sent() == hook);
    const std::string answer = response("h", R"({"a":1,"a":2})");
    between.say(answer);
    BOOST_TEST(between.agent.take_sent() == answer);
    between.say(answer);
    BOOST_TEST(between.agent.take_sent().empty());
}

BOOST_AUTO_TEST_CASE(cancels_pass_both_ways) {
    bridged between;
    between.ask(question("q"));
    (void)between.upstream.take_sent();
    between.ask(cancel("q"));
    BOOST_TEST(between.upstream.take_sent() == cancel("q"));
    between.say(allowed("q"));
    BOOST_TEST(between.agent.take_sent().empty());
    between.say(cancel("own"));
    BOOST_TEST(between.agent.take_sent() == cancel("own"));
}

BOOST_AUTO_TEST_CASE(a_question_that_is_decided_here_meanwhile_is_withdrawn_upstream) {
    bridged between;
    between.ask(question("q", "rm x"));
    (void)between.upstream.take_sent();
    between.gate->set_rules(rules({"deny Bash(rm *)"}));
    between.pump();
    BOOST_TEST(between.agent.take_sent() == denied_here("q", "denied by rule `Bash(rm *)` (your policy)"));
    BOOST_TEST(between.upstream.take_sent() == cancel("q"));
    between.say(allowed("q", "rm x"));
    BOOST_TEST(between.agent.take_sent().empty());
}

// Upstream ends its output while the agent works: it is answered until it is done.
void end_amid_work(bridged& between) {
    between.say("{\"type\":\"user\"}\n");
    static_cast<void>(between.agent.take_sent());
    between.upstream.end();
    between.pump();
}

BOOST_AUTO_TEST_CASE(without_anybody_upstream_questions_are_denied_unless_the_host_wants_otherwise) {
    for (const auto otherwise : {without_peer::deny, without_peer::allow}) {
        bridged gone({}, {.no_peer = otherwise, .time = std::make_shared<testing::manual_clock>()});
        end_amid_work(gone);
        gone.ask(question("a"));
        const std::string sent = gone.agent.take_sent();
        BOOST_TEST((sent.find("\"allow\"") != std::string::npos) == (otherwise == without_peer::allow));
        BOOST_TEST(sent.find("\"a\"") != std::string::npos);
        BOOST_TEST(gone.upstream.take_sent().empty());
    }
    // Nobody looks at what a rule wants a person to look at: that is denied in any case.
    bridged demanded({.rules = rules({"ask Bash(ls *)"})},
                     {.no_peer = without_peer::allow, .time = std::make_shared<testing::manual_clock>()});
    end_amid_work(demanded);
    demanded.ask(question("a"));
    BOOST_TEST(demanded.agent.take_sent() == denied_here("a", "nobody is there to answer"));
    // What upstream had is denied in any case.
    bridged between({}, {.no_peer = without_peer::allow});
    between.ask(question("q"));
    between.upstream.end();
    between.pump();
    BOOST_TEST(between.agent.take_sent() == denied_here("q", "upstream is gone"));
}

BOOST_AUTO_TEST_CASE(upstream_is_asked_as_long_as_its_output_is_open_also_where_it_never_initializes) {
    for (const bool guard : {false, true}) {
        bridged between({}, {.no_peer = without_peer::allow, .guard = guard}, false);
        between.ask(question("q"));
        BOOST_TEST(between.upstream.take_sent() == question("q"));
        between.say(allowed("q"));
        BOOST_TEST(between.agent.take_sent() == allowed("q"));
    }
}

BOOST_AUTO_TEST_CASE(what_an_answer_allows_beyond_its_question_is_the_agents_to_keep) {
    const auto rule = [](std::string_view behavior) {
        return R"({"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"make:*"}],"behavior":")" +
               std::string(behavior) + R"(","destination":"session"})";
    };
    const auto mode = [](std::string_view name) {
        return R"({"type":"setMode","mode":")" + std::string(name) + R"(","destination":"session"})";
    };
    for (const std::string& update : {mode("bypassPermissions"), mode("default"), rule("allow"),
                                      rule("allow") + R"(,{"type":"addRules","rules":[{"toolName":"Read",)"
                                                      R"("ruleContent":null}],"behavior":"allow"})"}) {
        BOOST_TEST_CONTEXT(update) {
            bridged between;
            between.gate->set_mode(permission_mode::accept_edits);
            between.ask(question("p", "make a") + question("q", "make b"));
            static_cast<void>(between.upstream.take_sent());
            const std::string answer = allowed("p", "make a", R"(,"updatedPermissions":[)" + update + "]");
            between.say(answer);
            BOOST_TEST(between.agent.take_sent() == answer);
            BOOST_TEST(between.gate->mode() == permission_mode::accept_edits);
            BOOST_TEST(between.made->forwarded() == 1U);
            between.ask(question("r", "make c"));
            BOOST_TEST(between.upstream.take_sent() == question("r", "make c"));
        }
    }
    // What forbids holds here, too.
    bridged between;
    between.ask(question("p"));
    between.say(allowed("p", "ls", R"(,"updatedPermissions":[)" + rule("deny") + "]"));
    static_cast<void>(between.agent.take_sent());
    between.ask(question("q", "make x"));
    BOOST_TEST(between.agent.take_sent().find("denied by rule") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(rules_in_an_answer_that_speak_of_what_the_policy_holds_for_are_taken_out) {
    const auto rule_update = [](std::string_view tool, std::string_view behavior) {
        return R"({"type":"addRules", "rules":[{"toolName":")" + std::string(tool) + R"("}],"behavior":")" +
               std::string(behavior) + R"(","destination":"session"})";
    };
    const std::string mode = R"({"type":"setMode","mode":"acceptEdits","destination":"session"})";
    const auto with = [](const std::vector<std::string>& updates) {
        std::string list;
        for (const auto& each : updates) list += (list.empty() ? "" : ",") + each;
        return allowed("q", "ls", R"(,"updatedPermissions":[)" + list + "]");
    };
    const struct {
        std::vector<std::string> given, kept;
    } table[] = {
        {{rule_update("Bash", "allow")}, {}},
        {{mode, rule_update("Bash", "allow"), rule_update("Read", "allow")},
         {mode, rule_update("Read", "allow")}},
        {{rule_update("Bash", "deny"), mode}, {rule_update("Bash", "deny"), mode}},
        {{rule_update("WebFetch", "allow")}, {}},
        {{R"({"type":"addRules","rules":[{"toolName":"Read","ruleContent":":*("}],"behavior":"allow","destination":"session"})"},
         {}},
        {{R"({"type":"addDirectories","directories":["/w"],"destination":"session"})"},
         {R"({"type":"addDirectories","directories":["/w"],"destination":"session"})"}},
    };
    for (const auto& row : table) {
        bridged between({.rules = rules({"deny Bash(rm *)", "ask WebFetch"})});
        between.ask(question("q"));
        between.say(with(row.given));
        BOOST_TEST(between.agent.take_sent() == with(row.kept));
        BOOST_TEST(between.audit->events(audit_event::kind::protocol).empty() == (row.kept == row.given));
    }
    // Nothing is taken out where the policy says nothing.
    bridged between;
    between.ask(question("q"));
    between.say(with({rule_update("Bash", "allow")}));
    BOOST_TEST(between.agent.take_sent() == with({rule_update("Bash", "allow")}));
}

BOOST_AUTO_TEST_CASE(questions_that_the_agent_repeats_are_those_that_upstream_knows) {
    bridged between({.rules = rules({"ask Bash(ls *)"})});
    between.ask(question("q"));
    (void)between.upstream.take_sent();
    const auto repeated = [](const std::string& list) {
        return R"({"type":"control_response","response":{"subtype":"success","request_id":"i","response":{},)"
               R"("pending_permission_requests":[)" +
               list + "]}}\n";
    };
    const std::string known = R"({"request_id":"q"})";
    between.ask(repeated(known + R"(,{"request_id":"decided here"})"));
    BOOST_TEST(between.upstream.take_sent() == repeated(known));
}

BOOST_AUTO_TEST_CASE(the_guard_hook_holds_the_policys_deny_and_ask_rules_and_is_not_seen_upstream) {
    bridged between({.rules = rules({"deny Bash(rm *)", "ask Bash(curl *)", "allow Bash(ls *)"})},
                    {.guard = true});
    const struct {
        std::string command, decision, why;
    } table[] = {
        {"rm x", "deny", "denied by rule `Bash(rm *)` (your policy)"},
        {"curl x", "ask", "`curl x` reads from the network (ask rule `Bash(curl *)`, your policy)"},
        {"ls", "", ""},
        {"make", "", ""},
    };
    for (const auto& row : table) {
        between.ask(hook_call("h", row.command));
        BOOST_TEST(between.agent.take_sent() == hook_answer("h", row.decision, row.why));
    }
    // A call that cannot be read is denied: an error would let it happen.
    std::string odd = hook_call("h", "rm x");
    odd.replace(odd.find("\"command\":"), 0, "\"command\":\"ls\",");
    between.ask(odd);
    BOOST_TEST(between.agent.take_sent().find(R"("permissionDecision":"deny")") != std::string::npos);
    BOOST_TEST(between.upstream.take_sent().empty());
}

BOOST_AUTO_TEST_CASE(an_allowed_hook_call_also_answers_the_question_about_the_same_use) {
    bridged between({.rules = rules({"allow Bash(ls *)"})}, {.guard = true});
    between.ask(hook_call("h", "ls"));
    BOOST_TEST(between.agent.take_sent() == hook_answer("h", "", ""));
    between.ask(question("q"));
    BOOST_TEST(between.agent.take_sent().find("\"allow\"") != std::string::npos);
    BOOST_TEST(between.upstream.take_sent().empty());
}

BOOST_AUTO_TEST_CASE(where_upstream_sends_no_initialize_the_guard_sends_one_and_nobody_sees_its_answer) {
    bridged between({}, {.guard = true}, false);
    const std::string user = "{\"type\":\"user\"}\n";
    between.say(user);
    const std::string own =
        R"({"type":"control_request","request_id":"assent_initialize","request":{"subtype":"initialize","hooks":)"
        R"({"PreToolUse":[{"hookCallbackIds":["assent_guard"],"onFailure":"block"}],)"
        R"("PostToolUse":[{"hookCallbackIds":["assent_guard"],"onFailure":"block"}],)"
        R"("PostToolUseFailure":[{"hookCallbackIds":["assent_guard"],"onFailure":"block"}]}}})"
        "\n";
    BOOST_TEST(between.agent.take_sent() == own + user);
    between.say(user);
    BOOST_TEST(between.agent.take_sent() == user);
    between.ask(response("assent_initialize", "{}") + response("other", "{}"));
    BOOST_TEST(between.upstream.take_sent() == response("other", "{}"));
}

BOOST_AUTO_TEST_CASE(an_initialize_that_the_guard_cannot_be_added_to_gets_an_error) {
    for (const std::string_view hooks :
         {"[]", R"({"PreToolUse":7})", R"({"Stop":[{"hookCallbackIds":["assent_guard"]}]})"}) {
        bridged between({}, {.guard = true}, false);
        between.say(
            R"({"type":"control_request","request_id":"i","request":{"subtype":"initialize","hooks":)" +
            std::string(hooks) + "}}\n");
        BOOST_TEST(between.agent.take_sent().empty());
        BOOST_TEST(between.upstream.take_sent().find(R"("error_code":"invalid_request")") !=
                   std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(upstreams_mode_goes_to_the_agent_and_changes_nothing_here) {
    bridged between({.rules = rules({"deny Bash(rm *)"})}, {.guard = true});
    const std::string mode =
        R"({"type":"control_request","request_id":"m","request":{"subtype":"set_permission_mode","mode":"bypassPermissions"}})"
        "\n";
    between.say(mode);
    BOOST_TEST(between.agent.take_sent() == mode);
    BOOST_TEST(between.gate->mode() == permission_mode::ask);
    between.ask(hook_call("h", "rm x"));
    BOOST_TEST(between.agent.take_sent().find(R"("permissionDecision":"deny")") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::bridge_forwarding_test
