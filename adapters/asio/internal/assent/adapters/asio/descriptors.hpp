#pragma once

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

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

/// Owns one file descriptor. Thread-safety: none.
class unique_descriptor {
public:
    unique_descriptor() noexcept = default;
    explicit unique_descriptor(int fd) noexcept : fd_(fd) {}
    unique_descriptor(unique_descriptor&& other) noexcept : fd_(other.release()) {}
    unique_descriptor& operator=(unique_descriptor&& other) noexcept {
        reset(other.release());
        return *this;
    }
    ~unique_descriptor() { reset(); }

    [[nodiscard]] int get() const noexcept { return fd_; }
    [[nodiscard]] bool valid() const noexcept { return fd_ >= 0; }
    [[nodiscard]] int release() noexcept { return std::exchange(fd_, -1); }
    void reset(int fd = -1) noexcept;

private:
    int fd_ = -1;
};

/// Throws `what: <text of the error number>`.
[[noreturn]] inline void throw_system_error(const std::string& what, int number = errno) {
    throw std::system_error(number, std::system_category(), what);
}

struct pipe_ends {
    unique_descriptor read;
    unique_descriptor write;
};

/// Both ends are above standard error, also where that is closed: what somebody prints shall not go there.
/// \throws std::system_error, with `what` in front
[[nodiscard]] pipe_ends make_pipe(const std::string& what);

}  // namespace assent::detail
