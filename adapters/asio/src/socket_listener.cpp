#include <assent/adapters/asio/socket_listener.hpp>

#include "socket_address.hpp"
#include "unique_descriptor.hpp"

#include <assent/adapters/asio/descriptors.hpp>

#include <boost/asio/error.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <exception>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assent {
namespace {

using boost::asio::any_io_executor;
using detail::unique_descriptor;

constexpr int accepts_at_once = 64;  // then others on this executor get their turn

/// One open connection in the count; gone when the connection is.
class connection_slot {
public:
    explicit connection_slot(std::shared_ptr<std::atomic<std::size_t>> open) : open_(std::move(open)) {
        ++*open_;
    }
    ~connection_slot() { --*open_; }
    connection_slot(const connection_slot&) = delete;
    connection_slot& operator=(const connection_slot&) = delete;

private:
    std::shared_ptr<std::atomic<std::size_t>> open_;
};

/// Knows the socket file again, so as to remove it only while it is ours.
class socket_file {
public:
    socket_file() = default;
    socket_file(std::string path, const detail::listening_unix_socket& bound)
        : path_(std::move(path)), device_(bound.device), inode_(bound.inode) {}
    void remove() noexcept {
        struct stat found {};
        if (!path_.empty() && ::lstat(path_.c_str(), &found) == 0 && found.st_dev == device_ &&
            found.st_ino == inode_)
            ::unlink(path_.c_str());
        path_.clear();
    }

private:
    std::string path_;
    dev_t device_ = 0;
    ino_t inode_ = 0;
};

/// The errors after which the next accept may well work at once: they are one connection's fault.
bool concerns_one_connection(int number) noexcept {
    switch (number) {
        case EINTR:
        case ECONNABORTED:
        case EPROTO:
        case EPERM:  // a firewall's
        case ENETDOWN:
        case ENOPROTOOPT:
        case EHOSTDOWN:
#ifdef ENONET
        case ENONET:
#endif
        case EHOSTUNREACH:
        case EOPNOTSUPP:
        case ENETUNREACH: return true;
    }
    return false;
}

/// The system gives the lowest descriptor that is free: its number tells how many are taken at least.
bool in_reserve(int fd) noexcept {
    rlim_t end = detail::watchable_descriptors;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        end = std::min(end, limit.rlim_cur);
    const rlim_t reserve = std::min<rlim_t>(reserved_descriptors, end / 2);
    return static_cast<rlim_t>(fd) >= end - reserve;
}

connected_peer describe_unix_peer(int fd) {
    const peer_process peer = unix_peer(fd);
    const std::string process = peer.pid == 0 ? "" : ", pid " + std::to_string(peer.pid);
    return {"uid " + std::to_string(peer.uid) + process, peer};
}

}  // namespace

bool trusted_peer(const peer_process& peer) noexcept { return peer.uid == 0 || peer.uid == ::geteuid(); }

/// What lives on while operations are in flight. Everything but `close` runs on `strand_`.
class socket_listener::core : public std::enable_shared_from_this<socket_listener::core> {
public:
    core(const any_io_executor& executor, unique_descriptor socket, connection_callback on_connection,
         listen_options options)
        : executor_(executor),
          strand_(boost::asio::make_strand(executor)),
          socket_(strand_),
          retry_(strand_),
          on_connection_(std::move(on_connection)),
          options_(std::move(options)) {
        detail::socket_address bound;
        ::getsockname(socket.get(), bound.get(), &bound.length);
        unix_ = bound.family() == AF_UNIX;
        port_ = bound.port();
        if (!unix_) address_ = bound.text();
        listening_fd_ = socket.get();
        detail::adopt(socket_, socket, "cannot watch a listening socket");
    }

    /// Before `start`.
    void own_file(const std::string& path, const detail::listening_unix_socket& bound) {
        address_ = path;
        file_ = socket_file(path, bound);
    }

    void start() {
        boost::asio::post(strand_, [self = shared_from_this()] { self->wait(); });
    }

    void close() noexcept {
        if (closed_.exchange(true)) return;
        file_.remove();
        // From now on nobody can connect; the descriptor itself belongs to the strand.
        ::shutdown(listening_fd_, SHUT_RDWR);
        boost::asio::post(strand_, [self = shared_from_this()] {
            boost::system::error_code ignored;
            self->retry_.cancel();
            self->socket_.close(ignored);
        });
    }

