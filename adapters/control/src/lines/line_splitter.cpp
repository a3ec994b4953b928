#include <assent/adapters/control/lines/line_splitter.hpp>

#include <boost/assert.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

namespace assent {
namespace {

// What a line may have behind its text: CR and LF.
constexpr std::size_t framing_bytes = 2;

// After so many reads that the small buffer was enough for, the large one is given back.
constexpr std::size_t quiet_reads_to_shrink = 64;

}  // namespace

// The buffers that this thread's splitters do not need just now; the last one that was given is taken first.
class line_splitter::spare_buffers {
public:
    static spare_buffers& of_thread() noexcept {
        static thread_local spare_buffers mine;
        return mine;
    }

    // One of at least this size; up to `at_most`, so that no splitter gets more than its lines may need.
    // Nothing: none of these is there.
    buffer find(std::size_t at_least, std::size_t at_most) noexcept {
        for (std::size_t i = count_; i-- > 0;) {
            if (kept_[i].capacity_bytes < at_least || kept_[i].capacity_bytes > at_most) continue;
            buffer taken = std::move(kept_[i]);
            for (--count_; i < count_; ++i) kept_[i] = std::move(kept_[i + 1]);
            bytes_ -= taken.capacity_bytes;
            return taken;
        }
        return {};
    }

    // The same, or a new one.
    buffer take(std::size_t at_least, std::size_t at_most) {
        buffer taken = find(at_least, at_most);
        if (taken.capacity_bytes == 0) resize(taken, at_least);
        return taken;
    }

    // Keeps what is in it.
    static void resize(buffer& changed, std::size_t bytes) {
        void* const moved = std::realloc(changed.bytes.get(), bytes);
        if (moved == nullptr) throw std::bad_alloc();
        static_cast<void>(changed.bytes.release());  // it is `moved` now
        changed.bytes.reset(static_cast<char*>(moved));
        changed.capacity_bytes = bytes;
    }

