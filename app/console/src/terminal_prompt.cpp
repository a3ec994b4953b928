#include <assent/app/console/terminal_prompt.hpp>

#include "terminal_keys.hpp"
#include "terminal_view.hpp"

#include <assent/domain/memory/grant_table.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/text/needed.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
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

// Which question is shown, and which keys are heard.

namespace {

using detail::terminal_key;
using kind = terminal_key::kind;

// How often the remaining time is shown anew.
constexpr duration countdown_step = std::chrono::seconds(1);
constexpr std::string_view answered_by = "terminal";
// Keys beside Enter that allow, or begin to.
constexpr std::string_view allowing_letters = "stuwaer";

bool allows(const terminal_key& key) {
    return key.what == kind::enter || (key.what == kind::text && key.text.size() == 1 &&
                                       allowing_letters.find(key.text) != std::string_view::npos);
}

}  // namespace

// ---- The question that is shown

void terminal_prompt::state::take(std::shared_ptr<const console_question> next) {
    question = std::move(next);
    visible = false;
    stage_ = stage::asking;
    draft_ = {};
    note_.clear();
    scroll_ = 0;
    page_.clear();
    page_columns_ = 0;
    on_screen_ = {};
    seen_whole_ = false;
    decoder_.reset();
}

void terminal_prompt::state::over(std::string_view how) {
    const std::string text =
        std::string(how) + ": " +
        (question->asked->operation.empty() ? question->tool : question->asked->operation);
    summaries.push_back(
        detail::one_line({.text = {{detail::ink::plain, text}}}, columns, detail::palette::none));
    take(nullptr);
}

void terminal_prompt::state::look() {
    auto open = desk_->open();
    std::erase_if(open, [this](const auto& each) { return each->number == answered_; });
    waiting_ = open.size();
    if (question) {
        const bool still = std::any_of(open.begin(), open.end(),
                                       [this](const auto& each) { return each->number == question->number; });
        if (still) return;
        const std::string how = desk_->how_it_ended(question->number);
        over(how.empty() ? "not open any more" : how);
    }
    if (!open.empty()) take(open.front());
}

void terminal_prompt::state::seen(std::uint64_t number, time_point now) {
    if (!question || question->number != number) return;
    note_what_was_seen();
    if (visible) return;
    visible = true;
    decoder_.reset();
    wait_for_quiet(now);
    if (heard_ != time_point{}) wait_for_release();
}

void terminal_prompt::state::note_what_was_seen() {
    seen_whole_ = seen_whole_ || on_screen_.whole;
    if (on_screen_.lines == 0) return;
    std::fill_n(seen_lines_.begin() + static_cast<std::ptrdiff_t>(on_screen_.first_line), on_screen_.lines,
                true);
    seen_whole_ =
        seen_whole_ || std::find(seen_lines_.begin(), seen_lines_.end(), false) == seen_lines_.end();
}

void terminal_prompt::state::resized(std::size_t to_columns, std::size_t to_rows) {
    const bool was_too_small = too_small();
    columns = to_columns;
    rows = to_rows;
    if (!was_too_small || too_small()) return;
    // It can be read only now.
    visible = false;
    if (stage_ == stage::confirming) stage_ = stage::asking;
}

void terminal_prompt::state::deny_every(const console_answer& answer) {
    std::size_t denied = 0;
    for (const auto& each : desk_->open())
        if (!desk_->answer(each->number, answer)) ++denied;
    if (question) {
        const std::string how = desk_->how_it_ended(question->number);
        over(how.starts_with("allowed") ? how : detail::past_words_for(answer, *question));
    }
    if (denied > 1) summaries.push_back("denied with it: " + std::to_string(denied - 1) + " more");
    look();
}

// ---- Time

void terminal_prompt::state::time_passed(time_point now) {
    std::vector<terminal_key> keys;
    decoder_.tick(now, keys);
    act(keys, decoder_.last_read());  // it came then, and only now it is known which key it was
    look();
}

std::optional<time_point> terminal_prompt::state::next_deadline(time_point now) const {
    if (!question) return std::nullopt;
    auto next = decoder_.next_deadline();
    if (visible && now < ready_at_) next = earlier(next, ready_at_);
    const auto& deadline = question->asked->deadline;
    if (deadline && *deadline > now && !options_.dumb) {
        const duration rest = (*deadline - now) % countdown_step;
        next = earlier(next, now + (rest > duration::zero() ? rest : countdown_step));
    }
    return next;
}

