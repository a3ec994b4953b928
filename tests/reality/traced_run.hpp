#pragma once

#include "line_maker.hpp"
#include "scratch_project.hpp"

#include <string>
#include <vector>

namespace assent::reality {

/// Runs a line under strace, as nobody where this is the superuser, for at most some seconds.
/// \return what it did beside looking, as strace shows it: files that it opened for writing, made, renamed or
/// removed, other programs than its own that it started, connections
/// \param edits  it may write below the project, but not into its `.git`
[[nodiscard]] std::vector<std::string> deeds_of(const command_line& line, const scratch_project& project,
                                                bool edits = false);

/// Whether strace can trace here at all.
[[nodiscard]] bool can_trace(const scratch_project& project);

}  // namespace assent::reality
