#pragma once

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

[[nodiscard]] constexpr bool digit(char byte) noexcept { return byte >= '0' && byte <= '9'; }
/// Letters and digits of ASCII, and `_`.
[[nodiscard]] constexpr bool name_letter(char byte) noexcept {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || digit(byte);
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

}  // namespace assent::detail
