#pragma once

#include <termios.h>
#include <cstddef>
#include <string>
#include <string_view>

namespace assent::detail {

/// A descriptor of a terminal that does not block. It has a description of its own, so that nobody else sees
/// that. \throws std::system_error `cannot open /dev/tty: No such device or address`
[[nodiscard]] int open_terminal(const std::string& device);

/// The size of a window, in cells; 0: the terminal does not say.
struct window_size {
    std::size_t columns = 0;
    std::size_t rows = 0;
};
[[nodiscard]] window_size window_of(int terminal) noexcept;

/// Whether this process may touch its terminal without being stopped.
enum class terminal_place : unsigned char { foreground, background, gone };
[[nodiscard]] terminal_place place_at(int terminal) noexcept;

/// Whether this process ignores a signal.
[[nodiscard]] bool ignored(int signal) noexcept;

/// The mode of a terminal while keys are read from it, and the way back, whatever happens.
///
/// One at a time in a process: the way back is in static storage, where a signal handler finds it.
/// Thread-safety: none, but for the signals.
class terminal_mode {
public:
    /// \param way_back  what is written when a signal ends the process; must outlive this
    /// \throws std::system_error when there is another one
    terminal_mode(int terminal, std::string_view way_back);
    ~terminal_mode();
    terminal_mode(const terminal_mode&) = delete;
    terminal_mode& operator=(const terminal_mode&) = delete;

    /// Keys come one by one, without an echo; what was typed before is gone. Ctrl-C, Ctrl-Z and Ctrl-\ stay
    /// signals. Again: as after another program has changed the mode. \return false when the terminal is gone
    [[nodiscard]] bool enter();
    /// As it was before `enter`.
    void leave();
    /// Somebody else has the terminal now: it stays as it is. The next `enter` knows the way back from
    /// before.
    void let_go();
    [[nodiscard]] bool entered() const noexcept { return entered_; }

private:
    int terminal_;
    std::string_view way_back_;
    termios before_{};
    bool known_ = false;  // `before_` is the mode from before
    bool entered_ = false;
};

}  // namespace assent::detail
