#pragma once

#include <assent/app/gate/log.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assent::cli {

struct notifier_limits {
    /// Commands that run at once; others wait.
    std::size_t max_running = 4;
    /// How many wait; what comes then is dropped.
    std::size_t max_waiting = 32;
    /// How long one may run before it is killed, with all that it has started in its group.
    std::chrono::milliseconds time_limit = std::chrono::seconds(30);
    /// Longest value of a variable, in bytes; what is longer is cut.
    std::size_t max_value_bytes = 4096;
};

/// Runs a shell command of the user's that tells people something, and waits for none. Its standard streams
/// are /dev/null. That one has failed, and that one was dropped, is logged once each.
///
/// All calls on the one thread that runs the executor.
class notifier {
public:
    notifier(const boost::asio::any_io_executor& executor, std::string command, log_callback log,
             notifier_limits limits = {});
    ~notifier();
    notifier(const notifier&) = delete;
    notifier& operator=(const notifier&) = delete;

    /// Runs it now, or when there is room. \param variables  of its environment, beside ours
    void notify(std::vector<std::pair<std::string, std::string>> variables);
    /// Ends those that run; no other is started.
    void close();
    [[nodiscard]] std::size_t running() const noexcept;
    [[nodiscard]] std::size_t waiting() const noexcept;

private:
    class core;
    std::shared_ptr<core> core_;
};

}  // namespace assent::cli
