#include <assent/adapters/files/memory_audit_sink.hpp>

#include <stdexcept>
#include <utility>

namespace assent {

memory_audit_sink::memory_audit_sink(std::size_t most) : most_(most) {
    if (most == 0)
        throw std::invalid_argument("memory_audit_sink: expected room for at least 1 event, got 0");
}

boost::system::error_code memory_audit_sink::record(const audit_event& event) {
    auto kept = kept_copy(event);
    const std::lock_guard lock(mutex_);
    events_.push_back(std::move(kept));
    if (events_.size() > most_) {
        events_.pop_front();
        ++forgotten_;
    }
    return {};
}

std::vector<kept_audit_event> memory_audit_sink::events() const {
    const std::lock_guard lock(mutex_);
    return {events_.begin(), events_.end()};
}

std::size_t memory_audit_sink::forgotten() const {
    const std::lock_guard lock(mutex_);
    return forgotten_;
}

}  // namespace assent
