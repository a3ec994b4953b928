#include "terminal_view.hpp"

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

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

namespace {

using answer_kind = console_answer::kind;

// What lines that go on are moved in by, so that no text of the agent's begins a line as ours do.
constexpr std::size_t hanging = 4;
constexpr std::size_t hanging_text = 2;
// Longest single text that is laid out, in bytes: the agent's own words may be of any length.
constexpr std::size_t max_text_bytes = 4096;

struct risk_words {
    std::string_view text;
    ink look = ink::plain;
};

risk_words words_for(risk_level level) {
    switch (level) {
        case risk_level::low: return {"Low risk", ink::low};
        case risk_level::medium: return {"Medium risk", ink::medium};
        case risk_level::high: return {"HIGH RISK", ink::high};
        case risk_level::critical: return {"CRITICAL RISK", ink::critical};
    }
    return {"CRITICAL RISK", ink::critical};
}

// At most `max_text_bytes`, cut between characters.
std::string shortened(std::string_view text, bool& whole) {
    if (text.size() <= max_text_bytes) return std::string(text);
    whole = false;
    std::size_t end = max_text_bytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80) --end;
    return std::string(text.substr(0, end)).append(ellipsis);
}

void add(description& to, std::string_view label, std::string_view text) {
    if (text.empty()) return;
    to.text.push_back({.text = {{ink::faint, std::string(label)}, {ink::plain, shortened(text, to.whole)}},
                       .indent = hanging});
}

std::string who_asks(const console_question& question, std::size_t waiting, bool& whole) {
    std::string text = "Asked by: " + (question.who.empty() ? "an agent" : question.who);
    if (!question.agent.empty()) text += fmt::format(" (subagent {})", question.agent);
    if (!question.cwd.empty()) text += " in " + shortened(question.cwd, whole);
    if (!question.session_id.empty()) text += ", session " + question.session_id;
    return waiting > 1 ? fmt::format("{}; 1 of {} waiting", text, waiting) : text;
}

std::string agents_words(const console_question& question, bool& whole) {
    std::string text;
    for (const auto* const each : {&question.title, &question.description, &question.ask_reason}) {
        if (each->empty()) continue;
        if (!text.empty()) text += " | ";
        text += shortened(*each, whole);
    }
    return text;
}

void add_text(description& to, ink look, std::string_view sign, std::string_view text) {
    to.text.push_back({.text = {{look, std::string(sign) + shortened(text, to.whole)}},
                       .indent = hanging_text,
                       .words = false});
}

void add_diff(description& to, const std::vector<diff_line>& diff) {
    for (const auto& line : diff) {
        switch (line.what) {
            case diff_line::kind::same: add_text(to, ink::plain, "  ", line.text); break;
            case diff_line::kind::removed: add_text(to, ink::removed, "- ", line.text); break;
            case diff_line::kind::added: add_text(to, ink::added, "+ ", line.text); break;
            case diff_line::kind::gap: add_text(to, ink::faint, "  ", line.text); break;
        }
    }
}

