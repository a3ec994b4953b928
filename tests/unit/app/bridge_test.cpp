#include <assent/app/bridge/bridge.hpp>
#include <assent/app/gate/answers.hpp>
#include <assent/testing.hpp>

#include <boost/test/unit_test.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bridge_test {
namespace {

using namespace assent;
using testing::fake_connection;

std::string question(const std::string& id, const std::string& command = "ls") {
    return R"({"type":"control_request","request_id":")" + id +
           R"(","request":{"subtype":"can_use_tool","tool_name":"Bash","tool_use_id":"t","input":{"command":")" +
           command + R"("}}})" + "\n";
}

std::string denied(const std::string& id, const std::string& why) {
    return R"({"type":"control_response","response":{"subtype":"success","request_id":")" + id +
           R"(","response":{"behavior":"deny","message":")" + why + R"("}}})" + "\n";
}

// A bridge between two connections that the test holds the far ends of.
struct bridged {
    explicit bridged(can_use_tool callback, bridge_options options = {}) {
        gate_options deciding;
        deciding.callback = std::move(callback);
        gate = std::make_shared<permission_gate>(std::move(deciding), clock);
        made = std::make_shared<bridge>(upstream.make_transport(), agent.make_transport(), gate,
                                        std::move(options));
        made->start({}, [this](boost::system::error_code error, std::string_view why) {
            ended = error;
            reason = why;
        });
    }
    ~bridged() { made->detach(); }
    bridged(const bridged&) = delete;
    bridged& operator=(const bridged&) = delete;

    void pump() {
        for (bool any = true; any;) {
            any = upstream.pump();
            any = agent.pump() || any;
            made->mail_arrived();
        }
    }

    std::shared_ptr<testing::manual_clock> clock = std::make_shared<testing::manual_clock>();
    fake_connection upstream;
    fake_connection agent;
    std::shared_ptr<permission_gate> gate;
    std::shared_ptr<bridge> made;
    std::optional<boost::system::error_code> ended;
    std::string reason;
};

BOOST_AUTO_TEST_SUITE(bridge_test)

BOOST_AUTO_TEST_CASE(lines_pass_unchanged_and_questions_are_answered_between_two_of_them) {
    for (const auto style : {testing::feed_style::whole, testing::feed_style::byte_by_byte}) {
        bridged between(deny_all("no"));
        between.upstream.feed("{\"type\":\"user\"}\n{\"half\":", style);
        between.agent.feed("{\"type\":\"system\"}\r\n" + question("q") + "not json\n", style);
        between.pump();
        between.upstream.feed("1}\n", style);
        between.pump();
        BOOST_TEST(between.upstream.sent() == "{\"type\":\"system\"}\r\nnot json\n");
        BOOST_TEST(between.agent.sent() == "{\"type\":\"user\"}\n" + denied("q", "no") + "{\"half\":1}\n");
    }
}

BOOST_AUTO_TEST_CASE(a_withdrawn_question_gets_no_answer_and_its_cancel_is_not_seen_upstream) {
    std::optional<permission_request> kept;
    bridged between([&](permission_request request) { kept.emplace(std::move(request)); });
    const std::string cancel = R"({"type":"control_cancel_request","request_id":"q"})"
                               "\n";
    between.agent.feed(question("q"));
    between.pump();
    between.agent.feed(cancel);
    between.pump();
    BOOST_TEST(!std::move(*kept).allow());
    between.pump();
    BOOST_TEST(between.agent.sent().empty());
    BOOST_TEST(between.upstream.sent().empty());
    between.agent.feed(cancel);  // nobody's any more: upstream may know it
    between.pump();
    BOOST_TEST(between.upstream.sent() == cancel);
}

BOOST_AUTO_TEST_CASE(a_question_that_nobody_answers_is_denied_at_its_deadline) {
    std::optional<permission_request> kept;
    bridged between([&](permission_request request) { kept.emplace(std::move(request)); });
    between.agent.feed(question("q"));
    between.pump();
    BOOST_REQUIRE(between.made->next_deadline().has_value());
    between.clock->advance(default_question_timeout);
    between.made->tick();
    between.pump();
    BOOST_TEST(between.agent.sent() == denied("q", "nobody answered in time"));
}

BOOST_AUTO_TEST_CASE(the_end_of_upstream_ends_the_agents_input_and_nothing_else) {
    bridged between(deny_all());
    between.upstream.feed("last");
    between.upstream.end();
    between.pump();
    BOOST_TEST(between.agent.sent() == "last");
    BOOST_TEST(between.agent.output_ended());
    BOOST_TEST(!between.agent.closed());
    between.agent.feed("still talking\n" + question("q"));
    between.pump();
    BOOST_TEST(between.upstream.sent() == "still talking\n");
    between.agent.end();
    between.pump();
    BOOST_TEST(between.ended.has_value());
    BOOST_TEST(between.upstream.closed());
}

