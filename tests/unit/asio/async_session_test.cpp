#include <assent/adapters/testing/fake_transport.hpp>
#include <assent/adapters/testing/manual_clock.hpp>
#include <assent/async.hpp>

#include "hang_limit.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <sys/socket.h>
#include <unistd.h>

namespace async_session_test {
namespace {

using namespace assent;
using test::hang_limit;
namespace asio = boost::asio;

std::string question(const std::string& id) {
    return R"({"type":"control_request","request_id":")" + id +
           R"(","request":{"subtype":"can_use_tool","tool_name":"Bash","tool_use_id":"t","input":{"command":"ls"}}})" +
           "\n";
}

// A session over a socketpair whose far end the test holds.
struct running {
    explicit running(gate_options options) {
        int ends[2];
        BOOST_REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
        peer = ends[1];
        gate = std::make_shared<permission_gate>(std::move(options), time);
        session = std::make_shared<control_session>(make_socket_transport(io.get_executor(), ends[0]), gate);
        driver.emplace(io.get_executor(), session, time);
        driver->async_run([this](boost::system::error_code error) { ended = error; });
    }
    ~running() { ::close(peer); }
    running(const running&) = delete;
    running& operator=(const running&) = delete;

    void say(const std::string& text) const {
        BOOST_REQUIRE(::write(peer, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    }
    // Runs until the session is over, with a guard against hanging.
    std::string run_to_the_end() {
        io.run_for(hang_limit);
        BOOST_TEST(ended.has_value());
        std::string text;
        char buffer[4096];
        for (ssize_t bytes = 0; (bytes = ::read(peer, buffer, sizeof buffer)) > 0;)
            text.append(buffer, static_cast<std::size_t>(bytes));
        return text;
    }
    // Runs until one line was answered, then lets the peer leave.
    std::string run_one_answer() {
        std::string text;
        const auto until = std::chrono::steady_clock::now() + hang_limit;
        while (text.find('\n') == std::string::npos && std::chrono::steady_clock::now() < until) {
            io.run_for(std::chrono::milliseconds(5));
            io.restart();
            char buffer[4096];
            const auto bytes = ::recv(peer, buffer, sizeof buffer, MSG_DONTWAIT);
            if (bytes > 0) text.append(buffer, static_cast<std::size_t>(bytes));
        }
        ::shutdown(peer, SHUT_WR);
        return text + run_to_the_end();
    }

    asio::io_context io{1};
    std::shared_ptr<system_clock> time = std::make_shared<system_clock>();
    int peer = -1;
    std::shared_ptr<permission_gate> gate;
    std::shared_ptr<control_session> session;
    std::optional<async_session> driver;
    std::optional<boost::system::error_code> ended;
};

gate_options asking(can_use_tool callback) {
    gate_options options;
    options.callback = std::move(callback);
    return options;
}

asio::awaitable<permission_result> think_briefly(const permission_question& asked) {
    asio::steady_timer timer(co_await asio::this_coro::executor, std::chrono::milliseconds(1));
    co_await timer.async_wait(asio::use_awaitable);
    co_return deny_result{.reason = "thought about " + asked.tool_name};
}

asio::awaitable<permission_result> fail(const permission_question&) {
    throw std::runtime_error("no idea");
    co_return allow_result{};
}

BOOST_AUTO_TEST_SUITE(async_session_test)

BOOST_AUTO_TEST_CASE(a_session_or_a_clock_that_is_missing_is_named) {
    boost::asio::io_context context;
    const auto time = std::make_shared<testing::manual_clock>();
    const auto gate = std::make_shared<permission_gate>(gate_options{}, time);
    testing::fake_connection wire;
    const auto served = std::make_shared<control_session>(wire.make_transport(), gate);
    const auto names = [](std::string_view text) {
        return [text](const std::invalid_argument& error) { return error.what() == text; };
    };
    BOOST_CHECK_EXCEPTION(async_session(context.get_executor(), nullptr, time), std::invalid_argument,
                          names("async_session: expected a session, got null"));
    BOOST_CHECK_EXCEPTION(async_session(context.get_executor(), served, nullptr), std::invalid_argument,
                          names("async_session: expected a clock, got null"));
    served->detach();
}

BOOST_AUTO_TEST_CASE(it_answers_until_the_peer_leaves) {
    running one(asking(allow_all()));
    one.say(question("a") + question("b"));
    ::shutdown(one.peer, SHUT_WR);
    const auto text = one.run_to_the_end();
    BOOST_TEST(text.find(R"("request_id":"a","response":{"behavior":"allow")") != std::string::npos);
    BOOST_TEST(text.find(R"("request_id":"b","response":{"behavior":"allow")") != std::string::npos);
    BOOST_TEST(!one.ended->failed());
}

BOOST_AUTO_TEST_CASE(an_answer_from_another_thread_finds_its_way_home) {
    asio::thread_pool pool(1);
    running one(asking(answer_on(pool.get_executor(), [](const permission_question&) {
        return deny_result{.reason = "from the pool"};
    })));
    one.say(question("a"));
    BOOST_TEST(one.run_one_answer().find("from the pool") != std::string::npos);
    pool.join();
}

BOOST_AUTO_TEST_CASE(a_blocking_answer_that_throws_denies_as_a_fault) {
    asio::thread_pool pool(1);
    running one(asking(answer_on(pool.get_executor(), [](const permission_question&) -> permission_result {
        throw std::runtime_error("prompt is gone");
    })));
    one.say(question("a"));
    BOOST_TEST(one.run_one_answer().find("the permission callback failed: prompt is gone") !=
               std::string::npos);
    pool.join();
}

BOOST_AUTO_TEST_CASE(a_coroutine_may_take_its_time) {
    asio::thread_pool pool(1);
    running one(asking(answer_with_coroutine(pool.get_executor(), think_briefly)));
    one.say(question("a"));
    BOOST_TEST(one.run_one_answer().find("thought about Bash") != std::string::npos);
    pool.join();
}

BOOST_AUTO_TEST_CASE(a_coroutine_that_throws_denies_as_a_fault) {
    asio::thread_pool pool(1);
    running one(asking(answer_with_coroutine(pool.get_executor(), fail)));
    one.say(question("a"));
    BOOST_TEST(one.run_one_answer().find("the permission callback failed: no idea") != std::string::npos);
    pool.join();
}

BOOST_AUTO_TEST_CASE(a_coroutine_is_cancelled_when_its_question_is_over) {
    asio::thread_pool pool(1);
    std::promise<void> begun;
    std::promise<bool> cancelled;
    running one(asking(answer_with_coroutine(
        pool.get_executor(), [&](const permission_question&) -> asio::awaitable<permission_result> {
            asio::steady_timer timer(co_await asio::this_coro::executor, std::chrono::hours(1));
            begun.set_value();
            try {
                co_await timer.async_wait(asio::use_awaitable);
                cancelled.set_value(false);
            } catch (const boost::system::system_error&) {
                cancelled.set_value(true);
            }
            co_return allow_result{};
        })));
    one.say(question("a"));
    while (one.gate->open_questions() == 0) {
        one.io.run_for(std::chrono::milliseconds(1));
        one.io.restart();
    }
    begun.get_future().wait();
    one.say(R"({"type":"control_cancel_request","request_id":"a"})"
            "\n");
    ::shutdown(one.peer, SHUT_WR);
    BOOST_TEST(one.run_to_the_end().empty());
    BOOST_TEST(cancelled.get_future().get());
    pool.join();
}

BOOST_AUTO_TEST_CASE(a_question_nobody_answers_is_denied_at_its_deadline) {
    std::optional<permission_request> kept;
    auto options = asking([&](permission_request request) { kept.emplace(std::move(request)); });
    options.policy.question_timeout = std::chrono::milliseconds(20);
    running one(std::move(options));
    one.say(question("a"));
    BOOST_TEST(one.run_one_answer().find("nobody answered in time") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(closing_denies_what_is_open_and_completes) {
    std::optional<permission_request> kept;
    running one(asking([&](permission_request request) { kept.emplace(std::move(request)); }));
    one.say(question("a"));
    while (!kept) {
        one.io.run_for(std::chrono::milliseconds(1));
        one.io.restart();
    }
    one.driver->close();
    static_cast<void>(one.run_to_the_end());
    BOOST_TEST(!std::move(*kept).allow());
    BOOST_TEST(!one.ended->failed());
}

BOOST_AUTO_TEST_CASE(closing_before_the_start_completes_too) {
    asio::io_context io{1};
    const auto time = std::make_shared<system_clock>();
    testing::fake_connection connection;
    const auto session = std::make_shared<control_session>(
        connection.make_transport(), std::make_shared<permission_gate>(gate_options{}, time));
    async_session driver(io.get_executor(), session, time);
    driver.close();
    io.run();
    io.restart();
    bool completed = false;
    driver.async_run([&](boost::system::error_code error) { completed = !error; });
    io.run();
    BOOST_TEST(completed);
}

BOOST_AUTO_TEST_CASE(nothing_is_left_over_when_the_context_goes_first) {
    // The leak check of the sanitizers is the assertion here.
    std::weak_ptr<control_session> left;
    {
        running one(asking([](permission_request) {}));
        one.io.run_for(std::chrono::milliseconds(1));
        left = one.session;
    }
    BOOST_TEST(left.expired());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace async_session_test
