#pragma once

#include <span>
#include <string_view>

namespace assent::differential {

/// Ways in which words are run, or read as shell text, that do not look like it; and texts that look like
/// one, and are something else. Each is a line, and runs `alpha t` if anything.
[[nodiscard]] std::span<const std::string_view> shell_tricks();

}  // namespace assent::differential
