#pragma once

#include "unique_descriptor.hpp"

#include <assent/ports/transport.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <sys/socket.h>
#include <sys/types.h>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace assent::detail {

/// A transport over a connected stream socket, see `make_socket_transport`.
///
/// \param until_closed  dropped when the socket is closed; lets a listener count its connections
[[nodiscard]] std::unique_ptr<transport> make_socket_stream(const boost::asio::any_io_executor& executor,
                                                            unique_descriptor socket,
                                                            std::shared_ptr<void> until_closed = nullptr);

/// A Unix or TCP address of any kind, as the system's calls want it.
struct socket_address {
    sockaddr_storage storage{};
    socklen_t length = sizeof(sockaddr_storage);

    [[nodiscard]] const sockaddr* get() const noexcept;
    [[nodiscard]] sockaddr* get() noexcept;
    [[nodiscard]] int family() const noexcept { return storage.ss_family; }
    [[nodiscard]] bool loopback() const noexcept;
    [[nodiscard]] std::uint16_t port() const noexcept;
    /// `127.0.0.1:80`, `[::1]:80`.
    [[nodiscard]] std::string text() const;
};

/// The family of a socket: AF_UNIX. \throws std::system_error, with `what` in front, when it is none
[[nodiscard]] int family_of(int socket, const std::string& what);

/// The address of the Unix socket at `path`.
/// \throws std::invalid_argument, with `what` in front, when a socket cannot have that path
[[nodiscard]] socket_address unix_address(const std::string& path, const std::string& what);

/// `host:port`, with brackets around an IPv6 host; for messages.
[[nodiscard]] std::string host_and_port(const std::string& host, std::uint16_t port);

/// All TCP addresses of `host`, at least one. Blocks while a name server is asked.
/// \throws std::runtime_error, with `what` in front, when there is none
[[nodiscard]] std::vector<socket_address> resolve_tcp(const std::string& host, std::uint16_t port,
                                                      const std::string& what);

/// A Unix socket that listens, and the file that stands for it.
struct listening_unix_socket {
    unique_descriptor socket;
    dev_t device = 0;  ///< of the file, to know it again
    ino_t inode = 0;
};

/// Binds and listens at `path`: mode 0600 from the start, a stale socket file is replaced. Of several that
/// try at once, here or in other processes, one succeeds; `<path>.lock` sees to it, and stays. \throws
/// std::system_error or std::runtime_error
[[nodiscard]] listening_unix_socket bind_unix(const std::string& path);

/// Makes ready a Unix socket that another process has bound and listens on.
/// \throws std::system_error or std::runtime_error, with `what` in front, when it is none
void require_listening_unix(int fd, const std::string& what);

/// Binds and listens at the first of `addresses` where that works.
/// \throws std::system_error, with `what` in front
[[nodiscard]] unique_descriptor bind_tcp(const std::vector<socket_address>& addresses,
                                         const std::string& what);

}  // namespace assent::detail
