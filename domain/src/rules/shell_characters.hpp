#pragma once

#include "../word_list.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace assent::detail {

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
[[nodiscard]] constexpr bool blank(char byte) noexcept { return byte == ' ' || byte == '\t'; }

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

}  // namespace assent::detail
