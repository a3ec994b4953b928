#include <assent/adapters/testing/manual_clock.hpp>

#include <chrono>

namespace assent::testing {
namespace {

// Not zero, so that a time point that nobody set is in the past.
constexpr time_point first_now{std::chrono::hours(1)};
constexpr wall_time first_wall{std::chrono::sys_days{std::chrono::year{2024} / 1 / 1}};

}  // namespace

time_point manual_clock::now() const noexcept { return first_now + duration(passed_.load()); }

wall_time manual_clock::wall() const noexcept {
    return first_wall + std::chrono::duration_cast<wall_time::duration>(duration(passed_.load()));
}

void manual_clock::advance(duration by) noexcept { passed_ += by.count(); }

}  // namespace assent::testing
