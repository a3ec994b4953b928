#pragma once

#include <assent/domain/text/time.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// Most that is kept of what a program writes to one stream, in bytes.
inline constexpr std::size_t max_kept_output_bytes = std::size_t{64} * 1024;

/// How a program ended that was given a time for it.
struct limited_end {
    bool in_time = false;  ///< else it was killed, with all that it had started in its group
    int status = -1;       ///< as a shell says it: 128 and more for a signal
    std::string out{};
    std::string err{};
};

/// Runs a program with this standard input, in the folder `/`. \param words  a name to look up in PATH, and
/// its arguments \throws std::system_error when it cannot be started
[[nodiscard]] limited_end run_limited(const std::vector<std::string>& words, std::string_view input,
                                      duration limit);

}  // namespace assent::cli
