#pragma once

namespace assent::detail {

// Descriptors as the system makes them: of Linux, and of all systems with POSIX (src/linux, src/portable).
// None stays open in the programs that this process starts. Where one cannot be made the result is -1, or
// false, and errno says why.

/// \param ends  to read from, and to write to
[[nodiscard]] bool open_pipe(int (&ends)[2]) noexcept;

/// A stream socket. \param blocks  whether reading and writing wait
[[nodiscard]] int open_socket(int family, bool blocks) noexcept;

/// The next one who wants to connect, as a socket that does not block.
[[nodiscard]] int accept_connection(int listening) noexcept;

/// Lets a pipe hold that much, see pipe_size.hpp. Nothing happens where that is not possible, or `fd` is no
/// pipe.
void enlarge_pipe(int fd, int bytes) noexcept;

/// Closes those from `first` to `last` that are open. Safe in a copy of a process with threads.
/// \return false: it cannot be told whether all are closed
[[nodiscard]] bool close_descriptors(int first, int last) noexcept;

}  // namespace assent::detail
