#include <assent/app/peer_link.hpp>

#include <utility>

namespace assent {

can_use_tool peer_link::callback() {
    return [self = shared_from_this()](permission_request request) {
        {
            const std::lock_guard lock(self->mutex_);
            if (self->to_) {
                self->to_(std::move(request));
                return;
            }
        }
        std::move(request).fail("no peer is connected that could answer");
    };
}

void peer_link::connect(forward to) {
    const std::lock_guard lock(mutex_);
    to_ = std::move(to);
}

}  // namespace assent
