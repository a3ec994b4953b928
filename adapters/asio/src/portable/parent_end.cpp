#include "../parent_end.hpp"

#include <assent/adapters/asio/descriptors.hpp>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <climits>

namespace assent::detail {
namespace {

// A process that has only one end of a pipe open, which nobody else reads. We alone have the other: what it
// reads is that the child has ended, and the end of the pipe is that we have.
[[noreturn]] void watch(pid_t child, int lifeline) noexcept {
    static_cast<void>(close_descriptors(0, lifeline - 1));
    static_cast<void>(close_descriptors(lifeline + 1, INT_MAX));
    char said = 0;
    ssize_t bytes = 0;
    do bytes = ::read(lifeline, &said, sizeof said);
    while (bytes < 0 && errno == EINTR);
    if (bytes <= 0) ::kill(child, SIGKILL);
    ::_exit(0);
}

// The watcher is nobody's child, so that nobody has to reap it: the one in between ends at once.
// \return an error number; 0: it watches
int start_watching(pid_t child, int lifeline) noexcept {
    const pid_t between = ::fork();
    if (between < 0) return errno;
    if (between == 0) {
        const pid_t watcher = ::fork();
        if (watcher == 0) watch(child, lifeline);
        ::_exit(watcher < 0 ? errno : 0);
    }
    int status = 0;
    while (::waitpid(between, &status, 0) < 0)
        if (errno != EINTR) return errno;
    return WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD;
}

}  // namespace

parent_end::parent_end(bool wanted, const std::string& what) : parent_(wanted ? ::getpid() : 0) {
    if (wanted) lifeline_ = make_pipe(what);
}

int parent_end::tie() const noexcept {
    if (parent_ == 0) return 0;
    // Nobody reaps where SIGCHLD is ignored.
    struct sigaction usual {};
    struct sigaction before {};
    usual.sa_handler = SIG_DFL;
    if (::sigaction(SIGCHLD, &usual, &before) != 0) return errno;
    const int number = start_watching(::getpid(), lifeline_.read.get());
    return ::sigaction(SIGCHLD, &before, nullptr) == 0 ? number : errno;
}

void parent_end::untie() noexcept {
    if (!lifeline_.write.valid()) return;
    const char ended = 0;
    // Where it fails nobody watches.
    [[maybe_unused]] const auto ignored = ::write(lifeline_.write.get(), &ended, sizeof ended);
    lifeline_.write.reset();
    lifeline_.read.reset();
}

}  // namespace assent::detail
