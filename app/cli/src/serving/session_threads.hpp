#pragma once

#include "../options/options.hpp"

#include <assent/app/session/session.hpp>
#include <assent/ports/transport.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
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

/// Drives a session over standard input and output to its end. SIGINT and SIGTERM end it cleanly; on SIGHUP
/// the policy file is read again, where there is one.
/// \param program     what people who are asked read: `assent serve`
/// \param make        makes the session on that transport
/// \param end_reason  why the session itself has ended the connection; empty when it has not
/// \return the exit status of the program
int run_on_stdio(settings& with, std::string_view program,
                 const std::function<std::shared_ptr<session>(std::unique_ptr<transport>)>& make,
                 const std::function<std::string()>& end_reason);

}  // namespace assent::cli
