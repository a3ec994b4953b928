#pragma once

#include "factors.hpp"

#include <optional>
#include <string_view>

namespace assent {

/// What the guard finds in a command; nothing: nothing.
/// \param cwd  going there changes no directory; empty: not known
[[nodiscard]] std::optional<factor> guarded_command(std::string_view command, std::string_view cwd);

}  // namespace assent
