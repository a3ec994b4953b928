#pragma once

#include <assent/app/console/terminal_prompt.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assent::detail {

/// Leaves no trace of a block: also what a signal handler writes.
inline constexpr std::string_view end_of_block = "\x1b[0m\x1b[?7h\x1b[?2004l\x1b[?25h\r\x1b[J";

/// A block of lines on the main screen of a terminal, drawn again in place.
///
/// It begins with an empty line, and the cursor rests there: whatever the terminal does with the lines when
/// its window changes, everything from the cursor on is ours and can be erased; and what somebody else
/// prints stands where the empty line was, above the block that is drawn next.
class terminal_block {
public:
    explicit terminal_block(bool dumb) : dumb_(dumb) {}

    /// What to write so that the frame is seen. Nothing, when it is.
    [[nodiscard]] std::string show(const terminal_frame& frame, std::size_t columns);
    /// What to write so that a line stays on the screen, above the block that is shown next.
    [[nodiscard]] std::string say(std::string_view line);
    /// What to write so that the block is gone.
    [[nodiscard]] std::string hide();
    /// Lines may have moved: the next `show` draws all of them, also those that are the same.
    void disturbed() noexcept { disturbed_ = true; }
    /// Somebody else has had the screen: nothing of the block is there any more.
    void forget() noexcept;
    [[nodiscard]] bool visible() const noexcept { return visible_; }

private:
    [[nodiscard]] std::string print(const terminal_frame& frame) const;

    bool dumb_;
    bool visible_ = false;
    bool disturbed_ = false;
    terminal_frame drawn_;
};

}  // namespace assent::detail
