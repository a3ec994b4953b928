#pragma once

#include <span>
#include <string>
#include <string_view>

namespace assent::detail {

/// The program of a pattern that runs other programs, such as a shell, an interpreter or `sudo`, and that a
/// wildcard of the pattern lets run anything. Empty: there is none.
/// \param words  the word patterns
[[nodiscard]] std::string free_runner(std::span<const std::string_view> words);

}  // namespace assent::detail
