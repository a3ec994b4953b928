#pragma once

#include <string_view>

namespace assent {

struct tool_definition;

/// Whether a field of this name, however it is spelled, lets a tool out of its sandbox, or act as root.
[[nodiscard]] bool names_unfettering(std::string_view field) noexcept;

/// Whether a field of this name, however it is spelled, says for a tool that runs commands as whom, by what
/// or with which variables they run.
[[nodiscard]] bool names_surroundings(std::string_view field) noexcept;

/// Whether a field of this name, however it is spelled, says in which directory a tool works.
/// \param definition  null: the tool is not known
[[nodiscard]] bool names_working_directory(std::string_view field,
                                           const tool_definition* definition) noexcept;

}  // namespace assent
