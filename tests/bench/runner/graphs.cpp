#include "graphs.hpp"

#include "scenario.hpp"

#include <fmt/format.h>

#include <cmath>

namespace assent::bench {

namespace {

// Lines keep their colours in all graphs.
constexpr answerer drawn[] = {answerer::limit, answerer::assent, answerer::sdk};

chart_line rates(const results& figures, answerer who,
                 const std::vector<std::pair<double, std::string>>& scenarios) {
    chart_line line{title_of(who), {}};
    for (const auto& [x, id] : scenarios)
        line.points.emplace_back(x, figures.median(id, id_of(who), "requests_per_second"));
    return line;
}

graph by_depth(const results& figures) {
    chart made{"Requests per second, 100 B inputs, one core",
               "requests in flight",
               "requests/s",
               true,
               true,
               {},
               {}};
    std::vector<std::pair<double, std::string>> scenarios;
    for (const int depth : {1, 4, 16, 64, 256}) {
        scenarios.emplace_back(depth, fmt::format("100B-{}", depth));
        made.x_marks.emplace_back(depth, std::to_string(depth));
    }
    for (const answerer who : drawn) made.lines.push_back(rates(figures, who, scenarios));
    return {"performance-depth.svg", made};
}

graph by_size(const results& figures) {
    chart made{"Requests per second by size of the input, one core",
               "size of each input (16 in flight; of 1 MiB, 4)",
               "requests/s",
               true,
               true,
               {{100, "100 B"}, {1024, "1 KiB"}, {10240, "10 KiB"}, {102400, "100 KiB"}, {1048576, "1 MiB"}},
               {}};
    const std::vector<std::pair<double, std::string>> scenarios{
        {100, "100B-16"}, {1024, "1KiB-16"}, {10240, "10KiB-16"}, {102400, "100KiB-16"}, {1048576, "1MiB-4"}};
    for (const answerer who : drawn) made.lines.push_back(rates(figures, who, scenarios));
    return {"performance-size.svg", made};
}

graph by_rules(const results& figures) {
    chart made{
        "CPU time of a request by number of rules, 100 B, 256 in flight", "rules", "µs", true, false, {}, {}};
    chart_line line{title_of(answerer::assent), {}};
    for (const std::size_t rules : rule_counts) {
        const auto x = static_cast<double>(rules);
        made.x_marks.emplace_back(
            x, rules < 10'000 ? std::to_string(rules) : fmt::format("{} 000", rules / 1000));
        line.points.emplace_back(x, figures.median(rules_scenario(rules), "assent", "answerer_cpu_us"));
    }
    made.lines = {{"", {}}, line};
    return {"performance-rules.svg", made};
}

graph round_trips(const results& figures) {
    chart made{"Round trips, 100 B, 1 in flight, one core",
               "share of the answers that came at least as fast",
               "µs",
               false,
               true,
               {},
               {}};
    // Each factor of ten fewer slow ones is one step.
    const auto place = [](double share) { return -std::log10(1 - share); };
    for (const double share : {0.5, 0.9, 0.99, 0.999, 0.9999})
        made.x_marks.emplace_back(place(share), fmt::format("{:g} %", share * 100));
    for (const answerer who : drawn) {
        chart_line line{title_of(who), {}};
        for (const double share : {0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9999})
            line.points.emplace_back(place(share),
                                     figures.median("100B-1", id_of(who), fmt::format("rtt_us_{}", share)));
        made.lines.push_back(line);
    }
    return {"performance-round-trips.svg", made};
}

graph by_connections(const results& figures) {
    chart made{"Memory of a connection",
               "connections",
               "KiB each",
               true,
               false,
               {{16, "16"}, {256, "256"}, {4096, "4096"}},
               {}};
    chart_line idle{"idle", {}};
    chart_line used{"after work", {}};
    for (const auto& [x, name] : made.x_marks) {
        idle.points.emplace_back(x, figures.median("connections-1", name, "idle_connection_kib"));
        used.points.emplace_back(x, figures.median("connections-1", name, "used_connection_kib"));
    }
    made.lines = {{"", {}}, idle, used};
    return {"performance-connections.svg", made};
}

}  // namespace

std::vector<graph> all_graphs(const results& figures) {
    return {by_depth(figures), by_size(figures), by_rules(figures), round_trips(figures),
            by_connections(figures)};
}

}  // namespace assent::bench
