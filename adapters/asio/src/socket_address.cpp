#include "socket_address.hpp"

#include <assent/adapters/asio/descriptors.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace assent::detail {
namespace {

template <class Address>
Address view_as(const sockaddr_storage& storage) noexcept {
    Address address{};
    std::memcpy(&address, &storage, sizeof(address));
    return address;
}

bool loopback_v4(std::uint32_t address) noexcept { return (address >> 24) == 127; }

/// \return something is there
bool require_no_other_file(const std::string& path, const std::string& what) {
    struct stat found {};
    if (::lstat(path.c_str(), &found) != 0) {
        if (errno == ENOENT) return false;
        throw_system_error(what);
    }
    if (!S_ISSOCK(found.st_mode)) throw std::runtime_error(what + ": it exists and is not a socket");
    return true;
}

/// Removes the socket file at `path` if no process listens there any more.
void remove_stale_socket(const std::string& path, const socket_address& address, const std::string& what) {
    if (!require_no_other_file(path, what)) return;
    const unique_descriptor probe(open_socket(AF_UNIX, false));
    if (!probe.valid()) throw_system_error(what);
    // EAGAIN: somebody listens, with a full queue.
    if (::connect(probe.get(), address.get(), address.length) == 0 || errno == EAGAIN)
        throw std::runtime_error(what + ": another process is listening there");
    if (errno != ECONNREFUSED) throw_system_error(what);
    if (::unlink(path.c_str()) != 0 && errno != ENOENT)
        throw_system_error(what + ": cannot remove the socket file that a dead listener left");
}

/// Keeps others who want to listen at `path` away until it is closed: between the look at a stale file, its
/// removal and our own bind and listen, theirs would look stale, or ours would to them.
///
/// The file stays when we are done. Removing it could only take it from under somebody who has just locked
/// it.
unique_descriptor lock_socket_path(const std::string& path, const std::string& what) {
    const std::string name = path + ".lock";
    unique_descriptor file(::open(
        name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK, S_IRUSR | S_IWUSR));
    // Without the folder there is no socket either.
    if (!file.valid()) throw_system_error(errno == ENOENT ? what : what + ": cannot open `" + name + "`");
    struct stat found {};
    if (::fstat(file.get(), &found) != 0) throw_system_error(what + ": cannot open `" + name + "`");
    if (!S_ISREG(found.st_mode)) throw std::runtime_error(what + ": `" + name + "` is not a regular file");
    while (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno == EINTR) continue;
        if (errno != EWOULDBLOCK) throw_system_error(what + ": cannot lock `" + name + "`");
        throw std::runtime_error(what + ": another process is beginning to listen there");
    }
    return file;
}

}  // namespace

int family_of(int socket, const std::string& what) {
    socket_address own;
    if (::getsockname(socket, own.get(), &own.length) != 0) throw_system_error(what);
    return own.family();
}

socket_address unix_address(const std::string& path, const std::string& what) {
    sockaddr_un unix{};
    unix.sun_family = AF_UNIX;
    if (path.empty()) throw std::invalid_argument(what + ": the path is empty");
    if (path.find('\0') != std::string::npos)
        throw std::invalid_argument(what + ": the path contains a NUL byte");
    if (path.size() >= sizeof(unix.sun_path))
        throw std::invalid_argument(what + ": the path is longer than " +
                                    std::to_string(sizeof(unix.sun_path) - 1) + " bytes");
    std::copy(path.begin(), path.end(), unix.sun_path);
    socket_address address;
    std::memcpy(&address.storage, &unix, sizeof(unix));
    address.length = sizeof(unix);
    return address;
}

const sockaddr* socket_address::get() const noexcept { return reinterpret_cast<const sockaddr*>(&storage); }

sockaddr* socket_address::get() noexcept { return reinterpret_cast<sockaddr*>(&storage); }

bool socket_address::loopback() const noexcept {
    if (family() == AF_INET) return loopback_v4(ntohl(view_as<sockaddr_in>(storage).sin_addr.s_addr));
    if (family() != AF_INET6) return false;
    const auto bytes = view_as<sockaddr_in6>(storage).sin6_addr;
    if (IN6_IS_ADDR_V4MAPPED(&bytes)) return loopback_v4(std::uint32_t{bytes.s6_addr[12]} << 24);
    return std::memcmp(&bytes, &in6addr_loopback, sizeof(bytes)) == 0;
}

