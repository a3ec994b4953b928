#pragma once

#include <assent/ports/clock.hpp>

namespace assent {

/// The machine's clocks.
///
/// `now()` is CLOCK_BOOTTIME (CLOCK_MONOTONIC of macOS): it never goes backwards and counts the time spent
/// suspended, so a permission given for five minutes does not survive a night of sleep. `wall()` is
/// CLOCK_REALTIME.
///
/// Threads: stateless; any thread at any time. Neither call blocks or fails.
class system_clock final : public clock {
public:
    [[nodiscard]] time_point now() const noexcept override;
    [[nodiscard]] wall_time wall() const noexcept override;
};

}  // namespace assent
