#include "record_summary.hpp"

#include "../files/counted.hpp"
#include "recorded_text.hpp"

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace assent::cli {
namespace {

constexpr std::string_view other_names = "others";

}  // namespace

void record_summary::count(counts& in, std::string_view name) {
    if (name.empty()) return;
    if (const auto there = in.find(name); there != in.end())
        ++there->second;
    else
        ++in[in.size() < max_counted_names ? display_text(name) : std::string(other_names)];
}

void record_summary::add(const recorded_event& event) {
    lost_ += std::min(event.lost, std::numeric_limits<decltype(lost_)>::max() - lost_);
    if (event.what != audit_event::kind::decision) return;
    if (decisions_++ == 0) first_ = last_ = event.time;
    first_ = std::min(first_, event.time);
    last_ = std::max(last_, event.time);
    count(outcomes_, outcome_words(event));
    count(sources_, in_words(event.source));
    count(rules_, event.rule);
    count(tools_, event.tool_name);
    count(agents_, event.agent);
    count(folders_, event.cwd);
    const bool asked = was_asked(event);
    if (asked) ++asked_;
    const auto hour = std::chrono::floor<std::chrono::hours>(event.time.time_since_epoch());
    if (by_hour_.size() == max_counted_hours && !by_hour_.contains(hour)) return;
    auto& there = by_hour_[hour];
    ++there.decided;
    if (asked) ++there.asked;
    if (event.decision == outcome::deny) ++there.denied;
}

std::vector<record_summary::part> record_summary::parts() const {
    std::vector<part> all;
    const auto add_part = [&](std::string_view title, const counts& of) {
        if (of.empty()) return;
        part made{.title = title};
        for (const auto& [name, times] : of) made.names.push_back({.name = name, .count = times});
        std::ranges::stable_sort(made.names, std::ranges::greater(), &counted_name::count);
        made.more = made.names.size() - std::min(made.names.size(), max_shown_names);
        made.names.resize(made.names.size() - made.more);
        all.push_back(std::move(made));
    };
    add_part("outcomes", outcomes_);
    add_part("what decided", sources_);
    add_part("rules", rules_);
    add_part("tools", tools_);
    add_part("agents", agents_);
    add_part("folders", folders_);
    return all;
}

std::string questions_an_hour(const record_summary& of) {
    const auto& hours = of.by_hour();
    std::string text = fmt::format("{} in {} with decisions", counted(of.asked(), "question"),
                                   counted(hours.size(), "hour"));
    // Of one hour, an average would tell nothing more.
    if (of.asked() == 0 || hours.size() == 1) return text;
    const auto most = std::ranges::max_element(hours, {}, [](const auto& hour) { return hour.second.asked; });
    return text + fmt::format(": {:.1f} an hour, at most {}, in the hour from {}",
                              static_cast<double>(of.asked()) / static_cast<double>(hours.size()),
                              most->second.asked, local_time(wall_time(most->first), "%Y-%m-%d %H:%M"));
}

}  // namespace assent::cli
