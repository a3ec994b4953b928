#pragma once

#include <chrono>

namespace assent::test {

/// Who waits so long waits for something that hangs: no machine is so slow, whatever else it does. The limit
/// of a whole test program is in CMakeLists.txt.
inline constexpr std::chrono::seconds hang_limit{300};

}  // namespace assent::test
