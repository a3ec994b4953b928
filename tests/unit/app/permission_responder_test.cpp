// The answering side, on real lines of both dialects.
#include "gate_probe.hpp"

#include <assent/adapters/control/json/json_text.hpp>

#include <boost/test/unit_test.hpp>

#include <array>

namespace assent::permission_responder_test {
namespace {

using testing::agent_call;
using testing::harness;
using testing::harness_options;
using testing::peer_reply;

constexpr std::array both{dialect::flat, dialect::nested};

harness_options options(dialect speaks, gate_options gate = {}) {
    harness_options made;
    made.speaks = speaks;
    made.gate = std::move(gate);
    return made;
}

agent_call npm_test(std::string_view rule_text = "allow Bash(npm *)") {
    return {.tool_name = "Bash", .input = command("npm test"), .suggestions = {add_rules({rule(rule_text)})}};
}

BOOST_AUTO_TEST_CASE(the_callback_is_asked_in_both_dialects) {
    for (const dialect speaks : both) {
        BOOST_TEST_CONTEXT(speaks) {
            harness h(options(speaks, {.callback = answer_with([](const permission_question& question) {
                                           BOOST_TEST(question.tool_name == "Bash");
                                           BOOST_TEST((question.input->whole() == command("ls")));
                                           return allow_result{};
                                       })}));
            const auto reply = h.ask("Bash", command("ls"));
            BOOST_TEST(reply.allowed);
            BOOST_TEST(reply.input == R"({"command":"ls"})");
            BOOST_TEST(h.peer().replies_to(reply.request_id) == 1U);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_input_that_was_not_edited_goes_back_byte_for_byte) {
    const std::string raw = R"({ "command" : "\u0041\/" ,"n":[1.0, 0.1,12345678901234567890123 ,1E5,-0]})";
    for (const dialect speaks : both) {
        BOOST_TEST_CONTEXT(speaks) {
            harness asked(options(speaks, {.callback = allow_all()}));
            BOOST_TEST(asked.ask({.tool_name = "Bash", .raw_input = raw}).input == raw);
            harness by_mode(options(speaks, {.policy = {.mode = permission_mode::allow}}));
            BOOST_TEST(by_mode.ask({.tool_name = "Bash", .raw_input = raw}).input == raw);
            harness by_rule(options(speaks, {.rules = rules({"allow Bash"})}));
            BOOST_TEST(by_rule.ask({.tool_name = "Bash", .raw_input = raw}).input == raw);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_edited_input_goes_back_edited) {
    for (const dialect speaks : both) {
        const auto edit = answer_with([](const permission_question&) {
            return allow_result{.edited_input = json_object{{"command", "ls \u2028-l"}}};
        });
        harness h(options(speaks, {.callback = edit}));
        BOOST_TEST(h.ask("Bash", command("ls")).input == R"({"command":"ls \u2028-l"})");
    }
}

BOOST_AUTO_TEST_CASE(an_edit_to_nothing_is_denied_because_agents_would_run_the_original) {
    const auto edit =
        answer_with([](const permission_question&) { return allow_result{.edited_input = json_object()}; });
    harness nested(options(dialect::nested, {.callback = edit}));
    const auto reply = nested.ask("Bash", command("ls"));
    BOOST_TEST(reply.denied);
    BOOST_TEST(reply.reason == "the edited input is empty");
    BOOST_TEST(nested.ask("ExitPlanMode").allowed);  // it was empty before
}

BOOST_AUTO_TEST_CASE(a_denial_carries_its_reason_and_only_nested_the_interrupt) {
    for (const dialect speaks : both) {
        harness h(options(speaks, {.callback = [](permission_request request) {
                              std::move(request).deny_and_interrupt("stop here");
                          }}));
        const auto reply = h.ask("Bash", command("ls"));
        BOOST_TEST(reply.denied);
        BOOST_TEST(reply.reason == "stop here");
        BOOST_TEST(reply.interrupt == (speaks == dialect::nested));
    }
}

BOOST_AUTO_TEST_CASE(suggestions_are_accepted_in_one_call_and_returned) {
    for (const dialect speaks : both) {
        BOOST_TEST_CONTEXT(speaks) {
            harness h(options(speaks, {.callback = [](permission_request request) {
                                  std::move(request).allow_with_suggestions();
                              }}));
            const auto reply = h.ask(npm_test());
            BOOST_TEST(reply.allowed);
            BOOST_TEST_REQUIRE(reply.updates.size() == 1U);
            BOOST_TEST(reply.updates[0].rules.at(0).text() == "Bash(npm *)");
            const auto next = h.ask("Bash", command("npm install"));
            BOOST_TEST(next.allowed);
            BOOST_TEST(h.audit().decision(next.request_id)->rule == "Bash(npm *)");
        }
    }
}

struct allow_mode_row {
    const char* name;
    dialect speaks;
    bool return_updates;
    const char* rule;
    std::size_t returned;
    std::size_t stored;
};

BOOST_AUTO_TEST_CASE(in_allow_mode_suggestions_are_accepted_from_flat_peers_and_when_the_host_wants_it) {
    constexpr std::array rows{
        allow_mode_row{"flat", dialect::flat, false, "allow Bash(npm *)", 1, 1},
        allow_mode_row{"flat, unconstrained", dialect::flat, false, "allow *", 0, 0},
        allow_mode_row{"nested", dialect::nested, false, "allow Bash(npm *)", 0, 0},
        allow_mode_row{"nested, wanted", dialect::nested, true, "allow Bash(npm *)", 1, 1},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.name) {
            harness h(options(row.speaks, {.policy = {.mode = permission_mode::allow,
                                                      .return_updates = row.return_updates}}));
            const auto reply = h.ask(npm_test(row.rule));
            BOOST_TEST(reply.allowed);
            BOOST_TEST(reply.updates.size() == row.returned);
            BOOST_TEST(h.gate().rules()->size() == row.stored);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_unconstrained_rule_hidden_among_rules_that_say_nothing_here_is_not_returned) {
    constexpr std::string_view line =
        R"({"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool","tool_name":"Bash",)"
        R"("input":{},"permission_suggestions":[{"type":"addRules","rules":[{"toolName":"*"},)"
        R"({"toolName":"WebFetch","ruleContent":"domain:x"}],"behavior":"allow","destination":"nowhere"},)"
        R"({"type":"addDirectories","directories":["/w"],"destination":"session"}]}})";
    harness h([](permission_request request) { std::move(request).allow_with_suggestions(); });
    h.line(line);
    const std::string sent = h.connection().sent();
    BOOST_TEST(sent.find("toolName") == std::string::npos);
    BOOST_TEST(sent.find(R"("directories":["/w"])") != std::string::npos);
    BOOST_TEST(h.gate().rules()->size() == 0U);
}

BOOST_AUTO_TEST_CASE(a_mode_set_by_the_peer_lasts_for_the_session_and_not_beyond) {
    for (const dialect speaks : both) {
        BOOST_TEST_CONTEXT(speaks) {
            harness h(options(speaks, {.callback = deny_all("user denied")}));
            BOOST_TEST(h.ask("Bash", command("ls")).denied);
            const auto set = h.set_mode(permission_mode::allow);
            BOOST_TEST(set.answered);
            BOOST_TEST(!set.failed);
            BOOST_TEST(set.payload ==
                       (speaks == dialect::flat ? R"({"mode":"allow"})" : R"({"mode":"bypassPermissions"})"));
            BOOST_TEST(h.ask("Bash", command("ls")).allowed);
            BOOST_TEST(h.ask("Bash", command("rm -rf /")).allowed);
            harness other(options(speaks, {.callback = deny_all()}));
            BOOST_TEST(other.ask("Bash", command("ls")).denied);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_invalid_mode_is_an_error_and_changes_nothing) {
    for (const dialect speaks : both) {
        for (const char* name : {"", "Allow", "yolo", speaks == dialect::flat ? "default" : "ask"}) {
            BOOST_TEST_CONTEXT(speaks << ": " << name) {
                harness_options fixed = options(speaks);
                fixed.session.channel.speaks =
                    speaks == dialect::flat ? dialect_choice::flat : dialect_choice::nested;
                harness decided(std::move(fixed));
                const auto reply = decided.set_mode(name);
                BOOST_TEST(reply.failed);
                BOOST_TEST(reply.error_code == "invalid_mode");
                BOOST_TEST(reply.error == (speaks == dialect::flat
                                               ? "`request.mode`: expected one of ask, allow, deny"
                                               : "`request.mode`: expected one of acceptEdits, auto, "
                                                 "bypassPermissions, default, dontAsk, plan"));
                BOOST_TEST(decided.gate().mode() == permission_mode::ask);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_mode_that_the_host_does_not_let_the_peer_set_is_an_error) {
    for (const dialect speaks : both) {
        for (const peer_mode limit : {peer_mode::never, peer_mode::stricter}) {
            harness h(options(speaks, {.policy = {.peer_may_set = limit}}));
            const auto loosen = h.set_mode(permission_mode::allow);
            BOOST_TEST(loosen.failed);
            BOOST_TEST(loosen.error_code == "invalid_mode");
            BOOST_TEST(h.gate().mode() == permission_mode::ask);
            BOOST_TEST(h.set_mode(permission_mode::deny).failed == (limit == peer_mode::never));
            BOOST_TEST(!h.audit().events(audit_event::kind::protocol).empty());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_mode_change_settles_the_question_that_is_open) {
    for (const dialect speaks : both) {
        for (const auto mode : {permission_mode::deny, permission_mode::allow}) {
            BOOST_TEST_CONTEXT(speaks << ", " << mode) {
                const auto box = std::make_shared<handle_box>();
                harness h(options(speaks, {.callback = keep_in(box)}));
                const auto open = h.ask("Bash", command("ls"));
                BOOST_TEST(!open.answered);
                BOOST_TEST(!h.set_mode(mode).failed);
                BOOST_TEST(h.reply(open.request_id).allowed == (mode == permission_mode::allow));
                BOOST_TEST(h.reply(open.request_id).denied == (mode == permission_mode::deny));
                BOOST_TEST(!box->take().allow());
                h.pump();
                BOOST_TEST(h.peer().replies_to(open.request_id) == 1U);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(without_a_gate_everything_is_denied) {
    for (const dialect speaks : both) {
        harness_options bare = options(speaks);
        bare.with_gate = false;
        harness h(std::move(bare));
        const auto reply = h.ask("Bash", command("ls"));
        BOOST_TEST(reply.denied);
        BOOST_TEST(reply.reason == "no permission gate is configured");
        const auto mode = h.set_mode(permission_mode::allow);
        BOOST_TEST(mode.failed);
        BOOST_TEST(mode.error == "no permission gate is configured");
        h.line(R"({"type":"control_request","request_id":"x","request":{}})");
        BOOST_TEST(h.reply("x").failed);
        h.advance(std::chrono::hours(1));
        h.end();
        BOOST_TEST(h.finished());
    }
}

BOOST_AUTO_TEST_CASE(without_a_callback_questions_are_denied) {
    for (const dialect speaks : both) {
        harness h(options(speaks));
        BOOST_TEST(h.ask("Bash", command("ls")).reason == "no permission callback is configured");
    }
}

BOOST_AUTO_TEST_CASE(open_questions_are_answered_in_any_order_by_their_ids) {
    for (const dialect speaks : both) {
        const auto box = std::make_shared<handle_box>();
        harness h(options(speaks, {.callback = keep_in(box)}));
        const auto first = h.ask("Bash", command("1")).request_id;
        const auto second = h.ask("Bash", command("2")).request_id;
        const auto third = h.ask("Bash", command("3")).request_id;
        box->take(2).allow();
        box->take(0).deny("one");
        box->take(0).allow();
        h.pump();
        BOOST_TEST(h.reply(first).reason == "one");
        BOOST_TEST(h.reply(second).input == R"({"command":"2"})");
        BOOST_TEST(h.reply(third).input == R"({"command":"3"})");
        BOOST_TEST(h.connection().sends().size() == 1U);  // they became ready together
    }
}

BOOST_AUTO_TEST_CASE(the_working_directory_reaches_the_callback) {
    const auto box = std::make_shared<handle_box>();
    harness_options with_cwd = options(dialect::nested, {.callback = keep_in(box)});
    with_cwd.session.responder.cwd = "/home/user/project";
    harness h(std::move(with_cwd));
    h.ask("Bash", command("ls"));
    BOOST_TEST(box->handles.at(0).question().cwd == "/home/user/project");
}

// ---- Asked back

harness_options asked_back(dialect speaks) {
    const auto link = std::make_shared<peer_link>();
    harness_options made = options(
        speaks, {.rules = rules({"allow Bash(npm *)", "deny Bash(rm *)"}), .callback = link->callback()});
    made.session.responder.link = link;
    return made;
}

BOOST_AUTO_TEST_CASE(what_nothing_decides_goes_back_to_whoever_asked_under_the_same_id_and_its_answer_holds) {
    for (const dialect speaks : both) {
        BOOST_TEST_CONTEXT(speaks) {
            harness h(asked_back(speaks));
            BOOST_TEST(h.ask("Bash", command("npm test")).allowed);
            BOOST_TEST(h.ask("Bash", command("rm x")).denied);
            BOOST_TEST(h.peer().asked().empty());

            const auto first = h.ask("Bash", command("1")).request_id;
            const auto second = h.ask("Bash", command("2")).request_id;
            const auto third = h.ask("Bash", command("3")).request_id;
            BOOST_TEST_REQUIRE(h.peer().asked().size() == 3U);
            BOOST_TEST(h.peer().asked()[1].id == second);
            BOOST_TEST(h.peer().asked()[1].input == R"({"command":"2"})");
            h.peer().answer_deny(third, "no");
            h.peer().answer_allow(second, R"({"command":"rm x"})");
            h.peer().answer_allow(first, R"({"command":"one"})");
            h.pump();
            BOOST_TEST(h.reply(first).input == R"({"command":"one"})");
            BOOST_TEST(h.reply(second).denied);  // what was edited is judged again
            BOOST_TEST(h.reply(third).reason == "no");
        }
    }
}

BOOST_AUTO_TEST_CASE(a_question_that_was_asked_back_and_is_over_is_withdrawn) {
    harness h(asked_back(dialect::nested));
    const auto cancelled = h.ask("Bash", command("1")).request_id;
    h.cancel(cancelled);
    BOOST_TEST(!h.reply(cancelled).answered);
    const auto interrupted = h.ask("Bash", command("2")).request_id;
    h.interrupt();
    BOOST_TEST(h.reply(interrupted).denied);
    const auto decided = h.ask("Bash", command("3")).request_id;
    h.gate().set_rules(rules({"deny Bash"}));
    h.pump();
    BOOST_TEST(h.reply(decided).denied);
    BOOST_TEST(h.peer().withdrawn().size() == 3U);
    h.gate().set_rules(rules({}));
    const auto ended = h.ask("Bash", command("4")).request_id;
    h.end();
    BOOST_TEST(h.reply(ended).denied);
}

BOOST_AUTO_TEST_CASE(
    requests_of_the_hosts_and_questions_that_were_asked_back_do_not_take_each_others_answers) {
    harness h(asked_back(dialect::nested));
    const auto question = h.peer().ask({.tool_name = "Bash", .input = command("1")}, "assent_1");
    h.pump();
    std::string heard;
    const auto request = h.session().request(
        "set_model", {}, [&](const request_outcome& outcome) { heard = outcome.payload; });
    BOOST_TEST(request != question);
    h.line(R"({"type":"control_response","response":{"subtype":"success","request_id":")" + request +
           R"(","response":{"x":1}}})");
    BOOST_TEST(heard == R"({"x":1})");
    BOOST_TEST(!h.reply(question).answered);
    h.peer().answer_allow(question);
    h.pump();
    BOOST_TEST(h.reply(question).allowed);
}

}  // namespace
}  // namespace assent::permission_responder_test
