#pragma once

#include <boost/asio/detail/config.hpp>
#include <boost/system/error_code.hpp>

#include <sys/select.h>
#include <unistd.h>
#include <cerrno>
#include <limits>
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

struct pipe_ends {
    unique_descriptor read;
    unique_descriptor write;
};

/// Both ends are above standard error, also where that is closed: what somebody prints shall not go there.
/// \throws std::system_error, with `what` in front
[[nodiscard]] pipe_ends make_pipe(const std::string& what);

/// The descriptors that can be watched have lower numbers. Source: select(), which Asio uses where the
/// portable build runs on Linux, looks at FD_SETSIZE of them; its other ways have no such limit.
#if defined(BOOST_ASIO_HAS_EPOLL) || defined(BOOST_ASIO_HAS_KQUEUE) || defined(BOOST_ASIO_HAS_DEV_POLL)
inline constexpr int watchable_descriptors = std::numeric_limits<int>::max();
#else
inline constexpr int watchable_descriptors = FD_SETSIZE;
#endif

/// \throws std::system_error, with `what` in front, when `fd` cannot be watched for its number
inline void require_watchable(int fd, const std::string& what) {
    if (fd >= watchable_descriptors)
        throw_system_error(what + ": descriptor " + std::to_string(fd) + ", expected one below " +
                               std::to_string(watchable_descriptors),
                           EMFILE);
}

/// Hands `fd` over to an Asio descriptor.
/// \throws std::system_error, with `what` in front, when it cannot be watched; `fd` keeps it then
template <class Stream>
void adopt(Stream& stream, unique_descriptor& fd, const std::string& what) {
    require_watchable(fd.get(), what);
    boost::system::error_code error;
    stream.assign(fd.get(), error);
    if (error) throw std::system_error(error, what);
    static_cast<void>(fd.release());
}

}  // namespace assent::detail
