#include "terminal_mode.hpp"

#include <assent/app/console/terminal_console.hpp>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <system_error>

// What the system and the environment say about a terminal.
namespace assent {

namespace detail {

int open_terminal(const std::string& device) {
    const int found = ::open(device.c_str(), O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (found < 0) throw std::system_error(errno, std::system_category(), "cannot open " + device);
    return found;
}

window_size window_of(int terminal) noexcept {
    winsize window{};
    if (::ioctl(terminal, TIOCGWINSZ, &window) != 0) return {};
    return {window.ws_col, window.ws_row};
}

terminal_place place_at(int terminal) noexcept {
    const pid_t front = ::tcgetpgrp(terminal);
    if (front < 0) return terminal_place::gone;
    return front == ::getpgrp() ? terminal_place::foreground : terminal_place::background;
}

bool ignored(int signal) noexcept {
    struct sigaction now {};
    return ::sigaction(signal, nullptr, &now) == 0 && (now.sa_flags & SA_SIGINFO) == 0 &&
           now.sa_handler == SIG_IGN;
}

}  // namespace detail

terminal_prompt_options terminal_options_from_environment() {
    const auto value = [](const char* name) {
        const char* const found = std::getenv(name);
        return std::string_view(found == nullptr ? "" : found);
    };
    const auto terminal = value("TERM");
    terminal_prompt_options options;
    options.dumb = terminal.empty() || terminal == "dumb";
    options.colour = value("NO_COLOR").empty();
    return options;
}

}  // namespace assent

namespace assent::detail {
namespace {

// What ends a process without a word to us.
constexpr std::array crash_signals{SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT};
// The same, unless the program handles it: then its handler ends us in order.
constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP, SIGPIPE};
constexpr std::size_t all_signals = crash_signals.size() + ending_signals.size();

constexpr int signal_at(std::size_t index) {
    return index < crash_signals.size() ? crash_signals[index] : ending_signals[index - crash_signals.size()];
}

// All that a signal handler needs. Written while `armed` is false only.
struct way_back {
    std::atomic<bool> taken{false};
    std::atomic<bool> armed{false};
    int terminal = -1;
    termios mode{};
    const char* text = nullptr;
    std::size_t bytes = 0;
    std::array<struct sigaction, all_signals> before{};
    std::array<bool, all_signals> handled{};
};
static_assert(std::atomic<bool>::is_always_lock_free);
way_back back;

// Async-signal-safe. From the background the kernel would stop us for it; there the terminal is not ours.
void restore_now() {
    if (!back.armed.exchange(false)) return;
    const int error = errno;
    if (::tcgetpgrp(back.terminal) == ::getpgrp()) {
        // Nothing is left to be done when either fails.
        [[maybe_unused]] const auto written = ::write(back.terminal, back.text, back.bytes);
        ::tcsetattr(back.terminal, TCSANOW, &back.mode);
    }
    errno = error;
}

// Restores, and lets whoever handled the signal before have it.
void restore_and_pass_on(int signal, siginfo_t* info, void*) {
    restore_now();
    for (std::size_t i = 0; i < all_signals; ++i)
        if (signal_at(i) == signal) ::sigaction(signal, &back.before[i], nullptr);
    // A fault happens again when this returns, and brings what is known of it. All others are sent again, and
    // come when this returns.
    const bool by_kernel = info != nullptr && info->si_code > 0;
    const bool fault =
        by_kernel && (signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL);
    if (!fault) ::raise(signal);
}

void take_signals() {
    for (std::size_t i = 0; i < all_signals; ++i) {
        back.handled[i] = false;
        struct sigaction now {};
        if (::sigaction(signal_at(i), nullptr, &now) != 0) continue;
        const bool plain = (now.sa_flags & SA_SIGINFO) == 0;
        if (plain && now.sa_handler == SIG_IGN) continue;
        if (i >= crash_signals.size() && !(plain && now.sa_handler == SIG_DFL)) continue;
        struct sigaction ours {};
        ours.sa_sigaction = restore_and_pass_on;
        ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
        ::sigemptyset(&ours.sa_mask);
        back.handled[i] = ::sigaction(signal_at(i), &ours, &back.before[i]) == 0;
    }
}

// Whoever has taken a signal since keeps it.
void give_signals_back() {
    for (std::size_t i = 0; i < all_signals; ++i) {
        struct sigaction now {};
        if (!back.handled[i] || ::sigaction(signal_at(i), nullptr, &now) != 0) continue;
        if ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == restore_and_pass_on)
            ::sigaction(signal_at(i), &back.before[i], nullptr);
        back.handled[i] = false;
    }
}

}  // namespace

terminal_mode::terminal_mode(int terminal, std::string_view way_back)
    : terminal_(terminal), way_back_(way_back) {
    if (back.taken.exchange(true))
        throw std::system_error(EBUSY, std::system_category(), "the terminal is in use by this process");
    // A program that calls exit() in the middle of a question runs no destructor of its local objects.
    [[maybe_unused]] static const int registered = std::atexit(restore_now);
}

terminal_mode::~terminal_mode() {
    leave();
    back.taken = false;
}

bool terminal_mode::enter() {
    if (!known_ && ::tcgetattr(terminal_, &before_) != 0) return false;
    known_ = true;
    termios raw = before_;
    raw.c_iflag &= ~static_cast<tcflag_t>(IXON | ISTRIP | INLCR | IGNCR);
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | IEXTEN);
    raw.c_lflag |= ISIG;
    raw.c_oflag |= OPOST;
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (!back.armed) {
        back.terminal = terminal_;
        back.mode = before_;
        back.text = way_back_.data();
        back.bytes = way_back_.size();
        take_signals();
        back.armed = true;
    }
    entered_ = true;
    // Not TCSAFLUSH, which waits until all output is gone: a terminal that was stopped would hang us.
    if (::tcsetattr(terminal_, TCSANOW, &raw) == 0 && ::tcflush(terminal_, TCIFLUSH) == 0) return true;
    let_go();
    return false;
}

void terminal_mode::leave() {
    if (!entered_) return;
    if (place_at(terminal_) == terminal_place::foreground) ::tcsetattr(terminal_, TCSANOW, &before_);
    let_go();
    known_ = false;
}

void terminal_mode::let_go() {
    if (!entered_) return;
    entered_ = false;
    back.armed = false;
    give_signals_back();
}

}  // namespace assent::detail
