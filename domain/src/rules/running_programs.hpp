#pragma once

#include "name_filter.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

/// Programs that run others, for the lenient reading.
namespace assent::detail {

/// Letters of options.
struct option_letters {
    std::string_view flags{};   ///< stand alone
    std::string_view valued{};  ///< take the rest of the word, or the next one
};

/// How many words an option takes.
enum class option_reach : unsigned char {
    word,     ///< itself
    two,      ///< the next one, too
    unclear,  ///< one or two
};
/// \param option  begins with a dash
[[nodiscard]] option_reach reach_of(std::string_view option, const option_letters& letters) noexcept;

/// A program that runs the words behind its options.
struct wrapping_program {
    enum class form : unsigned char {
        words,   ///< runs them as they are
        shell,   ///< a shell reads them, joined by blanks
        either,  ///< the one or the other, as its options say
        none,    ///< only what its text option says
    };

    std::string_view name;
    option_letters letters{};
    form runs = form::words;
    std::size_t operands = 0;  ///< words that come before the program
    /// The letter of the option whose value is a shell text; 0: there is none.
    char text_letter = '\0';
    /// Without a program to run, it is a shell.
    bool shell = false;
    /// A long option of that kind, beside those that are usual; empty: there is none.
    std::string_view text_name{};
};

/// A word of a program behind which others run, such as `exec` of `npm exec rm x`.
struct running_subcommand {
    std::string_view program;
    std::string_view name;  ///< one word, or two with a blank between them
    /// How the words behind it are read. Behind `--` a program is expected, too.
    wrapping_program reading;
};
/// A program with such words.
struct running_program {
    std::string_view name;
    std::span<const running_subcommand> subcommands;
    /// The first letters of their names, small and capital, a bit each (`bit_of_beginning`).
    std::uint64_t beginnings = 0;
};
/// Null: it has none. \param program  without folder, in lower case
[[nodiscard]] const running_program* running_others(std::string_view program) noexcept;
/// Those of a program; empty: it has none. \param program  without folder, in lower case
[[nodiscard]] std::span<const running_subcommand> running_subcommands(std::string_view program) noexcept;
/// Of the programs that have some.
[[nodiscard]] const name_filter& subcommand_filter() noexcept;

/// nullptr: it is none.
/// \param name  without folder, in lower case
[[nodiscard]] const wrapping_program* wrapping(std::string_view name) noexcept;
[[nodiscard]] bool is_shell(std::string_view name) noexcept;

/// Programs whose `run` and `exec` run words in a container.
[[nodiscard]] bool runs_containers(std::string_view name) noexcept;

/// A program that runs a text of a language which is not read here.
struct interpreter {
    std::string_view name;
    /// The letters of options with a text for a value.
    std::string_view text_letters;
    option_letters letters{};
    /// The letter of the option that names a module, in place of a script; 0: there is none.
    char module_letter = '\0';

    [[nodiscard]] constexpr bool names_module(std::string_view option) const noexcept {
        return module_letter != '\0' && option.size() > 1 && option[0] == '-' && option[1] == module_letter;
    }
};
/// nullptr: it is none. Version numbers do not count.
[[nodiscard]] const interpreter* interpreting(std::string_view name) noexcept;
/// `python` of `python3.11`.
[[nodiscard]] std::string_view without_version(std::string_view name) noexcept;

/// Of all wrapping programs, shells, programs that run containers, and interpreters without their version.
[[nodiscard]] const name_filter& running_filter() noexcept;

/// Whether a setting of git is a command that git runs. \param name  such as `core.pager`
[[nodiscard]] bool git_setting_runs(std::string_view name) noexcept;
/// Whether a command of tmux runs no program and no text.
[[nodiscard]] bool tmux_command_only_looks(std::string_view name) noexcept;

/// Whether pnpm has a command of that name. It takes every other word for a script, or for a program.
[[nodiscard]] bool pnpm_has_command(std::string_view name) noexcept;

/// Whether the variable holds a command that programs run.
[[nodiscard]] bool holds_command(std::string_view variable) noexcept;

/// The program that a word names, without folder, in lower case. Empty when it is longer than any that is
/// looked for.
class program_id {
public:
    explicit program_id(std::string_view word) noexcept;
    [[nodiscard]] operator std::string_view() const noexcept { return {letters_, length_}; }

private:
    char letters_[20] = {};
    std::size_t length_ = 0;
};

}  // namespace assent::detail
