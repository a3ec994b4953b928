#pragma once

#include <string_view>

namespace assent::detail {

/// The text is words between single blanks, which every shell takes as they stand, and the first of which is
/// the program. Then the agent, which compares texts, and this library, which compares words, see the same.
[[nodiscard]] bool plain_words(std::string_view text) noexcept;

/// A character that no shell and no pattern gives a meaning of its own.
[[nodiscard]] bool plain_in_words(char byte) noexcept;

}  // namespace assent::detail
