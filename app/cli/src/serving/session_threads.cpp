#include "session_threads.hpp"

#include "../options/fail_closed.hpp"
#include "front_ends.hpp"
#include "policy_reload.hpp"

#include <assent/adapters/asio/stdio_transport.hpp>
#include <assent/app/async/async_session.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <unistd.h>
#include <csignal>
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

namespace asio = boost::asio;

int run_on_stdio(settings& with, std::string_view program,
                 const std::function<std::shared_ptr<session>(std::unique_ptr<transport>)>& make,
                 const std::function<std::string()>& end_reason) {
    tell_who_is_awaited("messages, one JSON object a line,");
    const blocking_mode_guard input_mode(0);
    const blocking_mode_guard output_mode(1);
    asio::io_context context(1);
    front_ends people(context, with, program);
    // Nothing is done here but to answer: what a peer that was killed has said needs no look.
    const stdio_options options{.pipe_bytes = with.keep_pipe_size ? kept_pipe_bytes : large_pipe_bytes,
                                .drop_last_words = false};
    async_session driver(
        context.get_executor(),
        make(make_stdio_transport(context.get_executor(), STDIN_FILENO, STDOUT_FILENO, options)), with.time);
    asio::signal_set signals(context, SIGINT, SIGTERM);
    signals.async_wait([&](boost::system::error_code error, int number) {
        if (error) return;
        if (number == SIGINT) people.interrupted();
        driver.close();
    });
    reload_on_hangup hangup(context, with);
    boost::system::error_code ended;
    driver.async_run([&](boost::system::error_code error) {
        ended = error;
        people.close();
        signals.cancel();
        hangup.stop();
    });
    context.run();
    if (const auto reason = end_reason(); !reason.empty()) {
        with.log({log_level::error, reason});
        return static_cast<int>(exit_code::failed);
    }
    if (!ended) return static_cast<int>(exit_code::ok);
    with.log({log_level::error, "standard input or output failed: " + ended.message()});
    return static_cast<int>(exit_code::failed);
}

}  // namespace assent::cli
