#include <assent/adapters/asio/child_end.hpp>

#include "../signals_blocked.hpp"
#include "../unique_descriptor.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <cerrno>
#include <system_error>
#include <thread>

namespace assent::detail {
namespace {

// Waits for the end, and leaves the child to whoever reaps it: its number is no other process's until then.
int wait_for(pid_t child, int how, siginfo_t& ended) noexcept {
    int result = 0;
    do result = ::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT | how);
    while (result != 0 && errno == EINTR);
    return result;
}

bool runs(pid_t child) noexcept {
    siginfo_t ended{};
    return wait_for(child, WNOHANG, ended) == 0 && ended.si_pid == 0;
}

}  // namespace

// A thread for each child that waits for nothing else, and closes a pipe then. Also when somebody else has
// reaped the child, which ends the wait.
int watch_end(pid_t child) noexcept {
    try {
        auto told = make_pipe({});
        require_watchable(told.read.get(), {});
        const signals_blocked blocked;  // they are for threads that the program knows
        std::thread([child, tells = told.write.get()] {
            siginfo_t ended{};
            wait_for(child, 0, ended);
            ::close(tells);
        }).detach();
        static_cast<void>(told.write.release());
        return told.read.release();
    } catch (const std::system_error& error) {
        errno = error.code().value();
        return -1;
    }
}

bool send_signal(const watched_child& child, int number) noexcept {
    return runs(child.pid) && ::kill(child.pid, number) == 0;
}

std::optional<exit_status> reap(const watched_child& child) noexcept {
    int status = 0;
    pid_t result = 0;
    do result = ::waitpid(child.pid, &status, WNOHANG);
    while (result < 0 && errno == EINTR);
    if (result < 0)
        return exit_status{false, exit_status::unknown_code};  // ECHILD: somebody else has reaped it
    if (result == 0) return std::nullopt;
    return WIFEXITED(status) ? exit_status{false, WEXITSTATUS(status)} : exit_status{true, WTERMSIG(status)};
}

}  // namespace assent::detail
