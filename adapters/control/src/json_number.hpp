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

/// The place behind an integer of one to three digits with a comma or a closing bracket behind it: most
/// numbers are such, and any of them is valid and finite. Null when there is something else, which
/// `read_number` has to look at.
///
/// Asks digit by digit: where a number ends is guessed right most of the time, and what comes behind it can
/// begin before that is sure. Counting the digits without branches was slower.
/// Precondition: 5 bytes can be read.
[[nodiscard]] inline const char* skip_small_integer(const char* at) noexcept {
    const auto is_digit = [](char letter) { return static_cast<unsigned char>(letter - '0') <= 9; };
    if (*at == '-') ++at;
    if (!is_digit(*at)) return nullptr;
    const char* stop = at + 1;
    if (is_digit(*stop)) {
        if (*at == '0') return nullptr;
        ++stop;
        if (is_digit(*stop)) ++stop;
    }
    return *stop == ',' || *stop == '}' || *stop == ']' ? stop : nullptr;
}

/// Reads the number that begins at `at`.
[[nodiscard]] number_token read_number(const char* at, const char* end);

}  // namespace assent::detail
