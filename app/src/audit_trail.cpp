#include "audit_trail.hpp"

#include <utility>

namespace assent {

audit_trail::audit_trail(std::shared_ptr<audit_sink> sink, std::shared_ptr<const clock> time) noexcept
    : sink_(std::move(sink)), time_(std::move(time)) {}

bool audit_trail::record(audit_event event) {
    if (!sink_) return true;
    event.time = time_->wall();
    // Whoever gets hold of the count writes the gap; if that fails, the count goes back.
    if (const std::size_t lost = lost_.exchange(0); lost > 0) {
        if (!accepted({.what = audit_event::kind::gap, .time = event.time, .lost = lost})) {
            lost_ += lost + 1;
            return false;
        }
    }
    if (accepted(event)) return true;
    ++lost_;
    return false;
}

bool audit_trail::accepted(const audit_event& event) noexcept {
    try {
        return !sink_->record(event);
    } catch (...) {
        return false;  // a sink that throws has not accepted
    }
}

}  // namespace assent
