#pragma once

#include <assent/adapters/asio/pipe_size.hpp>

#include <fcntl.h>

namespace assent::detail {

/// Lets a pipe hold `large_pipe_bytes`. Nothing happens where that is not possible, or `fd` is no pipe.
inline void enlarge_pipe(int fd) noexcept {
    const int now = ::fcntl(fd, F_GETPIPE_SZ);
    if (now >= 0 && now < large_pipe_bytes) static_cast<void>(::fcntl(fd, F_SETPIPE_SZ, large_pipe_bytes));
}

}  // namespace assent::detail
