#include "terminal_device.hpp"

#include <assent/app/console/terminal_console.hpp>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

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
