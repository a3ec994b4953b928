#pragma once

#include <ctime>

struct stat;

namespace assent::detail {

// What systems call differently.

/// When the content of a file was changed last.
[[nodiscard]] std::timespec modified_at(const struct stat& of) noexcept;
/// When its content, or what else is known of it, was changed last.
[[nodiscard]] std::timespec changed_at(const struct stat& of) noexcept;

}  // namespace assent::detail
