#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// One test of a file.
struct junit_case {
    std::string name;       ///< no other case of the file has it
    std::size_t line = 0;   ///< counted from 1
    std::string failure{};  ///< what is wrong; empty: nothing is
    std::string details{};  ///< lines beside it
};

/// What became of the tests of a file, as XML in the form of JUnit. Texts may hold anything: what may not be
/// shown is visible there as in `display_text`, so all of it is XML 1.0.
[[nodiscard]] std::string junit_text(std::string_view file, const std::vector<junit_case>& cases);

}  // namespace assent::cli
