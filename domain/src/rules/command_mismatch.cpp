#include "command_words.hpp"

#include <assent/domain/rules/command_pattern.hpp>

#include <array>

// Why an allow pattern does not cover a text, for whoever wrote the one or the other.
namespace assent {
namespace {

using namespace std::string_view_literals;

// Longest word that is shown, in bytes.
constexpr std::size_t max_shown_bytes = 60;

std::string shown(std::string_view word) {
    if (word.size() <= max_shown_bytes) return "`" + std::string(word) + "`";
    std::size_t end = max_shown_bytes;
    // No character is cut.
    while (end > 0 && (static_cast<unsigned char>(word[end]) & 0xC0U) == 0x80U) --end;
    return "`" + std::string(word.substr(0, end)) + "…`";
}

std::string shown(std::span<const std::string_view> words) {
    std::string text;
    for (const auto word : words) {
        if (!text.empty()) text += ' ';
        text += word;
        if (text.size() > max_shown_bytes) break;
    }
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
