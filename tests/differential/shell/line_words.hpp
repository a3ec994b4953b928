#pragma once

#include "dice.hpp"

#include <span>
#include <string>
#include <string_view>

namespace assent::differential {

/// The programs that there are. Those that end in `_no` fail, the others succeed.
[[nodiscard]] std::span<const std::string_view> program_names();

// Pieces of shell text that mean what they say: no expansion, no reserved word.

/// A program's name, now and then with quotes or backslashes in it.
[[nodiscard]] std::string plain_program(dice& from);
/// A word that stands for itself once its quotes are gone.
[[nodiscard]] std::string plain_word(dice& from);
/// A redirection of descriptors, or to `/dev/null`.
[[nodiscard]] std::string plain_redirection(dice& from);
/// What may stand between two words.
[[nodiscard]] std::string_view blanks(dice& from);
/// The same, or nothing.
[[nodiscard]] std::string_view blanks_or_none(dice& from);

}  // namespace assent::differential
