#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <string_view>

namespace assent {

/// Cuts a byte stream into lines. No I/O.
///
/// Bytes are written straight into its buffer (`read_space`, then `arrived`), lines are views into
/// it. Every byte is looked at once, also when they come one by one. The buffer grows
/// geometrically up to the longest permitted line, or to `busy_capacity_bytes` where each read fills it, and
/// shrinks again when it was only needed once.
///
/// While nothing waits for its line end there is no buffer: it goes to the next splitter of the same thread
/// that needs one. So many connections that say little share one that is in the processor's cache, and each
/// that is silent costs nothing. At most `max_spare_buffers` of `max_spare_bytes` in all wait for that in
/// each thread.
///
/// Lines can be kept in their place while what follows them is read, see `hold`.
///
/// Thread-safety: none; but a splitter may be used on one thread after the other.
class line_splitter {
public:
    /// \param max_line_bytes  longest line, without its end
    explicit line_splitter(std::size_t max_line_bytes);

    /// Room for at least one byte. Invalidates lines handed out before.
    /// Precondition: `next()` has returned `none` since the last `arrived`. It is what keeps the buffer
    /// bounded.
    [[nodiscard]] std::span<char> read_space();
    /// The space given is not used: nothing came.
    void leave_space();
    /// The first `bytes` bytes of the space given are filled.
    void arrived(std::size_t bytes);

    struct line {
        enum class kind : unsigned char {
            none,      ///< no complete line is there yet
            complete,  ///< `text` is a line without its end (LF or CRLF)
            too_long,  ///< over the limit: `text` is its beginning (`kept_prefix_bytes`). Reported once, as
                       ///< soon as it is known; the rest of the line is skipped up to its LF
        };
        kind what = kind::none;
        std::string_view text{};
        /// The same line with its CR, without the LF, for passing it on untouched.
        std::string_view raw{};
        bool terminated = true;  ///< false: the last line of the stream, ended by `finish()` and not by LF
    };

    /// How much of an over-long line is kept to find its id in, in bytes; with a lower limit, up to the
    /// first byte over it.
    static constexpr std::size_t kept_prefix_bytes = 64 * 1024;

    /// The next line. Views are valid until the next call of any other member, or of this one.
    [[nodiscard]] line next();

    /// No more bytes will come: what is left in the buffer counts as a line.
    void finish();

    /// All lines handed out since the last `read_space` stay valid and as they are until `release`, whatever
    /// is called meanwhile; those that were held before stay so. Where the space behind them gets short, what
    /// comes goes to another buffer, so there are two at most. Precondition: `can_hold()`
    void hold() noexcept;
    /// False where such another buffer is in use: a third one is not begun.
    [[nodiscard]] bool can_hold() const noexcept { return held_aside_.capacity_bytes == 0; }
    /// Nothing is held any more. Other lines that were handed out stay valid as long as without `hold`.
    void release() noexcept;

    /// Bytes waiting for a line end.
    [[nodiscard]] std::size_t pending_bytes() const noexcept { return end_ - begin_; }
    /// Size of the buffer, for tests and metrics; 0: there is none.
    [[nodiscard]] std::size_t capacity_bytes() const noexcept { return buffer_.capacity_bytes; }
    /// The same for one that is only there because its lines are held.
    [[nodiscard]] std::size_t held_aside_bytes() const noexcept { return held_aside_.capacity_bytes; }

    /// Where the buffer begins, and what it shrinks to: what a pipe hands over at once.
    static constexpr std::size_t first_capacity_bytes = 64 * 1024;
    /// What it grows to where much comes at once, so that one read takes it all: more than this would not
    /// stay in the processor's cache until it is read.
    static constexpr std::size_t busy_capacity_bytes = 256 * 1024;
    /// What one read takes at most where the buffer is larger than that.
    static constexpr std::size_t long_line_read_bytes = 64 * 1024;
    static constexpr std::size_t max_spare_buffers = 4;
    /// Room for one that has grown for a line of 1 MiB.
    static constexpr std::size_t max_spare_bytes = std::size_t{4} * 1024 * 1024;
    /// What this thread keeps at the moment, for tests and metrics.
    [[nodiscard]] static std::size_t spare_bytes() noexcept;

private:
    struct freed {
        void operator()(char* bytes) const noexcept { std::free(bytes); }
    };
    struct buffer {
        std::unique_ptr<char, freed> bytes{};  // of malloc: the system grows what is large without a copy
        std::size_t capacity_bytes = 0;
        std::size_t quiet_reads = 0;  // since the small buffer was too small for the last time
    };
    class spare_buffers;

    void make_room();
    void make_room_behind_held();
    void move_to_front() noexcept;
    void grow();
    void shrink();
    [[nodiscard]] buffer move_to(buffer other) noexcept;
    void give_back() noexcept;
    [[nodiscard]] std::string_view pending() const noexcept;
    [[nodiscard]] line take(std::size_t raw_bytes, bool terminated);
    [[nodiscard]] line refuse_unfinished();
    [[nodiscard]] line beginning_of(std::string_view text, bool terminated) const;

    // INVARIANT: held_ <= begin_ <= searched_ <= end_ <= capacity_bytes(); there is no LF in [begin_,
    // searched_).
    std::size_t max_line_bytes_;
    std::size_t max_capacity_bytes_;
    buffer buffer_;
    buffer held_aside_;         // nothing but lines that are held
    std::size_t held_ = 0;      // so many bytes at the front of `buffer_` are held
    std::size_t begin_ = 0;     // of the line that is not complete yet
    std::size_t searched_ = 0;  // up to here
    std::size_t end_ = 0;       // of the bytes
    bool full_read_ = false;    // the last one: there may be more
    bool unused_ = true;        // no line or space of `buffer_` is in anybody's hands
    bool skipping_ = false;     // inside a line that was reported as too long
    bool finished_ = false;
};

}  // namespace assent
