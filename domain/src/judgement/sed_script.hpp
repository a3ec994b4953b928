#pragma once

#include <string_view>

namespace assent::lenient {

/// Whether a script for sed runs a program or writes a file, or cannot be read.
[[nodiscard]] bool sed_script_reaches_out(std::string_view script) noexcept;

}  // namespace assent::lenient
