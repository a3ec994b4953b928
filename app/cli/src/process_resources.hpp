#pragma once

#include <cstddef>

namespace assent::cli {

/// Lets this process open that many descriptors, as far as the system allows: the soft limit is raised, up to
/// the hard one. Never lowers it.
void allow_descriptors(std::size_t count) noexcept;

/// What this process has in memory (its resident set), in bytes; 0: the system does not say.
[[nodiscard]] std::size_t resident_bytes();

}  // namespace assent::cli