    const std::string& address() const noexcept { return address_; }
    std::uint16_t port() const noexcept { return port_; }

private:
    void wait() {
        if (closed_) return;
        socket_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                           [self = shared_from_this()](boost::system::error_code error) {
                               if (!error) self->accept_some();
                           });
    }

    void accept_some() {
        for (int count = 0; count < accepts_at_once && !closed_; ++count) {
            // The flags are for this process: an embedder's own children shall not inherit it.
            unique_descriptor socket(detail::accept_connection(socket_.native_handle()));
            if (socket.valid()) {
                failing_ = false;
                admit(std::move(socket));
            } else if (errno == EAGAIN) {
                break;
            } else if (!concerns_one_connection(errno)) {
                back_off(errno);
                return;
            }
        }
        wait();
    }

    /// Out of descriptors or memory: the connection stays in the queue, and asking again at once would
    /// only burn the processor.
    void back_off(int number) {
        if (closed_) return;
        if (!std::exchange(failing_, true))
            log("cannot accept on `" + address_ + "`: " + std::system_category().message(number));
        retry_.expires_after(options_.accept_retry);
        retry_.async_wait([self = shared_from_this()](boost::system::error_code error) {
            if (!error && !self->closed_) self->accept_some();
        });
    }

    void admit(unique_descriptor socket) {
        try {
            auto peer = describe(socket.get());
            if (!allowed(peer))
                return log("refused connection from " + peer.text + ": not the user of `" + address_ + "`");
            if (in_reserve(socket.get()))
                return log("refused connection from " + peer.text +
                           ": the descriptors that are left are not for connections");
            if (*open_ >= options_.max_connections)
                return log("refused connection from " + peer.text + ": " +
                           std::to_string(options_.max_connections) + " connections are open");
            const any_io_executor home = next_home();
            auto stream =
                detail::make_socket_stream(home, std::move(socket), std::make_shared<connection_slot>(open_));
            boost::asio::post(
                home, [self = shared_from_this(),
                       accepted = accepted_connection{std::move(stream), std::move(peer), home}]() mutable {
                    self->hand_over(std::move(accepted));
                });
        } catch (const std::exception& error) {
            log(std::string("refused connection: ") + error.what());
        }
    }

    any_io_executor next_home() {
        if (options_.homes.empty()) return boost::asio::make_strand(executor_);
        return options_.homes[homes_given_++ % options_.homes.size()];
    }

    /// Where the connection lives.
    void hand_over(accepted_connection accepted) {
        if (closed_) return;
        const std::string peer = accepted.peer.text;
        try {
            on_connection_(std::move(accepted));
        } catch (const std::exception& error) {
            log("refused connection from " + peer + ": " + error.what());
        } catch (...) {
            log("refused connection from " + peer + ": unknown exception");
        }
    }

    connected_peer describe(int fd) const {
        if (unix_) return describe_unix_peer(fd);
        detail::socket_address peer;
        if (::getpeername(fd, peer.get(), &peer.length) != 0)
            detail::throw_system_error("cannot tell who connected");
        return {peer.text(), std::nullopt};
    }

    static bool allowed(const connected_peer& peer) noexcept {
        return !peer.process || trusted_peer(*peer.process);
    }

    void log(const std::string& line) const {
        if (options_.log) options_.log(line);
    }

    any_io_executor executor_;
    any_io_executor strand_;
    boost::asio::posix::stream_descriptor socket_;
    boost::asio::steady_timer retry_;
    connection_callback on_connection_;
    listen_options options_;
    std::shared_ptr<std::atomic<std::size_t>> open_ = std::make_shared<std::atomic<std::size_t>>(0);
    std::size_t homes_given_ = 0;
    std::atomic<bool> closed_ = false;
    socket_file file_;
    std::string address_;
    std::uint16_t port_ = 0;
    int listening_fd_ = -1;
    bool unix_ = false;
    bool failing_ = false;
};

socket_listener::socket_listener(std::shared_ptr<core> made) noexcept : core_(std::move(made)) {}

socket_listener::~socket_listener() { close(); }

socket_listener socket_listener::listen_unix(const any_io_executor& executor, const std::string& path,
                                             connection_callback on_connection, listen_options options) {
    auto bound = detail::bind_unix(path);
    auto file = socket_file(path, bound);
    try {
        auto made = std::make_shared<core>(executor, std::move(bound.socket), std::move(on_connection),
                                           std::move(options));
        made->own_file(path, bound);
        made->start();
        return socket_listener(std::move(made));
    } catch (...) {
        file.remove();
        throw;
    }
}

socket_listener socket_listener::take_over_unix(const any_io_executor& executor, int fd,
                                                const std::string& path, connection_callback on_connection,
                                                listen_options options) {
    unique_descriptor socket(fd);
    const std::string what = "cannot listen on `" + path + "`";
    detail::require_listening_unix(socket.get(), what);
    auto made =
        std::make_shared<core>(executor, std::move(socket), std::move(on_connection), std::move(options));
    made->own_file(path, {});
    made->start();
    return socket_listener(std::move(made));
}

socket_listener socket_listener::listen_tcp(const any_io_executor& executor, const std::string& host,
                                            std::uint16_t port, connection_callback on_connection,
                                            listen_options options) {
    const std::string asked = host.empty() ? "127.0.0.1" : host;
    const std::string what = "cannot listen on `" + detail::host_and_port(asked, port) + "`";
    const auto addresses = detail::resolve_tcp(asked, port, what);
    for (const auto& address : addresses)
        if (!options.allow_remote && !address.loopback())
            throw std::runtime_error(
                what + ": " + address.text() +
                " is not a loopback address, and remote peers are not allowed (allow_remote)");
    auto made = std::make_shared<core>(executor, detail::bind_tcp(addresses, what), std::move(on_connection),
                                       std::move(options));
    made->start();
    return socket_listener(std::move(made));
}

const std::string& socket_listener::address() const noexcept { return core_->address(); }

std::uint16_t socket_listener::port() const noexcept { return core_->port(); }

void socket_listener::close() noexcept {
    if (core_) core_->close();
}

}  // namespace assent
