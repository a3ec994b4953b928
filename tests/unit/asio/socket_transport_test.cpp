#include <assent/adapters/asio/socket_transport.hpp>

#include "portable_build.hpp"
#include "stream_probe.hpp"

#include <system_error>

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>

using namespace assent;
using namespace assent::testing;

namespace socket_transport_test {
namespace {

int option(int fd, int level, int name) {
    int value = 0;
    socklen_t length = sizeof(value);
    BOOST_REQUIRE(::getsockopt(fd, level, name, &value, &length) == 0);
    return value;
}

/// A loopback port on which nobody listens, taken for as long as this lives.
class silent_port {
public:
    silent_port() : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof(address);
        auto* any = reinterpret_cast<sockaddr*>(&address);
        BOOST_REQUIRE(::bind(fd_, any, length) == 0);
        BOOST_REQUIRE(::getsockname(fd_, any, &length) == 0);
        number = ntohs(address.sin_port);
    }
    ~silent_port() { ::close(fd_); }
    silent_port(const silent_port&) = delete;
    silent_port& operator=(const silent_port&) = delete;
    std::uint16_t number = 0;

private:
    int fd_;
};

struct socket_fixture {
    boost::asio::io_context io;
};

}  // namespace
}  // namespace socket_transport_test

BOOST_FIXTURE_TEST_SUITE(socket_transport_test, socket_fixture)

BOOST_AUTO_TEST_CASE(a_descriptor_that_select_cannot_watch_is_refused,
                     *boost::unit_test::precondition([](auto) -> boost::test_tools::assertion_result {
                         rlimit now{};
                         return ::getrlimit(RLIMIT_NOFILE, &now) == 0 && now.rlim_cur > FD_SETSIZE;
                     })) {
    for (const int number : {FD_SETSIZE - 1, FD_SETSIZE}) {
        int ends[2];
        BOOST_REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
        const open_file near(ends[0]), far(ends[1]);
        BOOST_REQUIRE(::dup2(near, number) == number);
        const auto made = [&] { return make_socket_transport(io.get_executor(), number); };
        if (test::portable_build && number == FD_SETSIZE)
            BOOST_CHECK_EXCEPTION(static_cast<void>(made()), std::system_error,
                                  says("cannot watch a socket: descriptor 1024, expected one below 1024: Too "
                                       "many open files"));
        else
            BOOST_TEST((made() != nullptr));
    }
}

BOOST_AUTO_TEST_CASE(a_tcp_socket_sends_small_answers_at_once_and_notices_a_lost_peer) {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto stream = make_socket_transport(io.get_executor(), fd);
    BOOST_TEST(option(fd, IPPROTO_TCP, TCP_NODELAY) != 0);
    BOOST_TEST(option(fd, SOL_SOCKET, SO_KEEPALIVE) != 0);
}

BOOST_AUTO_TEST_CASE(a_peer_that_is_gone_raises_no_sigpipe) {
    int fds[2];
    BOOST_REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) == 0);
    auto user = recorder::on(make_socket_transport(io.get_executor(), fds[0]), true);
    ::close(fds[1]);
    user->send({"hello?"});  // SIGPIPE has its default here: it would end the test program
    run_until(io, [&] { return user->closed.has_value(); });
    BOOST_TEST(*user->closed == boost::system::errc::broken_pipe);
    user->stream.reset();
}

BOOST_AUTO_TEST_CASE(what_is_no_stream_socket_is_refused_and_closed) {
    const int file = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    BOOST_CHECK_EXCEPTION(static_cast<void>(make_socket_transport(io.get_executor(), file)),
                          std::system_error,
                          says("cannot use descriptor " + std::to_string(file) +
                               " as a socket: Socket operation on non-socket"));
    BOOST_TEST(::fcntl(file, F_GETFD) == -1);

    const int datagram = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    BOOST_CHECK_THROW(static_cast<void>(make_socket_transport(io.get_executor(), datagram)),
                      std::system_error);
    BOOST_TEST(::fcntl(datagram, F_GETFD) == -1);
}

BOOST_AUTO_TEST_CASE(connecting_to_no_unix_listener_names_the_path) {
    const temporary_directory directory;
    const std::string path = directory / "nobody";
    BOOST_CHECK_EXCEPTION(static_cast<void>(connect_unix(io.get_executor(), path)), std::system_error,
                          says("cannot connect to `" + path + "`: No such file or directory"));
}

BOOST_AUTO_TEST_CASE(connecting_to_no_tcp_listener_names_host_and_port) {
    const silent_port port;
    BOOST_CHECK_EXCEPTION(
        static_cast<void>(connect_tcp(io.get_executor(), "127.0.0.1", port.number)), std::system_error,
        says("cannot connect to `127.0.0.1:" + std::to_string(port.number) + "`: Connection refused"));
    BOOST_CHECK_THROW(static_cast<void>(connect_tcp(io.get_executor(), "no host", 1)), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(a_path_that_no_socket_can_have_is_refused) {
    const std::string longest(107, 'x');  // sun_path has 108 bytes, one of them for the NUL
    BOOST_CHECK_EXCEPTION(static_cast<void>(connect_unix(io.get_executor(), longest)), std::system_error,
                          says("cannot connect to `" + longest + "`: No such file or directory"));
    BOOST_CHECK_EXCEPTION(static_cast<void>(connect_unix(io.get_executor(), longest + "x")),
                          std::invalid_argument,
                          says("cannot connect to `" + longest + "x`: the path is longer than 107 bytes"));
    BOOST_CHECK_THROW(static_cast<void>(connect_unix(io.get_executor(), "")), std::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(connect_unix(io.get_executor(), std::string("a\0b", 3))),
                      std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
