#pragma once

#include "word_list.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace assent {

namespace detail {
inline constexpr std::array<std::string_view, 8> marks_of_secret_names{
    "token", "secret", "password", "passwd", "_key", "apikey", "credential", "auth"};
inline constexpr std::array<std::string_view, 2> marks_of_addresses{"_url", "_dsn"};
}  // namespace detail

/// Of what holds secrets: a variable, an option, a field, a header.
[[nodiscard]] inline bool names_secret(std::string_view name) noexcept {
    return std::ranges::any_of(detail::marks_of_secret_names,
                               [&](std::string_view mark) { return contains_letters(name, mark); });
}
/// Of an address, which may hold who logs in there.
[[nodiscard]] inline bool names_address(std::string_view name) noexcept {
    return std::ranges::any_of(detail::marks_of_addresses,
                               [&](std::string_view mark) { return contains_letters(name, mark); });
}

}  // namespace assent
