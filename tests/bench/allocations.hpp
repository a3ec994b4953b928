#pragma once

#include <cstddef>

namespace assent::bench {

/// How often this program has asked for memory so far.
[[nodiscard]] std::size_t allocations() noexcept;

}  // namespace assent::bench
