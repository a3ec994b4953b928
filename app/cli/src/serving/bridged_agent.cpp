#include "bridged_agent.hpp"

#include "../process/own_standard_error.hpp"
#include "front_ends.hpp"
#include "policy_reload.hpp"

#include <assent/adapters/asio/child_process.hpp>
#include <assent/adapters/asio/descriptors.hpp>
#include <assent/adapters/asio/stdio_transport.hpp>
#include <assent/app/async/async_session.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace assent::cli {
namespace {

namespace asio = boost::asio;

// After the command has ended, something it started may hold its output open for ever. When nothing
// has come for this long, the output counts as ended.
constexpr auto silence_after_exit = std::chrono::seconds(2);

// Between SIGTERM and SIGKILL. Less than the 5 s that the official SDKs give us: killed ourselves, we could
// not end the agent in good order.
constexpr auto agent_grace = std::chrono::seconds(3);

// A key on the terminal signals the whole foreground group, the command included.
bool in_foreground() {
    const detail::unique_descriptor terminal(::open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY));
    return terminal.valid() && ::tcgetpgrp(terminal.get()) == ::getpgrp();
}

// Ends this program as the command was ended, so that our parent sees what it would have seen.
int end_like(const exit_status& status) {
    if (status.signaled) {
        const rlimit no_core{0, 0};  // the dump would be of the wrong program
        ::setrlimit(RLIMIT_CORE, &no_core);
        std::signal(status.code_or_signal, SIG_DFL);
        ::kill(::getpid(), status.code_or_signal);
    }
    return status.shell_code();
}

// Those that end us or the command. What whoever started us ignores, as nohup does, stays ignored: here, and
// in the command.
class caught_signals : public asio::signal_set {
public:
    explicit caught_signals(asio::io_context& context) : asio::signal_set(context) {
        for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
            struct sigaction now {};
            if (::sigaction(number, nullptr, &now) != 0 || now.sa_handler != SIG_IGN) add(number);
        }
    }
};

class agent_run {
public:
    agent_run(settings& with, const std::vector<std::string>& command, std::string_view program,
              const bridge_maker& make)
        : with_(with),
          signals_(context_),
          people_(context_, with, program),
          child_(context_.get_executor(), command_for(with, command)),
          bridge_(make(make_stdio_transport(context_.get_executor(), STDIN_FILENO, STDOUT_FILENO,
                                            {.pipe_bytes = pipe_bytes(with)}),
                       child_.take_pipes(), with.make_gate(command.front(), working_directory()))),
          driver_(context_.get_executor(), bridge_, with.time),
          silence_(context_),
          reload_(context_.get_executor(), with) {}

    exit_status run() {
        wait_for_signal();
        child_.async_wait([this](exit_status) {
            status_known();
            watch_silence();
        });
        driver_.async_run([this](boost::system::error_code) {
            bridge_over_ = true;
            status_known();
        });
        context_.run();
        if (bridge_->gave_up()) return {false, static_cast<int>(exit_code::failed)};
        return child_.status().value_or(exit_status{false, exit_status::unknown_code});
    }

private:
    static int pipe_bytes(const settings& with) {
        return with.keep_pipe_size ? kept_pipe_bytes : large_pipe_bytes;
    }

    static child_command command_for(const settings& with, const std::vector<std::string>& command) {
        return {.program = command.front(),
                .arguments = {command.begin() + 1, command.end()},
                .termination_grace = agent_grace,
                .killed_with_parent = true,
                .pipe_bytes = pipe_bytes(with)};
    }

    void wait_for_signal() {
        signals_.async_wait([this](boost::system::error_code error, int number) {
            if (error || over_) return;  // one may have been on its way
            if (number == SIGHUP && with_.reloads())
                reload_.run();
            else if (number == SIGTERM)
                stop();
            else if (number != SIGINT || !in_foreground())
                child_.signal(number);
            if (number == SIGINT) people_.interrupted();
            wait_for_signal();
        });
    }

    void stop() {
        stopping_ = true;
        child_.stop();
        // The command may be somebody else's, whom we cannot signal: then it sees that we are gone.
        if (!child_.status() && !child_.signal(0)) driver_.close();
    }

    // Over when the command has ended and everything it wrote was passed on.
    void status_known() {
        if (!bridge_over_) return;
        if (!child_.status()) {
            end_command();
            return;
        }
        over_ = true;
        people_.close();
        silence_.cancel();
        reload_.stop();
        signals_.cancel();
    }

    // Nobody can talk to it any more. One that has closed its output may be about to end by itself.
    void end_command() {
        if (bridge_->upstream_left() || bridge_->gave_up() || stopping_) {
            child_.stop();
            return;
        }
        silence_.expires_after(silence_after_exit);
        silence_.async_wait([this](boost::system::error_code error) {
            if (!error && !over_) child_.stop();
        });
    }

    void watch_silence() {
        if (bridge_over_) return;
        const std::uint64_t heard = bridge_->agent_bytes();
        silence_.expires_after(silence_after_exit);
        silence_.async_wait([this, heard](boost::system::error_code error) {
            if (error || bridge_over_) return;
            // Whoever has stopped us does not wait for a driver that does not read, nor for what the command
            // has left behind.
            if (stopping_ || (heard == bridge_->agent_bytes() && !bridge_->upstream_waits()))
                driver_.close();
            else
                watch_silence();
        });
    }

    settings& with_;
    asio::io_context context_{1};
    caught_signals signals_;  // before the command runs: none may be missed
    front_ends people_;
    child_process child_;
    std::shared_ptr<line_bridge> bridge_;
    async_session driver_;
    asio::steady_timer silence_;
    policy_reload reload_;
    bool bridge_over_ = false;
    bool stopping_ = false;  // by SIGTERM
    bool over_ = false;
};

}  // namespace

std::string working_directory() {
    std::error_code ignored;  // without a directory, relative paths are simply not resolved
    return std::filesystem::current_path(ignored).string();
}

int run_bridged(settings& with, const std::vector<std::string>& command, std::string_view program,
                const bridge_maker& make) {
    // The command writes to it. Where that is the pipe or terminal that we do not want to wait for, it shall
    // wait all the same: a description of its own has flags of its own.
    part_standard_error();
    std::optional<exit_status> status;
    {
        const blocking_mode_guard input_mode(0);
        const blocking_mode_guard output_mode(1);
        status = agent_run(with, command, program, make).run();
    }
    return end_like(*status);
}

}  // namespace assent::cli
