#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>
#include <vector>

/// What is said of a command line that cannot be taken.
namespace assent::cli {

using typed_words = std::vector<std::string>;

/// The command of that name; null: there is none.
[[nodiscard]] const CLI::App* command_below(const CLI::App& app, std::string_view name);
/// The option that a word of the command line gives and that wants a value; null: there is none.
[[nodiscard]] const CLI::Option* option_with_value(const CLI::App& command, const std::string& word);
/// Where, from `from` on, the first word stands that is neither an option nor the value of one.
[[nodiscard]] std::size_t end_of_options(const CLI::App& command, const typed_words& typed, std::size_t from);

/// "there is no `--polcy`; did you mean `--policy`?", about the first word that is no option of the command
/// or the value of one, or an option whose value is missing; empty: all are good.
[[nodiscard]] std::string first_unknown(const CLI::App& command, const typed_words& words);

/// Why a path would name a folder called `~`, and what to write; empty: it does not.
[[nodiscard]] std::string why_not_expanded(std::string_view path);
/// The same of the first path that was given to an option, as in `--record=~/x`.
[[nodiscard]] std::string why_not_expanded(const CLI::App& app);

/// Whether a word stands where a command has to, and is none.
[[nodiscard]] bool names_no_command(const CLI::App& whole, const typed_words& typed);
/// Why these words are not taken, what may have been meant, and where more is said.
/// \param whole  the program, with all of its commands
/// \param typed  behind its name, and in front of any `--`
/// \param behind  behind that
[[nodiscard]] std::string why_not_taken(const CLI::App& whole, const typed_words& typed,
                                        const typed_words& behind, const CLI::ParseError& error);

}  // namespace assent::cli
