#include "fail_closed.hpp"

#include "options.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

namespace assent::cli {
namespace {

// Enough for the handler, which calls two functions of the system.
constexpr std::size_t handler_stack_bytes = std::size_t{64} * 1024;

// Those that end a process unless it says otherwise are all but these; the last two are ignored, see main.
constexpr std::array harmless{SIGKILL, SIGSTOP, SIGCHLD,  SIGCONT, SIGTSTP, SIGTTIN,
                              SIGTTOU, SIGURG,  SIGWINCH, SIGPIPE, SIGXFSZ};

// What the handler writes; null: nothing. The text outlives all handlers.
std::atomic<const std::string*> refusing_answer{nullptr};
static_assert(std::atomic<const std::string*>::is_always_lock_free, "handlers of signals read it");

extern "C" void refuse_and_end(int number) {
    if (const std::string* const answer = refusing_answer.load()) {
        const auto written = ::write(STDOUT_FILENO, answer->data(), answer->size());
        if (written == static_cast<ssize_t>(answer->size())) ::_exit(static_cast<int>(exit_code::ok));
    }
    const std::string_view why = number == SIGALRM ? "assent: refused: no decision within the time limit\n"
                                                   : "assent: refused: ended by a signal\n";
    [[maybe_unused]] const auto ignored = ::write(STDERR_FILENO, why.data(), why.size());
    ::_exit(static_cast<int>(exit_code::usage));
}

}  // namespace

void end_refusing() {
    // A stack of its own: the other one may be what ran out.
    static std::array<std::byte, handler_stack_bytes> stack;
    stack_t own{};
    own.ss_sp = stack.data();
    own.ss_size = stack.size();
    ::sigaltstack(&own, nullptr);

    struct sigaction action {};
    action.sa_handler = refuse_and_end;
    action.sa_flags = SA_ONSTACK;
    for (int each = 1; each < NSIG; ++each)
        if (std::find(harmless.begin(), harmless.end(), each) == harmless.end())
            ::sigaction(each, &action, nullptr);  // fails for those that the C library keeps to itself
    // Whoever started us may have blocked some.
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);

    // Where one of these is closed, a file that is opened later would stand in its place. So that using them
    // fails, each is open in the direction in which it is not used.
    for (const int each : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(each, F_GETFD) < 0 && ::open("/dev/null", each == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            ::_exit(static_cast<int>(exit_code::usage));
}

void end_refusing_after(duration limit) {
    using std::chrono::duration_cast;
    const auto seconds = duration_cast<std::chrono::seconds>(limit);
    itimerval timer{};
    timer.it_value.tv_sec = seconds.count();
    timer.it_value.tv_usec = duration_cast<std::chrono::microseconds>(limit - seconds).count();
    if (::setitimer(ITIMER_REAL, &timer, nullptr) != 0)
        throw std::system_error(errno, std::generic_category(), "setitimer");
}

void answer_when_refusing(std::string text) {
    static std::string kept;
    kept = std::move(text);
    refusing_answer.store(&kept);
}

void answer_no_more_when_refusing() noexcept { refusing_answer.store(nullptr); }

void allow_descriptors(std::size_t count) noexcept {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= count) return;
    limit.rlim_cur = std::min<rlim_t>(count, limit.rlim_max);
    static_cast<void>(::setrlimit(RLIMIT_NOFILE, &limit));
}

void print(std::string_view text) {
    constexpr const char* why = "cannot write to standard output";
    errno = 0;
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
    if (errno == EPIPE) throw reader_is_gone(why);
    throw std::runtime_error(why);
}

void tell_who_is_awaited(std::string_view what) {
    if (::isatty(STDIN_FILENO) == 0) return;
    fmt::print(stderr,
               "assent: waits on standard input for {} that an agent writes; Ctrl-D ends it. A person begins "
               "with `assent setup`\n",
               what);
}

}  // namespace assent::cli
