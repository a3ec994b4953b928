#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace assent::detail {

/// Hexadecimal digits of a SHA-256.
inline constexpr std::size_t digest_digits = 64;

/// Appends the SHA-256 of the parts one after the other, in lower-case hexadecimal.
/// \throws std::runtime_error when the library cannot compute it
void append_sha256_hex(std::string& out, std::initializer_list<std::string_view> parts);
/// The same as a text of its own.
[[nodiscard]] std::string sha256_hex(std::initializer_list<std::string_view> parts);

/// 64 lower-case hexadecimal digits.
[[nodiscard]] bool is_digest(std::string_view text) noexcept;

}  // namespace assent::detail
