#pragma once

#include <cstddef>

namespace assent::cli {

/// What this process has in memory (its resident set), in bytes; 0: the system does not say. src/linux,
/// src/portable.
[[nodiscard]] std::size_t resident_bytes();

}  // namespace assent::cli
