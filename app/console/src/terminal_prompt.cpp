#include "terminal_prompt_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

// Which question is shown, and which keys are heard.
namespace assent {
namespace {

using detail::terminal_key;
using kind = terminal_key::kind;

// How often the remaining time is shown anew.
constexpr duration countdown_step = std::chrono::seconds(1);
constexpr std::string_view answered_by = "terminal";
// Keys beside Enter that allow, or begin to.
constexpr std::string_view allowing_letters = "stuae";

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
    if (allows(key) && !seen_whole_)
        return ask_again("Not allowed: not all of it was on the screen yet. v shows it, Space goes on.");
    if (key.what == kind::escape) {
        draft_.what = console_answer::kind::deny;
        submit();
    } else if (key.what == kind::enter) {
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
    if (letter == 'a' && offers.always) return begin(answer::always, purpose::rule);
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
    : state_(std::make_unique<state>(std::move(desk), options)) {}

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

}  // namespace assent
