#include "../reader_watch.hpp"

#include <utility>

namespace assent::detail {

// To select() the end of all readers is no event of its own.
void reader_watch::wait(look_callback look) {
    if (!timer_) timer_.emplace(output_.get_executor());
    timer_->expires_after(reader_look_period);
    timer_->async_wait(std::move(look));
}

void reader_watch::stop() noexcept {
    if (timer_) timer_->cancel();
}

}  // namespace assent::detail
