#pragma once

#include <CLI/CLI.hpp>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// What `--help` and the manual say of a command beside its options.
struct command_help {
    std::string_view command;  ///< as typed behind `assent`: `policy lint`
    std::string_view rest;     ///< what may stand behind all options; empty: nothing
    std::array<std::string_view, 2> examples;
};

/// What stands behind the options of commands that look at an agent's command.
inline constexpr std::string_view command_words = "[COMMAND [ARG...]]";
/// Whether it is such a command: its options end at the first word that is none of them.
[[nodiscard]] bool takes_words(const CLI::App& command);
/// Whether that word is a text for the shell: no program has such a name, and more options may follow.
[[nodiscard]] bool is_whole_text(std::string_view word);

/// \return an empty one where there is none
[[nodiscard]] command_help help_of(const CLI::App& command);

/// As it is typed: `assent policy lint`. \param between  the words
[[nodiscard]] std::string full_name(const CLI::App& command, std::string_view between = " ");

/// What else there is to know: on its rules, and what it says itself. Paragraphs are apart by an empty line.
[[nodiscard]] std::string notes_of(const CLI::App& command);

/// What the option is given: words such as `on|off`, of which those in capitals stand for what they say;
/// empty: it takes nothing, or its name says it.
[[nodiscard]] std::string value_of(const CLI::Option& option);
/// With its default.
[[nodiscard]] std::string described(const CLI::Option& option);

/// The groups of its options; the one of `--help` is the last.
[[nodiscard]] std::vector<std::string> groups_of(const CLI::App& command);
/// The options of one group, in order; the group of operands is "".
[[nodiscard]] std::vector<const CLI::Option*> options_in(const CLI::App& command, const std::string& group);
/// The commands below it that are not hidden.
[[nodiscard]] std::vector<const CLI::App*> shown_commands(const CLI::App& app);

/// Writes `--help`, for a terminal of 80 columns.
[[nodiscard]] std::shared_ptr<CLI::FormatterBase> help_formatter();

}  // namespace assent::cli
