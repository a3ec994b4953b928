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

/// The beginning of a text, at most `most` characters of it; a byte that is not UTF-8 counts as one. Looks at
/// no more of the text than it returns.
[[nodiscard]] std::string_view first_characters(std::string_view text, std::size_t most) noexcept;

}  // namespace assent::detail
