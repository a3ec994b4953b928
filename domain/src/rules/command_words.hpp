#pragma once

#include <assent/domain/rules/glob.hpp>

#include <span>
#include <string>
#include <string_view>

namespace assent::detail {

/// Part of a path behind the last `/`.
[[nodiscard]] inline std::string_view base_name(std::string_view word) noexcept {
    return word.substr(word.rfind('/') + 1);
}

/// A word behind a program that begins like an option.
[[nodiscard]] constexpr bool is_option(std::string_view word) noexcept {
    return word.size() > 1 && word.front() == '-';
}

/// Allow: whether a word pattern covers a word of a plain command. A wildcard in a program's name does not
/// reach into a folder, and one below a folder does not leave it. \param program  it is the first word
[[nodiscard]] bool word_allowed(const glob& pattern, std::string_view word, bool program);

/// The program of a pattern that runs other programs, such as a shell, an interpreter or `sudo`, and that a
/// wildcard of the pattern lets run anything. Empty: there is none.
/// \param words  the word patterns
[[nodiscard]] std::string free_runner(std::span<const std::string_view> words);

}  // namespace assent::detail
