#include "requirements.hpp"

#include "scenario.hpp"

#include <cmath>

namespace assent::bench {

namespace {

using values = std::function<std::vector<double>(const results&)>;

values ratio(std::string scenario, std::string metric, std::string one, std::string other) {
    return [=](const results& from) { return from.ratios(scenario, metric, one, other); };
}

// \param factor what each value is multiplied by
values plain(std::string scenario, std::string who, std::string metric, double factor = 1) {
    return [=](const results& from) {
        auto all = from.values(scenario, who, metric);
        for (double& each : all) each *= factor;
        return all;
    };
}

// The same answerer in two scenarios of a round.
values across(std::string one, std::string other, std::string metric = "requests_per_second") {
    return [=](const results& from) {
        const auto above = from.values(one, "assent", metric);
        const auto below = from.values(other, "assent", metric);
        std::vector<double> all;
        for (std::size_t i = 0; i < std::min(above.size(), below.size()); ++i)
            all.push_back(above[i] / below[i]);
        return all;
    };
}

const std::string rate = "requests_per_second";
const std::string cpu = "answerer_cpu_us";

void add_small(std::vector<requirement>& all) {
    all.push_back({"100 B, 256 in flight: requests/s of the SDK's", true, 12,
                   ratio("100B-256", rate, "assent", "sdk")});
    all.push_back(
        {"100 B, 256 in flight: CPU of the SDK's", false, 1.0 / 15, ratio("100B-256", cpu, "assent", "sdk")});
    all.push_back({"100 B, 256 in flight: requests/s of the pipe limit's", true, 0.45,
                   ratio("100B-256", rate, "assent", "limit")});
    all.push_back(
        {"100 B, 16 in flight: requests/s of the SDK's", true, 12, ratio("100B-16", rate, "assent", "sdk")});
    all.push_back({"100 B, 1 in flight: median RTT of the pipe limit's", false, 1.5,
                   ratio("100B-1", "rtt_us_0.5", "assent", "limit")});
    all.push_back({"100 B, 1 in flight: p99 RTT of the SDK's", false, 0.45,
                   ratio("100B-1", "rtt_us_0.99", "assent", "sdk")});
}

void add_large(std::vector<requirement>& all) {
    all.push_back({"10 KiB text, 16 in flight: requests/s of the SDK's", true, 5.5,
                   ratio("10KiB-16", rate, "assent", "sdk")});
    all.push_back({"10 KiB text, 16 in flight: CPU of the SDK's", false, 1.0 / 9,
                   ratio("10KiB-16", cpu, "assent", "sdk")});
    all.push_back({"10 KiB text, 16 in flight: requests/s of the pipe limit's", true, 0.65,
                   ratio("10KiB-16", rate, "assent", "limit")});
    all.push_back({"10 KiB nested, 16 in flight: requests/s of the SDK's", true, 6,
                   ratio("10KiB-nested-16", rate, "assent", "sdk")});
    all.push_back({"10 KiB text, callback reads it: requests/s of the SDK's", true, 2,
                   ratio("10KiB-16", rate, "callback", "sdk")});
    all.push_back({"10 KiB nested, callback reads it: requests/s of the SDK's", true, 2,
                   ratio("10KiB-nested-16", rate, "callback", "sdk")});
    all.push_back(
        {"1 MiB, 4 in flight: requests/s of the SDK's", true, 7.5, ratio("1MiB-4", rate, "assent", "sdk")});
    all.push_back({"1 MiB, 4 in flight: requests/s of the pipe limit's", true, 0.7,
                   ratio("1MiB-4", rate, "assent", "limit")});
    all.push_back({"1 MiB, two cores: requests/s, of those with pipes as they are", true, 2.5,
                   ratio("1MiB-4-two-cores", rate, "assent", "assent_kept")});
}

void add_counts(std::vector<requirement>& all) {
    all.push_back({"100 B, 256 in flight: instructions per request", false, 9000,
                   plain("counted-100B-256", "assent", "instructions")});
    all.push_back({"a line that only looks: instructions, of those of 100 B", false, 2,
                   across("counted-looking-256", "counted-100B-256", "instructions")});
    all.push_back({"a line that only looks: allocations per request", false, 0.01,
                   plain("counted-looking-256", "assent", "allocations")});
    all.push_back({"10 KiB text: instructions per byte of input", false, 4,
                   plain("counted-10KiB-16", "assent", "instructions", 1.0 / 10240)});
    all.push_back({"10 KiB nested: instructions per byte of input", false, 12,
                   plain("counted-10KiB-nested-16", "assent", "instructions", 1.0 / 10240)});
    all.push_back({"1 MiB text: instructions per byte of input", false, 4,
                   plain("counted-1MiB-4", "assent", "instructions", 1.0 / (1 << 20))});
    // Less than one for a hundred is what buffers do that grow once more.
    all.push_back({"100 B, 1 in flight: allocations per request", false, 0.01,
                   plain("counted-100B-1", "assent", "allocations")});
    all.push_back({"100 B, 256 in flight: allocations per request", false, 0.01,
                   plain("counted-100B-256", "assent", "allocations")});
}

void add_rest(std::vector<requirement>& all) {
    all.push_back({"100 000 rules, 256 in flight: requests/s of those with 10", true, 0.85,
                   across(rules_scenario(100'000), rules_scenario(10))});
    all.push_back({"100 B, 256 in flight: peak RSS, MiB", false, 8,
                   plain("100B-256", "assent", "peak_rss_kib", 1.0 / 1024)});
    all.push_back({"1 MiB, 4 in flight: peak RSS, MiB", false, 8,
                   plain("1MiB-4", "assent", "peak_rss_kib", 1.0 / 1024)});
    all.push_back({"4 096 idle connections: KiB of each", false, 8,
                   plain("connections-1", "4096", "idle_connection_kib")});
    all.push_back({"the bridge, 10 KiB frames from the agent: of cat's throughput", true, 0.8,
                   ratio("bridge", "mib_per_second", "bridge", "cat")});
}

}  // namespace

std::vector<requirement> all_requirements() {
    std::vector<requirement> all;
    add_small(all);
    add_large(all);
    add_counts(all);
    add_rest(all);
    return all;
}

judgement judge(const requirement& what, const results& figures) {
    const auto found = what.values(figures);
    if (found.empty()) return judgement::not_measured;
    const double median = spread_of(found).median;
    if (std::isnan(median)) return judgement::missed;
    return (what.at_least ? median >= what.limit : median <= what.limit) ? judgement::holds
                                                                         : judgement::missed;
}

}  // namespace assent::bench
