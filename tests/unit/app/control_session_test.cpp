// One connection from its first byte to its last.
#include "gate_probe.hpp"

#include <boost/system/errc.hpp>
#include <boost/test/unit_test.hpp>

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace assent::control_session_test {
namespace {

using testing::fake_connection;
using testing::feed_style;
using testing::harness;
using testing::harness_options;

const auto broken_pipe = make_error_code(boost::system::errc::broken_pipe);

harness_options keeping(const std::shared_ptr<handle_box>& box) {
    harness_options made;
    made.gate.callback = keep_in(box);
    return made;
}

BOOST_AUTO_TEST_CASE(when_input_ends_open_questions_are_denied_flushed_and_the_connection_closed) {
    const auto box = std::make_shared<handle_box>();
    harness h(keeping(box));
    const auto id = h.ask("Bash", command("ls")).request_id;
    h.end();
    BOOST_TEST(h.reply(id).denied);
    BOOST_TEST(h.reply(id).reason == "the session ended before an answer came");
    BOOST_TEST(h.finished());
    BOOST_TEST(!h.close_error());
    BOOST_TEST(h.close_reason().empty());
    BOOST_TEST(!box->take().allow());
}

BOOST_AUTO_TEST_CASE(answers_leave_completely_before_the_close_however_slow_the_peer_reads) {
    harness h(allow_all());
    h.connection().hold_sends(true);
    for (int i = 0; i < 1000; ++i) h.peer().ask({.tool_name = "Bash", .input = command("ls")});
    h.end();
    BOOST_TEST(!h.finished());
    h.connection().hold_sends(false);
    h.pump();
    BOOST_TEST(h.finished());
    BOOST_TEST(h.peer().replies().size() == 1000U);
}

BOOST_AUTO_TEST_CASE(a_last_line_without_its_end_is_read) {
    harness h(allow_all());
    h.peer().ask({.tool_name = "Bash"}, "r");
    std::string line = h.peer().take();
    line.pop_back();
    h.connection().feed(line);
    BOOST_TEST(!h.reply("r").answered);
    h.end();
    BOOST_TEST(h.reply("r").allowed);
}

BOOST_AUTO_TEST_CASE(a_send_that_fails_denies_what_is_open_and_ends_the_session) {
    const auto box = std::make_shared<handle_box>();
    harness h(keeping(box));
    h.ask("Bash", command("1"));
    h.ask("Bash", command("2"));
    h.connection().fail_send(1, broken_pipe);
    box->take().allow();
    h.pump();
    BOOST_TEST(h.finished());
    BOOST_TEST(h.close_error() == broken_pipe);
    BOOST_TEST(h.peer().replies().empty());
    BOOST_TEST(h.gate().open_questions() == 0U);
    BOOST_TEST(h.audit().decision("req_2")->source == decision_source::closed);
    BOOST_TEST(!box->take().allow());
    h.pump();
}

BOOST_AUTO_TEST_CASE(a_connection_that_breaks_denies_what_is_open) {
    const auto box = std::make_shared<handle_box>();
    harness h(keeping(box));
    h.ask("Bash", command("1"));
    h.connection().break_with(broken_pipe);
    h.pump();
    BOOST_TEST(h.finished());
    BOOST_TEST(box->handles.at(0).stop().stop_requested());
}

BOOST_AUTO_TEST_CASE(the_host_may_close_at_any_time) {
    const auto box = std::make_shared<handle_box>();
    int told = 0;
    auto options = keeping(box);
    options.on_finished = [&](boost::system::error_code, std::string_view) { ++told; };
    harness h(std::move(options));
    h.ask("Bash", command("1"));
    h.session().close();
    h.session().close();
    h.pump();
    BOOST_TEST(h.finished());
    BOOST_TEST(told == 1);
    BOOST_TEST(h.gate().open_questions() == 0U);
    BOOST_TEST(!h.session().next_deadline().has_value());
}

BOOST_AUTO_TEST_CASE(after_detach_nothing_is_called) {
    int told = 0;
    harness_options options;
    options.on_finished = [&](boost::system::error_code, std::string_view) { ++told; };
    harness h(std::move(options));
    h.session().detach();
    h.session().close();
    h.pump();
    BOOST_TEST(h.finished());
    BOOST_TEST(told == 0);
}

BOOST_AUTO_TEST_CASE(reading_pauses_while_too_much_is_unsent_and_goes_on_later) {
    harness_options options;
    options.gate.policy.mode = permission_mode::allow;
    options.session.pause_bytes = 1000;
    harness h(std::move(options));
    const json_object large = command(std::string(300, 'x'));

    h.connection().hold_sends(true);
    h.ask("Bash", large);
    BOOST_TEST(!h.connection().paused());
    h.ask("Bash", large);
    BOOST_TEST(h.session().channel().unsent_bytes() >= 1000U);
    BOOST_TEST(h.connection().paused());
    h.ask("Bash", large);  // not read any more
    BOOST_TEST(h.connection().waiting_bytes() > 300U);

    h.connection().hold_sends(false);
    h.pump();
    BOOST_TEST(!h.connection().paused());
    BOOST_TEST(h.connection().waiting_bytes() == 0U);
    BOOST_TEST(h.peer().replies().size() == 3U);
}

BOOST_AUTO_TEST_CASE(reading_pauses_at_the_limit_and_not_one_byte_before) {
    for (const std::size_t limit_offset : {0U, 1U}) {
        harness_options options;
        options.gate.policy.mode = permission_mode::allow;
        harness probe(std::move(options));
        probe.ask("Bash", command("ls"));
        const std::size_t answer_bytes = probe.connection().sent().size();

        harness_options limited;
        limited.gate.policy.mode = permission_mode::allow;
        limited.session.pause_bytes = answer_bytes + limit_offset;
        harness h(std::move(limited));
        h.connection().hold_sends(true);
        h.ask("Bash", command("ls"));
        BOOST_TEST(h.connection().paused() == (limit_offset == 0));
    }
}

BOOST_AUTO_TEST_CASE(over_the_unsent_limit_the_connection_is_closed_with_a_reason) {
    const auto box = std::make_shared<handle_box>();
    auto options = keeping(box);
    options.session.pause_bytes = 100'000;
    options.session.max_unsent_bytes = 300;
    harness h(std::move(options));
    h.connection().hold_sends(true);
    for (int i = 0; i < 3; ++i) h.ask("Bash", command("ls"));
    box->take().allow();
    h.pump();
    BOOST_TEST(!h.finished());
    box->take().deny(std::string(300, 'x'));
    h.pump();
    BOOST_TEST(h.finished());
    BOOST_TEST(h.close_reason() == "the peer does not read: more than 300 unsent bytes");
    BOOST_TEST(h.gate().open_questions() == 0U);
}

BOOST_AUTO_TEST_CASE(at_the_unsent_limit_the_connection_stays) {
    harness_options options;
    options.gate.policy.mode = permission_mode::allow;
    harness probe(std::move(options));
    probe.ask("Bash", command("ls"));
    const std::size_t answer_bytes = probe.connection().sent().size();
    for (const std::size_t limit : {answer_bytes, answer_bytes - 1}) {
        harness_options limited;
        limited.gate.policy.mode = permission_mode::allow;
        limited.session.max_unsent_bytes = limit;
        harness h(std::move(limited));
        h.connection().hold_sends(true);
        h.ask("Bash", command("ls"));
        BOOST_TEST(h.finished() == (limit < answer_bytes));
    }
}

BOOST_AUTO_TEST_CASE(a_line_too_long_without_an_id_closes_the_connection) {
    harness_options options;
    options.session.channel.max_line_bytes = 100;
    harness h(std::move(options));
    h.line(std::string(101, 'x'));
    BOOST_TEST(h.finished());
    BOOST_TEST(h.close_reason() == "line longer than 100 bytes");
}

BOOST_AUTO_TEST_CASE(a_line_too_long_with_an_id_is_answered_and_the_session_goes_on) {
    harness_options options;
    options.gate.callback = allow_all();
    options.session.channel.max_line_bytes = 300;
    harness h(std::move(options));
    const auto refused = h.ask("Bash", command(std::string(300, 'x')));
    BOOST_TEST(refused.failed);
    BOOST_TEST(refused.error_code == "too_large");
    BOOST_TEST(h.ask("Bash", command("ls")).allowed);
}

BOOST_AUTO_TEST_CASE(a_first_line_that_is_not_json_closes_a_connection_that_says_so) {
    harness_options options;
    options.session.channel.first_line_must_be_object = true;
    harness h(std::move(options));
    h.line("GET / HTTP/1.1");
    BOOST_TEST(h.finished());
    BOOST_TEST(h.close_reason() == "the first line is not a JSON object");
    BOOST_TEST(h.connection().sent().empty());
}

BOOST_AUTO_TEST_CASE(whoever_drives_a_session_is_woken_when_a_deadline_comes_closer) {
    fake_connection connection;
    const auto time = std::make_shared<testing::manual_clock>();
    const auto box = std::make_shared<handle_box>();
    const auto gate = std::make_shared<permission_gate>(gate_options{.callback = keep_in(box)}, time);
    const auto session = std::make_shared<control_session>(connection.make_transport(), gate);
    int woken = 0;
    session->start([&] { ++woken; }, {});
    testing::scripted_peer peer;
    for (int round = 1; round <= 3; ++round) {
        peer.ask({.tool_name = "Bash"});
        connection.feed(peer.take());
        BOOST_TEST(woken == 1);  // a deadline, and none was known
        BOOST_TEST(session->next_deadline().has_value());
        box->take().allow();
        BOOST_TEST(woken == 2);  // mail
        session->mail_arrived();
        BOOST_TEST(!session->next_deadline().has_value());
        time->advance(std::chrono::minutes(1));
        woken = 0;
        connection.pump();
    }
    session->close();
    connection.pump();
}

BOOST_AUTO_TEST_CASE(a_host_may_let_go_of_a_session_where_it_hears_that_a_request_is_over) {
    enum class way { finish, close, end_of_input, fatal_line };
    for (const auto ends : {way::finish, way::close, way::end_of_input, way::fatal_line}) {
        fake_connection connection;
        const auto gate =
            std::make_shared<permission_gate>(gate_options{}, std::make_shared<testing::manual_clock>());
        session_options options;
        options.channel.max_line_bytes = 100;
        const auto session = std::make_shared<control_session>(connection.make_transport(), gate, options);
        session->start({}, {});
        int told = 0;
        session->request("get_settings", {}, [&](const request_outcome&) {
            ++told;
            session->detach();
        });
        connection.pump();
        if (ends == way::finish) session->finish();
        if (ends == way::close) session->close();
        if (ends == way::end_of_input) connection.end();
        if (ends == way::fatal_line) connection.feed(std::string(101, 'x'));
        connection.pump();
        BOOST_TEST(told == 1);
        BOOST_TEST(session->over());
        BOOST_TEST(!session->next_deadline().has_value());
    }
}

BOOST_AUTO_TEST_CASE(bytes_one_by_one_give_the_same_answers) {
    std::string answers[2];
    for (const auto style : {feed_style::whole, feed_style::byte_by_byte}) {
        harness_options options;
        options.gate.callback = allow_all();
        options.feeding = style;
        harness h(std::move(options));
        h.ask("Bash", command("ls"));
        h.set_mode(permission_mode::deny);
        h.ask("Bash", command("ls"));
        h.line("noise");
        answers[style == feed_style::whole ? 0 : 1] = h.connection().sent();
    }
    BOOST_TEST(answers[0] == answers[1]);
    BOOST_TEST(!answers[0].empty());
}

BOOST_AUTO_TEST_CASE(what_the_host_says_before_the_start_leaves_with_the_start_in_order) {
    testing::fake_connection connection;
    const auto session = std::make_shared<control_session>(connection.make_transport(), nullptr);
    session->initialize({});
    session->write_frame({{"type", "user"}, {"text", "a\u2028b"}});
    session->write_line("{}");
    connection.pump();
    BOOST_TEST(connection.sent().empty());
    session->start({}, {});
    connection.pump();
    BOOST_TEST(connection.sent() ==
               R"({"type":"control_request","request_id":"assent_1","request":{"subtype":"initialize"}})"
               "\n"
               R"({"type":"user","text":"a\u2028b"})"
               "\n{}\n");
    session->close();
    connection.pump();
}

BOOST_AUTO_TEST_CASE(a_host_that_finishes_before_the_start_is_closed_when_it_has_said_everything) {
    testing::fake_connection connection;
    const auto session = std::make_shared<control_session>(connection.make_transport(), nullptr);
    session->write_line("{}");
    session->finish();
    BOOST_TEST(!connection.closed());
    session->start({}, {});
    connection.pump();
    BOOST_TEST(connection.sent() == "{}\n");
    BOOST_TEST(session->over());
}

BOOST_AUTO_TEST_CASE(a_frame_that_json_cannot_say_is_not_written) {
    harness h(deny_all());
    const json_object inner{{"x", std::numeric_limits<double>::infinity()}};
    BOOST_CHECK_EXCEPTION(h.session().write_frame({{"type", "user"}, {"n", inner}}), std::invalid_argument,
                          [](const std::invalid_argument& error) {
                              return std::string(error.what()) ==
                                     "write_frame: `n`: expected finite numbers, got one that is not";
                          });
    h.pump();
    BOOST_TEST(h.connection().sent().empty());
}

BOOST_AUTO_TEST_CASE(initialize_registers_the_guard_hook_beside_the_hosts_own_hooks) {
    const std::string guard = R"({"hookCallbackIds":["guard"],"onFailure":"block"})";
    const struct {
        std::string_view hook, payload, members;  // members: none: it is not sent
    } table[] = {
        {"", "", ""},
        {"", R"({"hooks":null,"title":"t"})", R"("hooks":null,"title":"t")"},
        {"guard", "", R"("hooks":{"PreToolUse":[%]})"},
        {"guard", R"({"title":"t"})", R"("hooks":{"PreToolUse":[%]},"title":"t")"},
        {"guard", R"({"hooks":{"PreToolUse":[{"hookCallbackIds":["h"]}]}})",
         R"("hooks":{"PreToolUse":[%,{"hookCallbackIds":["h"]}]})"},
        {"guard", R"({"hooks":1})", "none"},
        {"guard", "[]", "none"},
        {"guard", "{", "none"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.hook << ' ' << row.payload) {
            std::optional<request_outcome> heard;  // outlives the session, which speaks to the end
            harness_options options;
            options.session.channel.guard_hook = row.hook;
            harness h(std::move(options));
            const auto id =
                h.session().initialize([&](const request_outcome& outcome) { heard = outcome; }, row.payload);
            h.pump();
            if (row.members == "none") {
                BOOST_TEST(id.empty());
                BOOST_REQUIRE(heard.has_value());
                BOOST_TEST((heard->what == request_outcome::kind::invalid));
                BOOST_TEST(h.connection().sent().empty());
                continue;
            }
            std::string members(row.members);
            if (const auto at = members.find('%'); at != std::string::npos) members.replace(at, 1, guard);
            BOOST_TEST(h.connection().sent() == R"({"type":"control_request","request_id":")" + id +
                                                    R"(","request":{"subtype":"initialize")" +
                                                    (members.empty() ? "" : ",") + members + "}}\n");
            BOOST_TEST(!heard.has_value());
        }
    }
}

// A sink in which something happens while a decision is on its way: another thread would do that.
class busy_sink final : public audit_sink {
public:
    boost::system::error_code record(const audit_event&) override {
        if (const auto once = std::exchange(meanwhile, {})) once();
        return {};
    }
    std::function<void()> meanwhile;
};

BOOST_AUTO_TEST_CASE(an_answer_that_is_just_being_recorded_still_leaves_when_the_input_ends) {
    std::optional<permission_request> kept;
    gate_options deciding;
    deciding.callback = [&](permission_request request) { kept.emplace(std::move(request)); };
    const auto sink = std::make_shared<busy_sink>();
    const auto gate =
        std::make_shared<permission_gate>(deciding, std::make_shared<testing::manual_clock>(), sink);
    testing::fake_connection connection;
    const auto session = std::make_shared<control_session>(connection.make_transport(), gate);
    session->start({}, {});
    connection.feed(
        R"({"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool","tool_name":"Bash","tool_use_id":"t","input":{}}})"
        "\n");
    connection.pump();
    sink->meanwhile = [&] {
        connection.end();
        connection.pump();
        BOOST_TEST(!connection.closed());
    };
    BOOST_TEST(std::move(*kept).allow());
    session->mail_arrived();
    connection.pump();
    BOOST_TEST(connection.sent().find(R"("request_id":"r","response":{"behavior":"allow")") !=
               std::string::npos);
    BOOST_TEST(connection.closed());
}

}  // namespace
}  // namespace assent::control_session_test
