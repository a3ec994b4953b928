#pragma once

#include <cstddef>

namespace assent::bench {

/// How often this program has asked for memory so far.
[[nodiscard]] std::size_t allocations() noexcept;
/// Bytes that it has, as the allocator counts them.
[[nodiscard]] std::size_t live_bytes() noexcept;

}  // namespace assent::bench
