#pragma once

#include "factors.hpp"
#include "risky_commands.hpp"

#include <optional>
#include <string_view>

namespace assent {

/// What is found in a command, all of it in one reading.
struct command_look {
    std::optional<factor> guarded{};  ///< by the guard; nothing: nothing
    factor_bits risks{};              ///< what makes it risky, whichever of its programs it is
};
/// \param cwd  going there changes no directory; empty: not known
[[nodiscard]] command_look look_at_command(std::string_view command, std::string_view cwd);

}  // namespace assent
