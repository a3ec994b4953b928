#pragma once

#include "program_row.hpp"

#include <boost/container/small_vector.hpp>

#include <optional>
#include <string>
#include <string_view>

/// Small languages in which programs get told what to do: enough of their grammars to know what only looks.
namespace assent::programs {

/// Whether a mode for chmod lets everybody write, or lends the owner's rights: `777`, `o+w`, `u+s`, `=4755`.
/// So does one that is not surely read.
[[nodiscard]] bool loosening_mode(std::string_view mode) noexcept;

/// A file that a script names: `r f` of sed, `print > "f"` of awk.
struct script_file {
    std::string_view path;  ///< a part of the script
    bool writes = false;
};
/// What a script does beside printing what it makes of its input.
struct script_reading {
    bool known = true;  ///< false: it runs programs, or programs may read it in different ways
    boost::container::small_vector<script_file, 2> files{};
};
[[nodiscard]] script_reading read_sed_script(std::string_view script);
[[nodiscard]] script_reading read_awk_program(std::string_view program);

/// Whether a program of awk may choose the files that it reads: `ARGV[1] = "x"`.
[[nodiscard]] bool awk_program_names_operands(std::string_view program) noexcept;

/// `secrets` for a filter of jq that shows the environment, `loads` for one that includes modules.
[[nodiscard]] effect jq_filter_does(std::string_view filter);

/// The same for an expression of yq, in each of its programs: `loads` for one that reads other files, and
/// `evaluates` for one that runs programs.
[[nodiscard]] effect yq_expression_does(std::string_view expression) noexcept;

/// What statements of SQL do, and commands of the programs that take them (`.tables`, `\d`): `writes` and
/// `destroys` rows, or `evaluates` what is not understood, reaches files or calls functions that are not
/// known.
[[nodiscard]] effect sql_does(std::string_view text) noexcept;

/// Whether a template of Go shows nothing but members of a container, or an image, that hold no secrets:
/// `{{.State.Status}}`, `{{range .Mounts}}{{.Source}}{{end}}`.
[[nodiscard]] bool shows_state_alone(std::string_view go_template) noexcept;

/// What a directive of printf makes of its operand: a number, of which some shells calculate the value, or a
/// text as it is.
inline constexpr char numeric_directive = 'd';
inline constexpr char textual_directive = 's';

/// Those of a format of printf, in their order, a letter each: `%-*s %d` is `dsd`. Widths are some, too.
/// Nothing: what it takes an operand for is not known.
[[nodiscard]] std::optional<std::string> directives_of(std::string_view format);

}  // namespace assent::programs
