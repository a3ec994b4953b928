#pragma once

#include "../options/options.hpp"
#include "../process/work_aside.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

namespace assent::cli {

/// Puts the policy file in force again, on one thread. The file is read on another one: requests go on being
/// answered, by the policy as it was, for as long as the file system takes.
///
/// Where the system has no descriptor or memory left to read it, that is tried again until it can be read: a
/// peer that takes all descriptors must not keep a stricter policy out.
class policy_reload {
public:
    policy_reload(const boost::asio::any_io_executor& executor, settings& with)
        : retry_(executor), with_(with), reading_(executor) {}

    void run();
    /// Tries no more, and takes nothing any more.
    void stop();

private:
    void take(const policy_text& found);

    boost::asio::steady_timer retry_;
    settings& with_;
    work_aside reading_;
    bool once_more_ = false;  // it was asked for while the file was being read
    bool waits_ = false;      // for the next try
};

/// Does that on SIGHUP, where there is a policy file; else the signal keeps its meaning.
class reload_on_hangup {
public:
    reload_on_hangup(boost::asio::io_context& context, settings& with);
    /// Waits for no signal any more.
    void stop();

private:
    void wait();

    boost::asio::signal_set signals_;
    policy_reload reload_;
    bool stopped_ = false;
};

}  // namespace assent::cli
