#pragma once

#include <assent/domain/text/time.hpp>

#include <boost/circular_buffer.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace assent {

inline constexpr std::size_t default_calls_per_minute = 30;
inline constexpr std::size_t default_calls_per_hour = 300;
/// Largest limit that can be set, in calls: each call inside a window is remembered by its time (8 bytes).
inline constexpr std::size_t max_calls_per_window = 100'000;
/// Share of a limit from which it counts as near, in percent.
inline constexpr double near_limit_percent = 80.0;

/// The number of calls that may pass in a sliding minute and a sliding hour. Absent: any number. 0: none.
struct rate_limits {
    std::optional<std::size_t> per_minute{};
    std::optional<std::size_t> per_hour{};
    friend bool operator==(const rate_limits&, const rate_limits&) = default;
};
/// 30 per minute and 300 per hour.
[[nodiscard]] constexpr rate_limits default_rate_limits() noexcept {
    return {default_calls_per_minute, default_calls_per_hour};
}

/// The state of one window.
struct window_status {
    std::size_t calls = 0;  ///< inside the window; 0 where there is no limit, because nothing is counted then
    std::optional<std::size_t> limit{};

    [[nodiscard]] double percent_used() const noexcept;  ///< 0 without a limit; 100 for a limit of 0
    [[nodiscard]] std::optional<std::size_t> remaining() const noexcept;  ///< nothing without a limit
    /// At least 80 % are used.
    [[nodiscard]] bool near() const noexcept;
};

struct rate_limit_status {
    window_status minute;
    window_status hour;
};

/// Why a call may not pass now: the window that keeps it out longest.
struct rate_refusal {
    bool of_tool = false;  ///< the tool's own limit, not the global one
    bool hourly = false;
    std::size_t calls = 0;
    std::size_t limit = 0;
    /// The exact time until one call fits again into every window. Nothing: never (the limit is 0).
    std::optional<duration> retry_after{};

    /// "rate limit exceeded: 30 of 30 calls in the last minute", or "... calls of Bash in the last hour";
    /// with a limit of 0 "rate limit exceeded: 0 calls per minute are allowed". Never empty.
    [[nodiscard]] std::string text(std::string_view tool_name) const;
};

/// Sliding windows over the calls that passed: a minute and an hour, for all tools together and, where
/// limits are set for it, for a tool.
///
/// A call that was counted leaves a window when exactly its length has gone by. O(1) amortised; memory is
/// bounded by the limits. A call that is counted with a time before that of the last one
/// counts as made with it. Thread-safety: none; the gate calls it under its lock.
class rate_limiter {
public:
    /// A limit over `max_calls_per_window` counts as that.
    explicit rate_limiter(rate_limits all = {},
                          const std::map<std::string, rate_limits, std::less<>>& per_tool = {});

    /// The refusal that a call of this tool would meet; nothing: it would pass. Counts nothing.
    [[nodiscard]] std::optional<rate_refusal> refuses(std::string_view tool, time_point now);
    /// Counts a call. Precondition: `refuses` has just said that it passes; a window never counts more than
    /// its limit.
    void count(std::string_view tool, time_point now);

    [[nodiscard]] rate_limit_status status(time_point now);
    /// The status of one tool's own limits; nothing when it has none.
    [[nodiscard]] std::optional<rate_limit_status> status(std::string_view tool, time_point now);
    /// Forgets all calls.
    void reset() noexcept;

private:
    class window {
    public:
        window(duration length, std::optional<std::size_t> limit);
        [[nodiscard]] bool full(time_point now);
        /// Precondition: it is full.
        [[nodiscard]] std::optional<duration> retry_after(time_point now) const;
        void count(time_point now);
        [[nodiscard]] window_status status(time_point now);
        void reset() noexcept { calls_.clear(); }
        [[nodiscard]] std::size_t calls() const noexcept { return calls_.size(); }
        [[nodiscard]] std::optional<std::size_t> limit() const noexcept { return limit_; }

    private:
        void drop_old(time_point now);
        duration length_;
        std::optional<std::size_t> limit_;
        boost::circular_buffer<time_point> calls_;
    };
    struct windows {
        window minute;
        window hour;
    };
    [[nodiscard]] static windows make(rate_limits limits);
    [[nodiscard]] static std::optional<rate_refusal> refused_by(windows& of, time_point now);

    windows all_;
    std::map<std::string, windows, std::less<>> per_tool_;
};

}  // namespace assent
