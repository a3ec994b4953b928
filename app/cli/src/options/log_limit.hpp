#pragma once

#include <assent/domain/text/time.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <utility>

namespace assent::cli {

/// Lines of the log in one second about what peers do; more are left out, and counted.
inline constexpr std::size_t max_log_lines_per_second = 100;

/// Which lines of a log are written. Thread-safety: none.
class log_limit {
public:
    /// Nothing: a line that comes now is left out. Else how many were, since the last one that was written.
    [[nodiscard]] std::optional<std::size_t> left_out_before(time_point now) noexcept {
        if (!began_ || now - *began_ >= std::chrono::seconds(1)) {
            began_ = now;
            written_ = 0;
        }
        if (written_ == max_log_lines_per_second) {
            ++left_out_;
            return std::nullopt;
        }
        ++written_;
        return std::exchange(left_out_, 0);
    }
    [[nodiscard]] std::size_t left_out() const noexcept { return left_out_; }

private:
    std::optional<time_point> began_{};
    std::size_t written_ = 0;
    std::size_t left_out_ = 0;
};

}  // namespace assent::cli
