#pragma once

#include <assent/adapters/files/audit_line.hpp>

#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// Names that are counted apart in each part of a summary; those that come later are counted together.
inline constexpr std::size_t max_counted_names = 1000;
/// Names that each part of it shows, those that come most often first.
inline constexpr std::size_t max_shown_names = 10;
/// Hours with decisions that are counted apart: ten years. What comes later is in no hour.
inline constexpr std::size_t max_counted_hours = 87'600;

/// What the decisions of a record come to.
class record_summary {
public:
    struct counted_name {
        std::string_view name;  ///< safe to show
        std::size_t count = 0;
    };
    /// One way to tell decisions apart. Borrows from the summary.
    struct part {
        std::string_view title;
        std::vector<counted_name> names{};  ///< at most `max_shown_names`, the most frequent first
        std::size_t more = 0;               ///< names that are not shown
    };
    struct in_hour {
        std::size_t decided = 0;
        std::size_t asked = 0;
        std::size_t denied = 0;
    };
    using hours = std::map<std::chrono::hours, in_hour>;  ///< by the hours since 1970, UTC

    void add(const recorded_event& event);

    [[nodiscard]] std::size_t decisions() const noexcept { return decisions_; }
    [[nodiscard]] std::size_t asked() const noexcept { return asked_; }
    /// Records that the record itself says are missing.
    [[nodiscard]] std::size_t lost() const noexcept { return lost_; }
    [[nodiscard]] wall_time first() const noexcept { return first_; }
    [[nodiscard]] wall_time last() const noexcept { return last_; }
    /// Those in which something was decided.
    [[nodiscard]] const hours& by_hour() const noexcept { return by_hour_; }
    /// Those of which there is something to tell: outcomes, what decided, rules, tools, agents, folders.
    [[nodiscard]] std::vector<part> parts() const;

private:
    using counts = std::map<std::string, std::size_t, std::less<>>;
    static void count(counts& in, std::string_view name);

    std::size_t decisions_ = 0;
    std::size_t asked_ = 0;
    std::size_t lost_ = 0;
    wall_time first_{};
    wall_time last_{};
    counts outcomes_, sources_, rules_, tools_, agents_, folders_;
    hours by_hour_;
};

/// "3 questions in 5 hours with decisions: 0.6 an hour, at most 2, in the hour from 2026-11-27 10:00".
[[nodiscard]] std::string questions_an_hour(const record_summary& of);

/// For a terminal, with bars.
[[nodiscard]] std::string report_text(const record_summary& of);

/// A page of HTML that loads nothing, with pictures, light and dark.
[[nodiscard]] std::string report_page(const record_summary& of);

}  // namespace assent::cli
