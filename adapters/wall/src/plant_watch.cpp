#include <assent/adapters/wall/plant_watch.hpp>

#include <array>
#include <cerrno>
#include <csignal>
#include <exception>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assent {
namespace {

// What was killed with its parent is gone a moment later: it is looked so often, so many milliseconds apart.
constexpr int looks = 20;
constexpr int between_looks = 100;

// Whether whoever is watched has said that all is done; otherwise it is dead.
bool said_done(int end) {
    char byte = 0;
    ssize_t count = 0;
    do count = ::read(end, &byte, 1);
    while (count < 0 && errno == EINTR);
    return count == 1;
}

// In a process of its own, which holds nothing open of whoever asked and hears nothing of its terminal.
[[noreturn]] void watch(int end, const wall_settings& settings, const wall_ground& ground,
                        const std::vector<std::string>& written) {
    ::setsid();
    for (const int each : {SIGTERM, SIGHUP, SIGINT}) std::signal(each, SIG_IGN);
    const int none = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(none, stream);
    if (said_done(end)) ::_exit(0);
    bool failed = false;  // nobody is there to be told
    for (int look = 0; look < looks; ++look) {
        ::poll(nullptr, 0, between_looks);
        try {
            (void)put_aside(find_planted(settings, ground), ground, written);
            failed = false;
        } catch (const std::exception&) {
            failed = true;
        }
    }
    ::_exit(failed ? 1 : 0);
}

}  // namespace

plant_watch::plant_watch(const wall_settings& settings, const wall_ground& ground,
                         const std::vector<std::string>& written) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) throw std::system_error(errno, std::generic_category(), "a pipe");
    for (const int each : ends) ::fcntl(each, F_SETFD, FD_CLOEXEC);
    watcher_ = ::fork();
    if (watcher_ == 0) {
        ::close(ends[1]);
        watch(ends[0], settings, ground, written);
    }
    ::close(ends[0]);
    end_ = ends[1];
    if (watcher_ < 0) throw std::system_error(errno, std::generic_category(), "a process");
}

void plant_watch::done() noexcept {
    if (end_ < 0) return;
    const char byte = 0;
    if (::write(end_, &byte, 1) == 1) ::close(end_);
    end_ = -1;
    ::waitpid(watcher_, nullptr, 0);
}

plant_watch::~plant_watch() {
    // Not done: it looks.
    if (end_ >= 0) ::close(end_);
}

}  // namespace assent
