#pragma once

#include "dice.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace assent::differential {

/// Whose forms a line may have, beside those that all shells know.
enum class dialect : unsigned char { posix, bash, ksh, zsh };
inline constexpr std::size_t dialect_count = 4;

/// Longest line, in bytes.
inline constexpr std::size_t max_line_bytes = 1500;

/// Simple commands, and what joins them: most of it means what it says.
[[nodiscard]] std::string plain_line(dice& from);
/// Commands inside of commands, words and texts, without mistakes as far as it goes.
[[nodiscard]] std::string nested_line(dice& from, dialect shells);
/// Pieces of lines in a row.
[[nodiscard]] std::string line_of_pieces(dice& from);
/// Ways to run something that do not look like it.
[[nodiscard]] std::string trick_line(dice& from);

/// A piece of shell text: an operator, a reserved word, a part of an expansion.
[[nodiscard]] std::string_view shell_piece(dice& from);
/// A byte, or a character, that no shell has a meaning for.
[[nodiscard]] std::string_view odd_byte(dice& from);

}  // namespace assent::differential
