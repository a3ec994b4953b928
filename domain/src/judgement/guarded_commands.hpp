#pragma once

#include "factors.hpp"
#include "shell_words.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace assent::lenient {

/// What is known about one use of a program.
struct program_use {
    bool known = false;             ///< the word names a program that is looked at
    std::optional<factor> found{};  ///< how it runs others or writes files; nothing: it does not
};
/// \param at        the word that may name a program
/// \param in_place  it stands where a program's name is expected; elsewhere only options count
[[nodiscard]] program_use guarded_use(const shell_segment& segment, std::size_t at, bool in_place);

/// Whether an option, or a script among the words, makes the program run another one that deny rules do not
/// find by themselves. \param program  one of these tables
[[nodiscard]] bool runs_unread(const known_program& program, std::span<const shell_word> arguments);

/// Whether the program has options, or reads scripts, with which it runs others or writes files.
[[nodiscard]] bool has_guarded_uses(std::string_view program) noexcept;

/// Whether the word gives a value to a variable that decides what programs load or run: `LD_PRELOAD=x`.
[[nodiscard]] bool sets_executing_variable(std::string_view word) noexcept;

/// Longest name of a program that is looked for, in bytes.
inline constexpr std::size_t max_program_bytes = 16;

/// Whether versions are made of it.
[[nodiscard]] constexpr bool in_version(char byte) noexcept {
    return (byte >= '0' && byte <= '9') || byte == '.' || byte == '-';
}
/// The name without the version of an interpreter behind it; all of it where nothing would be left.
[[nodiscard]] std::string_view unversioned(std::string_view name) noexcept;

/// The program a word names: without folder, in lower case, and without the version of an interpreter
/// (`python3.11`, `gcc-12`). Empty when it is longer than any program that is looked for.
class program_name {
public:
    explicit program_name(std::string_view word) noexcept;
    [[nodiscard]] operator std::string_view() const noexcept { return {letters_, length_}; }

private:
    char letters_[max_program_bytes] = {};
    std::size_t length_ = 0;
};

}  // namespace assent::lenient
