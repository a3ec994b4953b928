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

/// The place behind an integer of at most `small_integer_digits` digits: most numbers are such, and any of
/// them is valid and finite. Null when there is something else, which `read_number` has to look at.
[[nodiscard]] inline const char* skip_small_integer(const char* at, const char* end) noexcept {
    constexpr std::ptrdiff_t small_integer_digits = 18;
    const auto is_digit = [](char letter) { return static_cast<unsigned char>(letter - '0') <= 9; };
    const char* const digits = at != end && *at == '-' ? at + 1 : at;
    const char* stop = digits;
    while (stop != end && is_digit(*stop)) ++stop;
    const auto count = stop - digits;
    if (count > 1 && (*digits == '0' || count > small_integer_digits)) return nullptr;
    if (count == 0 || (stop != end && (*stop == '.' || (*stop | 0x20) == 'e'))) return nullptr;
    return stop;
}

/// Reads the number that begins at `at`.
[[nodiscard]] number_token read_number(const char* at, const char* end);

}  // namespace assent::detail
