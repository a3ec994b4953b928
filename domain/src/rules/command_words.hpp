#pragma once

#include <assent/domain/match/glob.hpp>

#include <span>
#include <string>
#include <string_view>

namespace assent::detail {

/// Allow: whether a word pattern covers a word of a plain command. A wildcard in a program's name does not
/// reach into a folder, and one below a folder does not leave it. \param program  it is the first word
[[nodiscard]] bool word_allowed(const glob& pattern, std::string_view word, bool program);

/// The program of a pattern that runs other programs, such as a shell, an interpreter or `sudo`, and that a
/// wildcard of the pattern lets run anything. Empty: there is none.
/// \param words  the word patterns
[[nodiscard]] std::string free_runner(std::span<const std::string_view> words);

}  // namespace assent::detail
