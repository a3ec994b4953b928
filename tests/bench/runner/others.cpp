#include "rounds.hpp"

#include <boost/json/parse.hpp>

#include <fmt/format.h>

#include <limits>
#include <string>

namespace assent::bench {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t connection_counts[] = {1, 16, 256, 4096};

void add_connections(workshop& shop, std::size_t connections, int threads, double seconds, results& into) {
    const std::string socket = shop.work("socket").string();
    std::filesystem::remove(socket);
    std::vector<std::string> words{shop.tool("assent_bench_connections"),
                                   "--socket",
                                   socket,
                                   "--connections",
                                   std::to_string(connections),
                                   "--seconds",
                                   std::to_string(seconds),
                                   "--core",
                                   std::to_string(usable_cores().last),
                                   "--"};
    std::vector<std::string> where{"--log-level", "error", "--unix", socket};
    if (threads != 1) where.insert(where.end(), {"--threads", std::to_string(threads)});
    for (auto& each : shop.serve(usual_rules, false, where)) words.push_back(std::move(each));
    const auto result = run({std::move(words), {}, {}});
    std::filesystem::remove(shop.work("audit"));

    const std::string scenario = fmt::format("connections-{}", threads);
    const std::string who = std::to_string(connections);
    if (result.status != 0) {
        into.add_fault(
            fmt::format("{} connections on {} threads: exit status {}", connections, threads, result.status));
        for (const char* each : {"idle_connection_kib", "used_connection_kib", "with_one_kib",
                                 "requests_per_second", "least_answers", "most_answers"})
            into.add(scenario, who, each, none);
        return;
    }
    const auto figures = boost::json::parse(result.output).as_object();
    for (const auto& each : figures)
        if (each.value().is_number())
            into.add(scenario, who, std::string(each.key()), each.value().to_number<double>());
}

}  // namespace

void measure_connections(workshop& shop, const effort& how, results& into) {
    if (!wanted(how, "connections")) return;
    for (const int threads : {1, 2}) {
        for (const std::size_t connections : connection_counts) {
            if (how.quick && (connections > 16 || threads > 1)) continue;
            tell(fmt::format("{} connections on {} threads", connections, threads));
            // Enough for each to have some turns.
            const double seconds = how.quick ? 0.05 : how.seconds + static_cast<double>(connections) / 1000;
            add_connections(shop, connections, threads, seconds, into);
        }
    }
}

void measure_bridge(workshop& shop, const effort& how, results& into) {
    if (!wanted(how, "bridge")) return;
    tell("the bridge, and cat in its place");
    const int core = usable_cores().last;
    for (int round = 1; round <= how.rounds; ++round)
        for (const std::string who : {"cat", "bridge"}) {
            const auto result =
                run({{shop.tool("assent_bridge_traffic"), "--rate", who, how.quick ? "4" : "512"}, {}, core});
            if (result.status != 0) into.add_fault(fmt::format("{}: exit status {}", who, result.status));
            into.add("bridge", who, "mib_per_second", result.status == 0 ? std::stod(result.output) : none);
        }
}

}  // namespace assent::bench
