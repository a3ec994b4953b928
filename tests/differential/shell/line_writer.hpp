#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace assent::differential {

/// A shell line of a random kind: plain and compound, with everything the shell's grammar has, damaged, or
/// mere pieces in a row. The same for the same seed and number. It calls nothing but the known programs and
/// harmless builtins, and names no file outside the current directory but `/dev/null`.
[[nodiscard]] std::string random_line(std::uint64_t seed, std::uint64_t number);

/// Longest line, in bytes.
inline constexpr std::size_t max_line_bytes = 1500;

}  // namespace assent::differential
