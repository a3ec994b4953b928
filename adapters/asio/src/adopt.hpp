#pragma once

#include "unique_descriptor.hpp"

#include <boost/system/error_code.hpp>

#include <string>
#include <system_error>

namespace assent::detail {

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
