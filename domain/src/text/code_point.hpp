#pragma once

#include <cstddef>
#include <string_view>

namespace assent::detail {

/// What stands at the beginning of a text: a code point, or one byte that is not UTF-8.
struct code_point {
    char32_t value = 0;      ///< the byte, where it is not valid
    std::size_t length = 1;  ///< in bytes
    bool valid = false;  ///< false for overlong forms, surrogates, what lies past U+10FFFF, and lone bytes
};

/// Precondition: `text` is not empty.
[[nodiscard]] code_point first_code_point(std::string_view text) noexcept;

/// Of a text in UTF-8; how much of one that is not is left open.
[[nodiscard]] std::size_t characters_in(std::string_view text) noexcept;

/// True for what moves a cursor, hides or reorders text, looks like a blank or like nothing, or has no agreed
/// shape: controls, all spaces but U+0020, invisible characters, direction marks, variation selectors, tags,
/// private use and noncharacters.
[[nodiscard]] bool unshowable(char32_t value) noexcept;

/// True for what takes no place of its own but is drawn onto the character before it.
[[nodiscard]] bool combining(char32_t value) noexcept;

}  // namespace assent::detail
