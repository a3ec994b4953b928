#include "policy_reload.hpp"

#include <boost/system/error_code.hpp>

#include <chrono>
#include <csignal>
#include <exception>
#include <memory>
#include <system_error>
#include <utility>

namespace assent::cli {
namespace {

constexpr std::chrono::milliseconds retry_after{200};

}  // namespace

void policy_reload::run() {
    if (reading_.busy()) {
        // What is being read may be what was there before.
        once_more_ = true;
        with_.log({log_level::warn, "the policy file is still being read, and will be read again then"});
        return;
    }
    waits_ = false;
    retry_.cancel();
    const auto found = std::make_shared<policy_text>();
    try {
        reading_.start([found, source = with_.source()] { *found = source.read(); },
                       [this, found] { take(*found); });
    } catch (const std::system_error&) {
        take({{}, std::current_exception()});
    }
}

void policy_reload::take(const policy_text& found) {
    const bool taken = with_.reload(found);
    const bool again = std::exchange(once_more_, false);
    if (taken && again) return run();
    if (taken) return;
    waits_ = true;
    retry_.expires_after(retry_after);
    retry_.async_wait([this](boost::system::error_code error) {
        if (!error && waits_) run();
    });
}

void policy_reload::stop() {
    waits_ = false;
    retry_.cancel();
    reading_.abandon();
}

reload_on_hangup::reload_on_hangup(boost::asio::io_context& context, settings& with)
    : signals_(context), reload_(context.get_executor(), with) {
    if (!with.reloads()) return;
    signals_.add(SIGHUP);
    wait();
}

void reload_on_hangup::stop() {
    stopped_ = true;
    signals_.cancel();
    reload_.stop();
}

void reload_on_hangup::wait() {
    signals_.async_wait([this](boost::system::error_code error, int) {
        if (error || stopped_) return;  // one may have been on its way
        reload_.run();
        wait();
    });
}

}  // namespace assent::cli
