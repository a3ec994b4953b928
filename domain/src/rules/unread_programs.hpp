#pragma once

#include "../programs/program_use.hpp"

#include <cstdint>
#include <string_view>

/// Programs that run others because of something which is not read here.
namespace assent::detail {

/// False: no program of that name does so, whatever its words are.
/// \param name        without folder, in lower case
/// \param beginnings  what its words begin with (`bit_of_beginning`)
[[nodiscard]] bool may_run_unread(std::string_view name,
                                  std::uint64_t beginnings = ~std::uint64_t{0}) noexcept;

/// Whether the use evaluates code, or loads what decides what it runs. \param program  its first word
[[nodiscard]] bool runs_unread(const programs::program_use& use, std::string_view program) noexcept;

}  // namespace assent::detail
