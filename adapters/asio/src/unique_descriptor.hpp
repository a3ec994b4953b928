#pragma once

#include <boost/system/error_code.hpp>

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace assent::detail {

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
    void reset(int fd = -1) noexcept {
        if (fd_ >= 0) ::close(fd_);  // Linux has closed it even where close() reports an error
        fd_ = fd;
    }

private:
    int fd_ = -1;
};

/// Throws `what: <text of the error number>`.
[[noreturn]] inline void throw_system_error(const std::string& what, int number = errno) {
    throw std::system_error(number, std::system_category(), what);
}

/// Lets a pipe hold that much, see pipe_size.hpp. Nothing happens where that is not possible, or `fd` is no
/// pipe.
inline void enlarge_pipe(int fd, int bytes) noexcept {
    const int now = ::fcntl(fd, F_GETPIPE_SZ);
    if (now >= 0 && now < bytes) static_cast<void>(::fcntl(fd, F_SETPIPE_SZ, bytes));
}

/// Hands `fd` over to an Asio descriptor.
/// \throws std::system_error, with `what` in front, when it cannot be watched; `fd` keeps it then
template <class Stream>
void adopt(Stream& stream, unique_descriptor& fd, const std::string& what) {
    boost::system::error_code error;
    stream.assign(fd.get(), error);
    if (error) throw std::system_error(error, what);
    static_cast<void>(fd.release());
}

}  // namespace assent::detail
