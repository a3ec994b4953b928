#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace assent::cli {

/// The threads that run the sessions: the one that calls `run`, and others beside it.
///
/// Each has a context of its own, so that a session never meets another thread, and threads share nothing
/// that one of them would wait for. Everything else (people who answer, signals, the listener) is on the
/// first.
class session_threads {
public:
    /// \param count  at least 1
    explicit session_threads(std::size_t count);
    ~session_threads();
    session_threads(const session_threads&) = delete;
    session_threads& operator=(const session_threads&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return contexts_.size(); }
    [[nodiscard]] boost::asio::io_context& first() noexcept { return contexts_.front(); }
    /// One for each, where sessions can live.
    [[nodiscard]] std::vector<boost::asio::any_io_executor> executors();

    /// Runs the first context out of work, and then the others.
    /// \throws std::system_error when there is no other thread to be had, and whatever was thrown on one
    void run();

private:
    void work(boost::asio::io_context& context) noexcept;
    void stop() noexcept;

    std::deque<boost::asio::io_context> contexts_;
    // They may have nothing to do before the first connection comes.
    std::vector<boost::asio::executor_work_guard<boost::asio::io_context::executor_type>> waiting_;
    std::vector<std::thread> others_;
    std::mutex mutex_;
    std::exception_ptr failure_;  // the first one
};

}  // namespace assent::cli
