#include <assent/adapters/testing/recording_audit_sink.hpp>

#include <boost/system/errc.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace assent::testing {

boost::system::error_code recording_audit_sink::record(const audit_event& event) {
    const std::lock_guard lock(mutex_);
    ++attempts_;
    if (attempts_ >= first_failing_ && attempts_ <= last_failing_)
        return make_error_code(boost::system::errc::io_error);
    auto kept = keep(event);
    if (event.input != nullptr) kept.input = event.input->retain();
    events_.push_back(std::move(kept));
    return {};
}

std::vector<kept_audit_event> recording_audit_sink::events() const {
    const std::lock_guard lock(mutex_);
    return events_;
}

std::vector<kept_audit_event> recording_audit_sink::events(audit_event::kind kind) const {
    const std::lock_guard lock(mutex_);
    std::vector<kept_audit_event> found;
    std::copy_if(events_.begin(), events_.end(), std::back_inserter(found),
                 [&](const kept_audit_event& each) { return each.what == kind; });
    return found;
}

std::optional<kept_audit_event> recording_audit_sink::decision(std::string_view request_id) const {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(events_.rbegin(), events_.rend(), [&](const kept_audit_event& each) {
        return each.what == audit_event::kind::decision && each.request_id == request_id;
    });
    if (found == events_.rend()) return std::nullopt;
    return *found;
}

std::size_t recording_audit_sink::attempts() const {
    const std::lock_guard lock(mutex_);
    return attempts_;
}

void recording_audit_sink::fail_nth(std::size_t nth) {
    const std::lock_guard lock(mutex_);
    first_failing_ = last_failing_ = attempts_ + nth;
}

void recording_audit_sink::fail_from(std::size_t nth) {
    const std::lock_guard lock(mutex_);
    first_failing_ = attempts_ + nth;
    last_failing_ = never;
}

void recording_audit_sink::work_again() {
    const std::lock_guard lock(mutex_);
    first_failing_ = last_failing_ = never;
}

}  // namespace assent::testing
