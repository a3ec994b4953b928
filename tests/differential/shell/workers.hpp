#pragma once

#include "comparison.hpp"
#include "line_writer.hpp"
#include "planted_holes.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace assent::differential {

struct job {
    std::uint64_t seed = 0;
    std::uint64_t first = 0;  ///< number of the first line
    std::uint64_t lines = 0;
    std::optional<line_kind> kind{};      ///< lines of this one alone
    const planted_hole* plant = nullptr;  ///< lines for which it matters, until it is found
    std::size_t workers = 1;
    std::uint64_t show = 20;  ///< failures that are shown in full
};

[[nodiscard]] written_line line_of(const job& work, std::uint64_t number);

/// Tries lines in several processes, and writes to standard output what does not hold.
/// \throws std::runtime_error when a worker did not get to its end
[[nodiscard]] counts try_lines(const job& work);

/// Tries one line, and writes to standard output how it is read and what the shells made of it.
/// \return whether everything holds
[[nodiscard]] bool try_line(const std::string& line);

}  // namespace assent::differential
