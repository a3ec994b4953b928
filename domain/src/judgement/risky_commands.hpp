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
/// Of the program that the word `at` names, with the words behind it. It is in some table.
[[nodiscard]] program_risk risk_of_program(const shell_segment& segment, std::size_t at);

}  // namespace lenient
}  // namespace assent
