#include "answerer_process.hpp"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <fstream>
#include <system_error>

#include <fcntl.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assent::bench {

namespace {

[[noreturn]] void fail(const std::string& what) {
    throw std::system_error(errno, std::generic_category(), what);
}

bool set_core(int core) noexcept {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(static_cast<std::size_t>(core), &cores);
    return ::sched_setaffinity(0, sizeof cores, &cores) == 0;
}

void close_if_open(int& descriptor) {
    if (descriptor >= 0) ::close(descriptor);
    descriptor = -1;
}

}  // namespace

void pin_to_core(int core) {
    if (!set_core(core)) fail("pinning to core " + std::to_string(core));
}

void make_nonblocking(int descriptor) {
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

watched_process::watched_process(pid_t pid) noexcept
    : pid_(pid), has_clock_(clock_getcpuclockid(pid, &clock_) == 0) {}

long watched_process::memory_kib(std::string_view which) const {
    std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(which)) return std::stol(line.substr(which.size()));
    return -1;
}

answerer_process::answerer_process(std::vector<std::string> command, std::optional<int> core) {
    int in[2];
    int out[2];
    if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) fail("pipe2");
    std::vector<char*> arguments;
    for (auto& each : command) arguments.push_back(each.data());
    arguments.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ < 0) fail("fork");
    if (pid_ == 0) {
        constexpr int cannot_run = 127;
        std::signal(SIGPIPE, SIG_DFL);
        if (core && !set_core(*core)) ::_exit(cannot_run);
        ::dup2(in[0], STDIN_FILENO);
        ::dup2(out[1], STDOUT_FILENO);
        ::execvp(arguments[0], arguments.data());
        ::_exit(cannot_run);
    }
    ::close(in[0]);
    ::close(out[1]);
    in_ = in[1];
    out_ = out[0];
}

answerer_process::~answerer_process() {
    close_if_open(in_);
    close_if_open(out_);
    if (pid_ < 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
}

bool answerer_process::has_left() const noexcept {
    siginfo_t state{};
    return ::waitid(P_PID, static_cast<id_t>(pid_), &state, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           state.si_pid == pid_;
}

bool answerer_process::finish(nanoseconds within) {
    close_if_open(in_);
    const nanoseconds deadline = now() + within;
    constexpr timespec pause{0, 2'000'000};
    for (int status = 0; now() < deadline; ::nanosleep(&pause, nullptr)) {
        if (::waitpid(pid_, &status, WNOHANG) != pid_) continue;
        pid_ = -1;
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    return false;
}

}  // namespace assent::bench