    void give(buffer given) noexcept {
        const bool grown_in_vain =
            given.capacity_bytes > first_capacity_bytes && given.quiet_reads >= quiet_reads_to_shrink;
        if (grown_in_vain || count_ == max_spare_buffers || bytes_ + given.capacity_bytes > max_spare_bytes)
            return;
        bytes_ += given.capacity_bytes;
        kept_[count_++] = std::move(given);
    }

    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
    std::array<buffer, max_spare_buffers> kept_{};
    std::size_t count_ = 0;
    std::size_t bytes_ = 0;
};

std::size_t line_splitter::spare_bytes() noexcept { return spare_buffers::of_thread().bytes(); }

line_splitter::line_splitter(std::size_t max_line_bytes)
    : max_line_bytes_(std::min(max_line_bytes, std::numeric_limits<std::size_t>::max() / 4)),
      max_capacity_bytes_(std::max(max_line_bytes_ + framing_bytes, first_capacity_bytes)) {}

std::span<char> line_splitter::read_space() {
    make_room();
    BOOST_ASSERT(end_ < capacity_bytes());
    unused_ = false;
    // Where lines are long, little of what follows one is then read with its end, and has to be moved.
    const std::size_t most =
        capacity_bytes() > busy_capacity_bytes ? long_line_read_bytes : busy_capacity_bytes;
    return {buffer_.bytes.get() + end_, std::min(capacity_bytes() - end_, most)};
}

void line_splitter::leave_space() {
    if (begin_ == end_) give_back();
}

void line_splitter::give_back() noexcept {
    unused_ = true;
    if (held_ != 0) return;  // when they are released
    begin_ = searched_ = end_ = 0;
    if (capacity_bytes() != 0) spare_buffers::of_thread().give(std::exchange(buffer_, {}));
}

void line_splitter::hold() noexcept {
    BOOST_ASSERT(can_hold());
    held_ = begin_;
}

void line_splitter::release() noexcept {
    held_ = 0;
    if (!can_hold()) spare_buffers::of_thread().give(std::exchange(held_aside_, {}));
    if (unused_) give_back();
}

// An unfinished line is moved when it is short beside what was in front of it, or when the space behind it
// gets short, and the buffer grows by doubling: so no byte is moved more than a few times, however small the
// reads are.
void line_splitter::make_room() {
    if (capacity_bytes() == 0)
        buffer_ = spare_buffers::of_thread().take(first_capacity_bytes, max_capacity_bytes_);
    if (held_ != 0) return make_room_behind_held();
    if (pending_bytes() <= begin_ / 2) move_to_front();
    const bool full = std::exchange(full_read_, false);
    const bool shrinks = capacity_bytes() > first_capacity_bytes &&
                         buffer_.quiet_reads >= quiet_reads_to_shrink &&
                         pending_bytes() <= first_capacity_bytes / 2;
    if (full && capacity_bytes() < std::min(busy_capacity_bytes, max_capacity_bytes_)) return grow();
    if (shrinks) return shrink();
    const std::size_t little = capacity_bytes() / 4;
    if (capacity_bytes() - end_ > little) return;
    move_to_front();
    if (capacity_bytes() - end_ <= little && capacity_bytes() < max_capacity_bytes_) grow();
}

// What comes next goes behind the held lines, or to another buffer.
void line_splitter::make_room_behind_held() {
    full_read_ = false;
    if (capacity_bytes() - end_ > capacity_bytes() / 4) return;
    const std::size_t at_least = std::clamp(2 * pending_bytes(), first_capacity_bytes, max_capacity_bytes_);
    buffer other = spare_buffers::of_thread().take(at_least, max_capacity_bytes_);
    held_aside_ = move_to(std::move(other));
    held_ = 0;
}

void line_splitter::move_to_front() noexcept {
    if (begin_ == 0) return;
    std::memmove(buffer_.bytes.get(), pending().data(), pending_bytes());
    searched_ -= begin_;
    end_ -= begin_;
    begin_ = 0;
}

void line_splitter::grow() {
    move_to_front();
    const std::size_t wanted =
        std::min(std::max(2 * capacity_bytes(), busy_capacity_bytes), max_capacity_bytes_);
    // One that nobody needs would do, too.
    buffer other = spare_buffers::of_thread().find(wanted, max_capacity_bytes_);
    if (other.capacity_bytes == 0)
        spare_buffers::resize(buffer_, wanted);
    else
        spare_buffers::of_thread().give(move_to(std::move(other)));
}

void line_splitter::shrink() {
    buffer other = spare_buffers::of_thread().take(first_capacity_bytes, first_capacity_bytes);
    spare_buffers::of_thread().give(move_to(std::move(other)));
}

// The unfinished line goes to the front of `other`. \return the buffer that it was in
line_splitter::buffer line_splitter::move_to(buffer other) noexcept {
    if (begin_ != end_) std::memcpy(other.bytes.get(), pending().data(), pending_bytes());
    searched_ -= begin_;
    end_ -= begin_;
    begin_ = 0;
    return std::exchange(buffer_, std::move(other));
}

void line_splitter::arrived(std::size_t bytes) {
    BOOST_ASSERT(bytes <= capacity_bytes() - end_);
    full_read_ = bytes == capacity_bytes() - end_;
    end_ += bytes;
    buffer_.quiet_reads = pending_bytes() > first_capacity_bytes / 2 ? 0 : buffer_.quiet_reads + 1;
}

line_splitter::line line_splitter::next() {
    while (searched_ != end_) {
        const void* const found = std::memchr(buffer_.bytes.get() + searched_, '\n', end_ - searched_);
        if (found == nullptr) {
            searched_ = end_;
            break;
        }
        const auto line_end = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.bytes.get());
        if (!skipping_) return take(line_end - begin_, true);
        skipping_ = false;
        begin_ = searched_ = line_end + 1;
    }
    if (skipping_) begin_ = end_;
    if (begin_ == end_) {
        give_back();
        return {};
    }
    if (finished_) return take(pending_bytes(), false);
    return refuse_unfinished();
}

void line_splitter::finish() { finished_ = true; }

std::string_view line_splitter::pending() const noexcept {
    return {buffer_.bytes.get() + begin_, pending_bytes()};
}

// Takes `raw_bytes`, and the LF behind them when there is one.
line_splitter::line line_splitter::take(std::size_t raw_bytes, bool terminated) {
    const std::string_view raw = pending().substr(0, raw_bytes);
    begin_ = searched_ = begin_ + raw_bytes + (terminated ? 1 : 0);
    std::string_view text = raw;
    // A CR with no LF behind it is no line end, and stays for the reader to refuse.
    if (terminated && text.ends_with('\r')) text.remove_suffix(1);
    if (text.size() <= max_line_bytes_) return {line::kind::complete, text, raw, terminated};
    return beginning_of(text, terminated);
}

// A line without its end that is too long already, whatever comes.
line_splitter::line line_splitter::refuse_unfinished() {
    const std::string_view text = pending();
    const std::size_t least = text.size() - (text.ends_with('\r') ? 1 : 0);  // it may become a CRLF
    if (least <= max_line_bytes_) return {};
    skipping_ = true;
    begin_ = end_;
    return beginning_of(text, true);
}

// No more than the byte that makes a line too long: how much else a read has brought by then must not matter.
line_splitter::line line_splitter::beginning_of(std::string_view text, bool terminated) const {
    const auto kept = text.substr(0, std::min(kept_prefix_bytes - 1, max_line_bytes_) + 1);
    return {line::kind::too_long, kept, kept, terminated};
}

}  // namespace assent
