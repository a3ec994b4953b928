// The permission-prompt tool, from an agent's call to its answer.
#include "gate_probe.hpp"

#include <assent/app/session/mcp_session.hpp>

#include <boost/system/errc.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace assent::mcp_session_test {
namespace {

using testing::fake_connection;
using testing::feed_style;
using testing::manual_clock;
using testing::recording_audit_sink;

std::string call(std::string_view command, std::string_view id) {
    return R"({"method":"tools/call","params":{"name":"approve","arguments":{"tool_name":"Bash","input":{"command":")" +
           std::string(command) + R"("}}},"jsonrpc":"2.0","id":)" + std::string(id) + "}\n";
}

std::string answer(std::string_view decision, std::string_view id) {
    return R"({"jsonrpc":"2.0","id":)" + std::string(id) +
           R"(,"result":{"content":[{"type":"text","text":"{)" + std::string(decision) + R"(}"}]}})" + "\n";
}

std::string allowed(std::string_view command, std::string_view id) {
    return answer(
        R"(\"behavior\":\"allow\",\"updatedInput\":{\"command\":\")" + std::string(command) + R"(\"})", id);
}

std::string denied(std::string_view why, std::string_view id) {
    return answer(R"(\"behavior\":\"deny\",\"message\":\")" + std::string(why) + R"(\")", id);
}

// A session with its peer, its clock and the questions its callback has kept.
struct probe {
    explicit probe(rule_set::pointer given = {}, mcp_options options = {}, gate_options gate_settings = {}) {
        gate_settings.rules = std::move(given);
        gate_settings.callback = keep_in(box);
        gate = std::make_shared<permission_gate>(std::move(gate_settings), time, sink);
        session = std::make_shared<mcp_session>(connection.make_transport(), gate, std::move(options));
        session->start([this] { ++woken; },
                       [this](boost::system::error_code error, std::string_view reason) {
                           ++told;
                           ended_with = error;
                           ended_because = reason;
                       });
        connection.pump();
    }
    ~probe() { session->detach(); }
    probe(const probe&) = delete;
    probe& operator=(const probe&) = delete;

    std::string say(std::string_view bytes, feed_style style = feed_style::whole) {
        connection.feed(bytes, style);
        return heard();
    }
    std::string heard() {
        session->mail_arrived();
        connection.pump();
        return connection.take_sent();
    }

    std::shared_ptr<manual_clock> time = std::make_shared<manual_clock>();
    std::shared_ptr<recording_audit_sink> sink = std::make_shared<recording_audit_sink>();
    std::shared_ptr<handle_box> box = std::make_shared<handle_box>();
    std::shared_ptr<permission_gate> gate;
    fake_connection connection;
    std::shared_ptr<mcp_session> session;
    int woken = 0;
    int told = 0;
    boost::system::error_code ended_with;
    std::string ended_because;
};

BOOST_AUTO_TEST_SUITE(mcp_session_test)

BOOST_AUTO_TEST_CASE(what_rules_decide_is_answered_at_once_whole_and_byte_by_byte) {
    for (const auto style : {feed_style::whole, feed_style::byte_by_byte}) {
        probe p(rules({"allow Bash(touch *)", "deny Bash(rm *)"}));
        BOOST_TEST(p.say(call("touch a", "1"), style) == allowed("touch a", "1"));
        BOOST_TEST(p.say(call("rm a", R"("x")"), style) ==
                   denied("denied by rule `Bash(rm *)` (your policy)", R"("x")"));
        BOOST_TEST(p.sink->decision("1")->decision == outcome::allow);
        BOOST_TEST(p.sink->decision("\"x\"")->decision == outcome::deny);
    }
}

BOOST_AUTO_TEST_CASE(calls_that_come_at_once_are_on_record_with_one_write_and_denied_where_that_fails) {
    probe p(rules({"allow Bash(touch *)", "deny Bash(rm *)"}));
    BOOST_TEST(p.say(call("touch a", "1") + call("touch b", "2")) ==
               allowed("touch a", "1") + allowed("touch b", "2"));
    BOOST_TEST(p.sink->commits() == 1U);
    p.sink->fail_from();
    BOOST_TEST(p.say(call("touch a", "3") + call("rm a", "4") + call("touch b", "5")) ==
               denied(unrecorded_reason, "3") + denied("denied by rule `Bash(rm *)` (your policy)", "4") +
                   denied(unrecorded_reason, "5"));
}

BOOST_AUTO_TEST_CASE(an_open_question_holds_up_no_other_and_is_answered_when_somebody_does) {
    probe p(rules({"allow Bash(touch *)"}));
    BOOST_TEST(p.say(call("make", "1") + call("make b", "2") + call("touch a", "3")) ==
               allowed("touch a", "3"));
    p.box->take(1).deny("not b");
    BOOST_TEST(p.woken > 0);
    BOOST_TEST(p.heard() == denied("not b", "2"));
    p.box->take(0).answer(allow_result{.edited_input = command("make -n")});
    BOOST_TEST(p.heard() == allowed("make -n", "1"));
}

BOOST_AUTO_TEST_CASE(a_withdrawn_question_is_not_answered_and_its_id_may_be_used_again) {
    probe p;
    BOOST_TEST(p.say(call("make", "1")).empty());
    BOOST_TEST(p.say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})"
                     "\n")
                   .empty());
    BOOST_TEST(p.gate->open_questions() == 0U);
    BOOST_TEST(!p.box->take().allow());
    BOOST_TEST(p.heard().empty());
    BOOST_TEST(p.say(call("make", "1")).empty());
    p.box->take().allow();
    BOOST_TEST(p.heard() == allowed("make", "1"));
}

