#include "stdio_run.hpp"

#include "front_ends.hpp"
#include "policy_reload.hpp"

#include <assent/adapters/asio/stdio_transport.hpp>
#include <assent/app/async/async_session.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <csignal>

#include <unistd.h>

namespace assent::cli {

namespace asio = boost::asio;

int run_on_stdio(settings& with, std::string_view program,
                 const std::function<std::shared_ptr<session>(std::unique_ptr<transport>)>& make,
                 const std::function<std::string()>& end_reason) {
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
