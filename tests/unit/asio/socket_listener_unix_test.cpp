// The socket file, and who may come in by it.

#include "listener_probe.hpp"

#include <algorithm>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>

using namespace assent;
using namespace assent::testing;

namespace socket_listener_unix_test {
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

}  // namespace
}  // namespace socket_listener_unix_test

BOOST_FIXTURE_TEST_SUITE(socket_listener_unix_test, listener_fixture)

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
    std::ofstream(path + ".lock").flush();  // its own making shall not be among what is seen
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

BOOST_AUTO_TEST_CASE(a_lock_that_is_no_regular_file_is_refused_and_not_waited_for) {
    const std::string lock = path + ".lock";
    BOOST_REQUIRE(::mkfifo(lock.c_str(), 0600) == 0);
    BOOST_CHECK_EXCEPTION(static_cast<void>(listen_unix()), std::runtime_error,
                          says("cannot listen on `" + path + "`: `" + lock + "` is not a regular file"));
    BOOST_TEST(!std::filesystem::exists(path));
}

BOOST_AUTO_TEST_CASE(of_those_who_take_over_a_stale_socket_at_once_one_does) {
    constexpr int rounds = 400;
    constexpr std::size_t contenders = 8;
    for (int round = 0; round < rounds; ++round) {
        bind_raw(path).close();
        std::barrier together(static_cast<std::ptrdiff_t>(contenders));
        std::vector<std::optional<socket_listener>> made(contenders);
        std::vector<std::thread> threads;
        for (auto& each : made)
            threads.emplace_back([&] {
                together.arrive_and_wait();
                try {
                    each.emplace(socket_listener::listen_unix(io.get_executor(), path, accepting()));
                } catch (const std::runtime_error&) {
                    // Another one was first.
                }
            });
        for (auto& each : threads) each.join();
        const auto listening =
            std::count_if(made.begin(), made.end(), [](const auto& each) { return each.has_value(); });
        BOOST_TEST_REQUIRE(listening == 1, "round " << round << ": " << listening << " listen");
        join_unix();  // it is the one whose file is there
        made.clear();
        BOOST_TEST(!std::filesystem::exists(path));
    }
}

BOOST_AUTO_TEST_CASE(a_socket_that_somebody_else_begins_to_listen_on_is_left_alone) {
    bind_raw(path).close();
    const std::string name = path + ".lock";
    {
        const open_file other(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
        BOOST_REQUIRE(::flock(other, LOCK_EX | LOCK_NB) == 0);
        BOOST_CHECK_EXCEPTION(
            static_cast<void>(listen_unix()), std::runtime_error,
            says("cannot listen on `" + path + "`: another process is beginning to listen there"));
        BOOST_TEST(std::filesystem::exists(path));
    }
    const auto listener = listen_unix();
    BOOST_TEST(mode_of(path) == 0600U);
    // The lock is for the beginning only: who comes later is told that somebody listens.
    const open_file later(::open(name.c_str(), O_RDWR | O_CLOEXEC));
    BOOST_TEST(::flock(later, LOCK_EX | LOCK_NB) == 0);
}

BOOST_AUTO_TEST_CASE(the_file_that_is_locked_is_private_and_no_link_is_followed_to_it) {
    const std::string name = path + ".lock";
    for (const mode_t mask : {mode_t{0}, mode_t{0022}}) {
        const mode_t before = ::umask(mask);
        static_cast<void>(listen_unix());
        ::umask(before);
        BOOST_TEST(mode_of(name) == 0600U);
        std::filesystem::remove(name);
    }
    const std::string target = directory / "target";
    std::filesystem::create_symlink(target, name);
    BOOST_CHECK_EXCEPTION(static_cast<void>(listen_unix()), std::system_error,
                          says("cannot listen on `" + path + "`: cannot open `" + name +
                               "`: Too many levels of symbolic links"));
    BOOST_TEST(!std::filesystem::exists(target));
}

BOOST_AUTO_TEST_CASE(a_path_that_cannot_be_bound_is_named) {
    path = directory / "missing/socket";
    BOOST_CHECK_EXCEPTION(static_cast<void>(listen_unix()), std::system_error,
                          says("cannot listen on `" + path + "`: No such file or directory"));
    path = std::string(200, 'x');
    BOOST_CHECK_THROW(static_cast<void>(listen_unix()), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(our_own_user_and_root_are_trusted_and_nobody_else) {
    const uid_t own = ::geteuid();
    BOOST_TEST(trusted_peer({.pid = 1, .uid = own}));
    BOOST_TEST(trusted_peer({.pid = 1, .uid = 0}));
    BOOST_TEST(!trusted_peer({.pid = 1, .uid = own + 1}));
    BOOST_TEST(!trusted_peer({.pid = ::getpid(), .uid = static_cast<uid_t>(-1)}));
    int ends[2];
    BOOST_TEST_REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    BOOST_TEST(unix_peer(ends[0]).pid == (test::portable_build ? 0 : ::getpid()));
    BOOST_TEST(unix_peer(ends[0]).uid == own);
    ::close(ends[0]);
    ::close(ends[1]);
    BOOST_CHECK_THROW(static_cast<void>(unix_peer(-1)), std::system_error);
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
    const std::string process = test::portable_build ? "" : ", pid " + std::to_string(stranger);
    BOOST_TEST(logged[0] ==
               "refused connection from uid 65534" + process + ": not the user of `" + path + "`");
}

BOOST_AUTO_TEST_SUITE_END()
