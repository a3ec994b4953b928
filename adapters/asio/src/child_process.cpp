#include <assent/adapters/asio/child_process.hpp>

#include "parent_end.hpp"
#include "signals_blocked.hpp"
#include "stream_core.hpp"
#include "unique_descriptor.hpp"

#include <assent/adapters/asio/child_end.hpp>
#include <assent/adapters/asio/descriptors.hpp>

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <poll.h>
#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <chrono>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace assent::detail {
namespace {

// The system calls behind `child_process`: no Asio, no state.

/// A child that has just been started, and our ends of its pipes.
struct spawned_child {
    pid_t pid = 0;
    unique_descriptor end;     ///< readable when the child has ended
    unique_descriptor input;   ///< the child reads what is written here
    unique_descriptor output;  ///< what the child writes

    [[nodiscard]] watched_child watched() const noexcept { return {pid, end.get()}; }
};

/// What the child is to become. Made before the fork: a copy of a program with threads may not allocate.
struct child_plan {
    const char* program;
    char* const* arguments;
    int input;
    int output;
    int report;  ///< where it says what went wrong; closes itself when the program runs
    const parent_end* parent;
};

/// The child's part, up to the program. Calls only what is safe there (signal-safety(7)).
/// \return what went wrong; not at all when nothing did
int become(const child_plan& plan) noexcept {
    if (const int number = plan.parent->tie(); number != 0) return number;
    if (::dup2(plan.input, STDIN_FILENO) < 0 || ::dup2(plan.output, STDOUT_FILENO) < 0) return errno;
    // Whatever else is open here, with or without O_CLOEXEC, is none of the child's business.
    if (!close_descriptors(STDERR_FILENO + 1, plan.report - 1) ||
        !close_descriptors(plan.report + 1, std::numeric_limits<int>::max()))
        return errno;
    // Signals as usual, though we ignore these. Our handlers end with the exec.
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    for (const int ignored : {SIGPIPE, SIGXFSZ})
        if (::sigaction(ignored, &usual, nullptr) != 0) return errno;
    sigset_t none;
    ::sigemptyset(&none);
    if (::sigprocmask(SIG_SETMASK, &none, nullptr) != 0) return errno;
    ::execvp(plan.program, plan.arguments);
    return errno;
}

[[noreturn]] void run_child(const child_plan& plan) noexcept {
    const int number = become(plan);
    // Nobody is left to be told when it fails.
    if (::write(plan.report, &number, sizeof number) < 0) ::_exit(126);
    ::_exit(127);
}

/// What the child says of itself: 0 when the program runs.
int reported(int fd) noexcept {
    int number = 0;
    ssize_t bytes = 0;
    do bytes = ::read(fd, &number, sizeof number);
    while (bytes < 0 && errno == EINTR);
    return bytes == static_cast<ssize_t>(sizeof number) ? number : 0;
}

void reap_now(pid_t pid) noexcept {
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
}

/// Waits until the child has ended, at most for `limit`.
bool wait_for_end(const watched_child& child, std::chrono::milliseconds limit) noexcept {
    using clock = std::chrono::steady_clock;
    const auto deadline = clock::now() + limit;
    pollfd watched{child.end, POLLIN, 0};
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - clock::now()).count();
        const int result = ::poll(&watched, 1, left > 0 ? static_cast<int>(left) : 0);
        if (result > 0) return true;
        if ((result == 0 && left <= 0) || (result < 0 && errno != EINTR)) return false;
    }
}

std::string cannot_start(const std::string& program) { return "cannot start `" + program + "`"; }

