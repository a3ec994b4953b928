#include <assent/adapters/asio/child_end.hpp>

#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>

namespace assent::detail {
namespace {

// glibc got its own wrappers for pidfds in 2.36 only; we ask for 2.34.
constexpr auto wait_by_pidfd = static_cast<idtype_t>(3);  // P_PIDFD

}  // namespace

int watch_end(pid_t child) noexcept { return static_cast<int>(::syscall(SYS_pidfd_open, child, 0)); }

bool send_signal(const watched_child& child, int number) noexcept {
    return ::syscall(SYS_pidfd_send_signal, child.end, number, nullptr, 0) == 0;
}

std::optional<exit_status> reap(const watched_child& child) noexcept {
    siginfo_t ended{};
    int result = 0;
    do result = ::waitid(wait_by_pidfd, static_cast<id_t>(child.end), &ended, WEXITED | WNOHANG);
    while (result != 0 && errno == EINTR);
    if (result != 0)
        return exit_status{false, exit_status::unknown_code};  // ECHILD: somebody else has reaped it
    if (ended.si_pid == 0) return std::nullopt;
    return exit_status{ended.si_code != CLD_EXITED, ended.si_status};
}

}  // namespace assent::detail
