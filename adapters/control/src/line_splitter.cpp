#include <assent/adapters/control/line_splitter.hpp>

#include <boost/assert.hpp>

#include <algorithm>
#include <cstring>
#include <limits>

namespace assent {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// What a line may have around its text: the mark in front, CR and LF behind.
constexpr std::size_t framing_bytes = byte_order_mark.size() + 2;

// After so many reads that the small buffer was enough for, the large one is given back.
constexpr std::size_t quiet_reads_to_shrink = 64;

std::string_view without_mark(std::string_view line) noexcept {
    if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
    return line;
}

}  // namespace

line_splitter::line_splitter(std::size_t max_line_bytes)
    : max_line_bytes_(std::min(max_line_bytes, std::numeric_limits<std::size_t>::max() / 4)),
      max_capacity_bytes_(std::max(max_line_bytes_ + framing_bytes, first_capacity_bytes)) {}

std::span<char> line_splitter::read_space() {
    if (begin_ == end_) begin_ = searched_ = end_ = 0;
    make_room();
    BOOST_ASSERT(end_ < capacity_bytes_);
    return {buffer_.get() + end_, capacity_bytes_ - end_};
}

// Moves the unfinished line only when the space behind it gets short, and the buffer grows by doubling: so no
// byte is moved more than a few times, however small the reads are.
void line_splitter::make_room() {
    const bool shrinks = capacity_bytes_ > first_capacity_bytes && quiet_reads_ >= quiet_reads_to_shrink &&
                         pending_bytes() <= first_capacity_bytes / 2;
    if (capacity_bytes_ == 0 || shrinks) return move_to(first_capacity_bytes);
    const std::size_t little = capacity_bytes_ / 4;
    if (capacity_bytes_ - end_ > little) return;
    if (begin_ > 0) {
        std::memmove(buffer_.get(), buffer_.get() + begin_, pending_bytes());
        searched_ -= begin_;
        end_ -= begin_;
        begin_ = 0;
    }
    if (capacity_bytes_ - end_ > little || capacity_bytes_ == max_capacity_bytes_) return;
    move_to(std::min(2 * capacity_bytes_, max_capacity_bytes_));
}

void line_splitter::move_to(std::size_t capacity_bytes) {
    auto larger = std::make_unique_for_overwrite<char[]>(capacity_bytes);
    if (begin_ != end_) std::memcpy(larger.get(), buffer_.get() + begin_, pending_bytes());
    buffer_ = std::move(larger);
    capacity_bytes_ = capacity_bytes;
    searched_ -= begin_;
    end_ -= begin_;
    begin_ = 0;
}

void line_splitter::commit(std::size_t bytes) {
    BOOST_ASSERT(bytes <= capacity_bytes_ - end_);
    end_ += bytes;
    quiet_reads_ = pending_bytes() > first_capacity_bytes / 2 ? 0 : quiet_reads_ + 1;
}

line_splitter::line line_splitter::next() {
    while (searched_ != end_) {
        const void* const found = std::memchr(buffer_.get() + searched_, '\n', end_ - searched_);
        if (found == nullptr) {
            searched_ = end_;
            break;
        }
        const auto line_end = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.get());
        if (!skipping_) return take(line_end - begin_, true);
        skipping_ = false;
        begin_ = searched_ = line_end + 1;
    }
    if (skipping_) begin_ = end_;
    if (begin_ == end_) return {};
    if (finished_) return take(pending_bytes(), false);
    return refuse_unfinished();
}

void line_splitter::finish() { finished_ = true; }

std::string_view line_splitter::pending() const noexcept { return {buffer_.get() + begin_, pending_bytes()}; }

// Takes `raw_bytes`, and the LF behind them when there is one.
line_splitter::line line_splitter::take(std::size_t raw_bytes, bool terminated) {
    const std::string_view raw = pending().substr(0, raw_bytes);
    begin_ = searched_ = begin_ + raw_bytes + (terminated ? 1 : 0);
    std::string_view text = without_mark(raw);
    // A CR with no LF behind it is no line end, and stays for the reader to refuse.
    if (terminated && text.ends_with('\r')) text.remove_suffix(1);
    if (text.size() <= max_line_bytes_) return {line::kind::complete, text, raw, terminated};
    return beginning_of(text, raw, terminated);
}

// A line without its end that is too long already, whatever comes.
line_splitter::line line_splitter::refuse_unfinished() {
    const std::string_view raw = pending();
    const std::string_view text = without_mark(raw);
    const std::size_t least = text.size() - (text.ends_with('\r') ? 1 : 0);  // it may become a CRLF
    if (least <= max_line_bytes_) return {};
    skipping_ = true;
    begin_ = end_;
    return beginning_of(text, raw, true);
}

// No more than the byte that makes a line too long: how much else a read has brought by then must not matter.
line_splitter::line line_splitter::beginning_of(std::string_view text, std::string_view raw,
                                                bool terminated) const {
    const auto kept = std::min(kept_prefix_bytes - 1, max_line_bytes_) + 1;
    return {line::kind::too_long, text.substr(0, kept), raw.substr(0, kept), terminated};
}

}  // namespace assent
