#include "spawn.hpp"

#include <cerrno>
#include <stdexcept>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assent::detail {
namespace {

// glibc got its own wrappers for pidfds in 2.36 only; we ask for 2.34.
constexpr auto wait_by_pidfd = static_cast<idtype_t>(3);  // P_PIDFD

int open_pidfd(pid_t pid) noexcept { return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)); }

/// Does nothing for 0; otherwise throws what it says about `what`.
void check(int number, const std::string& what) {
    if (number != 0) throw_system_error(what, number);
}

struct pipe_ends {
    unique_descriptor read;
    unique_descriptor write;
};

/// Moves a descriptor that is 0, 1 or 2, because ours are closed: what somebody prints shall not go there.
void move_above_stderr(unique_descriptor& fd, const std::string& what) {
    if (fd.get() > STDERR_FILENO) return;
    const int moved = ::fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (moved < 0) throw_system_error(what);
    fd.reset(moved);
}

pipe_ends make_pipe(const std::string& what) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw_system_error(what);
    pipe_ends result{unique_descriptor(ends[0]), unique_descriptor(ends[1])};
    move_above_stderr(result.read, what);
    move_above_stderr(result.write, what);
    return result;
}

/// What happens to descriptors in the child.
class file_actions {
public:
    file_actions(int child_stdin, int child_stdout, const std::string& what) {
        check(::posix_spawn_file_actions_init(&actions_), what);
        int number = ::posix_spawn_file_actions_adddup2(&actions_, child_stdin, STDIN_FILENO);
        if (number == 0) number = ::posix_spawn_file_actions_adddup2(&actions_, child_stdout, STDOUT_FILENO);
        // Whatever else is open here, with or without O_CLOEXEC, is none of the child's business.
        if (number == 0) number = ::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
        if (number != 0) ::posix_spawn_file_actions_destroy(&actions_);
        check(number, what);
    }
    ~file_actions() { ::posix_spawn_file_actions_destroy(&actions_); }
    file_actions(const file_actions&) = delete;
    file_actions& operator=(const file_actions&) = delete;
    const posix_spawn_file_actions_t* get() const noexcept { return &actions_; }

private:
    posix_spawn_file_actions_t actions_;
};

/// How signals are in the child: none blocked, SIGPIPE as usual though we ignore it.
class spawn_attributes {
public:
    explicit spawn_attributes(const std::string& what) {
        check(::posix_spawnattr_init(&attributes_), what);
        sigset_t none;
        sigset_t to_default;
        ::sigemptyset(&none);
        ::sigemptyset(&to_default);
        ::sigaddset(&to_default, SIGPIPE);
        ::posix_spawnattr_setsigmask(&attributes_, &none);
        ::posix_spawnattr_setsigdefault(&attributes_, &to_default);
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~spawn_attributes() { ::posix_spawnattr_destroy(&attributes_); }
    spawn_attributes(const spawn_attributes&) = delete;
    spawn_attributes& operator=(const spawn_attributes&) = delete;
    const posix_spawnattr_t* get() const noexcept { return &attributes_; }

private:
    posix_spawnattr_t attributes_;
};

/// Waits until the process behind `pidfd` has ended, at most for `limit`.
bool wait_for_end(int pidfd, std::chrono::milliseconds limit) noexcept {
    using clock = std::chrono::steady_clock;
    const auto deadline = clock::now() + limit;
    pollfd watched{pidfd, POLLIN, 0};
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - clock::now()).count();
        const int result = ::poll(&watched, 1, left > 0 ? static_cast<int>(left) : 0);
        if (result > 0) return true;
        if ((result == 0 && left <= 0) || (result < 0 && errno != EINTR)) return false;
    }
}

std::vector<char*> argument_pointers(const std::string& program, const std::vector<std::string>& arguments) {
    std::vector<char*> pointers;
    pointers.push_back(const_cast<char*>(program.c_str()));  // posix_spawn does not write there
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

}  // namespace

spawned_child spawn(const std::string& program, const std::vector<std::string>& arguments) {
    const std::string what = "cannot start `" + program + "`";
    refuse_nul_bytes(program, arguments, what);
    auto to_child = make_pipe(what);
    auto from_child = make_pipe(what);
    const file_actions actions(to_child.read.get(), from_child.write.get(), what);
    const spawn_attributes attributes(what);
    auto argv = argument_pointers(program, arguments);

    spawned_child child;
    check(::posix_spawnp(&child.pid, program.c_str(), actions.get(), attributes.get(), argv.data(), environ),
          what);
    child.pidfd.reset(open_pidfd(child.pid));
    if (!child.pidfd.valid()) {
        const int number = errno;
        ::kill(child.pid, SIGKILL);  // not reaped yet, so the pid is still the child's
        while (::waitpid(child.pid, nullptr, 0) < 0 && errno == EINTR) {
        }
        throw_system_error(what, number);
    }
    child.input = std::move(to_child.write);
    child.output = std::move(from_child.read);
    return child;
}

bool send_signal(int pidfd, int number) noexcept {
    return ::syscall(SYS_pidfd_send_signal, pidfd, number, nullptr, 0) == 0;
}

std::optional<exit_status> reap(int pidfd) noexcept {
    siginfo_t ended{};
    int result = 0;
    do result = ::waitid(wait_by_pidfd, static_cast<id_t>(pidfd), &ended, WEXITED | WNOHANG);
    while (result != 0 && errno == EINTR);
    if (result != 0)
        return exit_status{false, exit_status::unknown_code};  // ECHILD: somebody else has reaped it
    if (ended.si_pid == 0) return std::nullopt;
    return exit_status{ended.si_code != CLD_EXITED, ended.si_status};
}

std::optional<exit_status> terminate_and_reap(int pidfd, std::chrono::milliseconds grace,
                                              std::chrono::milliseconds reap_limit) noexcept {
    send_signal(pidfd, SIGTERM);
    if (!wait_for_end(pidfd, grace)) {
        send_signal(pidfd, SIGKILL);
        wait_for_end(pidfd, reap_limit);
    }
    return reap(pidfd);
}

}  // namespace assent::detail
