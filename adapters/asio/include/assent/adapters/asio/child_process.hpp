#pragma once

#include <assent/adapters/asio/pipe_size.hpp>
#include <assent/ports/transport.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace assent {

/// The end of a process.
struct exit_status {
    /// Reported when this process does not reap its children itself (SIGCHLD ignored, or a
    /// `waitpid(-1)` elsewhere), so that nobody can know.
    static constexpr int unknown_code = 255;

    bool signaled = false;   ///< ended by a signal
    int code_or_signal = 0;  ///< the exit code, or the number of the signal

    /// The number that a shell shows in `$?`: the exit code, or 128 plus the signal.
    [[nodiscard]] int shell_code() const noexcept { return signaled ? 128 + code_or_signal : code_or_signal; }
    friend bool operator==(const exit_status&, const exit_status&) = default;
};

/// The program to start.
struct child_command {
    std::string program;                 ///< a path, or a name to look up in PATH
    std::vector<std::string> arguments;  ///< without the program's own name
    /// Between SIGTERM and SIGKILL. 5 s: what the official SDKs give an agent CLI.
    std::chrono::milliseconds termination_grace = std::chrono::seconds(5);
    /// The child is killed (SIGKILL) when this process ends, however it ends: nobody is left then who could
    /// stop it. On Linux by the kernel; more exactly, when the *thread* that starts it ends, so start it from
    /// one that stays, as the main thread does. A program that changes its user when it starts (set-user-ID,
    /// file capabilities) forgets it: prctl(2), PR_SET_PDEATHSIG. In the portable build by a process that
    /// does nothing else. What the child itself has started is not killed.
    bool killed_with_parent = false;
    /// The bytes that its pipes may hold; see pipe_size.hpp.
    int pipe_bytes = large_pipe_bytes;
};

/// A program that runs with its standard input and output piped to us.
///
/// The child inherits stderr, environment, directory and process group, and nothing else: no other
/// descriptor, an empty signal mask, and SIGPIPE at its default. A signal from the terminal reaches
/// it as it reaches us; those sent to us alone are the program's to pass on with `signal`.
/// No SIGCHLD handler is installed: the end is seen through a pidfd, in the portable build by a thread that
/// waits for nothing else.
///
/// Threads: all calls, the destructor included, on `executor`; its callbacks run there too.
/// Lifetime: the executor's context must outlive the object. The child is reaped as soon as it ends,
/// while the context runs.
class child_process {
public:
    using exit_callback = std::function<void(exit_status)>;

    /// Starts the program.
    ///
    /// Ignore SIGPIPE in `main`: the child may close its input before we have written everything.
    /// \param executor  a strand, or the executor of a context that one thread runs
    /// \throws std::system_error when it cannot be started, or std::invalid_argument for a NUL byte:
    ///         ``cannot start `agent`: No such file or directory``
    child_process(const boost::asio::any_io_executor& executor, const child_command& command);

    /// If the child still runs: closes the pipes unless they were taken, sends SIGTERM, waits for
    /// the grace time, then sends SIGKILL, and reaps it.
    ///
    /// This blocks for at most the grace time and one second more; use `stop()` and `async_wait` first
    /// where that matters. Callbacks that have not run never will.
    ~child_process();
    child_process(const child_process&) = delete;
    child_process& operator=(const child_process&) = delete;

    [[nodiscard]] pid_t pid() const noexcept;

    /// The child's standard input (our output) and output (our input). Null when taken before.
    /// What is sent to a child that has closed its input is dropped, and counts as sent; its output
    /// is read to the end all the same.
    /// It may outlive the `child_process`, and may still hold output of a child that has ended.
    [[nodiscard]] std::unique_ptr<transport> take_pipes();

    /// Calls `on_exit` once, when the child has ended; never from inside this call. May be called
    /// any number of times, also after the end. Output may still be in the pipe then.
    void async_wait(exit_callback on_exit);

    /// The end of the child; empty while it runs.
    [[nodiscard]] std::optional<exit_status> status() const noexcept;

    /// Sends a signal. Never hits another process that got the same pid; in the portable build it may, where
    /// somebody else reaps the child.
    /// \return false when the child has ended, or the number is not a signal
    bool signal(int number) noexcept;

    /// Asks the child to end: SIGTERM now, SIGKILL after the grace time. Does not wait; does nothing
    /// when the child has ended or was asked before. End its input first (`transport::end_output`) to let it
    /// finish.
    void stop();

private:
    class core;
    std::shared_ptr<core> core_;
};

}  // namespace assent
