#pragma once

#include <assent/ports/clock.hpp>

#include <atomic>

namespace assent::testing {

/// A clock that stands still until a test moves it.
///
/// It starts at one hour on the monotonic time line, and at 2024-01-01T00:00:00Z on the wall.
/// Thread-safety: any thread.
class manual_clock final : public clock {
public:
    [[nodiscard]] time_point now() const noexcept override;
    [[nodiscard]] wall_time wall() const noexcept override;

    /// Moves both times forward. \param by  not negative: time does not go back
    void advance(duration by) noexcept;

private:
    std::atomic<duration::rep> passed_{0};
};

}  // namespace assent::testing
