#include <assent/app/guarded_uses.hpp>

#include <assent/adapters/control/control_channel.hpp>

namespace assent {

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
