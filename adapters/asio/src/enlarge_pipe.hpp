#pragma once

#include <fcntl.h>

namespace assent::detail {

/// Lets a pipe hold that much, see pipe_size.hpp. Nothing happens where that is not possible, or `fd` is no
/// pipe.
inline void enlarge_pipe(int fd, int bytes) noexcept {
    const int now = ::fcntl(fd, F_GETPIPE_SZ);
    if (now >= 0 && now < bytes) static_cast<void>(::fcntl(fd, F_SETPIPE_SZ, bytes));
}

}  // namespace assent::detail