// ---- Keys

void terminal_prompt::state::typed(std::string_view bytes, time_point now) {
    if (!question || bytes.empty()) return;
    // The escape byte is a key only later: what comes too early keeps the keyboard busy all the same.
    if (!ready(now) && stage_ != stage::editing) wait_for_quiet(now);
    std::vector<terminal_key> keys;
    decoder_.read(bytes, now, keys);
    act(keys, now);
}

void terminal_prompt::state::act(const std::vector<terminal_key>& keys, time_point now) {
    if (!question || keys.empty() || !visible) return;
    heard_ = now;
    const bool burst = keys.size() > 1 || keys.front().what == kind::paste;
    if (stage_ == stage::editing && !too_small()) return act_on_text(keys, burst, now);
    if (!ready(now)) return;
    if (stage_ == stage::viewing || stage_ == stage::helping) {
        if (!too_small()) return act_on_page(keys);
    }
    if (burst) {
        wait_for_quiet(now);
        return ask_again("Several keys at once look like pasted text: ignored.");
    }
    if (stage_ == stage::confirming && !too_small()) return act_on_confirmation(keys.front());
    act_on_answer(keys.front());
}

void terminal_prompt::state::act_on_answer(const terminal_key& key) {
    // What cannot be read is not allowed.
    if (too_small() && key.what != kind::escape) return;
    note_.clear();
    draft_ = {};
    draft_.by = answered_by;
    if (allows(key) && question->cannot_be_seen())
        return ask_again("Not allowed: it is too long for all of it to be on the screen.");
    if (allows(key) && !seen_whole_)
        return ask_again("Not allowed: not all of it was on the screen yet. v shows it, Space goes on.");
    // The letters are those of the page.
    if (key.what == kind::escape || key.text == "d") {
        draft_.what = console_answer::kind::deny;
        submit();
    } else if (key.what == kind::enter || key.text == "a") {
        draft_.what = console_answer::kind::once;
        confirm_or_submit();
    } else if (key.what == kind::text && key.text.size() == 1) {
        act_on_letter(key.text.front());
    }
}

void terminal_prompt::state::act_on_letter(char letter) {
    using answer = console_answer::kind;
    const console_offers& offers = question->offers;
    if (letter == 'f') return begin(answer::deny, purpose::feedback);
    if (letter == 't' && offers.grants) return begin(answer::for_time, purpose::time);
    if (letter == 'u' && offers.grants) return begin(answer::for_uses, purpose::uses);
    if (letter == 'r' && offers.always) return begin(answer::always, purpose::rule);
    if (letter == 'w' && offers.always && offers.session) {
        draft_.session_only = true;
        return begin(answer::always, purpose::rule);
    }
    if (letter == 'e' && offers.edit) return begin(answer::edited, purpose::input);
    if (letter == 's' && offers.trust) {
        draft_.what = answer::trust;
        return confirm_or_submit();
    }
    if (letter == 'i') {
        draft_.what = answer::deny_and_interrupt;
        return submit();
    }
    if (letter == 'v' || letter == '?') {
        stage_ = letter == 'v' ? stage::viewing : stage::helping;
        scroll_ = 0;
        return;
    }
    if (allowing_letters.find(letter) != std::string_view::npos)
        return ask_again(fmt::format("{} is not offered for this call.", letter));
    ask_again("No answer of that key. ? shows what there is.");
}

void terminal_prompt::state::act_on_confirmation(const terminal_key& key) {
    if (key.what == kind::text && key.text == "y") return submit();
    if (key.what == kind::enter) return;  // the key that asked for it is not the one that confirms
    if (key.what == kind::escape) return act_on_answer(key);
    ask_again("Not allowed: that key does not confirm.");
}

void terminal_prompt::state::act_on_page(const std::vector<terminal_key>& keys) {
    const std::size_t step = std::max<std::size_t>(page_room_, 2) - 1;
    const std::string_view opened_by = stage_ == stage::viewing ? "v" : "?";
    for (const auto& key : keys) {
        switch (key.what) {
            case kind::down: scroll_on(1); break;
            case kind::up: scroll_ -= std::min<std::size_t>(scroll_, 1); break;
            case kind::page_down: scroll_on(step); break;
            case kind::page_up: scroll_ -= std::min(scroll_, step); break;
            case kind::home: scroll_ = 0; break;
            case kind::end: scroll_ = page_.size(); break;
            case kind::text:
                if (key.text == " ") scroll_on(step);
                if (key.text == "b") scroll_ -= std::min(scroll_, step);
                if (keys.size() == 1 && (key.text == "q" || key.text == opened_by)) stage_ = stage::asking;
                break;
            case kind::escape:
                if (keys.size() == 1) stage_ = stage::asking;
                break;
            default: break;
        }
    }
}

