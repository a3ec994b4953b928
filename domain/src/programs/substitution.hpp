#pragma once

#include <assent/domain/programs/shell_runs.hpp>
#include <assent/domain/shell/shell_word.hpp>

#include <cstddef>
#include <string_view>

namespace assent::programs {

/// Where the only substitution of a text is in it; npos: there is none, or something else is not known.
[[nodiscard]] std::size_t place_of_substitution(std::string_view text) noexcept;

/// The variable that a text is, `$n` or `${n}`; empty: it is something else.
[[nodiscard]] std::string_view name_of_variable(std::string_view text) noexcept;

/// The last program of the one pipeline that is all that the word's substitution runs; `none`: there is more.
[[nodiscard]] std::size_t end_of_pipeline(const shell_runs& runs, const shell_word& word);

/// Whether the substitution that the word has prints a number, and nothing else: `$(ls | wc -l)`.
[[nodiscard]] bool prints_number(const shell_runs& runs, const shell_word& word);
/// The same of words of letters and digits alone: `$(git log --format=%h | head -5)`.
[[nodiscard]] bool prints_plain_words(const shell_runs& runs, const shell_word& word);

}  // namespace assent::programs
