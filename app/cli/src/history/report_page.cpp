#include "record_summary.hpp"

#include "../files/counted.hpp"
#include "../files/escaped_markup.hpp"
#include "recorded_text.hpp"

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace assent::cli {
namespace {

// Columns of the picture at most: hours, or days where there are more hours.
constexpr std::size_t max_columns = 120;
// The picture, in units of its own.
constexpr std::size_t column_height = 120;
constexpr std::size_t column_width = 10;

constexpr std::string_view head = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>What Assent decided</title>
<style>
:root { color-scheme: light dark; --page: #f4f6f9; --surface: #ffffff; --ink: #1a2230; --soft: #525e70; --line: #d5dbe4;
  --allowed: #2f7d46; --asked: #b07a00; --denied: #b3201f; --bar: #1d5bb8; }
@media (prefers-color-scheme: dark) { :root { --page: #12151a; --surface: #1b2027; --ink: #e5e9ef; --soft: #a4aebb; --line: #333b46;
  --allowed: #6bbf85; --asked: #f2cb6b; --denied: #ff8e86; --bar: #84b4ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem 1rem; background: var(--page); color: var(--ink);
  font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
h1 { font-size: 1.3rem; margin: 0 0 .25rem; }
h2 { font-size: 1rem; margin: 0 0 .5rem; }
p { margin: 0 0 .5rem; }
.soft { color: var(--soft); }
.parts { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 1rem; min-width: 0; margin: 1rem 0 0; }
table { width: 100%; border-collapse: collapse; }
td { padding: .15rem 0; vertical-align: top; overflow-wrap: anywhere; }
td.count { text-align: right; width: 5rem; padding-right: .75rem; font-variant-numeric: tabular-nums; }
td.bar { width: 30%; padding-right: .75rem; }
td.bar div { background: var(--bar); height: .9rem; margin-top: .2rem; border-radius: 3px; min-width: 2px; }
svg { display: block; width: 100%; height: auto; max-height: 16rem; }
.allowed { fill: var(--allowed); } .asked { fill: var(--asked); } .denied { fill: var(--denied); }
.key span { display: inline-block; width: .8rem; height: .8rem; border-radius: 3px; margin: 0 .35rem 0 .75rem; }
</style>
</head>
<body>
<main>
)";

struct column {
    std::string time;
    record_summary::in_hour counts;
};

// By hour, or by day where that would be too many; the last ones.
std::vector<column> columns_of(const record_summary& of) {
    const bool by_day = of.by_hour().size() > max_columns;
    std::vector<column> all;
    for (const auto& [hour, counts] : of.by_hour()) {
        const auto time = local_time(wall_time(hour), by_day ? "%Y-%m-%d" : "%Y-%m-%d %H:%M");
        if (all.empty() || all.back().time != time) all.push_back({.time = time, .counts = {}});
        auto& last = all.back().counts;
        last.decided += counts.decided;
        last.asked += counts.asked;
        last.denied += counts.denied;
    }
    if (all.size() > max_columns) all.erase(all.begin(), std::prev(all.end(), max_columns));
    return all;
}

// Allowed without a question below, then what was asked about; denials without a question on top.
std::string picture(const record_summary& of) {
    const auto columns = columns_of(of);
    std::size_t most = 1;
    for (const auto& each : columns) most = std::max(most, each.counts.decided);
    std::string text = fmt::format(
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"Decisions from {} to {}, at most {} in a "
        "column\">\n",
        std::max<std::size_t>(columns.size(), 12) * column_width, column_height, columns.front().time,
        columns.back().time, most);
    for (std::size_t index = 0; index < columns.size(); ++index) {
        const auto& [time, counts] = columns[index];
        const auto denied = std::min(counts.denied, counts.decided - std::min(counts.asked, counts.decided));
        text += fmt::format("<g><title>{}: {}, {} asked about, {} denied without a question</title>", time,
                            counted(counts.decided, "decision"), counts.asked, denied);
        double top = column_height;
        const auto add = [&](std::string_view kind, std::size_t count) {
            const double height = static_cast<double>(count * column_height) / static_cast<double>(most);
            top -= height;
            if (count > 0)
                text += fmt::format(R"(<rect class="{}" x="{}" y="{:.1f}" width="{}" height="{:.1f}"/>)",
                                    kind, index * column_width + 1, top, column_width - 2, height);
        };
        add("allowed", counts.decided - counts.asked - denied);
        add("asked", counts.asked);
        add("denied", denied);
        text += "</g>\n";
    }
    return text + "</svg>\n";
}

std::string part_of_page(const record_summary::part& of) {
    std::string text = fmt::format("<section><h2>{}</h2>\n<table>\n", of.title);
    for (const auto& each : of.names)
        text += fmt::format(
            "<tr><td class=\"count\">{}</td><td class=\"bar\"><div "
            "style=\"width:{}%\"></div></td><td>{}</td></tr>\n",
            each.count, each.count * 100 / of.names.front().count, escaped_markup(each.name));
    text += "</table>\n";
    if (of.more > 0) text += fmt::format("<p class=\"soft\">and {} more</p>\n", of.more);
    return text + "</section>\n";
}

}  // namespace

std::string report_page(const record_summary& of) {
    std::string text(head);
    text += "<h1>What Assent decided</h1>\n";
    if (of.decisions() == 0) return text + "<p>no decision</p>\n</main>\n</body>\n</html>\n";
    text += fmt::format("<p>{} from {} to {}</p>\n<p>{}</p>\n", counted(of.decisions(), "decision"),
                        local_time(of.first()), local_time(of.last()), questions_an_hour(of));
    if (of.lost() > 0) text += fmt::format("<p>{} missing</p>\n", counted(of.lost(), "record"));
    text +=
        "<section><h2>decisions by time</h2>\n" + picture(of) +
        "<p class=\"key soft\"><span style=\"background:var(--allowed)\"></span>allowed without a question"
        "<span style=\"background:var(--asked)\"></span>asked about"
        "<span style=\"background:var(--denied)\"></span>denied without a question</p>\n</section>\n";
    text += "<div class=\"parts\">\n";
    for (const auto& part : of.parts()) text += part_of_page(part);
    return text + "</div>\n</main>\n</body>\n</html>\n";
}

}  // namespace assent::cli
