#pragma once

#include <assent/domain/rules/shell_runs.hpp>

#include <cstdint>
#include <span>
#include <string_view>

/// Programs that run others because of an option or a script which is not read here.
namespace assent::detail {

/// False: no program of that name does so, whatever its words are.
/// \param name        without folder, in lower case
/// \param beginnings  what its words begin with (`bit_of_beginning`)
[[nodiscard]] bool may_run_unread(std::string_view name,
                                  std::uint64_t beginnings = ~std::uint64_t{0}) noexcept;

/// \param run        a program and its arguments
/// \param looked_at  somebody looks at all that such a program runs in any case (`run_finder`)
[[nodiscard]] bool runs_unread(std::span<const shell_runs::word> run, bool looked_at);

}  // namespace assent::detail
