#pragma once

namespace assent::detail {

/// Most descriptors that are looked at where the system has no limit. Source: Linux gives no process more
/// (fs.nr_open), others give less.
inline constexpr long max_open_descriptors = 1L << 20;

/// Descriptors that are open have lower numbers, as far as POSIX tells. In src/portable only.
[[nodiscard]] int descriptors_end() noexcept;

}  // namespace assent::detail
