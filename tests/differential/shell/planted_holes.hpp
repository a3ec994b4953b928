#pragma once

#include <span>
#include <string>
#include <string_view>

namespace assent::differential {

/// A mistake that a reader of shell lines could make. To show that the comparison would see it, the line is
/// judged as if it were what such a reader takes it for, and the shells run it as it is.
struct planted_hole {
    std::string_view name;
    std::string (*taken_for)(std::string_view line);
};

[[nodiscard]] std::span<const planted_hole> planted_holes();

}  // namespace assent::differential
