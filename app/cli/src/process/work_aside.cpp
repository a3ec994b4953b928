#include "work_aside.hpp"

#include <boost/asio/post.hpp>

#include <mutex>
#include <thread>
#include <utility>

namespace assent::cli {

struct work_aside::handover {
    std::mutex mutex;
    work_aside* owner = nullptr;  // null: abandoned, and the executor may be gone
    boost::asio::any_io_executor executor;
    std::function<void()> done;
};

void work_aside::start(std::function<void()> work, std::function<void()> done) {
    auto shared = std::make_shared<handover>();
    shared->owner = this;
    shared->executor = executor_;
    shared->done = std::move(done);
    std::thread([shared, work = std::move(work)] {
        work();
        const std::lock_guard lock(shared->mutex);
        if (shared->owner == nullptr) return;
        boost::asio::post(shared->executor, [shared] {
            // The other thread is done with the executor, which may be gone after this.
            { const std::lock_guard posted(shared->mutex); }
            if (shared->owner == nullptr) return;  // meanwhile
            shared->owner->under_way_.reset();
            shared->done();
        });
    }).detach();
    under_way_ = std::move(shared);
}

void work_aside::abandon() noexcept {
    if (!under_way_) return;
    {
        const std::lock_guard lock(under_way_->mutex);
        under_way_->owner = nullptr;
    }
    under_way_.reset();
}

}  // namespace assent::cli
