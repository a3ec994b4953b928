#pragma once

#include "unique_descriptor.hpp"

#include <assent/ports/transport.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <memory>

namespace assent::detail {

/// A transport over a connected stream socket, see `make_socket_transport`.
///
/// \param until_closed  dropped when the socket is closed; lets a listener count its connections
[[nodiscard]] std::unique_ptr<transport> make_socket_stream(const boost::asio::any_io_executor& executor,
                                                            unique_descriptor socket,
                                                            std::shared_ptr<void> until_closed = nullptr);

}  // namespace assent::detail
