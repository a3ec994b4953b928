#pragma once

#include "text_marks.hpp"

#include <string_view>

namespace assent::lenient {

/// A quick first answer to whether a word of a command is in any table of programs and reserved words, or of
/// other words that programs are told by, as `program_name` or as it stands: most words are told from all of
/// them by their length, their first and their last letter.
/// \param found  `marks_of(word)`   \return false: it is in none of them
[[nodiscard]] bool may_be_known(std::string_view word, text_marks found) noexcept;

}  // namespace assent::lenient
