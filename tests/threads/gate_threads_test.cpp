// Races around one gate, thousands of rounds each: run under ThreadSanitizer.
#include <assent/testing.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <atomic>
#include <barrier>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace assent::gate_threads_test {
namespace {

using testing::fake_connection;
using testing::manual_clock;
using testing::recording_audit_sink;
using testing::scripted_peer;

constexpr int rounds = 4000;

std::vector<permission_rule> some_rules() {
    std::vector<permission_rule> made;
    made.push_back(
        permission_rule::make("Bash", {{"command", "npm *"}}, rule_behavior::allow, rule_origin::host)
            .value());
    made.push_back(
        permission_rule::make("Bash", {{"command", "rm *"}}, rule_behavior::deny, rule_origin::host).value());
    return made;
}

BOOST_AUTO_TEST_CASE(concurrent_checks_with_changing_modes_and_rules_are_right_in_some_mode) {
    const auto sink = std::make_shared<recording_audit_sink>();
    permission_gate gate({.rules = rule_set::make(some_rules()).value(), .callback = allow_all()},
                         std::make_shared<manual_clock>(), sink);
    std::atomic<bool> wrong{false};
    std::atomic<int> running{3};
    const auto check = [&](const char* command, outcome never) {
        std::string scratch;
        const auto input = make_input({{"command", command}});
        for (int i = 0; i < rounds; ++i)
            if (gate.check({.tool_name = "Bash", .input = *input}, "r", scratch).decision == never)
                wrong = true;
        --running;
    };
    std::thread allowed(check, "npm test", outcome::ask);
    std::thread denied(check, "rm x", outcome::allow);
    std::thread asked([&] {
        std::atomic<int> settled{0};
        for (int i = 0; i < rounds; ++i)
            gate.ask({.tool_name = "Read", .input = *make_input({})}, "q",
                     [&](const auto&, const settlement&) { ++settled; });
        if (settled != rounds) wrong = true;
        --running;
    });
    while (running > 0) {
        for (const auto mode : {permission_mode::deny, permission_mode::ask, permission_mode::allow})
            gate.set_mode(mode);
        gate.set_rules(rule_set::make(some_rules()).value());
    }
    for (auto* each : {&allowed, &denied, &asked}) each->join();
    BOOST_TEST(!wrong);
    BOOST_TEST(gate.open_questions() == 0U);
    BOOST_TEST(sink->attempts() >= static_cast<std::size_t>(rounds));
}

// Answers, a cancel and a timeout race for each question: exactly one wins, and each loser knows.
BOOST_AUTO_TEST_CASE(a_question_ends_once_whoever_comes_first) {
    const auto time = std::make_shared<manual_clock>();
    std::optional<permission_request> handle;
    permission_gate gate({.callback = [&](permission_request request) { handle = std::move(request); }}, time,
                         std::make_shared<recording_audit_sink>());
    std::atomic<int> settled{0};
    std::atomic<int> answered{0};
    std::atomic<int> callback_wins{0};
    question_id id{};
    bool done = false;
    std::barrier<> gun(4);
    const auto race = [&](auto act) {
        return std::thread([&, act] {
            while (true) {
                gun.arrive_and_wait();
                if (done) return;
                act();
                gun.arrive_and_wait();
            }
        });
    };
    std::array threads{
        race([&] {
            if (std::move(*handle).allow()) ++answered;
        }),
        race([&] { gate.cancel(id, decision_source::cancelled); }),
        race([&] { gate.tick(); }),
    };
    for (int i = 0; i < rounds; ++i) {
        id = gate.ask({.tool_name = "Bash", .input = *make_input({})}, "r",
                      [&](const auto&, const settlement& how) {
                          ++settled;
                          if (how.decided.source == decision_source::callback) ++callback_wins;
                      });
        time->advance(default_question_timeout);
        gun.arrive_and_wait();
        gun.arrive_and_wait();
        if (settled != i + 1 || answered != callback_wins) break;
    }
    done = true;
    gun.arrive_and_wait();
    for (auto& each : threads) each.join();
    BOOST_TEST(settled == rounds);
    BOOST_TEST(answered == callback_wins);
}

// Four threads answer, while the gate's owner cancels, times out and changes the mode.
BOOST_AUTO_TEST_CASE(answers_from_four_threads_race_with_cancels_and_timeouts) {
    const auto time = std::make_shared<manual_clock>();
    std::mutex mutex;
    std::vector<permission_request> handles;
    std::atomic<bool> done{false};
    std::atomic<int> settled{0};
    permission_gate gate({.callback =
                              [&](permission_request request) {
                                  const std::lock_guard lock(mutex);
                                  handles.push_back(std::move(request));
                              }},
                         time, std::make_shared<recording_audit_sink>());
    const auto answer = [&] {
        while (true) {
            std::optional<permission_request> taken;
            {
                const std::lock_guard lock(mutex);
                if (handles.empty() && done) return;
                if (!handles.empty()) {
                    taken = std::move(handles.back());
                    handles.pop_back();
                }
            }
            if (!taken)
                std::this_thread::yield();
            else if (taken->question().request_id == "deny")
                std::move(*taken).deny();
            else if (taken->question().request_id == "allow")
                std::move(*taken).allow_with_suggestions();
        }  // the third kind is dropped
    };
    std::array threads{std::thread(answer), std::thread(answer), std::thread(answer), std::thread(answer)};
    const std::array<const char*, 3> ids{"deny", "allow", "drop"};
    for (int i = 0; i < rounds; ++i) {
        const auto id = gate.ask({.tool_name = "Bash", .input = *make_input({{"command", "ls"}})},
                                 ids[static_cast<std::size_t>(i % 3)],
                                 [&](const auto&, const settlement&) { ++settled; });
        if (i % 5 == 0) gate.cancel(id, decision_source::cancelled);
        if (i % 7 == 0) {
            time->advance(default_question_timeout);
            gate.tick();
        }
        if (i % 11 == 0) gate.set_mode(i % 2 == 0 ? permission_mode::deny : permission_mode::ask);
    }
    done = true;
    for (auto& each : threads) each.join();
    BOOST_TEST(settled == rounds);
    BOOST_TEST(gate.open_questions() == 0U);
}

// An answer wakes the session from another thread while the session is detached and destroyed.
BOOST_AUTO_TEST_CASE(wake_is_never_called_after_detach) {
    int called_late = 0;
    for (int i = 0; i < rounds / 2; ++i) {
        std::optional<permission_request> handle;
        fake_connection connection;
        auto gate = std::make_shared<permission_gate>(
            gate_options{.callback = [&](permission_request request) { handle = std::move(request); }},
            std::make_shared<manual_clock>());
        auto session = std::make_shared<control_session>(connection.make_transport(), gate);
        auto alive = std::make_unique<std::atomic<bool>>(true);
        std::atomic<int> late{0};
        session->start(
            [flag = alive.get(), &late] {
                if (!flag->exchange(true)) ++late;
            },
            {});
        scripted_peer peer;
        peer.ask({.tool_name = "Bash"});
        connection.feed(peer.take());
        std::thread other([&] { std::move(*handle).allow(); });
        session->detach();
        *alive = false;  // from here on, a call is too late
        if (i % 2 == 0) session->close();
        connection.pump();
        other.join();
        called_late += late;
        session.reset();
    }
    BOOST_TEST(called_late == 0);
}

// The gate goes away while its questions are being answered.
BOOST_AUTO_TEST_CASE(a_gate_may_be_destroyed_while_answers_come) {
    int wrong = 0;
    for (int i = 0; i < rounds / 2; ++i) {
        std::vector<permission_request> handles;
        std::atomic<int> settled{0};
        auto gate = std::make_unique<permission_gate>(
            gate_options{
                .callback = [&](permission_request request) { handles.push_back(std::move(request)); }},
            std::make_shared<manual_clock>());
        for (int each = 0; each < 2; ++each)
            gate->ask({.tool_name = "Bash", .input = *make_input({})}, "r",
                      [&](const auto&, const settlement&) { ++settled; });
        std::thread other([&] {
            std::move(handles[0]).allow();
            handles.clear();
        });
        gate.reset();
        other.join();
        if (settled != 2) ++wrong;
    }
    BOOST_TEST(wrong == 0);
}

// Threads ask one kept input for its whole value, and read the stop token, while it is answered.
BOOST_AUTO_TEST_CASE(a_handle_may_be_read_on_one_thread_while_the_question_ends_on_another) {
    int wrong = 0;
    for (int i = 0; i < rounds / 2; ++i) {
        std::optional<permission_request> handle;
        permission_gate gate({.callback = [&](permission_request request) { handle = std::move(request); }},
                             std::make_shared<manual_clock>());
        const auto id = gate.ask({.tool_name = "Bash", .input = *make_input({{"command", "ls"}})}, "r",
                                 [](const auto&, const settlement&) {});
        std::size_t size = 0;
        std::thread other([&] {
            size = handle->input().size();
            while (!handle->stop().stop_requested()) std::this_thread::yield();
            handle.reset();
        });
        gate.cancel(id, decision_source::cancelled);
        other.join();
        if (size != 1) ++wrong;
    }
    BOOST_TEST(wrong == 0);
}

}  // namespace
}  // namespace assent::gate_threads_test
