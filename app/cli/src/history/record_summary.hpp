#pragma once

#include <assent/adapters/files/audit_line.hpp>

#include <cstddef>
#include <map>
#include <string>

namespace assent::cli {

/// Names that are counted apart in each part of a summary; those that come later are counted together.
inline constexpr std::size_t max_counted_names = 1000;
/// Names that each part of it shows, those that come most often first.
inline constexpr std::size_t max_shown_names = 10;
/// Hours with decisions in which questions are counted apart: ten years.
inline constexpr std::size_t max_counted_hours = 87'600;

/// What the decisions of a record come to.
class record_summary {
public:
    void add(const recorded_event& event);
    /// In lines for people.
    [[nodiscard]] std::string text() const;

private:
    using counts = std::map<std::string, std::size_t, std::less<>>;
    static void count(counts& in, std::string_view name);
    static std::string part(std::string_view title, const counts& of);
    [[nodiscard]] std::string questions() const;

    std::size_t decisions_ = 0;
    std::size_t asked_ = 0;
    std::size_t lost_ = 0;
    wall_time first_{};
    wall_time last_{};
    counts outcomes_, sources_, rules_, tools_, agents_, folders_;
    std::map<std::chrono::hours, std::size_t> asked_in_;  // each hour with decisions
};

}  // namespace assent::cli
