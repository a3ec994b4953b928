#pragma once

#include <assent/domain/tools/agent_facts.hpp>

#include <string_view>

/// What is known to keep an agent from calling the hooks of whoever drives it.
namespace assent {

/// The variable under which Claude Code calls none, in its environment or set by its settings.
inline const std::string_view hookless_variable = claude_facts.hookless_variable;

/// Whether a variable with this value is on. Rather yes than no: versions differ.
[[nodiscard]] bool switched_on(std::string_view value);

/// Whether settings, such as the text of a settings file, switch that variable on. Text that is not JSON does
/// not: the agent cannot read it either.
[[nodiscard]] bool settings_switch_hooks_off(std::string_view settings);

/// Whether a control request brings settings or variables that do. \param frame  a valid frame
[[nodiscard]] bool request_switches_hooks_off(std::string_view frame);

}  // namespace assent
