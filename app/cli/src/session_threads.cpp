#include "session_threads.hpp"

#include <utility>

namespace assent::cli {

session_threads::session_threads(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) contexts_.emplace_back(1);
}

session_threads::~session_threads() {
    stop();
    for (auto& each : others_) each.join();
}

std::vector<boost::asio::any_io_executor> session_threads::executors() {
    std::vector<boost::asio::any_io_executor> all;
    for (auto& each : contexts_) all.emplace_back(each.get_executor());
    return all;
}

void session_threads::run() {
    for (std::size_t i = 1; i < contexts_.size(); ++i) {
        waiting_.emplace_back(contexts_[i].get_executor());
        others_.emplace_back([this, i] { work(contexts_[i]); });
    }
    work(contexts_.front());
    waiting_.clear();
    for (auto& each : others_) each.join();
    others_.clear();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

// What goes wrong on one thread ends all of them: a server that answers every other connection helps nobody.
void session_threads::work(boost::asio::io_context& context) noexcept {
    try {
        context.run();
    } catch (...) {
        {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
        }
        stop();
    }
}

void session_threads::stop() noexcept {
    for (auto& each : contexts_) each.stop();
}

}  // namespace assent::cli
