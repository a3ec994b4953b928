#include <assent/adapters/asio/socket_listener.hpp>

#include "stream_probe.hpp"

#include <assent/adapters/asio/socket_transport.hpp>

#include <cstdio>
#include <fstream>
#include <stdexcept>

#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>

using namespace assent;
using namespace assent::testing;

namespace {

mode_t mode_of(const std::string& path) {
    struct stat found {};
    BOOST_REQUIRE(::lstat(path.c_str(), &found) == 0);
    return found.st_mode & ACCESSPERMS;
}

/// A socket bound to `path`, on which nobody listens. When it is closed the file stays, as after a crash.
open_file bind_raw(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    open_file made(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    BOOST_REQUIRE(::bind(made, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0);
    return made;
}

/// No new descriptors while this lives.
class no_descriptors_left {
public:
    no_descriptors_left() {
        BOOST_REQUIRE(::getrlimit(RLIMIT_NOFILE, &before_) == 0);
        rlimit now = before_;
        now.rlim_cur = 0;
        BOOST_REQUIRE(::setrlimit(RLIMIT_NOFILE, &now) == 0);
    }
    ~no_descriptors_left() { ::setrlimit(RLIMIT_NOFILE, &before_); }
    no_descriptors_left(const no_descriptors_left&) = delete;
    no_descriptors_left& operator=(const no_descriptors_left&) = delete;

private:
    rlimit before_{};
};

struct listener_fixture {
    temporary_directory directory;
    std::string path = directory / "socket";
    boost::asio::io_context io;
    std::vector<connected_peer> peers;
    std::vector<std::shared_ptr<recorder>> users;  ///< our end of each accepted connection
    std::vector<std::string> logged;

    ~listener_fixture() {
        for (const auto* all : {&users, &clients_})
            for (const auto& user : *all) user->stream.reset();  // the two own each other
        run_ready(io);
    }
    listen_options options() {
        listen_options made;
        made.accept_retry = std::chrono::milliseconds(1);
        made.log = [this](std::string_view line) { logged.emplace_back(line); };
        return made;
    }
    /// Answers everything with `> ` and the same.
    void accept(accepted_connection connection) {
        peers.push_back(connection.peer);
        auto user = recorder::on(std::move(connection.stream));
        auto* self = user.get();
        self->reading = [self] { self->send({"> ", self->received}); };
        self->ending = [self] { self->close(); };
        users.push_back(std::move(user));
    }
    socket_listener::connection_callback accepting() {
        return [this](accepted_connection connection) { accept(std::move(connection)); };
    }
    socket_listener listen_unix() {
        return socket_listener::listen_unix(io.get_executor(), path, accepting(), options());
    }
    std::shared_ptr<recorder> join(std::unique_ptr<transport> client) {
        auto user = recorder::on(std::move(client));
        clients_.push_back(user);
        return user;
    }
    std::shared_ptr<recorder> join_unix() { return join(connect_unix(io.get_executor(), path)); }

private:
    std::vector<std::shared_ptr<recorder>> clients_;
};

}  // namespace

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
    BOOST_TEST(peers[0].process->pid == ::getpid());
    BOOST_TEST(peers[0].process->uid == ::geteuid());
    BOOST_TEST(peers[0].text == "uid " + std::to_string(::geteuid()) + ", pid " + std::to_string(::getpid()));
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
    auto two = join(connect_tcp(io.get_executor(), "localhost", listener.port()));
    one->send({"one"});
    two->send({"two"});
    run_until(io, [&] { return one->received == "> one" && two->received == "> two"; });
    BOOST_TEST_REQUIRE(peers.size() == 2U);
    BOOST_TEST(!peers[0].process);
    BOOST_TEST(peers[0].text.starts_with("127.0.0.1:"));
}

BOOST_AUTO_TEST_CASE(a_socket_file_is_private_under_every_umask) {
    for (const mode_t mask : {mode_t{0}, mode_t{0022}, mode_t{0777}}) {
        BOOST_TEST_CONTEXT("umask " << mask) {
            const mode_t before = ::umask(mask);
            const auto listener = listen_unix();
            ::umask(before);
            BOOST_TEST(mode_of(path) == 0600U);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_socket_file_is_private_from_its_first_moment) {
    const open_file watch(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
    BOOST_REQUIRE(::inotify_add_watch(watch, directory.path().c_str(), IN_CREATE | IN_ATTRIB) >= 0);
    const auto listener = listen_unix();
    alignas(inotify_event) char space[4096];
    const auto bytes = ::read(watch, space, sizeof(space));
    // It was made, and that is all: nobody had to correct the mode afterwards.
    BOOST_TEST_REQUIRE(bytes == static_cast<ssize_t>(sizeof(inotify_event) + 16));  // the name, padded
    BOOST_TEST(reinterpret_cast<const inotify_event*>(space)->mask == std::uint32_t{IN_CREATE});
    BOOST_TEST(mode_of(path) == 0600U);
}

BOOST_AUTO_TEST_CASE(the_socket_file_goes_with_the_listener) {
    auto listener = listen_unix();
    listener.close();
    BOOST_TEST(!std::filesystem::exists(path));
    listener.close();
    {
        const auto second = listen_unix();
        BOOST_TEST(std::filesystem::exists(path));
    }
    BOOST_TEST(!std::filesystem::exists(path));
}

BOOST_AUTO_TEST_CASE(a_file_that_somebody_else_put_there_stays) {
    auto listener = listen_unix();
    std::filesystem::remove(path);
    const auto successor = listen_unix();
    listener.close();
    BOOST_TEST(std::filesystem::exists(path));
    auto client = join_unix();
    client->send({"x"});
    run_until(io, [&] { return client->received == "> x"; });
}

BOOST_AUTO_TEST_CASE(a_stale_socket_file_is_replaced) {
    bind_raw(path).close();
    const auto listener = listen_unix();
    BOOST_TEST(mode_of(path) == 0600U);
    auto client = join_unix();
    client->send({"x"});
    run_until(io, [&] { return client->received == "> x"; });
}

BOOST_AUTO_TEST_CASE(a_live_listener_is_left_alone) {
    const auto listener = listen_unix();
    BOOST_CHECK_EXCEPTION(static_cast<void>(listen_unix()), std::runtime_error,
                          says("cannot listen on `" + path + "`: another process is listening there"));
    auto client = join_unix();
    client->send({"x"});
    run_until(io, [&] { return client->received == "> x"; });
}

BOOST_AUTO_TEST_CASE(a_listener_with_a_full_queue_is_alive) {
    const auto busy = bind_raw(path);
    BOOST_REQUIRE(::listen(busy, 0) == 0);
    const auto waiting = connect_unix(io.get_executor(), path);  // fills the queue
    BOOST_CHECK_EXCEPTION(static_cast<void>(listen_unix()), std::runtime_error,
                          says("cannot listen on `" + path + "`: another process is listening there"));
}

BOOST_AUTO_TEST_CASE(what_is_not_a_socket_is_left_alone) {
    std::ofstream(path) << "precious";
    const auto message = "cannot listen on `" + path + "`: it exists and is not a socket";
    BOOST_CHECK_EXCEPTION(static_cast<void>(listen_unix()), std::runtime_error, says(message));
    BOOST_TEST(std::filesystem::file_size(path) == 8U);

    const std::string target = directory / "target";
    std::filesystem::rename(path, target);
    std::filesystem::create_symlink(target, path);
    BOOST_CHECK_EXCEPTION(static_cast<void>(listen_unix()), std::runtime_error, says(message));
    BOOST_TEST(std::filesystem::is_symlink(path));
}

BOOST_AUTO_TEST_CASE(a_path_that_cannot_be_bound_is_named) {
    path = directory / "missing/socket";
    BOOST_CHECK_EXCEPTION(static_cast<void>(listen_unix()), std::system_error,
                          says("cannot listen on `" + path + "`: No such file or directory"));
    path = std::string(200, 'x');
    BOOST_CHECK_THROW(static_cast<void>(listen_unix()), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(tcp_stays_on_loopback_unless_told_otherwise) {
    for (const std::string host : {"0.0.0.0", "::"}) {
        BOOST_TEST_CONTEXT(host) {
            const std::string shown = host == "::" ? "[::]:0" : host + ":0";
            BOOST_CHECK_EXCEPTION(
                static_cast<void>(socket_listener::listen_tcp(io.get_executor(), host, 0, accepting())),
                std::runtime_error,
                says("cannot listen on `" + shown + "`: " + shown +
                     " is not a loopback address, and remote peers are not allowed"));
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
        const no_descriptors_left none;
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

BOOST_AUTO_TEST_CASE(a_process_of_another_user_is_refused,
                     *boost::unit_test::precondition([](auto) -> boost::test_tools::assertion_result {
                         return ::geteuid() == 0;  // only root can become somebody else
                     })) {
    const auto listener = listen_unix();
    // Even if somebody opened the file to all.
    std::filesystem::permissions(directory.path(), std::filesystem::perms(0755));
    std::filesystem::permissions(path, std::filesystem::perms(0666));
    constexpr uid_t nobody = 65534;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    std::fflush(nullptr);  // else the copy may print it again
    const pid_t stranger = ::fork();
    if (stranger == 0) {  // no C++ here: other threads' locks may be held
        char byte = 0;
        const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
        if (::setresuid(nobody, nobody, nobody) != 0 ||
            ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0)
            ::_exit(2);
        ::_exit(::read(fd, &byte, 1) == 0 ? 0 : 1);
    }
    run_until(io, [&] { return !logged.empty() || !users.empty(); });
    int status = 0;
    BOOST_REQUIRE(::waitpid(stranger, &status, 0) == stranger);
    BOOST_TEST(status == 0);
    BOOST_TEST(users.empty());
    BOOST_TEST_REQUIRE(logged.size() == 1U);
    BOOST_TEST(logged[0] == "refused connection from uid 65534, pid " + std::to_string(stranger) +
                                ": not the user of `" + path + "`");
}

BOOST_AUTO_TEST_SUITE_END()
