#pragma once

#include <assent/app/console/terminal_prompt.hpp>

#include "terminal_keys.hpp"
#include "terminal_line_editor.hpp"
#include "terminal_view.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assent {

/// What is shown, how far its answer has come, and when keys count.
///
/// INVARIANT: `question` is null or the one that is shown; every answer goes through `submit`, which nothing
/// but a key calls, and keys are heard only when `ready`; keys that allow, only when `seen_whole_`.
class terminal_prompt::state {
public:
    state(std::shared_ptr<console> desk, terminal_prompt_options options)
        : desk_(std::move(desk)), options_(options) {}

    enum class stage : unsigned char { asking, confirming, viewing, helping, editing };
    enum class purpose : unsigned char { feedback, time, uses, rule, input };

    void look();
    void time_passed(time_point now);
    void typed(std::string_view bytes, time_point now);
    void seen(std::uint64_t number, time_point now);
    void resized(std::size_t to_columns, std::size_t to_rows);
    void deny_every(const console_answer& answer);
    [[nodiscard]] std::optional<time_point> next_deadline(time_point now) const;
    [[nodiscard]] terminal_frame frame(time_point now) const;

    std::size_t columns = default_window_columns;
    std::size_t rows = default_window_rows;
    std::shared_ptr<const console_question> question;
    std::vector<std::string> summaries;
    bool visible = false;

private:
    // Keys: terminal_prompt.cpp and terminal_answers.cpp
    [[nodiscard]] bool ready(time_point now) const { return visible && now >= ready_at_; }
    [[nodiscard]] bool too_small() const { return columns < min_window_columns || rows < min_window_rows; }
    void wait_for_quiet(time_point now) { ready_at_ = std::max(ready_at_, now + options_.key_guard); }
    // The key that was just heard may be held.
    void wait_for_release() { ready_at_ = std::max(ready_at_, heard_ + key_repeat_guard); }
    void act(const std::vector<detail::terminal_key>& keys, time_point now);
    void act_on_answer(const detail::terminal_key& key);
    void act_on_letter(char letter);
    void act_on_confirmation(const detail::terminal_key& key);
    void act_on_page(const std::vector<detail::terminal_key>& keys);
    void scroll_on(std::size_t lines);
    void note_what_was_seen();
    void act_on_text(const std::vector<detail::terminal_key>& keys, bool burst, time_point now);
    void begin(console_answer::kind what, purpose wanted);
    void edit(purpose wanted);
    void finish_edit();
    void finish_rule();
    void next_rule();
    void confirm_or_submit();
    void submit();
    [[nodiscard]] std::string what_became_of(const console_question& asked) const;
    void ask_again(std::string why);
    void take(std::shared_ptr<const console_question> next);
    void over(std::string_view how);

    // Lines: terminal_frame.cpp
    [[nodiscard]] detail::palette shown_as() const;
    [[nodiscard]] std::vector<std::string> footer(time_point now, bool small) const;
    void add_choice(bool small, std::vector<std::string>& lines) const;
    void add_editor(std::vector<std::string>& lines) const;
    [[nodiscard]] std::string status(time_point now) const;
    [[nodiscard]] detail::description text() const;
    [[nodiscard]] std::vector<std::string> page(std::size_t room) const;
    [[nodiscard]] std::vector<std::string> body(std::size_t room) const;
    [[nodiscard]] terminal_frame small_window() const;

    std::shared_ptr<console> desk_;
    terminal_prompt_options options_;
    std::size_t waiting_ = 0;
    std::uint64_t answered_ = 0;  // it may be in the list for a moment longer

    stage stage_ = stage::asking;
    purpose purpose_ = purpose::feedback;
    console_answer draft_;
    detail::terminal_line_editor editor_;
    std::size_t proposal_ = 0;
    std::string note_;

    detail::terminal_keys decoder_;
    time_point ready_at_{};
    time_point heard_{};  // when the keys came that are acted on

    // The page that is viewed, as lines of this width.
    mutable std::size_t scroll_ = 0;
    mutable std::vector<std::string> page_;
    mutable std::size_t page_columns_ = 0;
    mutable std::size_t page_room_ = 0;

    // What of the call the last frame shows: all of it at once, or lines of `page_`.
    struct shown_part {
        bool whole = false;
        std::size_t first_line = 0;
        std::size_t lines = 0;
    };
    mutable shown_part on_screen_;
    mutable std::vector<bool> seen_lines_;  // which of `page_` were on the screen
    bool seen_whole_ = false;               // all of the call was, at once or line by line
};

}  // namespace assent
