#include <assent/adapters/asio/descriptors.hpp>

#include <assent/adapters/asio/descriptors_end.hpp>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>

namespace assent::detail {
namespace {

// POSIX has no way to do this while the descriptor is made: a program that another thread starts at this
// moment may get it, unless that closes what it is not meant to have, as all starts of ours do.
bool make_own(int fd, bool blocks) noexcept {
    const int flags = ::fcntl(fd, F_GETFL);
    return flags >= 0 && ::fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 &&
           ::fcntl(fd, F_SETFL, blocks ? flags & ~O_NONBLOCK : flags | O_NONBLOCK) == 0;
}

void close_keeping_errno(int fd) noexcept {
    const int number = errno;
    ::close(fd);
    errno = number;
}

int made(int fd, bool blocks) noexcept {
    if (fd < 0 || make_own(fd, blocks)) return fd;
    close_keeping_errno(fd);
    return -1;
}

}  // namespace

bool open_pipe(int (&ends)[2]) noexcept {
    if (::pipe(ends) != 0) return false;
    if (make_own(ends[0], true) && make_own(ends[1], true)) return true;
    for (const int each : ends) close_keeping_errno(each);
    return false;
}

int open_socket(int family, bool blocks) noexcept { return made(::socket(family, SOCK_STREAM, 0), blocks); }

int accept_connection(int listening) noexcept { return made(::accept(listening, nullptr, nullptr), false); }

// A pipe has the size that the system gives it.
void enlarge_pipe(int, int) noexcept {}

int descriptors_end() noexcept {
    const long limit = ::sysconf(_SC_OPEN_MAX);
    return static_cast<int>(limit < 0 ? max_open_descriptors : std::min(limit, max_open_descriptors));
}

bool close_descriptors(int first, int last) noexcept {
    const int end = std::min(last, descriptors_end() - 1);
    for (int each = first; each <= end; ++each) ::close(each);
    return true;
}

}  // namespace assent::detail
