#pragma once

namespace assent::cli {

/// Makes our standard error, where it is a pipe or a terminal, a description of its own of the same, with
/// flags of its own. src/linux; src/portable can do that with terminals only.
void part_standard_error() noexcept;

}  // namespace assent::cli
