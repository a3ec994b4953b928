#pragma once

#include <string_view>

namespace assent {

/// Whether `safety_by_verb` of this name is `always_confirm`.
[[nodiscard]] bool irreversible_by_verb(std::string_view tool_name) noexcept;

}  // namespace assent
