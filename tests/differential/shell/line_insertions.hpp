#pragma once

#include <cstddef>
#include <string>

namespace assent::differential {

/// How many lines there are that are one of the seeds with one piece put in at one place.
[[nodiscard]] std::size_t insertion_count();

/// \param number  below `insertion_count()`: the same line for the same number
[[nodiscard]] std::string line_with_insertion(std::size_t number);

/// How many lines there are that are the end of something, one piece glued to it, and more.
[[nodiscard]] std::size_t joint_count();

/// \param number  below `joint_count()`: the same line for the same number
[[nodiscard]] std::string line_with_joint(std::size_t number);

}  // namespace assent::differential
