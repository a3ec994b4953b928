#include "record_summary.hpp"

#include "../options/fail_closed.hpp"
#include "recorded_text.hpp"

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>
#include <vector>

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
    count(sources_, to_string(event.source));
    count(rules_, event.rule);
    count(tools_, event.tool_name);
    count(agents_, event.agent);
    count(folders_, event.cwd);
    const auto hour = std::chrono::floor<std::chrono::hours>(event.time.time_since_epoch());
    const bool asked = was_asked(event);
    if (asked) ++asked_;
    if (asked_in_.size() < max_counted_hours || asked_in_.contains(hour)) asked_in_[hour] += asked ? 1 : 0;
}

std::string record_summary::part(std::string_view title, const counts& of) {
    std::vector<std::pair<std::string_view, std::size_t>> most(of.begin(), of.end());
    std::ranges::stable_sort(most, std::ranges::greater(), &std::pair<std::string_view, std::size_t>::second);
    std::string text = most.empty() ? "" : fmt::format("{}\n", title);
    for (std::size_t i = 0; i < most.size() && i < max_shown_names; ++i)
        text += fmt::format("{:>8}  {}\n", most[i].second, most[i].first);
    if (most.size() > max_shown_names)
        text += fmt::format("          and {} more\n", most.size() - max_shown_names);
    return text;
}

std::string record_summary::questions() const {
    const auto most = std::ranges::max_element(asked_in_, {}, [](const auto& each) { return each.second; });
    std::string text = fmt::format("{} in {} with decisions", counted(asked_, "question"),
                                   counted(asked_in_.size(), "hour"));
    if (asked_ > 0)
        text += fmt::format(": {:.1f} an hour, at most {}, in the hour from {}",
                            static_cast<double>(asked_) / static_cast<double>(asked_in_.size()), most->second,
                            local_time(wall_time(most->first), "%Y-%m-%d %H:%M"));
    return text + "\n";
}

std::string record_summary::text() const {
    if (decisions_ == 0) return "no decision\n";
    std::string text = fmt::format("{} from {} to {}\n{}", counted(decisions_, "decision"),
                                   local_time(first_), local_time(last_), questions());
    if (lost_ > 0) text += fmt::format("{} missing\n", counted(lost_, "record"));
    return text + part("outcomes", outcomes_) + part("what decided", sources_) + part("rules", rules_) +
           part("tools", tools_) + part("agents", agents_) + part("folders", folders_);
}

}  // namespace assent::cli
