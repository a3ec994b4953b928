#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace assent::programs {

/// Options of one program, or of one of its subcommands, that mean the same.
struct option_names {
    std::string_view names;  ///< `-f|--force`; `=`: the program's operands are options, `NAME=VALUE`
    std::string_view parts;  ///< the options that it is short for: `-d+-f`
};

/// Most words that tell in the table which program it is.
inline constexpr std::size_t max_named_words = 3;

/// What the table has for an option of a program; nothing: that it has no other name is all that is known.
/// \param operands  the program as it is named there, and its operands: the first `max_named_words` do
[[nodiscard]] std::optional<option_names> find_option_names(std::span<const std::string_view> operands,
                                                            std::string_view name) noexcept;

}  // namespace assent::programs
