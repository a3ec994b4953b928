#include <assent/domain/rules/command_pattern.hpp>

#include "../match/glob_set.hpp"
#include "../programs/catalogue.hpp"
#include "../programs/wrapper_reading.hpp"
#include "../shell/shell_characters.hpp"
#include "../text/display_beginning.hpp"
#include "../text/word_list.hpp"
#include "caught_command.hpp"

#include <assent/domain/match/glob.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace assent::detail {
namespace {

// Whether a component is `..`, or the shell may put that in place of a glob.
bool leads_up(std::string_view component) noexcept {
    if (component == "..") return true;
    if (component.find_first_of("*?[") == std::string_view::npos) return false;
    return component.front() == '.' || component.front() == '[';
}

// Whether a word pattern covers a word of a plain command. A wildcard in a program's name does not reach into
// a folder, and one below a folder does not leave it. \param program  it is the first word
bool word_allowed(const glob& pattern, std::string_view word, bool program) {
    if (!pattern.matches(word)) return false;
    if (pattern.literal()) return true;
    if (pattern.literal_text().find('/') != std::string::npos) return !any_between(word, '/', leads_up);
    return !program || word.find('/') == std::string_view::npos;
}

using namespace std::string_view_literals;

// Most of their uses run others, though their own words are subcommands.
constexpr std::array running_subcommands{"docker"sv, "podman"sv, "nerdctl"sv, "bun"sv, "deno"sv, "pipx"sv};

// Whether it runs the program, the script or the text among its words.
bool is_runner(const programs::known_program& program, bool subcommand) {
    const auto& operands = program.form().operands();
    if (wrapper_reading(program, nullptr).runs() != wrapper_reading::form::nothing) return true;
    if (program.form().fed() != programs::part_kind::text) return true;
    return !subcommand && !operands.empty() && operands.front().kind == programs::part_kind::script;
}

// Whether this pattern of a program's name covers a shell, an interpreter or the like. A lone `*` is left to
// the author.
bool covers_runner(std::string_view pattern) {
    const glob name(base_name(pattern));
    if (name.any_text()) return false;
    // `python3.1*`
    const auto* const versions = programs::find_program(name.literal_front());
    if (versions != nullptr && is_runner(*versions, false)) return true;
    return programs::any_program([&](std::string_view each, const auto& program) {
        return name.matches(each) &&
               (one_of(each, running_subcommands) || program.form().fed() != programs::part_kind::text);
    });
}

// An option, or a number that belongs to one: what is run comes after it.
bool before_operand(std::string_view word) noexcept {
    return word.starts_with('-') || (word.front() >= '0' && word.front() <= '9');
}

// The program of a pattern that runs other programs, such as a shell, an interpreter or `sudo`, and that a
// wildcard of the pattern lets run anything. Empty: there is none.
// \param words  the word patterns
std::string free_runner(std::span<const std::string_view> words) {
    std::size_t next = 0;
    while (next < words.size()) {
        if (!glob(words[next]).literal())
            return covers_runner(words[next]) ? std::string(words[next]) : std::string();
        const auto* program = programs::find_program(glob(words[next]).literal_text());
        if (program == nullptr) return {};
        std::string runner(words[next++]);
        bool runs = one_of(runner, running_subcommands) || is_runner(*program, false);
        bool number = false;  // the last word that was skipped: an option's value, or an operand
        const auto skip_options = [&] {
            for (; next < words.size() && before_operand(words[next]) && glob(words[next]).literal(); ++next)
                number = !words[next].starts_with('-');
        };
        for (skip_options(); next < words.size() && glob(words[next]).literal(); skip_options()) {
            const auto* const subcommand = program->subcommand(words[next]);
            if (subcommand == nullptr) break;
            program = subcommand;
            runs = is_runner(*program, true);
            runner.append(" ").append(words[next++]);
        }
        if (!runs) return {};
        const wrapper_reading wrapper(*program, nullptr);
        auto operands = wrapper.runs() == wrapper_reading::form::nothing ? 0 : wrapper.operands();
        if (number && operands > 0) --operands;
        for (; operands > 0 && next < words.size() && glob(words[next]).literal(); --operands)
            runner.append(" ").append(words[next++]);
        skip_options();
        if (next == words.size() || glob(words[next]).literal()) continue;
        // `bash ./scripts/*` says what is run; `bash *`, `bash -*` and `bash ?cript` do not.
        const char first = words[next].front();
        return first == '*' || first == '?' || before_operand(words[next]) ? runner : std::string();
    }
    return {};
}

}  // namespace
}  // namespace assent::detail

