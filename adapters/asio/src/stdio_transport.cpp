#include <assent/adapters/asio/stdio_transport.hpp>

#include "reader_watch.hpp"
#include "stream_core.hpp"
#include "unique_descriptor.hpp"

#include <assent/adapters/asio/descriptors.hpp>

#include <boost/asio/posix/stream_descriptor.hpp>

#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assent {
namespace {

using boost::asio::posix::stream_descriptor;
using detail::unique_descriptor;

/// What `fd` is; of no kind when it is not open.
struct stat describe(int fd) noexcept {
    struct stat found {};
    if (::fstat(fd, &found) != 0) found = {};
    return found;
}

bool same_file(const struct stat& a, const struct stat& b) noexcept {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// Nobody is at the other end.
bool hung_up(int fd) noexcept {
    pollfd watched{fd, 0, 0};
    return ::poll(&watched, 1, 0) == 1 && (watched.revents & (POLLERR | POLLHUP)) != 0;
}

/// A copy of `fd` that is never 0, 1 or 2.
unique_descriptor duplicate(int fd, const char* use) {
    unique_descriptor copy(::fcntl(fd, F_DUPFD_CLOEXEC, 3));
    if (!copy.valid())
        detail::throw_system_error("cannot use descriptor " + std::to_string(fd) + " for " + use);
    return copy;
}

/// Drops our copy of a pipe that `fd` stands for, so that its reader can see the end.
void replace_by_dev_null(int fd) noexcept {
    const unique_descriptor null(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    if (null.valid()) ::dup2(null.get(), fd);
}

class stdio_endpoint {
public:
    static constexpr bool outlives_reader = false;

    stdio_endpoint(const boost::asio::any_io_executor& executor, int in_fd, int out_fd,
                   const stdio_options& options)
        : in_copy_(duplicate(in_fd, "input")),
          out_copy_(duplicate(out_fd, "output")),
          // Both guards before the first change: the two may share one open file description.
          in_guard_(in_copy_.get()),
          out_guard_(out_copy_.get()),
          out_fd_(out_fd),
          drops_last_words_(options.drop_last_words),
          in_stat_(describe(in_copy_.get())),
          out_stat_(describe(out_copy_.get())),
          input_(executor),
          output_(executor),
          reader_watch_(output_) {
        try {
            open(input_, in_copy_, "input");
            open(output_, out_copy_, "output");
        } catch (...) {
            forget_both();  // the copies have their owners; two would close them twice
            throw;
        }
        detail::enlarge_pipe(in_copy_.get(), options.pipe_bytes);
        detail::enlarge_pipe(out_copy_.get(), options.pipe_bytes);
    }
    ~stdio_endpoint() { close(); }
    stdio_endpoint(const stdio_endpoint&) = delete;
    stdio_endpoint& operator=(const stdio_endpoint&) = delete;

    stream_descriptor& input() noexcept { return input_; }
    stream_descriptor& output() noexcept { return output_; }

    bool shows_reader() const noexcept {
        return (S_ISFIFO(out_stat_.st_mode) || S_ISSOCK(out_stat_.st_mode)) &&
               !same_file(in_stat_, out_stat_);
    }

    void watch_reader(detail::reader_watch::look_callback look) { reader_watch_.wait(std::move(look)); }
    bool drops_last_words() const noexcept { return drops_last_words_; }
    bool reader_gone() const noexcept { return hung_up(out_copy_.get()); }
    bool writer_gone() const noexcept { return hung_up(in_copy_.get()); }

    void end_output() noexcept {
        if (S_ISSOCK(out_stat_.st_mode)) {
            ::shutdown(out_copy_.get(), SHUT_WR);
        } else if (S_ISFIFO(out_stat_.st_mode) && !same_file(in_stat_, out_stat_)) {
            close_output();
            // Unless the caller has put something else there.
            if (same_file(describe(out_fd_), out_stat_)) replace_by_dev_null(out_fd_);
        }
        // A terminal or a file has no end that a peer could see. Its description may be the one
        // that we still read, so its flags must not be touched before close().
    }

    void close() noexcept {
        if (!in_copy_.valid()) return;
        end_output();
        // release() first: no read may start on a descriptor that blocks again.
        forget_both();
        in_guard_.restore();
        in_copy_.reset();
        close_output();
    }

private:
    static void open(stream_descriptor& stream, const unique_descriptor& copy, const char* use) {
        const std::string what = std::string("cannot watch standard ") + use;
        detail::require_watchable(copy.get(), what);
        boost::system::error_code error;
        stream.assign(copy.get(), error);
        if (!error) stream.non_blocking(true, error);
        if (error) throw std::system_error(error, what);
    }

    static void forget(stream_descriptor& stream) noexcept {
        if (stream.is_open()) static_cast<void>(stream.release());
    }

    void forget_both() noexcept {
        reader_watch_.stop();
        forget(input_);
        forget(output_);
    }

    void close_output() noexcept {
        if (!out_copy_.valid()) return;
        reader_watch_.stop();
        forget(output_);
        out_guard_.restore();
        out_copy_.reset();
    }

    unique_descriptor in_copy_;  // the streams below only borrow them
    unique_descriptor out_copy_;
    blocking_mode_guard in_guard_;
    blocking_mode_guard out_guard_;
    int out_fd_;
    bool drops_last_words_;
    struct stat in_stat_;
    struct stat out_stat_;
    stream_descriptor input_;
    stream_descriptor output_;
    detail::reader_watch reader_watch_;
};

}  // namespace

std::unique_ptr<transport> make_stdio_transport(const boost::asio::any_io_executor& executor, int in_fd,
                                                int out_fd, stdio_options options) {
    return std::make_unique<detail::stream_transport<stdio_endpoint>>(executor, in_fd, out_fd, options);
}

blocking_mode_guard::blocking_mode_guard(int fd) : fd_(fd), was_nonblocking_(false) {
    const int flags = ::fcntl(fd, F_GETFL);
    if (flags == -1) detail::throw_system_error("cannot read the flags of descriptor " + std::to_string(fd));
    was_nonblocking_ = (flags & O_NONBLOCK) != 0;
}

void blocking_mode_guard::restore() noexcept {
    const int fd = std::exchange(fd_, -1);  // once: the number may soon be another file's
    const int flags = ::fcntl(fd, F_GETFL);
    // Only this flag: others may have changed theirs meanwhile.
    if (flags != -1 && ((flags & O_NONBLOCK) != 0) != was_nonblocking_)
        ::fcntl(fd, F_SETFL, flags ^ O_NONBLOCK);
}

}  // namespace assent
