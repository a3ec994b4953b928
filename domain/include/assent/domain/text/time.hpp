#pragma once

#include <chrono>
#include <optional>

namespace assent {

/// The time line on which deadlines and grants are measured.
///
/// It has no `now()`: the domain never asks what time it is, it is told. The `clock` port says
/// which clock stands behind it (the real one counts time spent suspended, see `system_clock`).
struct monotonic_time {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<monotonic_time>;
    static constexpr bool is_steady = true;
};

using duration = monotonic_time::duration;
using time_point = monotonic_time::time_point;

/// Civil time in UTC, for people and audit records. Never used to decide anything.
using wall_time = std::chrono::sys_time<std::chrono::milliseconds>;

/// The earlier of two times that may not come.
[[nodiscard]] inline std::optional<time_point> earlier(std::optional<time_point> one,
                                                       std::optional<time_point> other) noexcept {
    if (!one || !other) return one ? one : other;
    return *one < *other ? one : other;
}

}  // namespace assent
