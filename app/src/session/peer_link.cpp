#include <assent/app/session/peer_link.hpp>

#include <assent/domain/text/needed.hpp>

#include <utility>

namespace assent {

void mailbox::post(std::function<void()> work) {
    // Under the lock: whoever takes the wake function away has to be sure that it runs no more.
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(work));
    if (wake_) wake_();
}

bool mailbox::run() {
    bool any = false;
    while (true) {
        std::vector<std::function<void()>> due;
        {
            const std::lock_guard lock(mutex_);
            due.swap(waiting_);
        }
        if (due.empty()) return any;
        any = true;
        for (const auto& work : due) work();
    }
}

void mailbox::on_wake(std::function<void()> wake) {
    const std::lock_guard lock(mutex_);
    wake_ = std::move(wake);
}

can_use_tool peer_link::callback() {
    return [self = shared_pointer_to(*this, "peer_link")](permission_request request) {
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
