#pragma once

#include <cstddef>

namespace assent::detail {

/// With fewer bytes than this left in the text, Boost.JSON 1.81 reads a number by another way, and the two
/// may differ in the last digit: `9885394.5185644826` alone and the same inside a longer text are two
/// doubles.
inline constexpr std::size_t boost_lookahead_bytes = 33;

struct number_token {
    const char* end = nullptr;  ///< behind the number, or where it stopped being one
    bool valid = false;         ///< the grammar of JSON holds
    bool finite = true;         ///< it is a finite number as a double
};

/// Reads the number that begins at `at`.
[[nodiscard]] number_token read_number(const char* at, const char* end);

}  // namespace assent::detail
