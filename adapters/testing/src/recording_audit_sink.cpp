#include <assent/adapters/testing/recording_audit_sink.hpp>

#include <boost/system/errc.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace assent::testing {
namespace {

kept_audit_event keep_all(const audit_event& event) {
    auto kept = kept_copy(event);
    if (event.input != nullptr) kept.input = event.input->retain();
    return kept;
}

}  // namespace

class recording_audit_sink::kept_batch final : public audit_batch {
public:
    explicit kept_batch(recording_audit_sink& sink) noexcept : sink_(sink) {}

    boost::system::error_code record(const audit_event& event) override {
        events_.push_back(keep_all(event));
        const std::lock_guard lock(sink_.mutex_);
        refused_ = sink_.refuses_next() || refused_;
        return {};
    }

    boost::system::error_code commit() override {
        const std::lock_guard lock(sink_.mutex_);
        if (!events_.empty()) ++sink_.commits_;
        if (!refused_) std::move(events_.begin(), events_.end(), std::back_inserter(sink_.events_));
        events_.clear();
        if (!std::exchange(refused_, false)) return {};
        return make_error_code(boost::system::errc::io_error);
    }

private:
    recording_audit_sink& sink_;
    std::vector<kept_audit_event> events_;
    bool refused_ = false;
};

boost::system::error_code recording_audit_sink::record(const audit_event& event) {
    const std::lock_guard lock(mutex_);
    if (refuses_next()) return make_error_code(boost::system::errc::io_error);
    events_.push_back(keep_all(event));
    return {};
}

std::unique_ptr<audit_batch> recording_audit_sink::batch() { return std::make_unique<kept_batch>(*this); }

bool recording_audit_sink::refuses_next() {
    ++attempts_;
    return attempts_ >= first_failing_ && attempts_ <= last_failing_;
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

std::size_t recording_audit_sink::commits() const {
    const std::lock_guard lock(mutex_);
    return commits_;
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
