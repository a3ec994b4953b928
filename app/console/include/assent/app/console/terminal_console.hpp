#pragma once

#include <assent/app/console/console.hpp>
#include <assent/app/console/terminal_prompt.hpp>
#include <assent/app/gate/log.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <functional>
#include <memory>
#include <string>

namespace assent {

struct terminal_console_options {
    terminal_prompt_options prompt{};
    std::string device = "/dev/tty";
    /// When the terminal is gone, deny what is open and whatever is asked later. Switch it off where there is
    /// another front-end.
    bool deny_when_lost = true;
    /// The terminal is gone: from now on nothing is shown. Runs once.
    std::function<void()> on_lost{};
    /// Hears that the terminal is gone.
    log_callback log{};
};

/// As the environment says: no escape sequences where `TERM` is missing, empty or `dumb`; no colours where
/// `NO_COLOR` is there and not empty.
[[nodiscard]] terminal_prompt_options terminal_options_from_environment();

/// Asks on the terminal that the process was started from, never on standard input or output.
///
/// While a question is open, and only then, the terminal is in raw mode and shows a block of lines on its
/// main screen; what other programs have printed stays above it. When the question is over, the block is gone
/// and one line says what was answered. All that time Ctrl-C sends SIGINT as ever: what it means is up to the
/// program, see `interrupted`. In the background nothing is shown, and nothing touched, until the process is
/// in the foreground again. Whatever ends the process but SIGKILL, the terminal is as it was before: by
/// `close` and the destructor, by a handler of SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL and SIGQUIT, and by
/// the same handler for SIGINT, SIGTERM, SIGHUP and SIGPIPE where nobody else handles them. Handlers are
/// there while the block is; the ones from before are put back, and get the signal. SIGWINCH, SIGCONT and
/// SIGTSTP are taken while a question is open, and have their default meaning after it.
///
/// Executor: one that runs on one thread, or a strand. Thread-safety: none; all members on that executor.
/// Lifetime: the context may only be destroyed after this.
class terminal_console {
public:
    /// \throws std::system_error when there is no terminal (`cannot open /dev/tty: No such device or
    /// address`), or another of these has it in this process
    terminal_console(const boost::asio::any_io_executor& executor, std::shared_ptr<console> desk,
                     terminal_console_options options = {});
    /// Closes it.
    ~terminal_console();
    terminal_console(const terminal_console&) = delete;
    terminal_console& operator=(const terminal_console&) = delete;

    /// The program was interrupted: all open questions are denied, and their agents told to stop.
    void interrupted();
    /// Restores the terminal and ends all that runs here. Open questions stay open, for others to answer.
    void close();

private:
    class core;
    std::shared_ptr<core> core_;
};

}  // namespace assent
