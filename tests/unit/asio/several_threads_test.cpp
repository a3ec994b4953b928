// What runs on several threads at once. For ThreadSanitizer as much as for the checks.

#include "stream_probe.hpp"

#include <assent/adapters/asio/socket_listener.hpp>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

using namespace assent;
using namespace assent::testing;
using boost::asio::any_io_executor;

namespace several_threads_test {
namespace {

constexpr int rounds = 300;

/// Sends one byte back and forth; closes after `rounds`.
struct player : transport::handler {
    explicit player(std::atomic<int>& count) : open(count) { ++open; }
    std::span<char> read_space() override { return {&byte, 1}; }
    void on_read(std::size_t) override {
        my_turn = true;
        ++seen;
        play();
    }
    void on_sent() override {
        sending = false;
        play();
    }
    void on_end() override { stream->close(); }
    void on_closed(boost::system::error_code) override {
        stream.reset();
        --open;
    }
    void play() {
        // With two threads the answer may come before the news that the question was sent.
        if (sending || !std::exchange(my_turn, false)) return;
        if (seen == rounds) return stream->end_output();
        sending = true;
        const std::string_view piece(&out, 1);
        stream->send({&piece, 1});
    }
    std::unique_ptr<transport> stream;
    std::atomic<int>& open;
    char byte = 0;
    char out = 'x';
    int seen = 0;
    bool my_turn = false;
    bool sending = false;
};

/// Says one byte and closes.
struct greeter : transport::handler {
    explicit greeter(std::unique_ptr<transport> opened) : stream(std::move(opened)) {}
    std::span<char> read_space() override { return {&byte, 1}; }
    void on_read(std::size_t) override {}
    void on_end() override { stream->close(); }
    void on_sent() override { stream->close(); }
    void on_closed(boost::system::error_code) override { stream.reset(); }
    std::unique_ptr<transport> stream;
    char byte = 0;
};
}  // namespace
}  // namespace several_threads_test

BOOST_AUTO_TEST_SUITE(several_threads_test)

BOOST_AUTO_TEST_CASE(strands_keep_connections_apart_on_several_threads) {
    const sigpipe_ignored ignore;
    constexpr int pairs = 8;
    boost::asio::io_context io;
    std::atomic<int> open = 0;

    std::vector<open_file> kept;
    for (int i = 0; i < pairs; ++i) {
        const any_io_executor strands[] = {boost::asio::make_strand(io), boost::asio::make_strand(io)};
        auto made = (i % 2 == 0 ? make_unix_ends : make_pipe_ends)(strands[0], strands[1]);
        for (auto& file : made.kept) kept.push_back(std::move(file));
        for (auto* end : {&made.near, &made.far}) {
            const bool first = end == &made.near;
            auto user = std::make_shared<player>(open);
            user->stream = std::move(*end);
            user->my_turn = first;
            boost::asio::post(strands[first ? 0 : 1], [user] {
                user->stream->start(user);
                user->play();
            });
        }
    }
    std::thread helper([&] { io.run_for(hang_limit); });
    io.run_for(hang_limit);
    helper.join();
    BOOST_TEST(open == 0);
}

BOOST_AUTO_TEST_CASE(listeners_come_and_go_while_clients_connect_on_several_threads) {
    const temporary_directory directory;
    const std::string path = directory / "socket";
    boost::asio::io_context io;
    std::atomic<int> greeted = 0;

    const auto greet = [&](accepted_connection connection) {
        ++greeted;
        auto user = std::make_shared<greeter>(std::move(connection.stream));
        user->stream->start(user);
        const std::string_view hello = "!";
        user->stream->send({&hello, 1});
    };

    const auto deadline = std::chrono::steady_clock::now() + hang_limit;
    auto work = boost::asio::make_work_guard(io);
    std::thread helpers[] = {std::thread([&] { io.run_for(hang_limit); }),
                             std::thread([&] { io.run_for(hang_limit); })};
    for (int i = 0; i < rounds; ++i) {
        const auto listener = socket_listener::listen_unix(io.get_executor(), path, greet);
        const auto client = connect_unix(io.get_executor(), path);  // never started: no calls, no threads
        while (i % 2 == 0 && greeted <= i / 2 && std::chrono::steady_clock::now() < deadline)
            std::this_thread::yield();
    }
    work.reset();
    for (auto& helper : helpers) helper.join();
    BOOST_TEST(io.stopped());
    BOOST_TEST(greeted >= rounds / 2);
}

BOOST_AUTO_TEST_CASE(connections_are_given_to_their_homes_in_turn_and_stay_there) {
    const sigpipe_ignored ignore;
    constexpr std::size_t homes = 3;
    constexpr std::size_t clients = 12;
    const temporary_directory directory;
    boost::asio::io_context io;
    std::vector<std::unique_ptr<boost::asio::io_context>> contexts;
    listen_options options;
    std::vector<boost::asio::executor_work_guard<boost::asio::io_context::executor_type>> work;
    for (std::size_t i = 0; i < homes; ++i) {
        contexts.push_back(std::make_unique<boost::asio::io_context>(1));
        options.homes.emplace_back(contexts.back()->get_executor());
        work.emplace_back(contexts.back()->get_executor());
    }
    std::atomic<int> served = 0;
    std::atomic<int> asking = 0;
    std::array<std::atomic<std::size_t>, homes> at_home{};
    std::atomic<bool> elsewhere = false;
    const auto on_connection = [&](accepted_connection connection) {
        for (std::size_t i = 0; i < homes; ++i) {
            if (connection.executor != options.homes[i]) continue;
            ++at_home[i];
            if (!contexts[i]->get_executor().running_in_this_thread()) elsewhere = true;
        }
        auto user = std::make_shared<player>(served);
        user->stream = std::move(connection.stream);
        user->stream->start(user);
    };
    auto listener =
        socket_listener::listen_unix(io.get_executor(), directory / "socket", on_connection, options);
    std::vector<std::thread> threads;
    for (auto& each : contexts) threads.emplace_back([&] { each->run_for(hang_limit); });
    std::vector<std::shared_ptr<player>> players;
    for (std::size_t i = 0; i < clients; ++i) {
        auto& user = players.emplace_back(std::make_shared<player>(asking));
        user->stream = connect_unix(io.get_executor(), listener.address());
        user->my_turn = true;
        user->stream->start(user);
        user->play();
    }
    run_until(io, [&] { return asking == 0; });
    listener.close();
    work.clear();
    for (auto& each : threads) each.join();
    for (const auto& count : at_home) BOOST_TEST(count == clients / homes);
    BOOST_TEST(!elsewhere);
    BOOST_TEST(served == 0);
}

BOOST_AUTO_TEST_SUITE_END()
