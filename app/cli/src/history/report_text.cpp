#include "record_summary.hpp"

#include "../files/counted.hpp"
#include "recorded_text.hpp"

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace assent::cli {
namespace {

// The longest bar, in columns.
constexpr std::size_t bar_columns = 20;
// Hours that are shown, the last ones.
constexpr std::size_t max_shown_hours = 24;

// What is there is never shown as nothing.
std::string bar(std::size_t count, std::size_t most) {
    const auto columns = count == 0 ? 0 : std::max<std::size_t>(1, count * bar_columns / most);
    std::string text;
    for (std::size_t column = 0; column < bar_columns; ++column) text += column < columns ? "█" : " ";
    return text;
}

std::string part_text(const record_summary::part& of) {
    std::string text = fmt::format("{}\n", of.title);
    for (const auto& each : of.names)
        text +=
            fmt::format("{:>8}  {}  {}\n", each.count, bar(each.count, of.names.front().count), each.name);
    if (of.more > 0) text += fmt::format("{:{}}and {} more\n", "", bar_columns + 12, of.more);
    return text;
}

std::string hours_text(const record_summary& of) {
    const auto& hours = of.by_hour();
    const auto left_out = hours.size() - std::min(hours.size(), max_shown_hours);
    const auto first = std::next(hours.begin(), static_cast<std::ptrdiff_t>(left_out));
    std::size_t most = 1;
    for (auto hour = first; hour != hours.end(); ++hour) most = std::max(most, hour->second.asked);
    std::string text = left_out > 0
                           ? fmt::format("questions in the last {} hours with decisions\n", max_shown_hours)
                           : "questions by hour\n";
    for (auto hour = first; hour != hours.end(); ++hour)
        text += fmt::format("{:>8}  {}  {}, of {}\n", hour->second.asked, bar(hour->second.asked, most),
                            local_time(wall_time(hour->first), "%Y-%m-%d %H:%M"),
                            counted(hour->second.decided, "decision"));
    return text;
}

}  // namespace

std::string report_text(const record_summary& of) {
    if (of.decisions() == 0) return "no decision\n";
    std::string text = fmt::format("{} from {} to {}\n{}\n", counted(of.decisions(), "decision"),
                                   local_time(of.first()), local_time(of.last()), questions_an_hour(of));
    if (of.lost() > 0) text += fmt::format("{} missing\n", counted(of.lost(), "record"));
    for (const auto& part : of.parts()) text += part_text(part);
    return text + hours_text(of);
}

}  // namespace assent::cli
