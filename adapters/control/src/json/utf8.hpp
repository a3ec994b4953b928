#pragma once

#include <cstddef>
#include <string_view>

namespace assent::detail {

/// What stands in for bytes that are no text: U+FFFD.
inline constexpr std::string_view replacement_character = "\xEF\xBF\xBD";

/// Length of the UTF-8 sequence (RFC 3629) that begins at `at`, 1 to 4; 0 when there is none.
/// Precondition: `at != end`.
[[nodiscard]] std::size_t utf8_length(const char* at, const char* end) noexcept;

}  // namespace assent::detail
