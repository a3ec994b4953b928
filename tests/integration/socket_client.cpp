#include "socket_client.hpp"

#include "hang_limit.hpp"

#include <cerrno>
#include <system_error>

#include <netinet/in.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

namespace assent::test {
namespace {

constexpr timeval patience{hang_limit.count(), 0};

void require(bool worked, const char* what) {
    if (!worked) throw std::system_error(errno, std::generic_category(), what);
}

struct unix_address {
    explicit unix_address(const std::string& path) {
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof address.sun_path - 1);
    }
    [[nodiscard]] const sockaddr* generic() const { return reinterpret_cast<const sockaddr*>(&address); }
    sockaddr_un address{};
};

}  // namespace

socket_client::socket_client(int domain, const sockaddr* address, socklen_t size)
    : socket_(::socket(domain, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    require(socket_ >= 0, "socket");
    require(::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) == 0, "setsockopt");
    require(::connect(socket_, address, size) == 0, "connect");
}

socket_client::socket_client(const std::string& path)
    : socket_client(AF_UNIX, unix_address(path).generic(), sizeof(sockaddr_un)) {}

socket_client::~socket_client() { ::close(socket_); }

void socket_client::say(std::string_view text) const {
    require(::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size()),
            "send");
}

std::string socket_client::hear() const {
    std::string text;
    char byte = 0;
    while (::recv(socket_, &byte, 1, 0) == 1) {
        text += byte;
        if (byte == '\n') break;
    }
    return text;
}

socket_client connect_unix(const std::string& path) { return socket_client(path); }

socket_client connect_tcp(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return {AF_INET, reinterpret_cast<const sockaddr*>(&address), sizeof address};
}

}  // namespace assent::test
