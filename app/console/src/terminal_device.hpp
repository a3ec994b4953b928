#pragma once

#include <cstddef>
#include <string>

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

}  // namespace assent::detail
