#pragma once

#include <cstddef>
#include <span>
#include <string_view>

/// What is known about single programs and words of the shell, for the strict reading.
namespace assent::detail {

using shell_word_list = std::span<const std::string_view>;

/// Why a word cannot stand in the place of a program in a plain text; empty: it can.
[[nodiscard]] std::string_view program_flaw(std::string_view program) noexcept;

/// Why a command of a plain text may do more than run its program with its words: builtins that evaluate
/// their words, or change what later commands mean. Empty: it does not. \param words  the program and its
/// arguments, without quotes
[[nodiscard]] std::string_view command_flaw(shell_word_list words) noexcept;

/// How many words come before the program that `timeout`, `nice`, `nohup`, `stdbuf` or `time` runs, these
/// nested too; 0: there is no such wrapper, or its options are not understood.
[[nodiscard]] std::size_t wrapper_words(shell_word_list words) noexcept;

/// A first answer to both, for a command of bare words (`split_bare_words`): true when there is nothing wrong
/// with it. False: they have to be asked.
[[nodiscard]] bool ordinary_program(std::string_view program) noexcept;

}  // namespace assent::detail
