#pragma once

#include <boost/asio/any_io_executor.hpp>

#include <functional>
#include <memory>
#include <utility>

namespace assent::cli {

/// Work that waits for as long as somebody else pleases, as a file system may that does not answer: on a
/// thread of its own. Nobody waits for that thread, not even where the program ends.
///
/// Thread-safety: none. All members, and the executor, are of one thread.
class work_aside {
public:
    explicit work_aside(boost::asio::any_io_executor executor) : executor_(std::move(executor)) {}
    ~work_aside() { abandon(); }
    work_aside(const work_aside&) = delete;
    work_aside& operator=(const work_aside&) = delete;

    /// Precondition: not `busy`.
    /// \param work  what the other thread does. It may end when everything but what it holds itself is gone
    /// \param done  called on the executor after that
    /// \throws std::system_error when there is no thread to be had
    void start(std::function<void()> work, std::function<void()> done);
    [[nodiscard]] bool busy() const noexcept { return under_way_ != nullptr; }
    /// What is done from now on is nobody's concern.
    void abandon() noexcept;

private:
    struct handover;

    boost::asio::any_io_executor executor_;
    std::shared_ptr<handover> under_way_;
};

}  // namespace assent::cli