namespace assent {
namespace {

using detail::blank;

// They separate simple commands or start others. A wildcard pattern speaks of one simple command, so one that
// holds any of these would be a rule that silently never matches.
constexpr std::string_view operators = ";&|<>()$`\n\r";

constexpr std::string_view prefix_marker = ":*";

// Cuts a pattern at blanks that are not escaped.
std::vector<std::string_view> split_pattern(std::string_view pattern) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < pattern.size();) {
        const std::size_t from = at;
        while (at < pattern.size() && !blank(pattern[at])) at += pattern[at] == '\\' ? 2U : 1U;
        at = std::min(at, pattern.size());
        if (at > from) words.push_back(pattern.substr(from, at - from));
        while (at < pattern.size() && blank(pattern[at])) ++at;
    }
    return words;
}

// The same, cut at blanks outside of quotes, and without the quotes.
std::vector<std::string> split_quoted(std::string_view pattern) {
    std::vector<std::string> words;
    std::string word;
    bool in_word = false;
    char quote = '\0';
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const char byte = pattern[at];
        if (quote == '\0' && blank(byte)) {
            if (in_word) words.push_back(std::exchange(word, {}));
            in_word = false;
            continue;
        }
        in_word = true;
        if (byte == quote) {
            quote = '\0';
        } else if (quote == '\0' && (byte == '\'' || byte == '"')) {
            quote = byte;
        } else {
            word += byte;
            if (byte == '\\' && at + 1 < pattern.size()) word += pattern[++at];
        }
    }
    if (in_word) words.push_back(std::move(word));
    return words;
}

// The first unescaped operator of the pattern, as text for a message; empty when there is none.
std::string first_operator(std::string_view pattern) {
    const auto place = find_unescaped(pattern, operators);
    if (place == std::string_view::npos) return {};
    const char found = pattern[place];
    return found == '\n' || found == '\r' ? "a line break" : "`" + std::string(1, found) + "`";
}

// Why an allow rule with wildcards would silently never match, whatever the command: empty when it may.
std::string never_covers(std::string_view pattern, std::string_view program) {
    const std::string text = glob(pattern).literal_text();
    if (const auto odd = detail::first_odd_character(text))
        return "no command is covered by an allow rule with wildcards when " + std::string(odd->why);
    const glob name(program);
    const auto found = std::ranges::find_if_not(name.literal_text(), detail::program_letter);
    if (found == name.literal_text().end() || (name.literal() && name.literal_text() == "[")) return {};
    const bool shown = *found >= ' ' && *found <= '~';
    return "no program with " + (shown ? "`" + std::string(1, *found) + "`" : "other than printable ASCII") +
           " in its name is covered by an allow rule with wildcards";
}

// What is wrong with a pattern that has wildcards; empty when nothing is.
std::string wildcard_flaw(std::string_view pattern, std::span<const std::string_view> words,
                          rule_behavior behavior, bool overbroad) {
    if (const auto found = first_operator(pattern); !found.empty())
        return "expected one simple command in a pattern with wildcards, got " + found;
    if (!has_to_prove(behavior)) return {};
    if (auto never = never_covers(pattern, words.front()); !never.empty()) return never;
    const auto runner = overbroad ? std::string() : detail::free_runner(words);
    if (runner.empty()) return {};
    return "`" + runner + "` can run any program: name what it may run before the wildcard, as in `" +
           runner + " NAME *`";
}

// The pattern's words as elements of a sequence. \param allow  for an allow rule, `npm *` covers `npm` too,
// but with another wildcard the end has to be there
std::vector<sequence_element> elements_of(std::span<const std::string_view> words, bool allow,
                                          bool only_wildcard) {
    std::vector<sequence_element> elements;
    elements.reserve(words.size());
    bool open_word = false;  // `ls*`: the last word is finished, and more words may follow
    for (std::size_t i = 0; i < words.size(); ++i) {
        sequence_element element{glob(words[i]), false, 1};
        const bool last = i + 1 == words.size();
        if (element.one.any_text()) {
            element.many = true;
            if (!allow || (last && i > 0 && only_wildcard)) element.at_least = 0;
        } else if (last && element.one.open_ended()) {
            open_word = true;
        }
        elements.push_back(std::move(element));
    }
    if (open_word) elements.push_back({glob(), true, 0});
    return elements;
}

// Why an allow pattern does not cover a text, for whoever wrote the one or the other.

using namespace std::string_view_literals;

std::string shown(std::string_view word) { return detail::quoted_beginning(word); }

