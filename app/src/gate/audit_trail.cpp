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

audit_trail::batch::batch(audit_trail& trail)
    : trail_(trail), events_(trail.sink_ ? trail.sink_->batch() : nullptr) {
    // Against its contract, a sink has no batch: that must not mean that there is no sink.
    if (trail.sink_ && !events_) events_ = std::make_unique<detail::one_by_one_batch>(*trail.sink_);
}

void audit_trail::batch::record(audit_event event) noexcept {
    if (!events_) return;
    if (!timed_) time_ = trail_.time_->wall();
    timed_ = true;
    event.time = time_;
    if (size_++ == 0) {
        gap_ = trail_.lost_.exchange(0);
        if (gap_ > 0) hand_over({.what = audit_event::kind::gap, .time = time_, .lost = gap_});
    }
    hand_over(event);
}

void audit_trail::batch::hand_over(const audit_event& event) noexcept {
    if (failed_) return;
    try {
        failed_ = events_->record(event).failed();
    } catch (...) {
        failed_ = true;
    }
}

bool audit_trail::batch::commit() noexcept {
    timed_ = false;
    if (size_ == 0) return true;
    bool accepted = false;
    try {
        accepted = !events_->commit() && !failed_;
    } catch (...) {
        accepted = false;
    }
    if (!accepted) trail_.lost_ += gap_ + size_;
    failed_ = false;
    size_ = 0;
    gap_ = 0;
    return accepted;
}

}  // namespace assent
