#pragma once

#include "terminal_text.hpp"

#include <assent/app/console/console_question.hpp>
#include <assent/app/console/terminal_prompt.hpp>
#include <assent/domain/text/time.hpp>

#include <cstddef>
#include <span>
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

/// How long a rule holds that is the answer to a question: "it is stored, for codex in /srv/shop".
/// \param session_only  `console_answer::session_only`
[[nodiscard]] std::string life_of_rule(const console_question& question, bool session_only);

/// A question in words.
struct description {
    std::vector<paragraph> text;
    bool whole = true;  ///< nothing of what the call would do was left out
};
/// What matters most first; the whole input where nothing else says what the call would do.
/// \param waiting  how many are open, this one included
[[nodiscard]] description describe(const console_question& question, std::size_t waiting);
/// The same, and the whole input in any case.
[[nodiscard]] description describe_all(const console_question& question, std::size_t waiting);

/// A key and what it does, in a few words.
struct offered_key {
    std::string key;
    std::string words;
};
/// The answers that this question takes.
[[nodiscard]] std::vector<offered_key> answers_for(const console_question& question);
/// The few that a small window has room for.
[[nodiscard]] std::vector<offered_key> fewest_answers(const console_question& question);
/// The same in whole sentences.
[[nodiscard]] std::vector<paragraph> help_for(const console_question& question);
/// As many keys as fit in each line.
void lay_out_keys(std::span<const offered_key> keys, std::size_t columns, palette shown,
                  std::vector<std::string>& lines);

/// What an answer does, to be confirmed: `allow it once`.
[[nodiscard]] std::string words_for(const console_answer& answer, const console_question& question);
/// What an answer has done: `allowed once`.
[[nodiscard]] std::string past_words_for(const console_answer& answer, const console_question& question);

}  // namespace assent::detail