std::string shown(std::span<const std::string_view> words) {
    std::string text;
    for (const auto word : words) text.append(text.empty() ? "" : " ").append(word);
    return shown(text);
}

std::string place_of(std::size_t command) {
    constexpr std::array names{"first"sv, "second"sv, "third"sv, "fourth"sv, "fifth"sv};
    if (command < names.size()) return std::string(names[command]) + " command";
    return "command " + std::to_string(command + 1);
}

std::string number_of(std::size_t word) { return "word " + std::to_string(word + 1); }

// From the beginning up to where the pattern leaves the number of words open.
std::string first_difference(const command_pattern& pattern, std::span<const std::string_view> words) {
    const auto elements = pattern.words();
    std::size_t at = 0;
    for (; at < elements.size() && !elements[at].many; ++at) {
        const auto& expected = elements[at].one;
        const std::string wanted = expected.literal() ? shown(expected.literal_text()) : std::string();
        if (at >= words.size())
            return number_of(at) + (wanted.empty() ? " is missing" : ", " + wanted + ", is missing");
        if (detail::word_allowed(expected, words[at], at == 0)) continue;
        if (expected.matches(words[at]))
            return number_of(at) + ", " + shown(words[at]) +
                   ", leads into another folder than the pattern says";
        return number_of(at) + ", " + shown(words[at]) +
               (wanted.empty() ? ", is not covered by " + number_of(at) + " of the pattern"
                               : ", is not " + wanted);
    }
    if (at == elements.size() && words.size() > at)
        return number_of(at) + ", " + shown(words[at]) + ", is one too many";
    if (at < elements.size() && words.size() < at + elements[at].at_least)
        return number_of(words.size()) + " is missing";
    return {};
}

}  // namespace

boost::system::result<command_pattern, invalid_rule> command_pattern::make(std::string_view pattern,
                                                                           rule_behavior behavior,
                                                                           bool overbroad) {
    command_pattern made;
    made.whole_ = glob(pattern);
    const auto words = split_pattern(pattern);
    if (words.empty()) return invalid_rule{"expected a pattern, got only blanks"};
    if (pattern.ends_with(prefix_marker) && made.whole_.open_ended()) {
        const std::string prefix(pattern.substr(0, pattern.size() - prefix_marker.size()));
        return invalid_rule{"`:*` has no meaning here; write `" + prefix + (prefix.empty() ? "*`" : " *`")};
    }
    if (!made.whole_.literal()) {
        if (const auto flaw = wildcard_flaw(pattern, words, behavior, overbroad); !flaw.empty())
            return invalid_rule{flaw};
    }
    const bool allow = has_to_prove(behavior);
    made.words_ = elements_of(words, allow, made.whole_.wildcards() == 1);
    if (allow) return made;
    std::vector<std::vector<std::string>> wordings{{words.begin(), words.end()}};
    // The author may have meant the quotes as a shell does. Either reading counts.
    if (pattern.find_first_of("'\"") != std::string_view::npos) wordings.push_back(split_quoted(pattern));
    made.caught_ = std::make_shared<const detail::caught_command>(made.whole_, wordings);
    return made;
}

std::string command_pattern::literal_words() const {
    std::string words;
    for (const auto& element : words_)
        if (!element.many && element.one.literal())
            words.append(words.empty() ? "" : " ").append(element.one.literal_text());
    return words;
}

bool command_pattern::covers_text(std::string_view text) const noexcept {
    return whole_.any_text() || (whole_.literal() && text == whole_.literal_text());
}

bool command_pattern::covers(std::span<const std::string_view> words) const {
    const auto same = [this](const glob& pattern, std::string_view word) {
        return detail::word_allowed(pattern, word, &pattern == &words_.front().one);
    };
    return assent::covers(words_, words, same, [](std::string_view) { return true; });
}

rule_match command_pattern::catches_runs(const shell_runs& runs) const { return caught_->catches(runs); }

std::string command_pattern::why_not(const shell_command& text) const {
    if (const auto& flaw = text.why_not())
        return std::string(flaw->why) + " (byte " + std::to_string(flaw->offset + 1) + ")";
    if (text.size() == 0) return "it has no command";
    for (std::size_t command = 0; command < text.size(); ++command) {
        const auto wrapped = text.behind_wrapper(command);
        if (covers(text[command]) || (!wrapped.empty() && covers(wrapped))) continue;
        auto found = first_difference(*this, text[command]);
        if (found.empty()) found = "its words do not end as in the pattern";
        return text.size() == 1 ? found
                                : "its " + place_of(command) + " " + shown(text[command]) + ": " + found;
    }
    return {};
}

}  // namespace assent
