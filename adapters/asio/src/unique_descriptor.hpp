#pragma once

#include <assent/adapters/asio/descriptors.hpp>

#include <boost/asio/detail/config.hpp>
#include <boost/system/error_code.hpp>

#include <sys/select.h>
#include <limits>
#include <string>
#include <system_error>

namespace assent::detail {

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
