#include <assent/app/bridge/guarded_uses.hpp>

#include <assent/adapters/control/wire/control_channel.hpp>

namespace assent {

void turn_watch::driver_said(const foreign_message& frame) {
    if (frame.type != "user") return;
    ++unanswered_;
    quiet_since_.reset();
}

void turn_watch::driver_ended(time_point now) {
    if (!ended_) ended_ = now;
}

void turn_watch::agent_said(const foreign_message& frame, time_point now) {
    if (frame.response || frame.type == "system" || !frame.request_id.empty()) agent_speaks_ = true;
    if (frame.type == "result") {
        if (unanswered_ > 0) --unanswered_;
        quiet_since_ = now;
    } else if (frame.type == "system" && frame.subtype == "init") {
        quiet_since_.reset();  // the next turn begins
    } else if (quiet_since_) {
        quiet_since_ = now;
    }
}

void turn_watch::agent_asked(time_point now) noexcept {
    agent_speaks_ = true;
    if (quiet_since_) quiet_since_ = now;
}

bool turn_watch::running(time_point now) const noexcept {
    if (unanswered_ == 0) return false;
    const auto until = deadline();
    return !until || now < *until;
}

std::optional<time_point> turn_watch::deadline() const noexcept {
    if (!ended_ || unanswered_ == 0) return std::nullopt;
    if (quiet_since_) return *quiet_since_ + quiet_after_result;
    if (!agent_speaks_) return *ended_ + first_word_limit;
    return std::nullopt;
}

void guarded_uses::called(std::string_view use) {
    if (use.empty() || use.size() > max_request_id_bytes) return;
    const auto [at, is_new] = known_.emplace(use);
    if (!is_new) return;
    if (in_order_.size() >= max_guarded_uses) {
        known_.erase(known_.find(*in_order_.front()));
        in_order_.pop_front();
    }
    in_order_.push_back(&*at);
}

}  // namespace assent
