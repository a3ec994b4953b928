#pragma once

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace assent {

/// A set in a pattern, as it is written: `[ab]`, `[!ab]`, `[a-z]`.
struct glob_set {
    struct range {
        char32_t first;
        char32_t last;
    };
    boost::container::small_vector<range, 8> members{};
    bool negated = false;
    std::size_t length = 0;   ///< of the text, with both brackets
    std::string_view flaw{};  ///< why it is none; empty: it is one
};

/// The character that the whole text is; nothing when it is none or several, or not UTF-8.
[[nodiscard]] std::optional<char32_t> one_character(std::string_view text) noexcept;

/// Whether the character of a pattern that stands there is literal: an odd number of `\` stands before it.
[[nodiscard]] bool escaped(std::string_view pattern, std::size_t place) noexcept;
/// The place of the first character of `which` that no `\` makes literal; `npos`: there is none.
[[nodiscard]] std::size_t find_unescaped(std::string_view pattern, std::string_view which,
                                         std::size_t from = 0) noexcept;

/// Reads the set that begins with the `[` at the beginning of `text`.
[[nodiscard]] glob_set read_set(std::string_view text);

}  // namespace assent
