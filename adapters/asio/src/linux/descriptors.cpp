#include <assent/adapters/asio/descriptors.hpp>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace assent::detail {

bool open_pipe(int (&ends)[2]) noexcept { return ::pipe2(ends, O_CLOEXEC) == 0; }

int open_socket(int family, bool blocks) noexcept {
    return ::socket(family, SOCK_STREAM | SOCK_CLOEXEC | (blocks ? 0 : SOCK_NONBLOCK), 0);
}

int accept_connection(int listening) noexcept {
    return ::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

void enlarge_pipe(int fd, int bytes) noexcept {
    const int now = ::fcntl(fd, F_GETPIPE_SZ);
    if (now >= 0 && now < bytes) static_cast<void>(::fcntl(fd, F_SETPIPE_SZ, bytes));
}

bool close_descriptors(int first, int last) noexcept {
    return first > last || ::close_range(static_cast<unsigned>(first), static_cast<unsigned>(last), 0) == 0;
}

}  // namespace assent::detail
