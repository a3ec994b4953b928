#pragma once

#include "options.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

namespace assent::cli {

/// Puts the policy file in force again, on one thread.
///
/// Where the system has no descriptor or memory left to read it, that is tried again until it can be read: a
/// peer that takes all descriptors must not keep a stricter policy out.
class policy_reload {
public:
    policy_reload(const boost::asio::any_io_executor& executor, settings& with)
        : retry_(executor), with_(with) {}

    void run();
    /// Tries no more.
    void stop() { retry_.cancel(); }

private:
    boost::asio::steady_timer retry_;
    settings& with_;
};

}  // namespace assent::cli
