#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace assent::programs {

/// Options of one program, or of one of its subcommands, that mean the same.
struct option_names {
    std::string_view programs;  ///< `git push`, `docker|podman rm`: its first operands are the subcommand
    std::string_view names;     ///< `-f|--force`; `=`: its operands are options, `NAME=VALUE`
    std::string_view parts{};   ///< the options, separated by blanks, that it is short for: `-d -f`
};

/// Most words that tell in the table which program it is.
inline constexpr std::size_t max_named_words = 3;

/// What the table has for an option of a program; null: that it has no other name is all that is known.
/// \param operands  the program as it is named there, and its operands: the first `max_named_words` do
[[nodiscard]] const option_names* find_option_names(std::span<const std::string_view> operands,
                                                    std::string_view name) noexcept;

/// Calls `visit(name)` for each part of a text that stands between such marks.
template <class Visit>
constexpr void each_between(std::string_view text, char mark, const Visit& visit) {
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end =
            text.find(mark, begin) == std::string_view::npos ? text.size() : text.find(mark, begin);
        visit(text.substr(begin, end - begin));
        begin = end + 1;
    }
}

}  // namespace assent::programs
