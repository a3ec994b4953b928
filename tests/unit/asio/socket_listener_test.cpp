#include <assent/adapters/asio/socket_listener.hpp>

#include "listener_probe.hpp"

#include <array>
#include <chrono>
#include <stdexcept>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/select.h>

using namespace assent;
using namespace assent::testing;

namespace socket_listener_test {
namespace {

/// No descriptors from this number on while this lives.
class descriptor_limit {
public:
    explicit descriptor_limit(rlim_t limit) {
        BOOST_REQUIRE(::getrlimit(RLIMIT_NOFILE, &before_) == 0);
        rlimit now = before_;
        now.rlim_cur = limit;
        BOOST_REQUIRE(::setrlimit(RLIMIT_NOFILE, &now) == 0);
    }
    static bool may_be(rlim_t limit) {
        rlimit now{};
        return ::getrlimit(RLIMIT_NOFILE, &now) == 0 && now.rlim_max >= limit;
    }
    ~descriptor_limit() { ::setrlimit(RLIMIT_NOFILE, &before_); }
    descriptor_limit(const descriptor_limit&) = delete;
    descriptor_limit& operator=(const descriptor_limit&) = delete;

private:
    rlimit before_{};
};

/// Connects until connections may take no more. \param limit  of the process; \param first_reserved  as that
/// makes it
void check_reserve(listener_fixture& test, rlim_t limit, int first_reserved) {
    const auto listener = test.listen_unix();
    run_ready(test.io);
    const descriptor_limit limited(limit);
    // Both ends are in this process: three clients, then room for one connection.
    std::vector<open_file> taken;
    do taken.emplace_back(::open("/", O_RDONLY | O_CLOEXEC));
    while (taken.back() < first_reserved - 5);
    BOOST_TEST_REQUIRE(taken.back() == first_reserved - 5);
    const std::array clients{test.join_unix(), test.join_unix(), test.join_unix()};
    run_until(test.io, [&] { return test.users.size() + test.logged.size() == clients.size(); });
    BOOST_TEST(test.users.size() == 1U);
    BOOST_TEST_REQUIRE(test.logged.size() == 2U);
    BOOST_TEST(test.logged[0] == "refused connection from " + test.peers[0].text +
                                     ": the descriptors that are left are not for connections");
    clients[0]->send({"x"});
    run_until(test.io, [&] { return clients[0]->received == "> x"; });
}

}  // namespace
}  // namespace socket_listener_test

BOOST_FIXTURE_TEST_SUITE(socket_listener_test, listener_fixture)

BOOST_AUTO_TEST_CASE(two_unix_clients_at_once_are_served_apart) {
    const auto listener = listen_unix();
    BOOST_TEST(listener.address() == path);
    BOOST_TEST(listener.port() == 0);
    auto one = join_unix();
    auto two = join_unix();
    one->send({"one"});
    two->send({"two"});
    run_until(io, [&] { return one->received == "> one" && two->received == "> two"; });
    BOOST_TEST_REQUIRE(peers.size() == 2U);
    BOOST_TEST_REQUIRE(peers[0].process.has_value());
    BOOST_TEST(peers[0].process->pid == (test::portable_build ? 0 : ::getpid()));
    BOOST_TEST(peers[0].process->uid == ::geteuid());
    const std::string process = test::portable_build ? "" : ", pid " + std::to_string(::getpid());
    BOOST_TEST(peers[0].text == "uid " + std::to_string(::geteuid()) + process);
    one->end_output();
    run_until(io, [&] { return one->closed.has_value(); });
    BOOST_TEST(!*one->closed);
    BOOST_TEST(!two->ended);
}

BOOST_AUTO_TEST_CASE(two_tcp_clients_at_once_are_served_on_a_port_that_the_system_chose) {
    const auto listener =
        socket_listener::listen_tcp(io.get_executor(), "127.0.0.1", 0, accepting(), options());
    BOOST_TEST(listener.port() != 0);
    BOOST_TEST(listener.address() == "127.0.0.1:" + std::to_string(listener.port()));
    auto one = join(connect_tcp(io.get_executor(), "127.0.0.1", listener.port()));
    auto two = join(connect_tcp(io.get_executor(), "127.0.0.1", listener.port()));
    one->send({"one"});
    two->send({"two"});
    run_until(io, [&] { return one->received == "> one" && two->received == "> two"; });
    BOOST_TEST_REQUIRE(peers.size() == 2U);
    BOOST_TEST(!peers[0].process);
    BOOST_TEST(peers[0].text.starts_with("127.0.0.1:"));
}

BOOST_AUTO_TEST_CASE(tcp_stays_on_loopback_unless_told_otherwise) {
    for (const std::string host : {"0.0.0.0", "::"}) {
        BOOST_TEST_CONTEXT(host) {
            const std::string shown = host == "::" ? "[::]:0" : host + ":0";
            BOOST_CHECK_EXCEPTION(
                static_cast<void>(socket_listener::listen_tcp(io.get_executor(), host, 0, accepting())),
                std::runtime_error,
                says("cannot listen on `" + shown + "`: " + shown +
                     " is not a loopback address, and remote peers are not allowed (allow_remote)"));
        }
    }
    auto remote = options();
    remote.allow_remote = true;
    const auto listener = socket_listener::listen_tcp(io.get_executor(), "0.0.0.0", 0, accepting(), remote);
    BOOST_TEST(listener.address().starts_with("0.0.0.0:"));
}

