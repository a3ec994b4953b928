#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Patterns as they are written.
namespace assent {

/// The place of the first character of `which` that no `\` makes literal; `npos`: there is none.
[[nodiscard]] std::size_t find_unescaped(std::string_view pattern, std::string_view which,
                                         std::size_t from = 0) noexcept;

/// The pattern with a `\` before each character of `which` that has none.
[[nodiscard]] std::string with_escaped(std::string_view pattern, std::string_view which);

/// The pattern without blanks at both ends; one that a `\` makes literal stays.
[[nodiscard]] std::string_view without_outer_blanks(std::string_view pattern) noexcept;

}  // namespace assent
