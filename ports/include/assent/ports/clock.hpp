#pragma once

#include <assent/domain/text/time.hpp>

namespace assent {

/// The source of the time.
///
/// For implementers:
/// - `now()` never goes backwards, and goes on while the machine sleeps where that can be had: a
///   five-minute permission must not survive a night of suspend.
/// - `wall()` is for people and audit records; it may jump.
/// - Both may be called from any thread at any time, and must not fail or block.
class clock {
public:
    virtual ~clock() = default;
    [[nodiscard]] virtual time_point now() const noexcept = 0;
    [[nodiscard]] virtual wall_time wall() const noexcept = 0;
};

}  // namespace assent
