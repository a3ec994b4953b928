#pragma once

#include <assent/domain/time.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace assent {

/// Reads a time as people write it: `300s`, `5m`, `2h`, `250ms`; `0` alone is no time at all. A whole
/// number and one unit, without blanks; nothing when it is anything else or does not fit.
[[nodiscard]] std::optional<duration> parse_duration(std::string_view text) noexcept;

/// The shortest exact text that `parse_duration` reads back: `5m`, `90s`, `250ms`. Below a millisecond is cut
/// off. A time below zero has a minus sign, which `parse_duration` refuses.
[[nodiscard]] std::string duration_text(duration value);

/// For people, at most two units, rounded up to a second and from an hour on to a minute: `4m 10s`, `2h`,
/// `1s`. Zero and less is `0s`.
[[nodiscard]] std::string about(duration value);

}  // namespace assent
