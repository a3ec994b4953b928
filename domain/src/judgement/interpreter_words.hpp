#pragma once

#include "shell_words.hpp"

#include <span>
#include <string_view>

namespace assent::lenient {

/// The words of an interpreter that are its own: those before the script or the module that it runs, to which
/// all others belong. All of them where that cannot be told.
/// \param program    without folder, in lower case; any, interpreter or not
/// \param arguments  the words behind it
[[nodiscard]] std::span<const shell_word> own_words(std::string_view program,
                                                    std::span<const shell_word> arguments);

}  // namespace assent::lenient