// Several keys at once pass over nothing that was not on the screen.
void terminal_prompt::state::scroll_on(std::size_t lines) {
    scroll_ += lines;
    if (stage_ != stage::viewing) return;
    const auto unseen = std::find(seen_lines_.begin(), seen_lines_.end(), false);
    scroll_ = std::min(scroll_, static_cast<std::size_t>(unseen - seen_lines_.begin()));
}

void terminal_prompt::state::act_on_text(const std::vector<terminal_key>& keys, bool burst, time_point now) {
    const auto acts = [](kind what) {
        return what == kind::enter || what == kind::escape || what == kind::tab;
    };
    if (burst) {
        bool room = true;
        for (const auto& key : keys)
            if (!acts(key.what) && (key.what == kind::text || key.what == kind::paste))
                room = editor_.take(key) && room;
            else if (!acts(key.what))
                editor_.take(key);
        note_ = room ? "" : "There is no room for all of that.";
        return wait_for_quiet(now);
    }
    const terminal_key& key = keys.front();
    if (!acts(key.what)) {
        note_.clear();
        if (!editor_.take(key) && key.what == kind::text) note_ = "There is no room for more.";
        return;
    }
    if (!ready(now)) return wait_for_quiet(now);
    if (key.what == kind::escape) return ask_again({});
    if (key.what == kind::enter) return finish_edit();
    if (purpose_ == purpose::rule) next_rule();
}

// ---- The class that users see

terminal_prompt::terminal_prompt(std::shared_ptr<console> desk, terminal_prompt_options options)
    : state_(std::make_unique<state>(needed(std::move(desk), "terminal_prompt", "a console"), options)) {}

terminal_prompt::~terminal_prompt() = default;

void terminal_prompt::resize(std::size_t columns, std::size_t rows) {
    state_->resized(columns == 0 ? default_window_columns : columns, rows == 0 ? default_window_rows : rows);
}

void terminal_prompt::tick(time_point now) { state_->time_passed(now); }

std::optional<time_point> terminal_prompt::next_deadline(time_point now) const {
    return state_->next_deadline(now);
}

std::uint64_t terminal_prompt::question() const noexcept {
    return state_->question ? state_->question->number : 0;
}

terminal_frame terminal_prompt::frame(time_point now) const { return state_->frame(now); }
void terminal_prompt::shown(std::uint64_t question, time_point now) { state_->seen(question, now); }
void terminal_prompt::hidden() { state_->visible = false; }
void terminal_prompt::keys(std::string_view bytes, time_point now) { state_->typed(bytes, now); }

void terminal_prompt::interrupt() {
    state_->deny_every({.what = console_answer::kind::deny_and_interrupt, .by = std::string(answered_by)});
}

void terminal_prompt::deny_all(std::string_view feedback) {
    state_->deny_every({.what = console_answer::kind::deny,
                        .feedback = std::string(feedback),
                        .by = std::string(answered_by)});
}

std::vector<std::string> terminal_prompt::take_summaries() { return std::exchange(state_->summaries, {}); }

// From a key to an answer: what is still to be written, what is to be confirmed, and what was refused.

namespace {

// Longest text that is written here; the console has limits of its own for each kind, and says them.
constexpr std::size_t max_edited_bytes = std::size_t{1024} * 1024;

// JSON for people has line breaks, all of them between values: one line means the same.
std::string in_one_line(const std::string& json) {
    std::string line;
    for (std::size_t at = 0; at < json.size(); ++at) {
        if (json[at] != '\n') {
            line += json[at];
            continue;
        }
        line += ' ';
        while (at + 1 < json.size() && json[at + 1] == ' ') ++at;
    }
    return line;
}

std::optional<std::size_t> parse_count(std::string_view text) {
    std::size_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return count;
}

std::string sentence(std::string_view why) { return "Not taken: " + display_text(why) + "."; }

}  // namespace

