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
/// \param name       as `program_name` makes it
/// \param arguments  the words behind it
[[nodiscard]] program_risk risk_of_program(std::string_view name, std::span<const shell_word> arguments);

/// Whether the program fetches what others may run.
[[nodiscard]] bool downloads(std::string_view name) noexcept;
/// Whether the program runs text it is given.
[[nodiscard]] bool runs_text(std::string_view name) noexcept;
/// Whether the program only shows or looks for its words, and runs none of them.
[[nodiscard]] bool takes_text(std::string_view name) noexcept;

}  // namespace lenient
}  // namespace assent
