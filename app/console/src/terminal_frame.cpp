#include "terminal_prompt_state.hpp"

#include <assent/domain/display_text.hpp>
#include <assent/domain/duration_text.hpp>

#include <fmt/format.h>

#include <algorithm>

// What is to be seen, fitted to the window.
namespace assent {
namespace {

using detail::ink;
using detail::paragraph;

// The block begins with an empty line, where the cursor rests: see terminal_console.cpp.
constexpr std::size_t reserved_rows = 1;
// A dumb terminal has no window: so much is printed at once.
constexpr std::size_t dumb_rows = 200;
// Fewest lines of a question beside a footer that is shown whole.
constexpr std::size_t min_body_rows = 5;
// More lines than any text has, and few enough that they can be multiplied by columns.
constexpr std::size_t unlimited = std::size_t{1} << 40U;

}  // namespace

detail::palette terminal_prompt::state::shown_as() const {
    if (options_.dumb) return detail::palette::none;
    return options_.colour ? detail::palette::colours : detail::palette::attributes;
}

detail::description terminal_prompt::state::text() const {
    if (stage_ == stage::helping) return {.text = detail::help_for(*question)};
    if (stage_ == stage::viewing) return detail::describe_all(*question, waiting_);
    return detail::describe(*question, waiting_);
}

// The beginning of the question, and that there is more.
std::vector<std::string> terminal_prompt::state::body(std::size_t room) const {
    std::vector<std::string> lines;
    const auto described = text();
    bool fits = true;
    for (const auto& each : described.text) {
        fits = detail::lay_out(each, columns, shown_as(), lines, room);
        if (!fits) break;
    }
    on_screen_ = {.whole = fits && described.whole};
    if (fits) return lines;
    lines.resize(room - 1);
    lines.push_back(detail::one_line({.text = {{ink::faint, "(more: press v)"}}}, columns, shown_as()));
    return lines;
}

// What is viewed, from where it was scrolled to.
std::vector<std::string> terminal_prompt::state::page(std::size_t room) const {
    if (page_columns_ != columns || stage_ == stage::helping) {
        page_.clear();
        page_columns_ = stage_ == stage::viewing ? columns : 0;
        for (const auto& each : text().text) detail::lay_out(each, columns, shown_as(), page_, unlimited);
        seen_lines_.assign(page_.size(), false);
    }
    page_room_ = room;
    const std::size_t last = page_.size() - std::min(page_.size(), room);
    scroll_ = std::min(scroll_, last);
    const auto from = page_.begin() + static_cast<std::ptrdiff_t>(scroll_);
    const std::size_t count = std::min(room, page_.size() - scroll_);
    on_screen_ = {};
    if (stage_ == stage::viewing) on_screen_ = {.first_line = scroll_, .lines = count};
    return {from, from + static_cast<std::ptrdiff_t>(count)};
}

std::string terminal_prompt::state::status(time_point now) const {
    if (!ready(now) && !options_.dumb) return "Keys do not count yet.";
    const auto& deadline = question->asked->deadline;
    if (!deadline) return "Waits until it is answered.";
    if (options_.dumb)
        return fmt::format("Denied {} after it was asked, unless answered.",
                           about(*deadline - question->asked->asked_at));
    return fmt::format("Denied in {} unless answered.", about(*deadline - now));
}

void terminal_prompt::state::add_editor(std::vector<std::string>& lines) const {
    std::string label;
    std::string hint = "Enter: done   Esc: back";
    switch (purpose_) {
        case purpose::feedback: label = "Tell the agent why: "; break;
        case purpose::time: label = "For how long: "; break;
        case purpose::uses: label = "How many more calls: "; break;
        case purpose::input: label = "Input: "; break;
        case purpose::rule:
            label = draft_.what == console_answer::kind::always ? "Rule to store: " : "For calls of: ";
            if (draft_.what != console_answer::kind::always && question->offers.whole_tool)
                hint += "   " + question->tool + " alone: every call of it";
            if (!question->other_rules.empty()) hint += "   Tab: another rule";
            break;
    }
    detail::lay_out({.text = {{ink::faint, hint}}}, columns, shown_as(), lines, unlimited);
    if (options_.dumb)
        lines.push_back(editor_.plain(label));
    else
        editor_.show(label, columns, shown_as(), lines);
}

void terminal_prompt::state::add_choice(bool small, std::vector<std::string>& lines) const {
    std::vector<detail::offered_key> keys;
    switch (stage_) {
        case stage::editing: return add_editor(lines);
        case stage::confirming:
            detail::lay_out({.text = {{ink::strong, "Really " + detail::words_for(draft_, *question) + "?"}},
                             .indent = 4},
                            columns, shown_as(), lines, unlimited);
            keys = {{"y", "yes"}, {"Esc", "deny"}, {"any other key", "back"}};
            break;
        case stage::viewing:
        case stage::helping: keys = {{"Esc", "back"}, {"Up, Down, Space", "scroll"}}; break;
        case stage::asking:
            keys = small ? detail::fewest_answers(*question) : detail::answers_for(*question);
            break;
    }
    detail::lay_out_keys(keys, columns, shown_as(), lines);
}

std::vector<std::string> terminal_prompt::state::footer(time_point now, bool small) const {
    std::vector<std::string> lines;
    if (!small) lines.emplace_back();
    if (!note_.empty())
        detail::lay_out({.text = {{ink::medium, note_}}, .indent = 4}, columns, shown_as(), lines, unlimited);
    // What is written stands last, so that a terminal that can only print shows it grow.
    const bool editing = stage_ == stage::editing;
    if (!editing) add_choice(small, lines);
    detail::lay_out({.text = {{ink::faint, status(now)}}}, columns, shown_as(), lines, unlimited);
    if (editing) add_choice(small, lines);
    return lines;
}

terminal_frame terminal_prompt::state::small_window() const {
    terminal_frame frame;
    if (rows > reserved_rows)
        frame.lines.push_back(
            detail::one_line({.text = {{ink::strong, "Esc denies; window too small"}}}, columns, shown_as()));
    if (columns < detail::min_layout_columns) frame.lines.clear();
    return frame;
}

terminal_frame terminal_prompt::state::frame(time_point now) const {
    terminal_frame frame;
    on_screen_ = {};
    if (!question) return frame;
    if (too_small() && !options_.dumb) return small_window();
    const std::size_t room = options_.dumb ? dumb_rows : rows - reserved_rows;
    auto last = footer(now, false);
    // What is printed cannot be taken back: the answers come when they count.
    const bool answers = stage_ == stage::asking || stage_ == stage::confirming;
    if (options_.dumb && answers && note_.empty() && !ready(now)) last.clear();
    const bool paged = stage_ == stage::viewing || stage_ == stage::helping;
    if (last.size() + min_body_rows > room) last = footer(now, true);
    // The end of the footer is where text is written, and where the time is.
    if (last.size() + 2 > room) last.erase(last.begin(), last.end() - static_cast<std::ptrdiff_t>(room - 2));
    frame.lines = paged ? page(room - last.size()) : body(room - last.size());
    frame.footer = frame.lines.size();
    frame.lines.insert(frame.lines.end(), last.begin(), last.end());
    return frame;
}

}  // namespace assent
