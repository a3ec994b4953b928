#pragma once

#include "../text/word_list.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace assent::detail {

/// What stands in a word for a substitution, or for names that another program hands on: who reads the word
/// again finds it unknown again.
inline constexpr std::string_view substitution_mark = "$@";

/// A character that no plain shell text has.
struct odd_character {
    std::string_view why;    ///< such as "it has a line break"
    std::size_t offset = 0;  ///< in bytes
};

/// The first control character other than TAB, invisible or space-like character, or byte that is not UTF-8;
/// nothing when there is none.
[[nodiscard]] std::optional<odd_character> first_odd_character(std::string_view text) noexcept;

/// Letters and digits of ASCII, and `_`.
[[nodiscard]] constexpr bool name_letter(char byte) noexcept {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || digit(byte);
}
inline constexpr std::array<bool, 256> program_letters = [] {
    std::array<bool, 256> table{};
    for (std::size_t value = 0; value < table.size(); ++value)
        table[value] = name_letter(static_cast<char>(value));
    for (const char other : std::string_view("./+-,@%:")) table[static_cast<unsigned char>(other)] = true;
    return table;
}();
/// Letters of names of programs in plain texts: they mean nothing else to any shell.
[[nodiscard]] constexpr bool program_letter(char byte) noexcept {
    return program_letters[static_cast<unsigned char>(byte)];
}
/// What separates words in every shell.
inline constexpr std::string_view blanks = " \t";
[[nodiscard]] constexpr bool blank(char byte) noexcept { return byte == ' ' || byte == '\t'; }

inline constexpr byte_set word_gaps(" \t\n");
/// A text of several words.
[[nodiscard]] constexpr bool is_prose(std::string_view text) noexcept { return word_gaps.any_in(text); }

/// With these a shell begins to put names of files, or several words, in place of one.
inline constexpr std::string_view glob_marks = "*?[{";

/// Whether each set in brackets is one of letters, digits and dots that are written out, or from one to
/// another, or of all others: `[ab].c`, `[a-m]*`, `[!_]*`, `[slug]`. Whichever letter there shells take for
/// one of it, it is one.
[[nodiscard]] bool has_plain_sets(std::string_view text) noexcept;

/// The length of the variable's name at the beginning of the text; 0: there is none.
[[nodiscard]] constexpr std::size_t name_length(std::string_view text) noexcept {
    if (text.empty() || digit(text.front())) return 0;
    std::size_t length = 0;
    while (length < text.size() && name_letter(text[length])) ++length;
    return length;
}

/// A substitution is kept as text: who evaluates it later runs it.
[[nodiscard]] constexpr bool keeps_substitution(std::string_view text) noexcept {
    return text.find("$(") != std::string_view::npos || text.find('`') != std::string_view::npos;
}

/// Arithmetic in which more than numbers stand: the values of names are expanded as text once more.
[[nodiscard]] constexpr bool calculates_with_names(std::string_view expression) noexcept {
    for (const char byte : expression)
        if ((name_letter(byte) && !digit(byte)) || byte == '$' || byte == '`') return true;
    return false;
}

/// Whether all quotes, parentheses and backquotes of a here-document are closed in it. bash 3.2 counts them
/// where the document stands in a substitution, and ends that at a `)` too many, or not at all. A `'` that
/// nothing closes, to the end of the command, is no harm: it then says so, and runs nothing.
/// \param rest  of the command, behind the document
[[nodiscard]] bool closes_all(std::string_view text, std::string_view rest) noexcept;

/// Splits a shell text at its blanks, when nothing else in it means anything to any shell: all of it is
/// ASCII letters and digits, `_./+-,@%:`, `=` in words that begin with `-`, and blanks. Most commands are
/// like that, and need no scanner. What the first word names is for the caller to look at: it may be
/// reserved. \param take  (begin, bytes): gets the words, which are parts of the text \return false: it is no
/// such text. Some of its words may have been taken
template <class Take>
[[nodiscard]] bool split_bare_words(std::string_view text, const Take& take) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        if (blank(*at)) {
            ++at;
            continue;
        }
        const char* const from = at;
        while (at != end && program_letter(*at)) ++at;
        if (at != end && *at == '=' && *from == '-')
            while (at != end && (*at == '=' || program_letter(*at))) ++at;
        if (at != end && !blank(*at)) return false;
        take(from, static_cast<std::size_t>(at - from));
    }
    return true;
}

/// Part of a path behind the last `/`.
[[nodiscard]] inline std::string_view base_name(std::string_view word) noexcept {
    return word.substr(word.rfind('/') + 1);
}

/// A word behind a program that begins like an option.
[[nodiscard]] constexpr bool is_option(std::string_view word) noexcept {
    return word.size() > 1 && word.front() == '-';
}

}  // namespace assent::detail
