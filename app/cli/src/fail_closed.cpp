#include "fail_closed.hpp"

#include "options.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <string_view>
#include <system_error>

#include <sys/time.h>
#include <unistd.h>

namespace assent::cli {
namespace {

// Enough for the handler, which calls two functions of the system.
constexpr std::size_t handler_stack_bytes = std::size_t{64} * 1024;

constexpr std::array endings{SIGALRM, SIGABRT, SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                             SIGSYS,  SIGTERM, SIGINT,  SIGQUIT, SIGHUP, SIGXCPU};

extern "C" void refuse_and_end(int number) {
    const std::string_view why = number == SIGALRM ? "assent: refused: no decision within the time limit\n"
                                                   : "assent: refused: ended by a signal\n";
    [[maybe_unused]] const auto ignored = ::write(STDERR_FILENO, why.data(), why.size());
    ::_exit(static_cast<int>(exit_code::usage));
}

}  // namespace

void end_refusing(duration limit) {
    // A stack of its own: the other one may be what ran out.
    static std::array<std::byte, handler_stack_bytes> stack;
    stack_t own{};
    own.ss_sp = stack.data();
    own.ss_size = stack.size();
    ::sigaltstack(&own, nullptr);

    struct sigaction action {};
    action.sa_handler = refuse_and_end;
    action.sa_flags = SA_ONSTACK;
    sigset_t caught;
    ::sigemptyset(&caught);
    for (const int each : endings) {
        ::sigaction(each, &action, nullptr);
        ::sigaddset(&caught, each);
    }
    // Whoever started us may have blocked them.
    ::sigprocmask(SIG_UNBLOCK, &caught, nullptr);

    using std::chrono::duration_cast;
    const auto seconds = duration_cast<std::chrono::seconds>(limit);
    itimerval timer{};
    timer.it_value.tv_sec = seconds.count();
    timer.it_value.tv_usec = duration_cast<std::chrono::microseconds>(limit - seconds).count();
    if (::setitimer(ITIMER_REAL, &timer, nullptr) != 0)
        throw std::system_error(errno, std::generic_category(), "setitimer");
}

}  // namespace assent::cli
