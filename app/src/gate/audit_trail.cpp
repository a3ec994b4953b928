#include "audit_trail.hpp"

#include <utility>

namespace assent {

audit_trail::audit_trail(std::shared_ptr<audit_sink> sink, std::shared_ptr<const clock> time) noexcept
    : sink_(std::move(sink)), time_(std::move(time)) {}

audit_trail::~audit_trail() {
    if (const std::size_t refused = refused_ + to_tell_; refused > 0)
        accepted({.what = audit_event::kind::refusals, .time = time_->wall(), .refused = refused});
}

bool audit_trail::only_counts(const audit_event& event) noexcept {
    if (event.decided == nullptr || !event.decided->rate_limited() || !event.decided->denied()) return false;
    const duration now = time_->now().time_since_epoch();
    auto from = tell_from_.load();
    // The first of them, and the first after each such time, has a record of its own.
    const bool begins = now.count() >= from;
    if (begins && tell_from_.compare_exchange_strong(from, (now + refusals_told_every).count())) {
        to_tell_ += refused_.exchange(0);
        return false;
    }
    ++refused_;
    return true;
}

std::size_t audit_trail::refusals_to_tell() noexcept {
    if (to_tell_.load() == 0 && refused_.load() == 0) return 0;
    const bool due = time_->now().time_since_epoch().count() >= tell_from_.load();
    return to_tell_.exchange(0) + (due ? refused_.exchange(0) : 0);
}

bool audit_trail::record(audit_event event) {
    if (!sink_) return true;
    if (only_counts(event)) return true;
    if (const std::size_t refused = refusals_to_tell(); refused > 0)
        record({.what = audit_event::kind::refusals, .refused = refused});
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
    if (trail_.only_counts(event)) return;
    if (const std::size_t refused = trail_.refusals_to_tell(); refused > 0)
        record({.what = audit_event::kind::refusals, .refused = refused});
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
