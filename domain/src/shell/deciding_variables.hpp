#pragma once

#include <string_view>

namespace assent::detail {

/// Whether a variable may decide what programs run, load, read as settings or talk to, whatever a host says:
/// `PATH`, `LD_PRELOAD`, `GIT_SSH`, `NODE_OPTIONS`. By families of names, without regard to case.
[[nodiscard]] bool decides_what_runs(std::string_view variable) noexcept;

/// Whether the variable has settings of git, or says where git finds them or its programs.
[[nodiscard]] bool names_git_settings(std::string_view variable) noexcept;

/// Whether the text, `NAME` or `NAME=value`, is of a variable that says in which folder a shell, git or make
/// works.
[[nodiscard]] bool says_where_to_work(std::string_view text) noexcept;

/// Whether programs run the variable's value as a command.
[[nodiscard]] bool holds_command(std::string_view variable) noexcept;

/// Whether a variable surely changes no more than what programs print, with a value that is no path, and no
/// program but `cat`: `CI=1`, `NO_COLOR=1`, `TZ=UTC`, `GIT_PAGER=cat`. Of any other variable, or value,
/// nothing is known. \param value  as the program gets it
[[nodiscard]] bool only_tunes(std::string_view variable, std::string_view value) noexcept;

/// Whether there are such values for it.
[[nodiscard]] bool only_tunes(std::string_view variable) noexcept;

}  // namespace assent::detail
