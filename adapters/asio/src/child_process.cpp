#include <assent/adapters/asio/child_process.hpp>

#include "adopt.hpp"
#include "enlarge_pipe.hpp"
#include "spawn.hpp"
#include "stream_transport.hpp"
#include "unique_descriptor.hpp"

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <system_error>
#include <utility>

#include <signal.h>

namespace assent {
namespace {

using boost::asio::any_io_executor;
using boost::asio::posix::stream_descriptor;
using detail::unique_descriptor;

// A killed process ends at once, unless it hangs in the kernel (a dead network disk): then we go on.
constexpr std::chrono::seconds reap_limit{1};

/// Our ends of a child's pipes.
class pipe_endpoint {
public:
    // A child that has closed its input, or is about to end, may still have something to say.
    static constexpr bool outlives_reader = true;

    pipe_endpoint(const any_io_executor& executor, unique_descriptor input, unique_descriptor output)
        : input_(executor), output_(executor) {
        detail::adopt(input_, input, "cannot watch a pipe");
        detail::adopt(output_, output, "cannot watch a pipe");
        input_.non_blocking(true);
        output_.non_blocking(true);
    }

    stream_descriptor& input() noexcept { return input_; }
    stream_descriptor& output() noexcept { return output_; }

    void end_output() noexcept {
        boost::system::error_code ignored;
        output_.close(ignored);
    }

    void close() noexcept {
        boost::system::error_code ignored;
        input_.close(ignored);
        output_.close(ignored);
    }

private:
    stream_descriptor input_;
    stream_descriptor output_;
};

}  // namespace

/// What lives on while the wait for the child's end is in flight.
class child_process::core : public std::enable_shared_from_this<child_process::core> {
public:
    core(const any_io_executor& executor, const child_command& command)
        : executor_(executor), pidfd_(executor), kill_timer_(executor), grace_(command.termination_grace) {
        auto child = detail::spawn(command.program, command.arguments, command.killed_with_parent);
        pid_ = child.pid;
        detail::enlarge_pipe(child.input.get(), command.pipe_bytes);
        detail::enlarge_pipe(child.output.get(), command.pipe_bytes);
        try {
            pipes_ = std::make_unique<detail::stream_transport<pipe_endpoint>>(
                executor, std::move(child.output), std::move(child.input));
            detail::adopt(pidfd_, child.pidfd, "cannot watch `" + command.program + "`");
        } catch (...) {
            detail::terminate_and_reap(child.pidfd.get(), std::chrono::milliseconds(0), reap_limit);
            throw;
        }
    }

    void watch() {
        pidfd_.async_wait(stream_descriptor::wait_read,
                          [self = shared_from_this()](boost::system::error_code error) {
                              if (!error && !self->abandoned_) self->ended();
                          });
    }

    void abandon() noexcept {
        abandoned_ = true;
        callbacks_.clear();
        kill_timer_.cancel();
        pipes_.reset();
        const unique_descriptor pidfd(pidfd_.release());
        if (!status_) status_ = detail::terminate_and_reap(pidfd.get(), grace_, reap_limit);
    }

    pid_t pid() const noexcept { return pid_; }
    std::optional<exit_status> status() const noexcept { return status_; }
    std::unique_ptr<transport> take_pipes() noexcept { return std::move(pipes_); }

    void async_wait(exit_callback on_exit) {
        callbacks_.push_back(std::move(on_exit));
        if (status_) boost::asio::post(executor_, [self = shared_from_this()] { self->tell(); });
    }

    bool signal(int number) noexcept {
        return !status_ && detail::send_signal(pidfd_.native_handle(), number);
    }

    void stop() {
        if (std::exchange(stopping_, true) || !signal(SIGTERM))
            return;  // a second call must not put off the end
        kill_timer_.expires_after(grace_);
        kill_timer_.async_wait([self = shared_from_this()](boost::system::error_code error) {
            if (!error && !self->abandoned_) self->signal(SIGKILL);
        });
    }

private:
    void ended() {
        status_ = detail::reap(pidfd_.native_handle());
        if (!status_) {
            watch();  // woken too early
            return;
        }
        kill_timer_.cancel();
        tell();
    }

    void tell() {
        // A callback may add one, or destroy the child_process, which clears the list.
        auto callbacks = std::exchange(callbacks_, {});
        for (auto& callback : callbacks)
            if (!abandoned_) callback(*status_);
    }

    any_io_executor executor_;
    stream_descriptor pidfd_;
    boost::asio::steady_timer kill_timer_;
    std::chrono::milliseconds grace_;
    pid_t pid_ = 0;
    std::unique_ptr<transport> pipes_;
    std::vector<exit_callback> callbacks_;
    std::optional<exit_status> status_;
    bool stopping_ = false;
    bool abandoned_ = false;
};

child_process::child_process(const any_io_executor& executor, const child_command& command)
    : core_(std::make_shared<core>(executor, command)) {
    core_->watch();
}

child_process::~child_process() { core_->abandon(); }

pid_t child_process::pid() const noexcept { return core_->pid(); }

std::unique_ptr<transport> child_process::take_pipes() { return core_->take_pipes(); }

void child_process::async_wait(exit_callback on_exit) { core_->async_wait(std::move(on_exit)); }

std::optional<exit_status> child_process::status() const noexcept { return core_->status(); }

bool child_process::signal(int number) noexcept { return core_->signal(number); }

void child_process::stop() { core_->stop(); }

}  // namespace assent
