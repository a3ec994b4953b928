// An agent's side: what its gate leaves open is asked over the wire.
#include "gate_probe.hpp"

#include <assent/testing.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <string>
#include <thread>
#include <vector>

namespace assent::permission_requester_test {
namespace {

using testing::feed_style;
using testing::requester_harness;
using testing::requester_harness_options;

constexpr std::array both{dialect::nested, dialect::flat};

requester_harness_options options(dialect speaks = dialect::nested) {
    requester_harness_options made;
    made.speaks = speaks;
    return made;
}

requester_harness_options with_rules(std::initializer_list<std::string_view> texts) {
    requester_harness_options made;
    made.gate.rules = rules(texts);
    return made;
}

std::string last_id(requester_harness& h) { return h.peer().asked().back().id; }

BOOST_AUTO_TEST_SUITE(permission_requester_test)

BOOST_AUTO_TEST_CASE(what_the_gate_leaves_open_is_asked_and_the_peers_answer_decides) {
    for (const dialect speaks : both) {
        for (const auto feeding : {feed_style::whole, feed_style::byte_by_byte}) {
            BOOST_TEST_CONTEXT(speaks) {
                auto made = options(speaks);
                made.feeding = feeding;
                requester_harness h(std::move(made));
                const auto allowed = h.ask("Bash", command("ls"));
                BOOST_TEST(!allowed->over);
                BOOST_REQUIRE(h.peer().asked().size() == 1U);
                BOOST_TEST(h.peer().asked()[0].tool_name == "Bash");
                BOOST_TEST(h.peer().asked()[0].input == R"({"command":"ls"})");
                h.peer().answer_allow(last_id(h));
                h.pump();
                BOOST_TEST(allowed->decided.allowed());
                BOOST_TEST(!allowed->outcome.edited_input.has_value());

                const auto denied = h.ask("Bash", command("rm x"));
                h.peer().answer_deny(last_id(h), "no");
                h.pump();
                BOOST_TEST(denied->over);
                BOOST_TEST(!denied->decided.allowed());
                BOOST_TEST(denied->decided.reason() == "no");
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(what_rules_and_mode_decide_is_not_asked) {
    requester_harness h(with_rules({"allow Bash(npm *)", "deny Bash(rm *)"}));
    BOOST_TEST(h.ask("Bash", command("npm test"))->decided.allowed());
    BOOST_TEST(h.ask("Bash", command("rm x"))->decided.decision == outcome::deny);
    BOOST_TEST(h.peer().asked().empty());
}

BOOST_AUTO_TEST_CASE(a_deny_rule_that_comes_while_the_peer_thinks_holds) {
    requester_harness h;
    const auto use = h.ask("Bash", command("rm x"));
    h.gate().set_rules(rules({"deny Bash(rm *)"}));
    h.pump();
    BOOST_TEST(use->decided.decision == outcome::deny);
    BOOST_TEST(h.peer().withdrawn().size() == 1U);
    h.peer().answer_allow(last_id(h));
    h.pump();
    BOOST_TEST(use->decided.decision == outcome::deny);
}

BOOST_AUTO_TEST_CASE(an_input_that_the_peer_only_writes_otherwise_is_not_edited_and_another_one_replaces_it) {
    requester_harness h;
    const auto same = h.ask("Bash", {{"command", "ls"}, {"timeout", 1000}});
    h.peer().answer_allow(last_id(h), R"({ "timeout" : 1e3, "command":"\u006cs" })");
    h.pump();
    BOOST_TEST(same->decided.allowed());

    const auto edited = h.ask("Bash", command("ls"));
    h.peer().answer_allow(last_id(h), R"({"command":"ls -l"})");
    h.pump();
    BOOST_REQUIRE(edited->outcome.edited_input.has_value());
    BOOST_TEST((*edited->outcome.edited_input == command("ls -l")));

    // The agents take an empty object for the original.
    const auto empty = h.ask("Bash", command("ls"));
    h.peer().answer_allow(last_id(h), "{}");
    h.pump();
    BOOST_TEST(empty->decided.allowed());
    BOOST_TEST(!empty->outcome.edited_input.has_value());
}

BOOST_AUTO_TEST_CASE(an_edited_input_is_held_against_deny_rules) {
    requester_harness h(with_rules({"deny Bash(rm *)"}));
    const auto use = h.ask("Bash", command("ls"));
    h.peer().answer_allow(last_id(h), R"({"command":"rm x"})");
    h.pump();
    BOOST_TEST(use->decided.decision == outcome::deny);
}

BOOST_AUTO_TEST_CASE(questions_may_be_answered_in_any_order) {
    requester_harness h;
    std::vector<std::shared_ptr<const requester_harness::use>> uses;
    for (const char* const file : {"/a", "/b", "/c"}) uses.push_back(h.ask("Read", {{"file_path", file}}));
    BOOST_REQUIRE(h.peer().asked().size() == 3U);
    for (const std::size_t at : {2U, 0U, 1U}) {
        if (at == 1)
            h.peer().answer_deny(h.peer().asked()[at].id, "no");
        else
            h.peer().answer_allow(h.peer().asked()[at].id);
        h.pump();
    }
    BOOST_TEST(uses[0]->decided.allowed());
    BOOST_TEST(!uses[1]->decided.allowed());
    BOOST_TEST(uses[2]->decided.allowed());
}

BOOST_AUTO_TEST_CASE(answers_that_are_none_deny_and_those_nobody_waits_for_do_nothing) {
    const struct {
        std::string_view name;
        std::string_view response;  // %s: the id
        bool over;
    } table[] = {
        {"an error", R"({"subtype":"error","request_id":"%s","error":"broken"})", true},
        {"no payload", R"({"subtype":"success","request_id":"%s"})", true},
        {"an unknown behavior", R"({"subtype":"success","request_id":"%s","response":{"behavior":"maybe"}})",
         true},
        {"a denial without a message",
         R"({"subtype":"success","request_id":"%s","response":{"behavior":"deny"}})", true},
        {"an input that is no object",
         R"({"subtype":"success","request_id":"%s","response":{"behavior":"allow","updatedInput":"x"}})",
         true},
        {"another id", R"({"subtype":"success","request_id":"%sx","response":{"behavior":"allow"}})", false},
        {"no id", R"({"subtype":"success","response":{"behavior":"allow"}})", false},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.name) {
            requester_harness h;
            const auto use = h.ask("Bash", command("ls"));
            std::string response(row.response);
            if (const auto at = response.find("%s"); at != std::string::npos)
                response.replace(at, 2, last_id(h));
            h.peer().line(R"({"type":"control_response","response":)" + response + "}");
            h.pump();
            BOOST_TEST(use->over == row.over);
            BOOST_TEST(!use->decided.allowed());
            if (row.over) continue;
            h.peer().answer_allow(last_id(h));
            h.pump();
            BOOST_TEST(use->decided.allowed());
        }
    }
}

BOOST_AUTO_TEST_CASE(an_answer_that_may_not_be_read_denies_at_once_and_says_why) {
    const std::string_view yes = R"({"behavior":"allow"})";
    const struct {
        std::string_view name;
        std::string_view line;  // %s: the id, %y: an allow
        std::string_view why;   // how the reason begins; empty: it is not seen whom it answers
    } table[] = {
        {"two behaviors",
         R"({"type":"control_response","response":{"subtype":"success","request_id":"%s","response":{"behavior":"deny","behavior":"allow"}}})",
         "duplicate key `behavior` at byte "},
        {"half a surrogate pair",
         R"({"type":"control_response","response":{"subtype":"success","request_id":"%s","response":{"behavior":"allow","updatedInput":{"command":"\ud800"}}}})",
         "lone surrogate at byte "},
        {"two payloads",
         R"({"type":"control_response","response":{"subtype":"success","request_id":"%s","response":{"behavior":"deny","message":""},"response":%y}})",
         "duplicate key `response` at byte "},
        {"two answers",
         R"({"type":"control_response","response":{"subtype":"success","request_id":"%s","response":%y},"response":{}})",
         "duplicate key `response` at byte "},
        {"two types, the first one known",
         R"({"type":"control_response","response":{"subtype":"success","request_id":"%s","response":%y},"type":"x"})",
         "duplicate key `type` at byte "},
        {"two types, none of them known",
         R"({"type":"keep_alive","response":{"subtype":"success","request_id":"%s","response":%y},"type":"x"})",
         "duplicate key `type` at byte "},
        {"something behind it",
         R"({"type":"control_response","response":{"subtype":"success","request_id":"%s","response":%y}}x)",
         "not JSON at byte "},
        {"an unknown kind of answer",
         R"({"type":"control_response","response":{"subtype":"perhaps","request_id":"%s","response":%y}})",
         "a control_response without an id and a result"},
        {"flat, two results",
         R"({"type":"control_response","request_id":"%s","result":{"type":"deny"},"result":{"type":"allow"}})",
         "duplicate key `result` at byte "},
        {"another id",
         R"({"type":"control_response","response":{"subtype":"success","request_id":"%sx","response":{"a":1,"a":2}}})",
         ""},
        {"no id", R"({"type":"control_response","response":{"subtype":"success","response":{"a":1,"a":2}}})",
         ""},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.name) {
            requester_harness h;
            const auto use = h.ask("Bash", command("ls"));
            std::string line(row.line);
            if (const auto at = line.find("%s"); at != std::string::npos) line.replace(at, 2, last_id(h));
            if (const auto at = line.find("%y"); at != std::string::npos) line.replace(at, 2, yes);
            (void)h.connection().take_sent();
            h.peer().line(line);
            h.pump();
            BOOST_TEST(use->over == !row.why.empty());
            BOOST_TEST(!use->decided.allowed());
            BOOST_TEST(h.connection().sent().find(R"("subtype":"error")") == std::string::npos,
                       "an answer is never answered");
            if (use->over) {
                BOOST_TEST(use->decided.source == decision_source::fault);
                const std::string reason = use->decided.reason();
                BOOST_TEST(reason.starts_with("the peer's answer cannot be read: " + std::string(row.why)),
                           reason);
            }
            BOOST_TEST(!h.audit().events(audit_event::kind::protocol).empty());
            // What comes now is too late, or the first one that counts.
            h.peer().answer_allow(last_id(h));
            h.pump();
            BOOST_TEST(use->decided.allowed() == row.why.empty());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_request_of_the_hosts_hears_that_its_answer_may_not_be_read) {
    requester_harness h;
    std::optional<request_outcome> heard;
    const auto id = h.session().request("a", {}, [&](const request_outcome& outcome) { heard = outcome; });
    h.peer().line(R"({"type":"control_response","response":{"subtype":"success","request_id":")" + id +
                  R"(","response":{"x":1,"x":2}}})");
    h.pump();
    BOOST_REQUIRE(heard.has_value());
    BOOST_TEST((heard->what == request_outcome::kind::unreadable));
    BOOST_TEST(heard->error == "duplicate key `x` at byte 101");
}

BOOST_AUTO_TEST_CASE(the_first_answer_counts) {
    requester_harness h;
    const auto use = h.ask("Bash", command("ls"));
    h.peer().answer_deny(last_id(h), "no");
    h.peer().answer_allow(last_id(h));
    h.pump();
    BOOST_TEST(use->decided.decision == outcome::deny);
}

BOOST_AUTO_TEST_CASE(silence_denies_and_the_question_is_withdrawn) {
    auto made = options();
    made.gate.policy.question_timeout = std::chrono::minutes(5);
    requester_harness h(std::move(made));
    const auto use = h.ask("Bash", command("ls"));
    h.advance(std::chrono::minutes(5) - std::chrono::seconds(1));
    BOOST_TEST(!use->over);
    h.advance(std::chrono::seconds(1));
    BOOST_TEST(use->decided.source == decision_source::timeout);
    BOOST_TEST(h.peer().withdrawn().size() == 1U);
}

BOOST_AUTO_TEST_CASE(when_the_peer_is_gone_what_is_open_and_what_comes_is_denied_and_the_output_stays_open) {
    bool heard = false;
    auto made = options();
    made.requester.on_end = [&] { heard = true; };
    requester_harness h(std::move(made));
    const auto open = h.ask("Bash", command("ls"));
    h.end();
    BOOST_TEST(heard);
    BOOST_TEST(open->decided.decision == outcome::deny);
    BOOST_TEST(open->decided.source == decision_source::closed);
    BOOST_TEST(h.ask("Bash", command("ls"))->decided.decision == outcome::deny);

    h.session().write_line(R"({"type":"result"})");
    h.pump();
    BOOST_REQUIRE(h.peer().other_lines().size() == 1U);
    BOOST_TEST(h.peer().other_lines()[0] == R"({"type":"result"})");
    h.session().finish();
    h.pump();
    BOOST_TEST(h.session().over());
}

BOOST_AUTO_TEST_CASE(an_interrupt_withdraws_all_questions_before_it_is_answered) {
    bool stopped = false;
    auto made = options();
    made.requester.on_interrupt = [&] { stopped = true; };
    requester_harness h(std::move(made));
    const auto one = h.ask("Read", {{"file_path", "/a"}});
    const auto other = h.ask("Read", {{"file_path", "/b"}});
    (void)h.connection().sends();
    const auto id = h.peer().interrupt();
    h.pump();
    BOOST_TEST(stopped);
    BOOST_TEST(one->decided.source == decision_source::cancelled);
    BOOST_TEST(other->decided.source == decision_source::cancelled);
    BOOST_TEST(h.peer().withdrawn().size() == 2U);
    BOOST_TEST(h.peer().reply(id).answered);
    const std::string sent = h.connection().sent();
    BOOST_TEST(sent.rfind("control_cancel_request") < sent.find(id));
    // Too late.
    h.peer().answer_allow(h.peer().asked()[0].id);
    h.pump();
    BOOST_TEST(!one->decided.allowed());
}

BOOST_AUTO_TEST_CASE(a_denial_that_interrupts_denies_the_other_questions_too) {
    requester_harness h;
    const auto one = h.ask("Read", {{"file_path", "/a"}});
    const auto other = h.ask("Read", {{"file_path", "/b"}});
    h.peer().answer_deny(h.peer().asked()[0].id, "stop", true);
    h.pump();
    BOOST_TEST(one->outcome.interrupt);
    BOOST_TEST(other->decided.source == decision_source::cancelled);
    BOOST_REQUIRE(h.peer().withdrawn().size() == 1U);
    BOOST_TEST(h.peer().withdrawn()[0] == h.peer().asked()[1].id);
}

BOOST_AUTO_TEST_CASE(the_peer_sets_the_modes_that_mean_the_same_here_and_no_others) {
    const struct {
        std::string_view name;
        std::optional<permission_mode> mode;
    } table[] = {
        {"default", permission_mode::ask},
        {"acceptEdits", permission_mode::accept_edits},
        {"bypassPermissions", permission_mode::allow},
        {"plan", permission_mode::plan},
        {"dontAsk", permission_mode::dont_ask},
        {"auto", std::nullopt},
        {"allow", std::nullopt},
        {"Default", std::nullopt},
        {"", std::nullopt},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.name) {
            std::optional<permission_mode> heard;
            auto made = options();
            made.session.channel.speaks = dialect_choice::nested;
            made.requester.on_mode = [&](permission_mode mode) { heard = mode; };
            requester_harness h(std::move(made));
            const auto id = h.peer().set_mode(row.name);
            h.pump();
            const auto reply = h.peer().reply(id);
            BOOST_TEST(reply.answered);
            BOOST_TEST(reply.failed == !row.mode.has_value());
            BOOST_TEST((heard == row.mode));
            if (row.mode) {
                BOOST_TEST(reply.payload == "{\"mode\":\"" + std::string(row.name) + "\"}");
                BOOST_TEST(h.gate().mode() == *row.mode);
            } else {
                BOOST_TEST(reply.error_code == "invalid_mode");
                BOOST_TEST(h.gate().mode() == permission_mode::ask);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(an_agent_that_was_not_launched_for_it_is_not_told_to_allow_everything) {
    auto made = options();
    made.gate.policy.peer_may_set = peer_mode::any_but_allow;
    requester_harness h(std::move(made));
    for (const std::string_view name : {"plan", "acceptEdits", "dontAsk", "default"}) {
        const auto id = h.peer().set_mode(name);
        h.pump();
        BOOST_TEST(!h.peer().reply(id).failed, name);
    }
    const auto id = h.peer().set_mode("bypassPermissions");
    h.pump();
    BOOST_TEST(h.peer().reply(id).error_code == "invalid_mode");
    BOOST_TEST(h.gate().mode() == permission_mode::ask);
}

BOOST_AUTO_TEST_CASE(the_requests_of_an_sdk_get_the_answers_that_it_needs) {
    const struct {
        std::string_view subtype, members, payload;  // an empty payload: refused
    } table[] = {
        {"initialize", "\"hooks\":null", "{}"},
        {"set_model", "\"model\":\"m-1\"", R"({"model":"m-1"})"},
        {"set_model", "\"model\":null", "{}"},
        {"set_model", "", "{}"},
        {"set_max_thinking_tokens", "\"max_thinking_tokens\":1", "{}"},
        {"mcp_status", "", R"({"mcpServers":[]})"},
        {"rewind_files", "", ""},
        {"can_use_tool", R"("tool_name":"Bash","input":{},"tool_use_id":"t")", ""},
        {"hook_callback", "", ""},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.subtype << ' ' << row.members) {
            requester_harness h;
            const auto id = h.peer().request(row.subtype, row.members);
            h.pump();
            const auto reply = h.peer().reply(id);
            BOOST_TEST(reply.answered);
            BOOST_TEST(h.peer().replies_to(id) == 1U);
            BOOST_TEST(reply.failed == row.payload.empty());
            BOOST_TEST(reply.payload == row.payload);
            if (row.payload.empty()) BOOST_TEST(reply.error_code == "unsupported_request");
        }
    }
}

BOOST_AUTO_TEST_CASE(the_host_may_serve_any_request_itself_at_once_or_later_or_not_at_all) {
    std::vector<incoming_request> kept;
    auto made = options();
    made.requester.on_request = [&](incoming_request& request) {
        if (request.subtype() == "set_model") std::move(request).answer("{\n\"model\" : \"other\"}");
        if (request.subtype() == "mcp_status") kept.push_back(std::move(request));
        if (request.subtype() == "rewind_files") throw std::runtime_error("disk full");
        if (request.subtype() == "initialize") std::move(request).answer("no object");
    };
    requester_harness h(std::move(made));
    const auto model = h.peer().request("set_model", "\"model\":\"m\"");
    const auto later = h.peer().request("mcp_status");
    const auto broken = h.peer().request("rewind_files");
    const auto odd = h.peer().request("initialize");
    const auto other = h.peer().request("set_max_thinking_tokens");
    h.pump();
    BOOST_TEST(h.peer().reply(model).payload == "{ \"model\" : \"other\"}");
    BOOST_TEST(!h.peer().reply(later).answered);
    BOOST_TEST(h.peer().reply(broken).error == "disk full");
    BOOST_TEST(h.peer().reply(odd).error == "the host's answer is no JSON object");
    BOOST_TEST(h.peer().reply(other).payload == "{}");

    BOOST_REQUIRE(kept.size() == 1U);
    std::thread([&] { std::move(kept[0]).refuse(control_error::internal_error, "not today"); }).join();
    h.pump();
    BOOST_TEST(h.peer().reply(later).error == "not today");
    for (const auto& id : {model, later, broken, odd, other}) BOOST_TEST(h.peer().replies_to(id) == 1U);
}

BOOST_AUTO_TEST_CASE(a_request_that_the_host_drops_or_the_peer_withdraws_is_over) {
    std::vector<incoming_request> kept;
    auto made = options();
    made.requester.on_request = [&](incoming_request& request) { kept.push_back(std::move(request)); };
    requester_harness h(std::move(made));
    const auto dropped = h.peer().request("mcp_status");
    h.pump();
    kept.clear();
    h.pump();
    BOOST_TEST(h.peer().reply(dropped).error == "the host gave no answer");

    const auto withdrawn = h.peer().request("mcp_status");
    h.pump();
    h.peer().cancel(withdrawn);
    h.pump();
    BOOST_REQUIRE(kept.size() == 1U);
    BOOST_TEST(kept[0].stop().stop_requested());
    std::move(kept[0]).answer();
    h.pump();
    BOOST_TEST(!h.peer().reply(withdrawn).answered);
}

BOOST_AUTO_TEST_CASE(requests_that_the_host_holds_are_bounded) {
    std::vector<incoming_request> kept;
    auto made = options();
    made.requester.on_request = [&](incoming_request& request) { kept.push_back(std::move(request)); };
    requester_harness h(std::move(made));
    std::string last;
    for (std::size_t i = 0; i < max_incoming_requests; ++i) last = h.peer().request("mcp_status");
    h.pump();
    BOOST_TEST(!h.peer().reply(last).answered);
    const auto over = h.peer().request("mcp_status");
    h.pump();
    BOOST_TEST(h.peer().reply(over).error_code == "too_large");
}

BOOST_AUTO_TEST_CASE(initialize_repeats_the_questions_that_are_open) {
    requester_harness h;
    const auto first = h.peer().initialize();
    h.pump();
    (void)h.ask("Read", {{"file_path", "/a"}});
    (void)h.ask("Read", {{"file_path", "/b"}});
    const auto again = h.peer().initialize();
    h.pump();
    BOOST_TEST(h.peer().reply(first).answered);
    BOOST_TEST(h.peer().reply(again).answered);
    const std::string sent = h.connection().sent();
    const auto line = sent.substr(sent.rfind('\n', sent.size() - 2) + 1);
    for (const auto& each : h.peer().asked()) BOOST_TEST(line.find(each.id) != std::string::npos);
    BOOST_TEST(line.find("pending_permission_requests") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_host_may_send_requests_and_hears_once_how_each_ended) {
    std::vector<request_outcome> heard;
    const auto listen = [&](const request_outcome& outcome) { heard.push_back(outcome); };
    requester_harness h;
    using enum request_outcome::kind;
    const auto ids =
        std::array{h.session().request("a", R"({ "x" : 1 })", listen), h.session().request("b", "", listen),
                   h.session().request("c", "{}", listen, std::chrono::seconds(1)),
                   h.session().request("d", {}, listen)};
    h.pump();
    BOOST_REQUIRE(h.peer().other_lines().size() == 4U);
    BOOST_TEST(h.peer().other_lines()[0] == R"({"type":"control_request","request_id":")" + ids[0] +
                                                R"(","request":{"subtype":"a", "x" : 1 }})");
    h.peer().line(R"({"type":"control_response","response":{"subtype":"success","request_id":")" + ids[0] +
                  R"(","response":{"y":2}}})");
    h.peer().line(R"({"type":"control_response","response":{"subtype":"error","request_id":")" + ids[0] +
                  R"(","error":"late"}})");
    h.peer().answer_error(ids[1], "no");
    h.pump();
    h.advance(std::chrono::seconds(1));
    BOOST_TEST(h.session().withdraw(ids[3]));
    BOOST_TEST(!h.session().withdraw(ids[3]));
    h.pump();
    BOOST_REQUIRE(heard.size() == 4U);
    BOOST_TEST((heard[0].what == success));
    BOOST_TEST(heard[0].payload == R"({"y":2})");
    BOOST_TEST((heard[1].what == error));
    BOOST_TEST(heard[1].error == "no");
    BOOST_TEST((heard[2].what == timed_out));
    BOOST_TEST((heard[3].what == withdrawn));
    BOOST_REQUIRE(h.peer().withdrawn().size() == 1U);

    h.session().request("e", "[1]", listen);
    BOOST_TEST((heard.back().what == invalid));
    h.session().request("f", {}, listen);
    h.end();
    BOOST_TEST((heard.back().what == closed));
    h.session().request("g", {}, listen);
    BOOST_TEST((heard.back().what == closed));
}

