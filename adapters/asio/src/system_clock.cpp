#include <assent/adapters/asio/system_clock.hpp>

#include <chrono>

#include <time.h>

namespace assent {
namespace {

std::chrono::nanoseconds read_clock(clockid_t id) noexcept {
    timespec value{};
    ::clock_gettime(id, &value);  // cannot fail: both clocks exist since Linux 2.6.39
    return std::chrono::seconds(value.tv_sec) + std::chrono::nanoseconds(value.tv_nsec);
}

}  // namespace

time_point system_clock::now() const noexcept { return time_point(read_clock(CLOCK_BOOTTIME)); }

wall_time system_clock::wall() const noexcept {
    return wall_time(std::chrono::floor<std::chrono::milliseconds>(read_clock(CLOCK_REALTIME)));
}

}  // namespace assent
