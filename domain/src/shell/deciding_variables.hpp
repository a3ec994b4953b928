#pragma once

#include <string_view>

namespace assent::detail {

/// Whether a variable may decide what programs run, load, read as settings or talk to, whatever a host says:
/// `PATH`, `LD_PRELOAD`, `GIT_SSH`, `NODE_OPTIONS`. By families of names, without regard to case.
[[nodiscard]] bool decides_what_runs(std::string_view variable) noexcept;

/// Whether the variable has settings of git, or says where git finds them or its programs.
[[nodiscard]] bool names_git_settings(std::string_view variable) noexcept;

/// Whether programs run the variable's value as a command.
[[nodiscard]] bool holds_command(std::string_view variable) noexcept;

/// Whether a variable surely changes no more than what programs print: `CI`, `NO_COLOR`, `TZ`.
[[nodiscard]] bool only_tunes(std::string_view variable) noexcept;

}  // namespace assent::detail
