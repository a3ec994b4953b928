#pragma once

#include <boost/system/error_code.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace assent {

/// A byte stream to one peer: standard input and output, a socket, the pipes of a child process.
///
/// For implementers:
/// - **Order.** `start` is called once, first. Then `on_read` any number of times, `on_end` at
///   most once, `on_closed` exactly once and last. Nothing is called after `on_closed`, and nothing
///   but `on_closed` after `close`.
/// - **Reading.** The transport asks the handler for `read_space()`, fills some of it, and reports
///   how much with `on_read`. An empty space means: do not ask again until `resume()`.
/// - **Writing.** One `send` at a time. The pieces stay untouched until `on_sent`; they are written
///   in order and in full. A send that fails ends in `on_closed` with the error, without `on_sent`.
/// - **End of input is not closed.** After `on_end` sends still go out. `close()` ends both
///   directions, drops what was not yet written, and leads to `on_closed` (without an error unless
///   one happened before).
/// - **Threads.** All calls in both directions happen on one thread at a time. `on_sent`,
///   `on_read` and `on_closed` are never called from inside `send`, `resume`, `close` or `start`:
///   a handler may call these from anywhere without being entered again.
/// - **Lifetime.** The handler is shared, because a read or write in flight points into its
///   buffers. The transport drops it after `on_closed`. Destroying a transport that was started
///   closes it; `on_closed` then may not come.
class transport {
public:
    /// The events that a transport tells its user.
    class handler {
    public:
        virtual ~handler() = default;
        /// The room for the next bytes. Stays valid until the `on_read` that fills it, or `on_nothing`.
        /// Empty: pause.
        [[nodiscard]] virtual std::span<char> read_space() = 0;
        /// Nothing came: the space that was given stays empty, and is not used any more. Another is asked for
        /// when there may be something. For users who share space between connections that say little.
        virtual void on_nothing() {}
        /// `bytes` bytes (at least one) are now at the front of the space that was given.
        virtual void on_read(std::size_t bytes) = 0;
        /// The peer will send nothing more. Settle what is open, flush, then close.
        virtual void on_end() = 0;
        /// The last `send` is written completely; the next one may follow.
        virtual void on_sent() = 0;
        /// It is over. `error` is clear when `close()` was called or both directions had ended.
        virtual void on_closed(boost::system::error_code error) = 0;
    };

    virtual ~transport() = default;
    virtual void start(std::shared_ptr<handler> user) = 0;
    virtual void send(std::span<const std::string_view> pieces) = 0;
    /// Read again, after `read_space()` was empty. Harmless when reading was not paused.
    virtual void resume() = 0;
    /// Ends our direction once everything sent so far is written; the peer then sees end of input.
    virtual void end_output() = 0;
    virtual void close() noexcept = 0;
};

}  // namespace assent