// The preview, unless the operation has said all of it.
void add_preview(description& to, const console_question& question) {
    const auto& [beginning, cut] = question.beginning;
    const std::string& operation = question.asked->operation;
    if (!cut && question.headline != operation && operation.ends_with(beginning)) return;
    std::string_view rest = beginning;
    while (!rest.empty()) {
        const auto end = std::min(rest.find('\n'), rest.size());
        add_text(to, ink::plain, "| ", rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

void add_input(description& to, const console_question& question) {
    to.text.push_back({.text = {{ink::faint, "Input:"}}});
    to.text.push_back({.text = {{ink::plain, question.input_shown}}, .indent = hanging_text, .words = false});
    if (!question.input_cut) return;
    to.text.push_back({.text = {{ink::faint, "(cut: it is longer than what is shown here)"}}});
    to.whole = false;
}

// What it does: each command by itself, where there are several.
void add_commands(description& to, const permission_question& asked) {
    if (asked.commands.empty()) return add(to, "Does: ", asked.does);
    for (const auto& each : asked.commands)
        to.text.push_back({.text = {{ink::faint, std::string(to_string(each.effect)) + ": "},
                                    {ink::plain, each.text},
                                    {ink::faint, each.does.empty() ? "" : ", " + each.does}},
                           .indent = hanging});
}

std::string factors_of(const permission_question& asked) {
    std::string text;
    for (const auto& each : asked.factors) {
        if (!text.empty()) text += "; ";
        text += display_text(each->text);
    }
    return text;
}

std::string rule_words(const console_answer& answer, const console_question& question) {
    return answer.rule.empty() ? "every call of " + question.tool : display_text(answer.rule);
}

description described(const console_question& question, std::size_t waiting, bool with_input) {
    const permission_question& asked = *question.asked;
    const risk_words risk = words_for(asked.told_risk());
    description made;
    made.text.push_back({.text = {{risk.look, std::string(risk.text)},
                                  {ink::plain, ": "},
                                  {ink::strong, asked.operation.empty() ? question.tool : asked.operation}},
                         .indent = hanging,
                         .words = false});
    if (!asked.path.empty() && !asked.operation.ends_with(asked.path)) add(made, "Path: ", asked.path);
    add(made, "Blocked path, says the agent: ", display_text(asked.blocked_path));
    if (!asked.warning.empty())
        made.text.push_back({.text = {{risk.look, asked.warning}}, .indent = hanging});
    made.text.push_back({.text = {{ink::faint, who_asks(question, waiting, made.whole)}}, .indent = hanging});
    add_commands(made, asked);
    add(made, "Risk: ", factors_of(asked));
    add(made, "Why: ", display_text(asked.why));
    add(made, "Asked again: ", question.again);
    add(made, "The agent says: ", agents_words(question, made.whole));
    add(made, "With: ", question.small_members);
    if (!question.diff.empty())
        add_diff(made, question.diff);
    else if (!question.beginning.text.empty())
        add_preview(made, question);
    else
        with_input = with_input || question.input_needed;
    made.whole = made.whole && (with_input || !question.input_needed);
    if (with_input) add_input(made, question);
    return made;
}

std::string calls(std::size_t count) { return fmt::format("{} more call{}", count, count == 1 ? "" : "s"); }

}  // namespace

description describe(const console_question& question, std::size_t waiting) {
    description made = described(question, waiting, false);
    if (!made.whole) add_text(made, ink::faint, "| ", "(more: press v)");
    return made;
}

description describe_all(const console_question& question, std::size_t waiting) {
    return described(question, waiting, true);
}

std::vector<offered_key> answers_for(const console_question& question) {
    std::vector<offered_key> all = fewest_answers(question);
    all.pop_back();  // help comes last
    all.push_back({"f", "deny and say why"});
    all.push_back({"i", "deny and stop the agent"});
    if (question.offers.trust) all.push_back({"s", "trust " + question.tool + " for this session"});
    if (question.offers.grants) all.push_back({"t", "allow for a time"});
    if (question.offers.grants) all.push_back({"u", "allow more calls"});
    if (question.offers.always) all.push_back({"r", "always allow, by a rule"});
    if (question.offers.always && question.offers.session)
        all.push_back({"w", "while this session lasts, by a rule"});
    if (question.offers.edit) all.push_back({"e", "edit and allow"});
    all.push_back({"v", "view all"});
    all.push_back({"?", "help"});
    return all;
}

std::vector<offered_key> fewest_answers(const console_question& question) {
    return {{question.needs_confirmation() ? "Enter, then y" : "Enter", "allow once"},
            {"Esc", "deny"},
            {"?", "help"}};
}

std::vector<paragraph> help_for(const console_question& question) {
    std::vector<paragraph> all;
    const auto say = [&](std::string key, std::string text) {
        all.push_back({.text = {{ink::strong, std::move(key)}, {ink::plain, ": " + std::move(text)}},
                       .indent = hanging});
    };
    const bool confirm = question.needs_confirmation();
    say("Enter, a", confirm ? "allows this call, after y has confirmed it, as all that allows here"
                            : "allows this call, and nothing else");
    say("Esc, d", "denies this call");
    say("f", "denies it, and tells the agent what you write");
    say("i", "denies it, and stops what the agent is doing");
    if (question.offers.trust)
        say("s", "allows it, and every call of " + question.tool + " until the session ends");
    if (question.offers.grants) {
        say("t", "allows it, and the calls that a rule covers, for a time");
        say("u", "allows it, and a number of later calls that a rule covers");
    }
    if (question.offers.always)
        say("r", "allows it, and what a rule covers that you see and may change; " +
                     life_of_rule(question, false));
    if (question.offers.always && question.offers.session)
        say("w", "the same for this session alone; " + life_of_rule(question, true));
    if (question.offers.edit) say("e", "lets you change the input, and allows the call with it");
    say("v",
        "shows the whole call: one that does not fit on the screen is not allowed before it was scrolled to "
        "its end");
    if (!question.offers.always)
        all.push_back(
            {.text = {{ink::plain, "This call has to be asked about each time: no answer to it is kept."}}});
    all.push_back({.text = {{ink::plain,
                             "Without an answer it is denied when its time is over. Pasted text never "
                             "answers, nor do keys from before the question appeared."}}});
    return all;
}

void lay_out_keys(std::span<const offered_key> keys, std::size_t columns, palette shown,
                  std::vector<std::string>& lines) {
    constexpr std::string_view gap = "   ";
    paragraph line{.text = {}, .indent = hanging};
    std::size_t used = 0;
    const auto end_line = [&] {
        lay_out(line, columns, shown, lines, lines.size() + columns);
        line.text.clear();
        used = 0;
    };
    for (const auto& each : keys) {
        // Bytes are at least cells: a tool's name in another script ends its line early.
        const std::size_t size = each.key.size() + 2 + each.words.size();
        if (used != 0 && used + gap.size() + size > columns) end_line();
        if (used != 0) line.text.push_back({ink::plain, std::string(gap)});
        used += size + (used != 0 ? gap.size() : 0);
        line.text.push_back({ink::strong, each.key});
        line.text.push_back({ink::plain, ": " + each.words});
    }
    if (used != 0) end_line();
}

std::string life_of_rule(const console_question& question, bool session_only) {
    if (session_only)
        return fmt::format("it holds in each folder until the session of {} ends, and is not stored",
                           question.who);
    return question.offers.kept ? fmt::format("it is stored, for {} in {}", question.who, question.cwd)
                                : "it holds until Assent ends here; an agent that hears of it may store it";
}

std::string words_for(const console_answer& answer, const console_question& question) {
    switch (answer.what) {
        case answer_kind::once: return "allow it once";
        case answer_kind::trust: return fmt::format("allow it, and trust {} for this session", question.tool);
        case answer_kind::for_time:
            return fmt::format("allow it, and for {}: {}", about(answer.time), rule_words(answer, question));
        case answer_kind::for_uses:
            return fmt::format("allow it, and {}: {}", calls(answer.uses), rule_words(answer, question));
        case answer_kind::always:
            return fmt::format("{} {}",
                               answer.session_only ? "while this session lasts allow" : "always allow",
                               rule_words(answer, question));
        case answer_kind::edited: return "allow it with the input as edited";
        case answer_kind::deny: return "deny it";
        case answer_kind::deny_and_interrupt: return "deny it and stop the agent";
    }
    return "deny it";
}

std::string past_words_for(const console_answer& answer, const console_question& question) {
    switch (answer.what) {
        case answer_kind::once: return "allowed once";
        case answer_kind::trust:
            return fmt::format("allowed, and {} is trusted for this session", question.tool);
        case answer_kind::for_time:
            return fmt::format("allowed for {} ({})", about(answer.time), rule_words(answer, question));
        case answer_kind::for_uses:
            return fmt::format("allowed with {} ({})", calls(answer.uses), rule_words(answer, question));
        case answer_kind::always:
            return fmt::format("{} ({})",
                               answer.session_only ? "allowed while this session lasts" : "always allowed",
                               rule_words(answer, question));
        case answer_kind::edited: return "allowed with an edited input";
        case answer_kind::deny: return answer.feedback.empty() ? "denied" : "denied with feedback";
        case answer_kind::deny_and_interrupt: return "denied, and the agent was stopped";
    }
    return "denied";
}

}  // namespace assent::detail