BOOST_AUTO_TEST_CASE(requests_that_wait_are_bounded) {
    std::size_t limited = 0;
    const auto listen = [&](const request_outcome& outcome) {
        limited += outcome.what == request_outcome::kind::limit ? 1U : 0U;
    };
    requester_harness h;
    for (std::size_t i = 0; i < max_outgoing_requests; ++i) h.session().request("a", {}, listen);
    BOOST_TEST(limited == 0U);
    h.session().request("a", {}, listen);
    BOOST_TEST(limited == 1U);
    const auto use = h.ask("Bash", {{"command", "ls"}});
    BOOST_TEST(use->over);
    BOOST_TEST(use->outcome.decided.denied());
    BOOST_TEST(use->outcome.decided.reason().find("too many questions wait for the peer") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(every_other_frame_goes_to_the_host_as_it_came) {
    std::vector<std::string> heard;
    auto made = options();
    made.requester.on_foreign = [&](std::string_view line) { heard.emplace_back(line); };
    requester_harness h(std::move(made));
    const std::string said = R"({"type":"user", "message":{"role":"user","content":"hi"},"n":1.0})";
    h.peer().line(said);
    h.peer().keep_alive();
    h.pump();
    BOOST_REQUIRE(heard.size() == 1U);
    BOOST_TEST(heard[0] == said);
}

BOOST_AUTO_TEST_CASE(a_gate_without_a_peer_denies_what_it_leaves_open) {
    gate_options gate;
    const auto link = std::make_shared<peer_link>();
    gate.callback = link->callback();
    const auto time = std::make_shared<testing::manual_clock>();
    permission_gate alone(std::move(gate), time);
    const auto input = make_input(command("ls"));
    verdict decided;
    alone.ask({.tool_name = "Bash", .input = *input}, "1",
              [&](const auto&, settlement outcome) { decided = outcome.decided; });
    BOOST_TEST(decided.decision == outcome::deny);
    BOOST_TEST(decided.reason() == "no peer is connected that could answer");
}

BOOST_AUTO_TEST_CASE(a_prompt_of_the_agents_own_may_answer_before_the_peer_does) {
    requester_harness h;
    const auto use = h.ask("Bash", command("ls"));
    const auto other = h.ask("Bash", command("rm x"));
    const question_id id{1};
    BOOST_TEST(h.gate().answer(id, allow_result{.by = "terminal"}));
    h.pump();
    BOOST_TEST(use->decided.allowed());
    BOOST_TEST(use->decided.by == "terminal");
    BOOST_REQUIRE(h.peer().withdrawn().size() == 1U);
    BOOST_TEST(h.peer().withdrawn()[0] == h.peer().asked()[0].id);
    // The second answer is too late, whoever gives it.
    h.peer().answer_deny(h.peer().asked()[0].id, "no");
    h.pump();
    BOOST_TEST(use->decided.allowed());
    BOOST_TEST(!h.gate().answer(id, deny_result{}));
    h.peer().answer_deny(h.peer().asked()[1].id, "no");
    h.pump();
    BOOST_TEST(other->decided.denied());
    BOOST_TEST(!h.gate().answer(question_id{2}, allow_result{}));
    BOOST_TEST(!h.gate().answer(question_id{3}, allow_result{}));
    BOOST_TEST(!h.gate().answer(question_id::none, allow_result{}));
}

BOOST_AUTO_TEST_CASE(what_the_agents_own_prompt_allows_is_held_against_deny_rules) {
    requester_harness h(with_rules({"deny Bash(rm *)"}));
    const auto use = h.ask("Bash", command("ls"));
    BOOST_TEST(h.gate().answer(question_id{1}, allow_result{.edited_input = command("rm x")}));
    h.pump();
    BOOST_TEST(use->decided.source == decision_source::rule);
    BOOST_TEST(use->decided.denied());
}

BOOST_AUTO_TEST_CASE(questions_may_come_from_any_thread) {
    requester_harness h;
    std::vector<std::thread> threads;
    std::atomic<int> allowed = 0;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&, i] {
            const auto input = make_input({{"file_path", "/" + std::to_string(i)}});
            h.gate().ask({.tool_name = "Read", .input = *input}, {}, [&](const auto&, settlement outcome) {
                allowed += outcome.decided.allowed() ? 1 : 0;
            });
        });
    for (auto& each : threads) each.join();
    h.pump();
    BOOST_REQUIRE(h.peer().asked().size() == 8U);
    for (const auto& each : h.peer().asked()) h.peer().answer_allow(each.id);
    h.pump();
    BOOST_TEST(allowed == 8);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::permission_requester_test
