#include "table.hpp"

#include "requirements.hpp"
#include "rounds.hpp"
#include "scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace assent::bench {

namespace {

// Columns are as wide as their characters, not their bytes.
std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char each) { return (each & 0xC0) != 0x80; }));
}

std::string in_rounds(const std::vector<double>& values) {
    return values.empty() ? std::string() : cell(spread_of(values));
}

std::vector<std::string> row_of(const scenario& what, answerer who, const results& figures) {
    const std::string id = id_of(who);
    const auto median = [&](const char* metric) { return figures.median(what.id, id, metric); };
    const auto against = [&](const char* other) {
        return id == other ? "1" : in_rounds(figures.ratios(what.id, "requests_per_second", id, other));
    };
    return {std::string("  ") + title_of(who),
            cell(median("requests_per_second")),
            cell(median("answerer_cpu_us")),
            against("sdk"),
            against("limit"),
            cell(median("rtt_us_0.5")),
            cell(median("rtt_us_0.99")),
            cell(median("peak_rss_kib") / 1024)};
}

}  // namespace

std::string cell(double value) {
    if (std::isnan(value)) return "-";
    const double size = std::abs(value);
    if (size >= 1000) return fmt::format("{:.0f}", value);
    if (size >= 100) return fmt::format("{:.0f}", value);
    if (size >= 10) return fmt::format("{:.1f}", value);
    if (size >= 0.1 || size == 0) return fmt::format("{:.2f}", value);
    return fmt::format("{:.4f}", value);
}

std::string cell(const spread& values) {
    if (values.least == values.most || std::isnan(values.median)) return cell(values.median);
    return fmt::format("{} ({}-{})", cell(values.median), cell(values.least), cell(values.most));
}

std::string table::as_text() const {
    std::vector<std::size_t> widths(head.size());
    const auto widen = [&](const std::vector<std::string>& row) {
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
    };
    widen(head);
    for (const auto& each : rows) widen(each);
    std::string text;
    const auto add = [&](const std::vector<std::string>& row) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string blanks(widths[i] - width_of(row[i]), ' ');
            text += i == 0 ? row[i] + blanks : "  " + blanks + row[i];
        }
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    };
    add(head);
    for (const auto& each : rows) add(each);
    return text;
}

std::string table::as_markdown() const {
    std::string text;
    const auto add = [&](const std::vector<std::string>& row) {
        text += '|';
        for (const auto& each : row) {
            const auto from = std::min(each.find_first_not_of(' '), each.size());
            text += fmt::format(" {} |", each.substr(from));
        }
        // A row that only names what follows.
        for (std::size_t i = row.size(); i < head.size(); ++i) text += " |";
        text += '\n';
    };
    add(head);
    text += "|---|";
    for (std::size_t i = 1; i < head.size(); ++i) text += "--:|";
    text += '\n';
    for (auto each : rows) {
        if (each.size() == 1) each[0] = "**" + each[0] + "**";
        add(each);
    }
    return text;
}

table scenario_table(const results& figures) {
    table made{{"scenario, who answers", "requests/s", "CPU µs", "× SDK", "of the limit", "RTT p50 µs",
                "RTT p99 µs", "peak RSS MiB"},
               {}};
    for (const auto& each : all_scenarios()) {
        if (each.only_drawn) continue;
        bool named = false;
        for (const answerer who : each.who) {
            if (!figures.has(each.id, id_of(who))) continue;
            if (!named) made.rows.push_back({each.title});
            named = true;
            made.rows.push_back(row_of(each, who, figures));
        }
    }
    return made;
}

table count_table(const results& figures) {
    table made{{"a request", "instructions", "per byte of input", "allocations"}, {}};
    for (const auto& each : counted_scenarios()) {
        const std::string id = "counted-" + each.id;
        if (!figures.has(id, "assent")) continue;
        const double instructions = figures.median(id, "assent", "instructions");
        made.rows.push_back({each.title, cell(instructions),
                             cell(instructions / static_cast<double>(each.input_bytes)),
                             cell(figures.median(id, "assent", "allocations"))});
    }
    return made;
}

table connection_table(const results& figures) {
    table made{{"connections", "threads", "KiB of each, idle", "KiB of each, after work", "requests/s",
                "fewest and most answers"},
               {}};
    for (const char* threads : {"1", "2"})
        for (const char* count : {"1", "16", "256", "4096"}) {
            const std::string id = std::string("connections-") + threads;
            if (!figures.has(id, count)) continue;
            const auto median = [&](const char* metric) { return figures.median(id, count, metric); };
            const bool one = std::string_view(count) == "1";
            made.rows.push_back(
                {count, threads,
                 one ? fmt::format("{} in all", cell(median("with_one_kib")))
                     : cell(median("idle_connection_kib")),
                 one ? "" : cell(median("used_connection_kib")), cell(median("requests_per_second")),
                 fmt::format("{}, {}", cell(median("least_answers")), cell(median("most_answers")))});
        }
    return made;
}

table bridge_table(const results& figures) {
    table made{{"10 KiB frames from the agent, through", "MiB/s", "of cat's"}, {}};
    for (const char* who : {"cat", "bridge"}) {
        if (!figures.has("bridge", who)) continue;
        made.rows.push_back({std::string_view(who) == "cat" ? "cat" : "assent bridge",
                             in_rounds(figures.values("bridge", who, "mib_per_second")),
                             in_rounds(figures.ratios("bridge", "mib_per_second", who, "cat"))});
    }
    return made;
}

table requirement_table(const results& figures) {
    table made{{"what has to hold", "found", "limit", ""}, {}};
    for (const auto& each : all_requirements()) {
        const judgement how = judge(each, figures);
        if (how == judgement::not_measured) continue;
        made.rows.push_back({each.text, in_rounds(each.values(figures)),
                             fmt::format("{} {}", each.at_least ? "≥" : "≤", cell(each.limit)),
                             how == judgement::holds ? "ok" : "MISSED"});
    }
    return made;
}

}  // namespace assent::bench
