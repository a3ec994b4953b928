#include "terminal_prompt_state.hpp"

#include <assent/domain/display_text.hpp>
#include <assent/domain/duration_text.hpp>
#include <assent/domain/judgement/grant_table.hpp>

#include <charconv>
#include <utility>

// From a key to an answer: what is still to be written, what is to be confirmed, and what was refused.
namespace assent {
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
    if (const auto refused = desk_->check_rule(question->number, draft_.rule, draft_.what)) {
        note_ = sentence(refused->why);
        return;
    }
    confirm_or_submit();
}

void terminal_prompt::state::confirm_or_submit() {
    if (!detail::needs_confirmation(*question)) return submit();
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
    if (!allows || asked.asked->request_id.empty() || how.starts_with("allowed"))
        return detail::past_words_for(draft_, asked);
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

}  // namespace assent
