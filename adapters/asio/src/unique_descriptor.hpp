#pragma once

#include <string>
#include <system_error>
#include <utility>

#include <cerrno>

#include <unistd.h>

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

}  // namespace assent::detail
