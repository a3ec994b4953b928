#include "policy_reload.hpp"

#include <boost/system/error_code.hpp>

#include <chrono>

namespace assent::cli {
namespace {

constexpr std::chrono::milliseconds retry_after{200};

}  // namespace

void policy_reload::run() {
    if (with_.reload()) return stop();
    retry_.expires_after(retry_after);
    retry_.async_wait([this](boost::system::error_code error) {
        if (!error) run();
    });
}

}  // namespace assent::cli