BOOST_AUTO_TEST_CASE(the_end_of_the_agent_ends_the_bridge_when_everything_has_been_passed_on) {
    bridged between(deny_all());
    between.upstream.hold_sends(true);
    between.agent.feed("{\"type\":\"result\"}");
    between.agent.end();
    between.pump();
    BOOST_TEST(!between.ended.has_value());
    between.upstream.hold_sends(false);
    between.pump();
    BOOST_TEST(between.upstream.sent() == "{\"type\":\"result\"}");
    BOOST_TEST(between.ended.has_value());
    BOOST_TEST(between.reason.empty());
}

BOOST_AUTO_TEST_CASE(without_upstream_nobody_sees_what_the_agent_does_and_it_is_let_go) {
    std::optional<permission_request> kept;
    bridged between([&](permission_request request) { kept.emplace(std::move(request)); });
    between.agent.feed(question("q"));
    between.pump();
    between.upstream.break_with(boost::system::errc::make_error_code(boost::system::errc::broken_pipe));
    between.pump();
    BOOST_TEST(between.agent.closed());
    BOOST_TEST(between.agent.sent().empty());
    BOOST_TEST(between.ended.has_value());
    BOOST_TEST(kept->stop().stop_requested());
}

BOOST_AUTO_TEST_CASE(when_the_agent_is_gone_its_open_questions_are_denied) {
    std::optional<permission_request> kept;
    bridged between([&](permission_request request) { kept.emplace(std::move(request)); });
    between.agent.feed(question("q"));
    between.pump();
    between.agent.break_with(boost::system::errc::make_error_code(boost::system::errc::connection_reset));
    between.pump();
    BOOST_TEST(between.gate->open_questions() == 0U);
    BOOST_TEST(kept->stop().stop_requested());
    BOOST_TEST(between.ended.has_value());
}

BOOST_AUTO_TEST_CASE(a_side_that_does_not_read_pauses_the_other) {
    bridge_options options;
    options.pause_bytes = 100;
    const std::string line = std::string(60, 'x') + "\n";
    bridged between(deny_all(), options);
    between.upstream.hold_sends(true);
    between.agent.feed(line);
    BOOST_TEST(!between.agent.paused());
    between.agent.feed(line);
    BOOST_TEST(between.agent.paused());
    between.agent.feed(line);
    BOOST_TEST(between.agent.waiting_bytes() == line.size());
    between.agent.hold_sends(true);
    between.upstream.feed(line + line);
    between.upstream.feed(line);
    BOOST_TEST(between.upstream.paused());
    BOOST_TEST(between.upstream.waiting_bytes() == line.size());
    between.upstream.hold_sends(false);
    between.agent.hold_sends(false);
    between.pump();
    BOOST_TEST(between.agent.waiting_bytes() == 0U);
    BOOST_TEST(between.upstream.waiting_bytes() == 0U);
    BOOST_TEST(between.upstream.sent() == line + line + line);
    BOOST_TEST(between.agent.sent() == line + line + line);
}

BOOST_AUTO_TEST_CASE(answers_to_an_agent_that_does_not_read_are_bounded) {
    bridge_options options;
    const std::string answer = denied("q0", "no");
    options.max_unsent_bytes = 3 * answer.size();
    for (const int questions : {3, 4}) {
        bridged between(deny_all("no"), options);
        between.agent.hold_sends(true);
        for (int i = 0; i < questions; ++i) between.agent.feed(question("q" + std::to_string(i)));
        between.pump();
        BOOST_TEST(between.agent.closed() == (questions == 4));
        BOOST_TEST(between.reason.starts_with("the agent does not read") == (questions == 4));
    }
}

BOOST_AUTO_TEST_CASE(a_line_over_the_limit_ends_both_sides) {
    bridge_options options;
    options.max_line_bytes = 200;
    for (const std::size_t size : {200U, 201U}) {
        bridged from_agent(deny_all(), options);
        from_agent.agent.feed(std::string(size, 'x') + "\n");
        from_agent.pump();
        BOOST_TEST(from_agent.ended.has_value() == (size == 201U));
        bridged from_upstream(deny_all(), options);
        from_upstream.upstream.feed(std::string(size, 'x') + "\n");
        from_upstream.pump();
        BOOST_TEST(from_upstream.ended.has_value() == (size == 201U));
        BOOST_TEST(from_upstream.agent.closed() == (size == 201U));
    }
}

BOOST_AUTO_TEST_CASE(an_answer_never_joins_a_last_line_without_an_end) {
    bridged between(deny_all("no"));
    between.agent.hold_sends(true);
    between.upstream.feed("first\n");
    between.upstream.feed("{\"type\":\"user\"}");
    between.upstream.end();
    between.upstream.pump();
    between.agent.feed(question("q"));
    between.agent.hold_sends(false);
    between.pump();
    BOOST_TEST(between.agent.sent() == "first\n{\"type\":\"user\"}\n" + denied("q", "no"));
}

BOOST_AUTO_TEST_CASE(closing_it_ends_both_sides_and_denies_what_is_open) {
    std::optional<permission_request> kept;
    bridged between([&](permission_request request) { kept.emplace(std::move(request)); });
    between.agent.feed(question("q"));
    between.pump();
    between.made->close();
    between.pump();
    BOOST_TEST(between.upstream.closed());
    BOOST_TEST(between.agent.closed());
    BOOST_TEST(between.ended.has_value());
    BOOST_TEST(!std::move(*kept).allow());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace bridge_test
