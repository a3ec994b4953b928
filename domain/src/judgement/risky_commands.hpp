#pragma once

#include "factors.hpp"
#include "shell_words.hpp"

#include <bitset>
#include <span>
#include <string_view>

namespace assent {

using factor_bits = std::bitset<factor_count>;

namespace lenient {

/// What is known about one use of a program.
struct program_risk {
    bool known = false;
    factor_bits found{};
};
/// \param arguments  the words behind it
[[nodiscard]] program_risk risk_of_program(const known_program& program,
                                           std::span<const shell_word> arguments);

}  // namespace lenient
}  // namespace assent
