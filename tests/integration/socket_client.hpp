#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <sys/socket.h>

namespace assent::test {

/// A client on a socket that says something and reads lines. It does not wait for ever.
class socket_client {
public:
    socket_client(int domain, const sockaddr* address, socklen_t size);
    /// To a Unix socket.
    explicit socket_client(const std::string& path);
    ~socket_client();
    socket_client(const socket_client&) = delete;
    socket_client& operator=(const socket_client&) = delete;

    void say(std::string_view text) const;
    /// Up to a line end, or the end of the connection.
    [[nodiscard]] std::string hear() const;
    [[nodiscard]] int descriptor() const noexcept { return socket_; }

private:
    int socket_;
};

[[nodiscard]] socket_client connect_unix(const std::string& path);
/// To a port of the loopback address.
[[nodiscard]] socket_client connect_tcp(std::uint16_t port);

}  // namespace assent::test
