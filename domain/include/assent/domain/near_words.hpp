#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace assent {

/// Farthest that a word may be from a known one to be taken for it misspelt, in letters.
inline constexpr std::size_t max_misspelling = 2;

/// How many letters have to be put in, left out, replaced or swapped with the next to make `left` of `right`;
/// `max_misspelling + 1` when there are more than `max_misspelling`.
[[nodiscard]] std::size_t letters_between(std::string_view left, std::string_view right);

/// The known word that is nearest to `word`; empty when none is within `max_misspelling` letters, or more
/// than half of the word would be another.
[[nodiscard]] std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known);

}  // namespace assent
