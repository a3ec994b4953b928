#pragma once

#include <assent/ports/transport.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace assent {

// In all functions here `executor` is a strand, or the executor of a context that one thread runs.
// All calls of the transport in both directions happen there; its context must outlive the transport.
// Writing to a socket whose peer is gone never raises SIGPIPE: it ends in `on_closed`.

/// A transport over a connected stream socket, Unix or TCP.
///
/// TCP sockets get TCP_NODELAY, because an answer must not wait for the next one, and SO_KEEPALIVE,
/// so that a peer that vanished is noticed.
///
/// \param socket_fd  the transport owns it from here on, even if this throws
/// \throws std::system_error when it is not a stream socket
[[nodiscard]] std::unique_ptr<transport> make_socket_transport(const boost::asio::any_io_executor& executor,
                                                               int socket_fd);

/// Connects to the Unix stream socket at `path`. Blocks while the listener's queue is full.
///
/// \throws std::system_error  ``cannot connect to `path`: Connection refused``
[[nodiscard]] std::unique_ptr<transport> connect_unix(const boost::asio::any_io_executor& executor,
                                                      const std::string& path);

/// Connects to a TCP listener, trying each address of `host` in turn. Blocks until connected or
/// refused; for a peer on the network that can be minutes.
///
/// \param host  a name or an address; IPv6 addresses without brackets
/// \throws std::system_error or std::runtime_error (the name has no address), the text names both
[[nodiscard]] std::unique_ptr<transport> connect_tcp(const boost::asio::any_io_executor& executor,
                                                     const std::string& host, std::uint16_t port);

}  // namespace assent
