#include <assent/domain/rules/command_pattern.hpp>

#include "command_runners.hpp"
#include "command_words.hpp"
#include "shell_characters.hpp"
#include "shell_programs.hpp"

#include <algorithm>
#include <utility>

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
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] == '\\') {
            ++at;
            continue;
        }
        if (operators.find(pattern[at]) == std::string_view::npos) continue;
        return pattern[at] == '\n' || pattern[at] == '\r' ? "a line break"
                                                          : "`" + std::string(1, pattern[at]) + "`";
    }
    return {};
}

// Why an allow rule with wildcards would silently never match, whatever the command: empty when it may.
std::string never_covers(std::string_view pattern, std::string_view program) {
    const std::string text = glob(pattern).literal_text();
    if (const auto odd = detail::first_odd_character(text))
        return "no command is covered by an allow rule with wildcards when " + std::string(odd->why);
    const glob name(program);
    const auto found =
        std::find_if_not(name.literal_text().begin(), name.literal_text().end(), detail::program_letter);
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
    if (behavior != rule_behavior::allow) return {};
    if (auto never = never_covers(pattern, words.front()); !never.empty()) return never;
    const auto runner = overbroad ? std::string() : detail::free_runner(words);
    if (runner.empty()) return {};
    return "`" + runner + "` can run any program: name what it may run before the wildcard, as in `" +
           runner + " NAME *`";
}

// The pattern's words as elements of a sequence.
template <class Words>
std::vector<sequence_element> elements_of(const Words& words, bool only_wildcard) {
    std::vector<sequence_element> elements;
    elements.reserve(words.size());
    bool open_word = false;  // `ls*`: the last word is finished, and more words may follow
    for (std::size_t i = 0; i < words.size(); ++i) {
        sequence_element element{glob(words[i]), false, 1};
        const bool last = i + 1 == words.size();
        if (element.one.any_text()) {
            element.many = true;
            // `npm *` covers `npm` too; with another wildcard the end has to be there.
            if (last && i > 0 && only_wildcard) element.at_least = 0;
        } else if (last && element.one.open_ended()) {
            open_word = true;
        }
        elements.push_back(std::move(element));
    }
    if (open_word) elements.push_back({glob(), true, 0});
    return elements;
}

// Whether they are literal words without line breaks, but for a `*` at the end that may stand for one word.
bool plain_words(std::span<const sequence_element> elements) {
    return std::all_of(elements.begin(), elements.end(), [&](const sequence_element& each) {
        if (each.many) return &each == &elements.back() && each.at_least <= 1;
        return each.one.literal() && each.one.literal_text().find('\n') == std::string::npos;
    });
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
    const bool only_wildcard = made.whole_.wildcards() == 1;
    made.words_ = elements_of(words, only_wildcard);
    made.plain_words_ = plain_words(made.words_);
    // The author may have meant the quotes as a shell does. For deny, either reading counts.
    if (behavior != rule_behavior::allow && pattern.find_first_of("'\"") != std::string_view::npos)
        made.unquoted_ = elements_of(split_quoted(pattern), only_wildcard);
    return made;
}

bool command_pattern::covers_text(std::string_view text) const noexcept {
    return whole_.any_text() || (whole_.literal() && text == whole_.literal_text());
}

bool command_pattern::surely_covers(const bare_command& command) const noexcept {
    if (!plain_words_) return false;
    std::string_view lines = command.lines();
    for (const auto& element : words_) {
        if (element.many) return element.at_least == 0 || !lines.empty();
        const std::string_view word = element.one.literal_text();
        if (lines.size() <= word.size() || lines[word.size()] != '\n' || !lines.starts_with(word))
            return false;
        lines.remove_prefix(word.size() + 1);
    }
    return lines.empty();
}

bool command_pattern::covers(std::span<const std::string_view> words) const {
    const auto same = [this](const glob& pattern, std::string_view word) {
        return detail::word_allowed(pattern, word, &pattern == &words_.front().one);
    };
    return assent::covers(words_, words, same, [](std::string_view) { return true; });
}

}  // namespace assent
