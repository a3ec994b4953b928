#pragma once

#include "program_row.hpp"

#include <string_view>

/// Small languages in which programs get told what to do: enough of their grammars to know what only looks.
namespace assent::programs {

/// Whether a mode for chmod lets everybody write, or lends the owner's rights: `777`, `o+w`, `u+s`, `4755`.
[[nodiscard]] bool loosening_mode(std::string_view mode) noexcept;

/// Whether a script of sed does more than print what it makes of its input, or cannot be read.
[[nodiscard]] bool sed_script_reaches_out(std::string_view script) noexcept;

/// Whether a script of sed reads files that no operand names: `r`, `R`.
[[nodiscard]] bool sed_script_reads_files(std::string_view script) noexcept;

/// Whether a program of awk runs others, writes files, loads others, or cannot be read.
[[nodiscard]] bool awk_program_reaches_out(std::string_view program) noexcept;

/// Whether a program of awk may choose the files that it reads: `ARGV[1] = "x"`.
[[nodiscard]] bool awk_program_names_operands(std::string_view program) noexcept;

/// `secrets` for a filter of jq that shows the environment, `loads` for one that includes modules.
[[nodiscard]] effect jq_filter_does(std::string_view filter) noexcept;

/// The same for an expression of yq, in each of its programs: `loads` for one that reads other files, and
/// `evaluates` for one that runs programs.
[[nodiscard]] effect yq_expression_does(std::string_view expression) noexcept;

/// What statements of SQL do, and commands of the programs that take them (`.tables`, `\d`): `writes` and
/// `destroys` rows, or `evaluates` what is not understood, reaches files or calls functions that are not
/// known.
[[nodiscard]] effect sql_does(std::string_view text) noexcept;

}  // namespace assent::programs
