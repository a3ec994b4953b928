#include <assent/adapters/asio/socket_transport.hpp>

#include "socket_address.hpp"
#include "stream_core.hpp"

#include <assent/adapters/asio/descriptors.hpp>

#include <boost/asio/generic/stream_protocol.hpp>

#include <system_error>
#include <utility>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace assent {
namespace {

using boost::asio::generic::stream_protocol;
using detail::unique_descriptor;

std::string as_a(int fd, const char* kind) {
    return "cannot use descriptor " + std::to_string(fd) + " as a " + kind;
}

void require_stream(int fd) {
    int type = 0;
    socklen_t length = sizeof(type);
    if (::getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &length) != 0)
        detail::throw_system_error(as_a(fd, "socket"));
    if (type != SOCK_STREAM) detail::throw_system_error(as_a(fd, "stream"), EPROTOTYPE);
}

class socket_endpoint {
public:
    static constexpr bool outlives_reader = false;

    socket_endpoint(const boost::asio::any_io_executor& executor, unique_descriptor fd,
                    std::shared_ptr<void> until_closed)
        : socket_(executor), until_closed_(std::move(until_closed)) {
        const int family = detail::family_of(fd.get(), as_a(fd.get(), "socket"));
        require_stream(fd.get());
        detail::require_watchable(fd.get(), "cannot watch a socket");
        if (family == AF_INET || family == AF_INET6) {
            // Worth having, not worth failing for.
            constexpr int on = 1;
            ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
            ::setsockopt(fd.get(), SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
        }
        boost::system::error_code error;
        socket_.assign(stream_protocol(family, 0), fd.get(), error);
        if (!error) socket_.non_blocking(true, error);
        if (error) {
            if (socket_.is_open()) socket_.release(error);  // `fd` has it still
            throw std::system_error(error, "cannot watch a socket");
        }
        static_cast<void>(fd.release());
    }

    stream_protocol::socket& input() noexcept { return socket_; }
    stream_protocol::socket& output() noexcept { return socket_; }

    void end_output() noexcept {
        boost::system::error_code ignored;  // not connected any more: nobody is there to be told
        socket_.shutdown(stream_protocol::socket::shutdown_send, ignored);
    }

    void close() noexcept {
        boost::system::error_code ignored;
        socket_.close(ignored);
        until_closed_.reset();
    }

private:
    stream_protocol::socket socket_;
    std::shared_ptr<void> until_closed_;
};

/// A new socket, connected; invalid and errno set when that failed.
unique_descriptor connect_to(const detail::socket_address& address) {
    unique_descriptor socket(detail::open_socket(address.family(), true));
    if (!socket.valid()) return socket;
    int result = -1;
    do  // after a signal, a second call goes on with the same attempt
        result = ::connect(socket.get(), address.get(), address.length);
    while (result != 0 && errno == EINTR);
    if (result == 0) return socket;
    const int number = errno;
    socket.reset();
    errno = number;
    return socket;
}

}  // namespace

std::unique_ptr<transport> detail::make_socket_stream(const boost::asio::any_io_executor& executor,
                                                      unique_descriptor socket,
                                                      std::shared_ptr<void> until_closed) {
    return std::make_unique<stream_transport<socket_endpoint>>(executor, std::move(socket),
                                                               std::move(until_closed));
}

std::unique_ptr<transport> make_socket_transport(const boost::asio::any_io_executor& executor,
                                                 int socket_fd) {
    return detail::make_socket_stream(executor, unique_descriptor(socket_fd));
}

std::unique_ptr<transport> connect_unix(const boost::asio::any_io_executor& executor,
                                        const std::string& path) {
    const std::string what = "cannot connect to `" + path + "`";
    auto socket = connect_to(detail::unix_address(path, what));
    if (!socket.valid()) detail::throw_system_error(what);
    return detail::make_socket_stream(executor, std::move(socket));
}

std::unique_ptr<transport> connect_tcp(const boost::asio::any_io_executor& executor, const std::string& host,
                                       std::uint16_t port) {
    const std::string what = "cannot connect to `" + detail::host_and_port(host, port) + "`";
    int number = 0;
    for (const auto& address : detail::resolve_tcp(host, port, what)) {
        auto socket = connect_to(address);
        if (socket.valid()) return detail::make_socket_stream(executor, std::move(socket));
        number = errno;
    }
    detail::throw_system_error(what, number);
}

}  // namespace assent
