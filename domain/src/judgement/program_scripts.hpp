#pragma once

#include "shell_words.hpp"

#include <span>
#include <string_view>

/// Programs whose danger is not in the name of an option alone. All take the words after the program's name.
namespace assent::lenient {

/// Options and subcommands of git that run programs, read settings from elsewhere, or change settings.
[[nodiscard]] bool git_runs_others(std::span<const shell_word> arguments);
/// The subcommand of git: where it stands, or `arguments.size()`.
[[nodiscard]] std::size_t git_subcommand(std::span<const shell_word> arguments);
/// Whether a subcommand of git runs other programs, changes settings, or has options that do so or write
/// files.
[[nodiscard]] bool git_subcommand_runs_others(std::string_view subcommand) noexcept;
/// Writing in place, script files, and scripts with `e` or `w`.
[[nodiscard]] bool sed_runs_or_writes(std::span<const shell_word> arguments);
/// The latter alone.
[[nodiscard]] bool sed_scripts_reach_out(std::span<const shell_word> arguments);
/// `system`, `getline`, pipes and redirections in a program, and programs from files.
[[nodiscard]] bool awk_runs_or_writes(std::span<const shell_word> arguments);

}  // namespace assent::lenient