std::vector<char*> argument_pointers(const std::string& program, const std::vector<std::string>& arguments) {
    std::vector<char*> pointers;
    pointers.push_back(const_cast<char*>(program.c_str()));  // execvp does not write there
    for (const auto& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

void refuse_nul_bytes(const std::string& program, const std::vector<std::string>& arguments,
                      const std::string& what) {
    bool found = program.find('\0') != std::string::npos;
    for (const auto& argument : arguments) found = found || argument.find('\0') != std::string::npos;
    if (found) throw std::invalid_argument(what + ": name or argument contains a NUL byte");
}

/// Starts `program`, see `child_process`.
spawned_child spawn(const std::string& program, const std::vector<std::string>& arguments,
                    const parent_end& parent) {
    const std::string what = cannot_start(program);
    refuse_nul_bytes(program, arguments, what);
    auto to_child = make_pipe(what);
    auto from_child = make_pipe(what);
    auto report = make_pipe(what);
    const auto argv = argument_pointers(program, arguments);
    const child_plan plan{program.c_str(),        argv.data(),        to_child.read.get(),
                          from_child.write.get(), report.write.get(), &parent};

    spawned_child child;
    {
        const signals_blocked blocked;
        child.pid = ::fork();
        if (child.pid == 0) run_child(plan);
    }
    if (child.pid < 0) throw_system_error(what);
    report.write.reset();
    if (const int number = reported(report.read.get()); number != 0) {
        reap_now(child.pid);
        throw_system_error(what, number);
    }
    child.end.reset(watch_end(child.pid));
    if (!child.end.valid()) {
        const int number = errno;
        ::kill(child.pid, SIGKILL);  // not reaped yet, so the pid is still the child's
        reap_now(child.pid);
        throw_system_error(what, number);
    }
    child.input = std::move(to_child.write);
    child.output = std::move(from_child.read);
    return child;
}

/// SIGTERM, after `grace` SIGKILL, and `reap` at most `reap_limit` later. Blocks for so long.
/// \return empty when the child hangs in the kernel even then
std::optional<exit_status> terminate_and_reap(const watched_child& child, parent_end& parent,
                                              std::chrono::milliseconds grace,
                                              std::chrono::milliseconds reap_limit) noexcept {
    send_signal(child, SIGTERM);
    if (!wait_for_end(child, grace)) {
        send_signal(child, SIGKILL);
        wait_for_end(child, reap_limit);
    }
    parent.untie();
    return reap(child);
}

}  // namespace
}  // namespace assent::detail

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
        : executor_(executor),
          end_(executor),
          kill_timer_(executor),
          grace_(command.termination_grace),
          parent_(command.killed_with_parent, detail::cannot_start(command.program)) {
        auto child = detail::spawn(command.program, command.arguments, parent_);
        pid_ = child.pid;
        detail::enlarge_pipe(child.input.get(), command.pipe_bytes);
        detail::enlarge_pipe(child.output.get(), command.pipe_bytes);
        try {
            pipes_ = std::make_unique<detail::stream_transport<pipe_endpoint>>(
                executor, std::move(child.output), std::move(child.input));
            detail::adopt(end_, child.end, "cannot watch `" + command.program + "`");
        } catch (...) {
            detail::terminate_and_reap(child.watched(), parent_, std::chrono::milliseconds(0), reap_limit);
            throw;
        }
    }

    void watch() {
        end_.async_wait(stream_descriptor::wait_read,
                        [self = shared_from_this()](boost::system::error_code error) {
                            if (!error && !self->abandoned_) self->ended();
                        });
    }

    void abandon() noexcept {
        abandoned_ = true;
        callbacks_.clear();
        kill_timer_.cancel();
        pipes_.reset();
        const unique_descriptor end(end_.release());
        if (!status_) status_ = detail::terminate_and_reap({pid_, end.get()}, parent_, grace_, reap_limit);
    }

    pid_t pid() const noexcept { return pid_; }
    std::optional<exit_status> status() const noexcept { return status_; }
    std::unique_ptr<transport> take_pipes() noexcept { return std::move(pipes_); }

    void async_wait(exit_callback on_exit) {
        callbacks_.push_back(std::move(on_exit));
        if (status_) boost::asio::post(executor_, [self = shared_from_this()] { self->tell(); });
    }

    bool signal(int number) noexcept { return !status_ && detail::send_signal(watched(), number); }

    void stop() {
        if (std::exchange(stopping_, true) || !signal(SIGTERM))
            return;  // a second call must not put off the end
        kill_timer_.expires_after(grace_);
        kill_timer_.async_wait([self = shared_from_this()](boost::system::error_code error) {
            if (!error && !self->abandoned_) self->signal(SIGKILL);
        });
    }

private:
    detail::watched_child watched() { return {pid_, end_.native_handle()}; }

    void ended() {
        parent_.untie();
        status_ = detail::reap(watched());
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
    stream_descriptor end_;
    boost::asio::steady_timer kill_timer_;
    std::chrono::milliseconds grace_;
    detail::parent_end parent_;
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
