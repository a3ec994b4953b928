#pragma once

#include <cstddef>

/// The inside of JSON strings, 64 bytes at a time: for the files and scripts that agents send. Plain text
/// takes half of the time that `skip_plain` takes otherwise, source code with its escapes a fifth of that of
/// `skip_simple`.
namespace assent::detail {

/// What is looked at at once, in bytes.
inline constexpr std::ptrdiff_t block_bytes = 64;

/// Whether this processor has AVX2 (asked when the program starts), without which the functions below must
/// not be called.
extern const bool has_avx2;

/// The first place in `[at, end)` from which 64 bytes are not all plain, or fewer than that are left.
[[nodiscard]] const char* skip_plain_blocks(const char* at, const char* end) noexcept;

/// The same as `skip_simple`, but ends where fewer than `block_bytes` are left.
/// Precondition: `at` is not inside an escape.
[[nodiscard]] const char* skip_simple_blocks(const char* at, const char* end) noexcept;

}  // namespace assent::detail