std::uint16_t socket_address::port() const noexcept {
    if (family() == AF_INET) return ntohs(view_as<sockaddr_in>(storage).sin_port);
    if (family() == AF_INET6) return ntohs(view_as<sockaddr_in6>(storage).sin6_port);
    return 0;
}

std::string socket_address::text() const {
    char host[NI_MAXHOST] = "?";
    ::getnameinfo(get(), length, host, sizeof(host), nullptr, 0, NI_NUMERICHOST);
    return host_and_port(host, port());
}

std::string host_and_port(const std::string& host, std::uint16_t port) {
    const bool bare_v6 = host.find(':') != std::string::npos;
    return (bare_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

std::vector<socket_address> resolve_tcp(const std::string& host, std::uint16_t port,
                                        const std::string& what) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICSERV;
    addrinfo* found = nullptr;
    const int failure = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
    if (failure != 0) throw std::runtime_error(what + ": " + ::gai_strerror(failure));
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, &::freeaddrinfo);

    std::vector<socket_address> addresses;
    for (const addrinfo* entry = found; entry != nullptr; entry = entry->ai_next) {
        auto& address = addresses.emplace_back();
        std::memcpy(&address.storage, entry->ai_addr, entry->ai_addrlen);
        address.length = entry->ai_addrlen;
    }
    return addresses;
}

listening_unix_socket bind_unix(const std::string& path) {
    const std::string what = "cannot listen on `" + path + "`";
    const auto address = unix_address(path, what);
    static_cast<void>(require_no_other_file(path, what));  // before anything is left beside it
    const unique_descriptor lock = lock_socket_path(path, what);
    remove_stale_socket(path, address, what);

    listening_unix_socket result;
    result.socket.reset(open_socket(AF_UNIX, false));
    const int fd = result.socket.get();
    if (fd < 0) throw_system_error(what);
    // Linux makes the file with the mode of the socket, less the umask; elsewhere this fails. (umask itself
    // would do too, but belongs to all threads.) The mode is looked at before we listen, and nobody can
    // connect before.
    static_cast<void>(::fchmod(fd, S_IRUSR | S_IWUSR));
    if (::bind(fd, address.get(), address.length) != 0) throw_system_error(what);

    struct stat file {};
    if (::lstat(path.c_str(), &file) != 0 || !S_ISSOCK(file.st_mode))
        throw std::runtime_error(what + ": somebody else changes that file");
    result.device = file.st_dev;
    result.inode = file.st_ino;
    const bool mode_wrong = (file.st_mode & ACCESSPERMS) != (S_IRUSR | S_IWUSR);
    if ((mode_wrong && ::chmod(path.c_str(), S_IRUSR | S_IWUSR) != 0) || ::listen(fd, SOMAXCONN) != 0) {
        const int number = errno;
        ::unlink(path.c_str());
        throw_system_error(what, number);
    }
    return result;
}

void require_listening_unix(int fd, const std::string& what) {
    const auto option = [&](int name) {
        int value = 0;
        socklen_t length = sizeof value;
        if (::getsockopt(fd, SOL_SOCKET, name, &value, &length) != 0) throw_system_error(what);
        return value;
    };
    if (family_of(fd, what) != AF_UNIX || option(SO_TYPE) != SOCK_STREAM || option(SO_ACCEPTCONN) == 0)
        throw std::runtime_error(what + ": the socket that was handed over does not listen there");
    const int flags = ::fcntl(fd, F_GETFL);
    if (flags < 0 || ::fcntl(fd, F_SETFL, flags | O_NONBLOCK) != 0 || ::fcntl(fd, F_SETFD, FD_CLOEXEC) != 0)
        throw_system_error(what);
}

unique_descriptor bind_tcp(const std::vector<socket_address>& addresses, const std::string& what) {
    int number = EADDRNOTAVAIL;
    for (const auto& address : addresses) {
        constexpr int on = 1;
        unique_descriptor socket(open_socket(address.family(), false));
        // Without SO_REUSEADDR a restart would have to wait until old connections are forgotten.
        if (socket.valid() && ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) == 0 &&
            ::bind(socket.get(), address.get(), address.length) == 0 &&
            ::listen(socket.get(), SOMAXCONN) == 0)
            return socket;
        number = errno;
    }
    throw_system_error(what, number);
}

}  // namespace assent::detail
