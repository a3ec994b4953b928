#pragma once

#include <cstdint>
#include <string_view>

/// The one table of git's settings: which of them surely run nothing.
namespace assent::programs {

/// Where a setting may have git run a program, load more settings or work elsewhere.
enum class setting_reach : std::uint8_t {
    nowhere,
    beyond_looking,  ///< only where git does more than look: it connects, commits, merges, asks, signs
    anywhere,        ///< or it is not known
};

/// Stands for a value that is not known: no row that speaks of some values speaks of it.
inline constexpr std::string_view any_setting_value = "%G::";

/// \param section, name  of `SECTION.SUBSECTION.NAME`; case does not count
[[nodiscard]] setting_reach reach_of_git_setting(std::string_view section, std::string_view name,
                                                 std::string_view value);

/// \param name  in full, with its subsection
[[nodiscard]] setting_reach reach_of_git_setting(std::string_view name, std::string_view value);

/// Whether tokens and passwords stand under such names.
[[nodiscard]] bool holds_token(std::string_view name) noexcept;

}  // namespace assent::programs
