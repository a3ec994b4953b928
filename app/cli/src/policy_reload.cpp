#include "policy_reload.hpp"

#include <boost/system/error_code.hpp>

#include <chrono>
#include <csignal>

namespace assent::cli {
namespace {

constexpr std::chrono::milliseconds retry_after{200};

}  // namespace

void policy_reload::run() {
    if (with_.reload()) return stop();
    waits_ = true;
    retry_.expires_after(retry_after);
    retry_.async_wait([this](boost::system::error_code error) {
        if (!error && waits_) run();
    });
}

void policy_reload::stop() {
    waits_ = false;
    retry_.cancel();
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
