#include "command_options.hpp"

#include "word_list.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace assent::lenient {
namespace {

// Shortest abbreviation of a long option that is looked for: `--` and a letter.
constexpr std::size_t shortest_long_option = 3;

bool contains_ignoring_case(std::string_view text, std::string_view part) noexcept {
    const auto same = [](char left, char right) { return lower_case(left) == right; };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

bool is_option(std::string_view word, std::string_view expected) noexcept {
    if (expected.starts_with('~')) return contains_ignoring_case(word, expected.substr(1));
    if (expected.ends_with('*')) return word.starts_with(expected.substr(0, expected.size() - 1));
    if (!expected.starts_with("--") && !expected.ends_with('|')) return word == expected;
    const auto bar = expected.find('|');
    const auto name = word.substr(0, word.find('='));
    if (bar == std::string_view::npos)
        return name.size() >= std::min(shortest_long_option, expected.size()) && expected.starts_with(name);
    const auto shortest = expected.substr(0, bar);
    if (!name.starts_with(shortest)) return false;
    return expected.substr(bar + 1).starts_with(name.substr(shortest.size()));
}

bool is_in(std::string_view word, const option_set& options) noexcept {
    if (!options.begins.may_hold(word)) return false;
    const std::uint16_t key = option_words::key_of(word);
    return std::any_of(options.each.begin(), options.each.end(), [&](const option_words::entry& each) {
        if (each.key != key && each.key != option_words::any_word) return false;
        return is_option(word, options.words.substr(each.from, each.bytes));
    });
}

// An option whose name, up to a value, the shell puts together: `-${x}` and `-d{elete,x}` may be any.
bool unreadable_option(const shell_word& word) noexcept {
    if (!word.expands && !word.globs) return false;
    if (!word.text.starts_with('-') && !(word.globs && word.text.starts_with('{') && word.text.size() > 2))
        return false;
    return word.text.substr(0, word.text.find('=')).find_first_of("$*?[{") != std::string_view::npos;
}

}  // namespace

bool is_one_of(std::string_view word, std::string_view expected) noexcept {
    if (word.empty()) return false;
    for (std::size_t from = 0; from < expected.size();) {
        const std::size_t end = std::min(expected.find(' ', from), expected.size());
        const auto each = expected.substr(from, end - from);
        if (is_option(word, each)) return true;
        from = end + 1;
    }
    return false;
}

bool has_letter(std::string_view cluster, const option_set& options) noexcept {
    for (const char letter : cluster) {
        if (options.letters.find(letter) != std::string_view::npos) return true;
        if (options.valued.find(letter) != std::string_view::npos || letter == '=') return false;
    }
    return false;
}

bool has_option(std::span<const shell_word> words, const option_set& options) {
    for (const shell_word& word : words) {
        // Most are told by how they begin. With one dash, a word may be a cluster of letters.
        const std::size_t dashes = word_beginnings::dashes_of(word.text);
        const bool as_it_stands = dashes != 1 && !word.expands && !word.globs;
        if (as_it_stands && !options.begins.may_hold(word.text, dashes)) continue;
        if (word.target || word.text.empty()) continue;
        if (unreadable_option(word) || is_in(word.text, options)) return true;
        if (dashes == 1 && has_letter(word.text.substr(1), options)) return true;
    }
    return false;
}

}  // namespace assent::lenient
