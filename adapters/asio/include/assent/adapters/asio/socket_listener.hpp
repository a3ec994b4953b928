#pragma once

#include <assent/ports/transport.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace assent {

/// The process at the other end of a Unix socket, as the kernel saw it when it connected.
struct peer_process {
    pid_t pid = 0;  ///< 0: the system does not tell
    uid_t uid = 0;
};

/// The process at the other end of a connected Unix socket.
/// \throws std::system_error
[[nodiscard]] peer_process unix_peer(int fd);
/// True if it may be talked to: a process of our own user, or of root.
[[nodiscard]] bool trusted_peer(const peer_process& peer) noexcept;

/// Who connected. For logs and audit records; TCP peers are not authenticated.
struct connected_peer {
    std::string text;                     ///< `uid 1000, pid 4242`, `uid 1000` or `127.0.0.1:50412`
    std::optional<peer_process> process;  ///< Unix sockets only
};

/// One accepted connection.
struct accepted_connection {
    std::unique_ptr<transport> stream;  ///< not started yet; its calls belong on `executor`
    connected_peer peer;
    boost::asio::any_io_executor executor;  ///< a strand of this connection alone, or one of `homes`
};

/// Descriptors of the process that connections may not take (of a limit below twice as many: half of it), so
/// that files can still be read and written whoever connects.
inline constexpr std::size_t reserved_descriptors = 32;

struct listen_options {
    /// Connections open at the same time. One more is accepted and closed at once, with a log line; so is one
    /// that would leave fewer than `reserved_descriptors` descriptors. In the portable build on Linux there
    /// are FD_SETSIZE (1024) of them at most.
    std::size_t max_connections = 4096;
    /// TCP only: allow an address other than loopback. Whoever reaches the port may then ask for
    /// permission decisions: TCP has no authentication and no encryption here.
    bool allow_remote = false;
    /// The time to wait before the next try when accepting fails, for instance without free descriptors.
    std::chrono::milliseconds accept_retry{100};
    /// Where connections live, in turn: executors of contexts that one thread each runs, and that outlive
    /// them. Empty: on strands of the listener's executor.
    std::vector<boost::asio::any_io_executor> homes{};
    /// Told about refused connections and failures to accept, one line each. Called on a strand of the
    /// listener or of a connection: on a context with several threads it must be thread-safe.
    std::function<void(std::string_view)> log;
};

/// Listens on a Unix socket or a TCP port and hands over every connection.
///
/// - **Unix.** The socket file has mode 0600 before anybody can connect, on Linux from its first moment on,
/// and
///   only processes of our own user or root are let in (SO_PEERCRED, getpeereid). A file that a dead listener
///   left is replaced; a live one and anything that is not a socket are left alone. The file is removed on
///   close if it is ours. Beside it lies an empty file, `<path>.lock`, that is locked while somebody begins
///   to listen there, and stays: of several that begin at once one does.
/// - **TCP.** Loopback only unless `allow_remote`. Any local user may connect: prefer Unix.
/// - **Threads.** `executor` may be that of a context with several threads: the listener has a strand
///   of its own, and each connection another, or one of `listen_options::homes`. `on_connection` runs there,
///   never inside a call of the listener; what it throws is logged and refuses that connection.
///   `close()` and the destructor may be called from any one thread. A callback that is already running
///   on another thread is not waited for; none starts after `close()`.
/// - **Lifetime.** The context must outlive the listener. Accepted connections live on without it.
class socket_listener {
public:
    using connection_callback = std::function<void(accepted_connection)>;

    /// \throws std::system_error or std::runtime_error, for instance
    ///         ``cannot listen on `path`: another process is listening there``
    [[nodiscard]] static socket_listener listen_unix(const boost::asio::any_io_executor& executor,
                                                     const std::string& path,
                                                     connection_callback on_connection,
                                                     listen_options options = {});

    /// Goes on with a Unix socket that whoever started this process listens on: a service manager that starts
    /// it when somebody connects. The file is not removed on close.
    /// \param fd    is taken, also when this throws
    /// \param path  where it is bound, for messages
    /// \throws std::system_error or std::runtime_error when it is no Unix socket that listens
    [[nodiscard]] static socket_listener take_over_unix(const boost::asio::any_io_executor& executor, int fd,
                                                        const std::string& path,
                                                        connection_callback on_connection,
                                                        listen_options options = {});

    /// \param host  a name or an address, IPv6 without brackets; empty means 127.0.0.1
    /// \param port  0 lets the system choose; `port()` tells which
    /// \throws std::system_error or std::runtime_error, the text names host and port
    [[nodiscard]] static socket_listener listen_tcp(const boost::asio::any_io_executor& executor,
                                                    const std::string& host, std::uint16_t port,
                                                    connection_callback on_connection,
                                                    listen_options options = {});

    socket_listener(socket_listener&&) noexcept = default;
    socket_listener& operator=(socket_listener&&) = delete;
    ~socket_listener();

    /// Where it listens: the path, or address and port (`127.0.0.1:7000`, `[::1]:7000`).
    [[nodiscard]] const std::string& address() const noexcept;
    /// The TCP port, never 0; 0 for a Unix socket.
    [[nodiscard]] std::uint16_t port() const noexcept;

    /// Stops listening and removes the socket file. Connections that were handed over stay open.
    /// May be called again.
    void close() noexcept;

private:
    class core;
    explicit socket_listener(std::shared_ptr<core> made) noexcept;
    std::shared_ptr<core> core_;
};

}  // namespace assent
