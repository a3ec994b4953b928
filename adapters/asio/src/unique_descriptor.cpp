#include "unique_descriptor.hpp"

#include <assent/adapters/asio/descriptors.hpp>

#include <fcntl.h>
#include <unistd.h>

namespace assent::detail {

void unique_descriptor::reset(int fd) noexcept {
    if (fd_ >= 0) ::close(fd_);  // Linux has closed it even where close() reports an error
    fd_ = fd;
}

namespace {

void move_above_stderr(unique_descriptor& fd, const std::string& what) {
    if (fd.get() > STDERR_FILENO) return;
    const int moved = ::fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (moved < 0) throw_system_error(what);
    fd.reset(moved);
}

}  // namespace

pipe_ends make_pipe(const std::string& what) {
    int ends[2];
    if (!open_pipe(ends)) throw_system_error(what);
    pipe_ends result{unique_descriptor(ends[0]), unique_descriptor(ends[1])};
    move_above_stderr(result.read, what);
    move_above_stderr(result.write, what);
    return result;
}

}  // namespace assent::detail
