#include <assent/app/session/unread_budget.hpp>

#include <utility>

namespace assent {

unread_budget::share::share(std::shared_ptr<unread_budget> of, std::function<void()> end)
    : of_(std::move(of)) {
    const std::lock_guard lock(of_->mutex_);
    at_ = of_->entries_.insert(of_->entries_.end(), entry{.end = std::move(end)});
}

unread_budget::share::~share() {
    const std::lock_guard lock(of_->mutex_);
    of_->bytes_ -= at_->bytes;
    of_->entries_.erase(at_);
}

void unread_budget::share::set(std::size_t bytes) {
    if (std::exchange(bytes_, bytes) == bytes) return;
    if (const auto end = of_->set(*at_, bytes)) end();
}

std::size_t unread_budget::bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
}

// Whom to end. What it has is given back with its end, which comes soon.
std::function<void()> unread_budget::set(entry& of, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (!of.end) return {};
    bytes_ += bytes - of.bytes;
    of.bytes = bytes;
    if (bytes_ <= max_bytes_) return {};
    entry* most = &of;
    for (auto& each : entries_)
        if (each.end && each.bytes >= most->bytes) most = &each;
    bytes_ -= std::exchange(most->bytes, 0);
    return std::exchange(most->end, {});
}

}  // namespace assent