BOOST_AUTO_TEST_CASE(a_tcp_port_in_use_is_named) {
    const auto listener = socket_listener::listen_tcp(io.get_executor(), "", 0, accepting());
    BOOST_CHECK_EXCEPTION(
        static_cast<void>(socket_listener::listen_tcp(io.get_executor(), "", listener.port(), accepting())),
        std::system_error, says("cannot listen on `" + listener.address() + "`: Address already in use"));
}

BOOST_AUTO_TEST_CASE(a_closed_tcp_port_can_be_used_again_at_once) {
    auto listener = socket_listener::listen_tcp(io.get_executor(), "", 0, accepting());
    run_ready(io);
    listener.close();  // the descriptor itself is closed when the context runs
    const auto next = socket_listener::listen_tcp(io.get_executor(), "", listener.port(), accepting());
    BOOST_TEST(next.port() == listener.port());
}

BOOST_AUTO_TEST_CASE(after_close_nobody_is_let_in) {
    auto listener = listen_unix();
    auto client = join_unix();  // in the queue
    listener.close();
    run_until(io, [&] { return client->ended || client->closed; });
    BOOST_TEST(peers.empty());
}

BOOST_AUTO_TEST_CASE(connections_outlive_the_listener) {
    auto listener = std::make_unique<socket_listener>(listen_unix());
    auto client = join_unix();
    run_until(io, [&] { return users.size() == 1; });
    listener.reset();
    client->send({"still here"});
    run_until(io, [&] { return client->received == "> still here"; });
}

BOOST_AUTO_TEST_CASE(one_connection_over_the_limit_is_closed_and_logged) {
    auto limited = options();
    limited.max_connections = 2;
    const auto listener = socket_listener::listen_unix(io.get_executor(), path, accepting(), limited);
    auto one = join_unix();
    auto two = join_unix();
    auto three = join_unix();
    run_until(io, [&] { return three->ended; });
    BOOST_TEST(users.size() == 2U);
    BOOST_TEST_REQUIRE(logged.size() == 1U);
    BOOST_TEST(logged[0] == "refused connection from " + peers[0].text + ": 2 connections are open");

    one->end_output();  // our end closes then, and makes room
    run_until(io, [&] { return one->closed.has_value(); });
    auto four = join_unix();
    four->send({"x"});
    run_until(io, [&] { return four->received == "> x"; });
    BOOST_TEST(!two->ended);
}

BOOST_AUTO_TEST_CASE(without_descriptors_accepting_waits_and_goes_on) {
    const auto listener = listen_unix();
    run_ready(io);
    auto client = join_unix();
    client->send({"patience"});
    {
        const descriptor_limit none(0);
        run_until(io, [&] { return !logged.empty(); });
        const auto rounds_start = std::chrono::steady_clock::now();
        int rounds = 0;
        io.restart();
        while (std::chrono::steady_clock::now() < rounds_start + std::chrono::milliseconds(20))
            rounds += static_cast<int>(io.run_one_for(std::chrono::milliseconds(20)));
        BOOST_TEST(rounds < 100);  // it does not spin
    }
    run_until(io, [&] { return client->received == "> patience"; });
    BOOST_TEST_REQUIRE(logged.size() == 1U);  // once, however often it failed
    BOOST_TEST(logged[0] == "cannot accept on `" + path + "`: Too many open files");
}

BOOST_AUTO_TEST_CASE(connections_leave_descriptors_for_everything_else) {
    constexpr int limit = 2 * static_cast<int>(reserved_descriptors);
    check_reserve(*this, limit, limit - static_cast<int>(reserved_descriptors));
}

BOOST_AUTO_TEST_CASE(where_select_watches_connections_leave_descriptors_that_it_can_watch,
                     *boost::unit_test::precondition([](auto) -> boost::test_tools::assertion_result {
                         return test::portable_build && descriptor_limit::may_be(2 * FD_SETSIZE);
                     })) {
    check_reserve(*this, 2 * FD_SETSIZE, FD_SETSIZE - static_cast<int>(reserved_descriptors));
}

BOOST_AUTO_TEST_CASE(a_callback_that_throws_refuses_the_connection_and_no_other) {
    const auto listener = socket_listener::listen_unix(
        io.get_executor(), path,
        [&, count = 0](accepted_connection connection) mutable {
            if (count++ == 0) throw std::runtime_error("not today");
            accept(std::move(connection));
        },
        options());
    auto first = join_unix();
    run_until(io, [&] { return first->ended; });
    BOOST_TEST_REQUIRE(logged.size() == 1U);
    BOOST_TEST(logged[0].ends_with(": not today"));
    auto second = join_unix();
    second->send({"x"});
    run_until(io, [&] { return second->received == "> x"; });
}

BOOST_AUTO_TEST_SUITE_END()
