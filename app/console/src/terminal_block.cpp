#include "terminal_block.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace assent::detail {
namespace {

constexpr std::string_view new_line = "\r\n";
constexpr std::string_view erase_line = "\x1b[K";
constexpr std::string_view erase_below = "\r\x1b[J";
// No cursor, and pastes are marked as such.
constexpr std::string_view begin = "\x1b[?25l\x1b[?2004h";
// A line that turns out wider than we think is cut then, and spoils no other.
constexpr std::string_view no_wrap = "\x1b[?7l";
constexpr std::string_view wrap = "\x1b[?7h";

std::string joined(const std::vector<std::string>& lines, std::size_t from) {
    std::string text;
    for (std::size_t i = from; i < lines.size(); ++i) {
        if (i != from) text += new_line;
        text += lines[i];
    }
    return text;
}

}  // namespace

// All of it; or only the footer; or only what was added to its last line.
std::string terminal_block::print(const terminal_frame& frame) const {
    const auto& now = frame.lines;
    const auto& old = drawn_.lines;
    const bool same_question =
        visible_ && frame.footer == drawn_.footer && frame.footer <= old.size() &&
        std::equal(now.begin(), now.begin() + static_cast<std::ptrdiff_t>(frame.footer), old.begin());
    if (!same_question) return (visible_ ? std::string(new_line) : std::string()) + joined(now, 0);
    const bool same_footer = now.size() == old.size() && !now.empty() &&
                             std::equal(now.begin(), now.end() - 1, old.begin()) &&
                             now.back().starts_with(old.back());
    if (same_footer) return now.back().substr(old.back().size());
    return std::string(new_line) + joined(now, frame.footer);
}

std::string terminal_block::show(const terminal_frame& frame, std::size_t columns) {
    const bool fresh = !visible_;
    if (!fresh && !disturbed_ && frame.lines == drawn_.lines) return {};
    std::string text;
    if (dumb_) {
        text = print(frame);
    } else {
        // So many blanks end the line that the cursor is on, and only if there is something on it.
        if (fresh) text = std::string(begin) + std::string(columns, ' ');
        // Lines that have moved are not to be seen below those that are drawn.
        if (disturbed_) text += erase_below;
        text += no_wrap;
        text += "\r";
        text += frame.lines.empty() ? erase_below : erase_line;
        for (std::size_t i = 0; i < frame.lines.size(); ++i) {
            text += new_line;
            // Erased first: behind a line as wide as the window the cursor stands on its last cell.
            text += i + 1 == frame.lines.size() ? erase_below : erase_line;
            text += frame.lines[i];
        }
        text += "\r";
        if (!frame.lines.empty()) text += fmt::format("\x1b[{}A", frame.lines.size());
        text += wrap;
    }
    visible_ = true;
    disturbed_ = false;
    drawn_ = frame;
    return text;
}

std::string terminal_block::say(std::string_view line) {
    std::string text = visible_ ? std::string(dumb_ ? new_line : erase_below) : std::string();
    text += line;
    text += new_line;
    // The block is drawn anew below it, from its first line on.
    if (visible_ && dumb_) drawn_ = {};
    if (visible_) disturbed_ = true;
    if (dumb_) visible_ = false;
    return text;
}

std::string terminal_block::hide() {
    if (!visible_) return {};
    const bool printed = dumb_ && !drawn_.lines.empty();
    forget();
    if (dumb_) return printed ? std::string(new_line) : std::string();
    return std::string(end_of_block);
}

void terminal_block::forget() noexcept {
    visible_ = false;
    disturbed_ = false;
    drawn_ = {};
}

}  // namespace assent::detail
