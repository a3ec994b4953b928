#pragma once

#include <functional>
#include <optional>
#include <string_view>

namespace assent {

enum class log_level : unsigned char { error, warn, info, debug };

/// Takes one line of diagnostics. Called from whichever thread has something to say; must not
/// throw and must not call back into Assent. Never gets the content of an input.
using log_callback = std::function<void(log_level, std::string_view)>;

[[nodiscard]] std::string_view to_string(log_level level) noexcept;
[[nodiscard]] std::optional<log_level> parse_log_level(std::string_view name) noexcept;

}  // namespace assent