void terminal_prompt::state::ask_again(std::string why) {
    stage_ = stage::asking;
    note_ = std::move(why);
}

void terminal_prompt::state::begin(console_answer::kind what, purpose wanted) {
    draft_.what = what;
    draft_.time = question->asked->grant_time;
    draft_.uses = question->asked->grant_uses;
    edit(wanted);
}

void terminal_prompt::state::edit(purpose wanted) {
    std::string text;
    if (wanted == purpose::time) text = duration_text(draft_.time);
    if (wanted == purpose::uses) text = std::to_string(draft_.uses);
    if (wanted == purpose::rule) text = question->rule;
    if (wanted == purpose::input) text = in_one_line(question->input_json);
    // From line to line: whoever holds Enter has not read the second.
    if (stage_ == stage::editing) wait_for_release();
    stage_ = stage::editing;
    purpose_ = wanted;
    proposal_ = 0;
    note_.clear();
    editor_ = {text, max_edited_bytes};
}

// Tab goes round the rules that are proposed.
void terminal_prompt::state::next_rule() {
    const auto& others = question->other_rules;
    proposal_ = (proposal_ + 1) % (others.size() + 1);
    editor_.replace(proposal_ == 0 ? question->rule : others[proposal_ - 1]);
    note_.clear();
}

void terminal_prompt::state::finish_edit() {
    const std::string& text = editor_.text();
    switch (purpose_) {
        case purpose::feedback: draft_.feedback = text; return submit();
        case purpose::time: {
            const auto time = parse_duration(text);
            const auto flaw =
                time ? grant_terms::for_time(*time).flaw() : "a time is expected, as 90s, 5m or 2h";
            if (flaw) {
                note_ = sentence(*flaw);
                return;
            }
            draft_.time = *time;
            return edit(purpose::rule);
        }
        case purpose::uses: {
            const auto uses = parse_count(text);
            const auto flaw = uses ? grant_terms::for_uses(*uses).flaw() : "a whole number is expected";
            if (flaw) {
                note_ = sentence(*flaw);
                return;
            }
            draft_.uses = *uses;
            return edit(purpose::rule);
        }
        case purpose::rule: return finish_rule();
        case purpose::input: draft_.input = text; return confirm_or_submit();
    }
}

void terminal_prompt::state::finish_rule() {
    draft_.rule = editor_.text();
    if (const auto refused =
            desk_->check_rule(question->number, draft_.rule, draft_.what, draft_.session_only)) {
        note_ = sentence(refused->why);
        return;
    }
    confirm_or_submit();
}

void terminal_prompt::state::confirm_or_submit() {
    if (!question->needs_confirmation()) return submit();
    stage_ = stage::confirming;
    note_.clear();
    // Whoever types on does not confirm: the question has to be seen.
    wait_for_quiet(heard_);
}

// The gate has the last word: a rule or a record that fails may have denied what was allowed here.
std::string terminal_prompt::state::what_became_of(const console_question& asked) const {
    const bool allows =
        draft_.what != console_answer::kind::deny && draft_.what != console_answer::kind::deny_and_interrupt;
    const std::string how = desk_->how_it_ended(asked.number);
    // Calls of this process have no id to be found on record by.
    if (!allows || asked.asked->request_id.empty() || how.starts_with("allowed")) {
        const auto more = draft_.what == console_answer::kind::always ? how.find("; ") : how.npos;
        return detail::past_words_for(draft_, asked) + (more == how.npos ? "" : how.substr(more));
    }
    return how.empty() ? "denied: the answer could not be put on record" : how;
}

void terminal_prompt::state::submit() {
    const auto asked = question;
    const auto refused = desk_->answer(asked->number, draft_);
    if (!refused) {
        answered_ = asked->number;
        over(what_became_of(*asked));
    } else if (!refused->gone) {
        const bool written = !draft_.rule.empty() || !draft_.input.empty() || !draft_.feedback.empty();
        stage_ = written ? stage::editing : stage::asking;
        note_ = sentence(refused->why);
    }
    look();
}

// What is to be seen, fitted to the window.

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
            label = draft_.session_only                           ? "Rule for this session: "
                    : draft_.what == console_answer::kind::always ? "Rule to keep: "
                                                                  : "For calls of: ";
            if (draft_.what == console_answer::kind::always)
                hint += "   " + detail::life_of_rule(*question, draft_.session_only);
            else if (question->offers.whole_tool)
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