BOOST_AUTO_TEST_CASE(an_id_that_is_open_gets_one_answer_and_the_second_request_is_on_record) {
    probe p;
    BOOST_TEST(p.say(call("make", "1") + call("make b", "1")).empty());
    BOOST_TEST(p.box->handles.size() == 1U);
    BOOST_TEST(p.sink->events(audit_event::kind::protocol).size() == 1U);
    p.box->take().deny("no");
    BOOST_TEST(p.heard() == denied("no", "1"));
}

BOOST_AUTO_TEST_CASE(a_question_that_nobody_answers_in_time_is_denied) {
    gate_options settings;
    settings.policy.question_timeout = std::chrono::minutes(1);
    probe p({}, {}, std::move(settings));
    BOOST_TEST(p.say(call("make", "1")).empty());
    BOOST_REQUIRE(p.session->next_deadline().has_value());
    p.time->advance(std::chrono::minutes(1));
    p.session->tick();
    BOOST_TEST(p.heard().find(R"(\"behavior\":\"deny\")") != std::string::npos);
    BOOST_TEST(!p.session->next_deadline().has_value());
}

BOOST_AUTO_TEST_CASE(when_input_ends_open_questions_are_denied_flushed_and_the_connection_closed) {
    probe p;
    std::string last = call("make", "1");
    last.pop_back();
    BOOST_TEST(p.say(last).empty());
    p.connection.end();
    BOOST_TEST(p.heard() == denied("the session ended before an answer came", "1"));
    BOOST_TEST(p.told == 1);
    BOOST_TEST(!p.ended_with);
    BOOST_TEST(p.session->end_reason().empty());
}

BOOST_AUTO_TEST_CASE(the_host_may_close_at_any_time_and_a_broken_connection_denies_what_is_open) {
    probe closed;
    closed.say(call("make", "1"));
    closed.session->close();
    closed.session->close();
    closed.heard();
    BOOST_TEST(closed.told == 1);
    BOOST_TEST(closed.gate->open_questions() == 0U);

    probe broken;
    broken.say(call("make", "1"));
    broken.connection.break_with(make_error_code(boost::system::errc::broken_pipe));
    broken.heard();
    BOOST_TEST(broken.told == 1);
    BOOST_TEST(broken.ended_with.failed());
    BOOST_TEST(broken.gate->open_questions() == 0U);
}

BOOST_AUTO_TEST_CASE(a_use_that_cannot_be_read_is_denied_and_on_record) {
    probe p(rules({"allow Bash(touch *)"}));
    BOOST_TEST(p.say(call(R"(touch a","command":"rm b)", "1")) ==
               denied("duplicate key `command` at byte 111", "1"));
    const auto records = p.sink->events(audit_event::kind::protocol);
    BOOST_REQUIRE(records.size() == 1U);
    BOOST_TEST(records.front().reason == "duplicate key `command` at byte 111");
}

BOOST_AUTO_TEST_CASE(a_line_over_the_limit_that_nobody_can_be_told_about_ends_the_connection) {
    mcp_options options;
    options.channel.max_line_bytes = 100;
    probe p({}, std::move(options));
    p.say(call(std::string(100, 'x'), "1"));
    BOOST_TEST(p.told == 1);
    BOOST_TEST(p.ended_because == "line longer than 100 bytes");
    BOOST_TEST(p.session->end_reason() == p.ended_because);
}

BOOST_AUTO_TEST_CASE(reading_pauses_while_too_much_is_unsent_and_ends_when_nobody_reads) {
    mcp_options options;
    options.pause_bytes = 150;
    probe p(rules({"allow Bash(touch *)"}), options);
    p.connection.hold_sends(true);
    p.say(call("touch a", "1"));
    p.say(call("touch b", "2"));
    p.say(call("touch c", "3"));
    BOOST_TEST(p.connection.paused());
    BOOST_TEST(p.connection.waiting_bytes() > 0U);
    p.connection.hold_sends(false);
    BOOST_TEST(p.heard() == allowed("touch a", "1") + allowed("touch b", "2") + allowed("touch c", "3"));

    options.max_unsent_bytes = 10;
    probe deaf(rules({"allow Bash(touch *)"}), options);
    deaf.say(call("touch a", "1"));
    BOOST_TEST(deaf.told == 1);
    BOOST_TEST(deaf.ended_because == "the peer does not read: more than 10 unsent bytes");
}

BOOST_AUTO_TEST_CASE(relative_paths_are_read_from_the_directory_that_the_host_knows) {
    const std::string edit =
        R"({"method":"tools/call","params":{"name":"approve","arguments":{"tool_name":"Edit","input":{"file_path":"a.c"}}},"jsonrpc":"2.0","id":1})"
        "\n";
    gate_options accepting;
    accepting.policy.mode = permission_mode::accept_edits;
    mcp_options known;
    known.cwd = "/proj";
    BOOST_TEST(probe({}, known, accepting).say(edit).find(R"(\"behavior\":\"allow\")") != std::string::npos);
    BOOST_TEST(probe({}, {}, accepting).say(edit).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::mcp_session_test
