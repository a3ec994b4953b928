#pragma once

#include <assent/adapters/asio/pipe_size.hpp>
#include <assent/ports/transport.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <memory>

namespace assent {

struct stdio_options {
    /// The bytes that input and output may hold where they are pipes; see pipe_size.hpp.
    int pipe_bytes = large_pipe_bytes;
    /// Before anything that was read is handed over, it is looked whether the peer still reads; if not, it
    /// may have been killed, and the transport closes. That is for whoever acts on what it hears. Whoever
    /// only answers loses nothing without it, and saves a system call for each read: the transport then
    /// closes as soon as the event loop, a write or the end of input shows that nobody reads.
    bool drop_last_words = true;
};

/// A transport over two descriptors that this process was given, by default its standard input and
/// output.
///
/// Each may be a pipe, a socket, a terminal, a regular file or /dev/null, and both may be the same
/// open file description (a terminal, a socketpair).
///
/// - **Descriptors.** The transport works on duplicates; `in_fd` and `out_fd` stay the caller's. Nobody
///   else should read the one or write to the other, and `out_fd` must stay open, while it lives.
/// - **Blocking mode.** O_NONBLOCK belongs to the open file description, which is shared with the
///   process that started us. The flag is put back as it was found when the transport is closed or
///   destroyed. Until then whoever shares the description sees it: with `2>&1` on a terminal, writes
///   to stderr may fail with EAGAIN. See `blocking_mode_guard` for ways out that skip destructors.
/// - **End of output.** `end_output()`, `close()` and the destructor let the peer see the end: a socket
///   is shut down for writing; where `out_fd` is a pipe it is replaced by /dev/null, because our copy
///   of it would keep the pipe open. On a terminal or file nothing happens.
/// - **SIGPIPE.** Writing to a pipe without a reader raises it; ignore it in `main`. The write
///   then fails with EPIPE, which `on_closed` reports.
///
/// \param executor  a strand, or the executor of a context that one thread runs. All calls in both
///                  directions happen there; its context must outlive the transport
/// \throws std::system_error when a descriptor cannot be used; the text names it
[[nodiscard]] std::unique_ptr<transport> make_stdio_transport(const boost::asio::any_io_executor& executor,
                                                              int in_fd = 0, int out_fd = 1,
                                                              stdio_options options = {});

/// Puts the O_NONBLOCK flag of a descriptor back as it was.
///
/// `make_stdio_transport` has its own; one in `main`, made before any transport, also covers
/// transports that are still open when `main` returns or throws. It does not own the descriptor.
/// Two descriptors of the same open file description: make both guards before either is changed.
/// Threads: none; use it from one.
class blocking_mode_guard {
public:
    /// \throws std::system_error when `fd` is not open
    explicit blocking_mode_guard(int fd);
    ~blocking_mode_guard() { restore(); }
    blocking_mode_guard(const blocking_mode_guard&) = delete;
    blocking_mode_guard& operator=(const blocking_mode_guard&) = delete;

    /// Puts the flag back now, if `fd` is still open. Later calls and the destructor do nothing.
    void restore() noexcept;

private:
    int fd_;
    bool was_nonblocking_;
};

}  // namespace assent
