#pragma once

#include <cstdint>
#include <ctime>

namespace assent::bench {

/// Nanoseconds on some clock.
using nanoseconds = std::uint64_t;

/// Who waits so long waits for something that hangs: no machine is so slow, callgrind or not.
inline constexpr nanoseconds hang_limit = 300'000'000'000;

/// \return what the clock shows, 0 where there is no such clock
inline nanoseconds read_clock(clockid_t which) noexcept {
    std::timespec time{};
    if (clock_gettime(which, &time) != 0) return 0;
    return static_cast<nanoseconds>(time.tv_sec) * 1'000'000'000 + static_cast<nanoseconds>(time.tv_nsec);
}

/// The time of round trips.
inline nanoseconds now() noexcept { return read_clock(CLOCK_MONOTONIC); }

/// What this process has used of processors so far.
inline nanoseconds own_cpu() noexcept { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

}  // namespace assent::bench
