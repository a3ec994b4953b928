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

}  // namespace assent::detail
