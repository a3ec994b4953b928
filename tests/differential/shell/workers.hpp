#pragma once

#include "comparison.hpp"

#include <cstddef>
#include <cstdint>

namespace assent::differential {

struct job {
    std::uint64_t seed = 0;
    std::uint64_t first = 0;  ///< number of the first line
    std::uint64_t lines = 0;
    std::size_t workers = 1;
    std::uint64_t show = 20;  ///< failures that are shown in full
};

/// Tries lines in several processes, and writes to standard output what does not hold.
/// \throws std::runtime_error when a worker did not get to its end
[[nodiscard]] counts try_lines(const job& work);

/// Tries one line, and writes to standard output how it is read and what the shells made of it.
/// \return whether everything holds
[[nodiscard]] bool try_line(const std::string& line);

}  // namespace assent::differential
