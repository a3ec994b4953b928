#include <assent/adapters/files/system_clock.hpp>

#include <chrono>

#include <time.h>

namespace assent {
namespace {

std::chrono::nanoseconds read_clock(clockid_t id) noexcept {
    timespec value{};
    ::clock_gettime(id, &value);  // cannot fail: both clocks exist
    return std::chrono::seconds(value.tv_sec) + std::chrono::nanoseconds(value.tv_nsec);
}

// The one that counts the time spent suspended. That of macOS does.
#ifdef CLOCK_BOOTTIME
constexpr clockid_t counts_all = CLOCK_BOOTTIME;
#else
constexpr clockid_t counts_all = CLOCK_MONOTONIC;
#endif

}  // namespace

time_point system_clock::now() const noexcept { return time_point(read_clock(counts_all)); }

wall_time system_clock::wall() const noexcept {
    return wall_time(std::chrono::floor<std::chrono::milliseconds>(read_clock(CLOCK_REALTIME)));
}

}  // namespace assent
