#pragma once

#include <string_view>

namespace assent::cli {

/// Writes to standard output, and does not return before it has left.
/// \throws std::runtime_error when it cannot be written
void print(std::string_view text);

}  // namespace assent::cli
