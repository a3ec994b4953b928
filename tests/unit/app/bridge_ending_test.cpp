#include <assent/app/bridge/bridge.hpp>
#include <assent/app/gate/answers.hpp>
#include <assent/testing.hpp>

#include <boost/test/unit_test.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace bridge_ending_test {
namespace {

using namespace assent;
using testing::fake_connection;

constexpr const char* user = "{\"type\":\"user\"}\n";
constexpr const char* init = "{\"type\":\"system\",\"subtype\":\"init\"}\n";
constexpr const char* changed = "{\"type\":\"system\",\"subtype\":\"session_state_changed\"}\n";
constexpr const char* result = "{\"type\":\"result\"}\n";
constexpr const char* question =
    R"({"type":"control_request","request_id":"q","request":{"subtype":"can_use_tool","tool_name":"Bash","tool_use_id":"t","input":{"command":"ls"}}})"
    "\n";

// A bridge that knows the time, and what its agent has been told.
struct timed_bridge {
    timed_bridge() {
        gate_options deciding;
        deciding.policy.mode = permission_mode::allow;
        bridge_options options;
        options.time = clock;
        made = std::make_shared<bridge>(upstream.make_transport(), agent.make_transport(),
                                        std::make_shared<permission_gate>(std::move(deciding), clock),
                                        std::move(options));
        made->start({}, [](boost::system::error_code, std::string_view) {});
    }
    ~timed_bridge() { made->detach(); }
    timed_bridge(const timed_bridge&) = delete;
    timed_bridge& operator=(const timed_bridge&) = delete;

    void pump() {
        for (bool any = true; any;) {
            any = upstream.pump();
            any = agent.pump() || any;
            made->mail_arrived();
        }
    }
    void driver_says(const std::string& text) {
        upstream.feed(text);
        pump();
    }
    void agent_says(const std::string& text) {
        agent.feed(text);
        pump();
    }
    void driver_ends() {
        upstream.end();
        pump();
    }
    void wait(duration time) {
        clock->advance(time);
        if (const auto deadline = made->next_deadline(); deadline && *deadline <= clock->now()) made->tick();
        pump();
    }
    // Whether the agent still waits for input.
    bool open() const { return !agent.output_ended(); }

    std::shared_ptr<testing::manual_clock> clock = std::make_shared<testing::manual_clock>();
    fake_connection upstream;
    fake_connection agent;
    std::shared_ptr<bridge> made;
};

BOOST_AUTO_TEST_SUITE(bridge_ending_test)

BOOST_AUTO_TEST_CASE(a_bridge_that_is_dropped_closes_both_connections) {
    testing::fake_connection upstream;
    testing::fake_connection agent;
    auto dropped = std::make_shared<bridge>(
        upstream.make_transport(), agent.make_transport(),
        std::make_shared<permission_gate>(gate_options{}, std::make_shared<testing::manual_clock>()));
    dropped->start({}, [](boost::system::error_code, std::string_view) {});
    agent.hold_sends(true);
    upstream.feed(user);  // is being sent to the agent
    upstream.pump();
    BOOST_TEST(!agent.closed());
    dropped.reset();
    BOOST_TEST(agent.closed());
    BOOST_TEST(upstream.closed());
}

BOOST_AUTO_TEST_CASE(an_agent_at_work_is_still_answered_after_its_driver_has_said_everything) {
    timed_bridge between;
    between.driver_says(user);
    between.driver_ends();
    BOOST_TEST(between.open());
    between.agent_says(init);
    between.agent_says(question);
    BOOST_TEST(between.agent.sent().find(R"("behavior":"allow")") != std::string::npos);
    BOOST_TEST(between.open());
    between.agent_says(result);
    BOOST_TEST(!between.open());
}

BOOST_AUTO_TEST_CASE(an_agent_without_work_sees_the_end_of_its_input_with_that_of_the_driver) {
    timed_bridge idle;
    idle.driver_ends();
    BOOST_TEST(!idle.open());
    timed_bridge done;
    done.driver_says(user);
    done.agent_says(std::string(init) + result);
    BOOST_TEST(done.open());
    done.driver_ends();
    BOOST_TEST(!done.open());
}

BOOST_AUTO_TEST_CASE(every_message_has_its_turn_before_the_input_ends) {
    timed_bridge between;
    between.driver_says(std::string(user) + user);
    between.driver_ends();
    between.agent_says(std::string(init) + result + changed);
    BOOST_TEST(between.open());
    between.wait(quiet_after_result - duration(1));
    BOOST_TEST(between.open());
    between.agent_says(init);  // the second turn, in which the model thinks for long
    between.wait(std::chrono::hours(1));
    BOOST_TEST(between.open());
    between.agent_says(result);
    BOOST_TEST(!between.open());
}

BOOST_AUTO_TEST_CASE(one_result_for_several_messages_is_told_by_the_silence_that_follows) {
    timed_bridge between;
    between.driver_says(std::string(user) + user);
    between.driver_ends();
    between.agent_says(std::string(init) + result);
    between.wait(quiet_after_result / 2);
    between.agent_says(changed);
    between.wait(quiet_after_result - duration(1));
    BOOST_TEST(between.open());
    between.wait(duration(1));
    BOOST_TEST(!between.open());
}

BOOST_AUTO_TEST_CASE(an_agent_that_does_not_speak_the_protocol_is_not_kept_waiting_for_ever) {
    for (const bool speaks : {false, true}) {
        timed_bridge between;
        between.driver_says(user);
        between.driver_ends();
        between.agent_says(speaks ? init : "noise\n{\"type\":\"user\"}\n");
        between.wait(first_word_limit - duration(1));
        BOOST_TEST(between.open());
        between.wait(duration(1));
        BOOST_TEST(between.open() == speaks);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace bridge_ending_test
