#include "rounds.hpp"

#include "driver/figures.hpp"

#include <boost/json/parse.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace assent::bench {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double warmup_seconds = 0.05;
// The SDK's compiler has to have seen enough, however slow it is before: ten thousand small requests, or
// this.
constexpr double sdk_warmup_bytes = 4e7;
constexpr double most_sdk_warmup = 10'000;
constexpr double least_sdk_warmup = 100;
// How many requests show how many there will be.
constexpr double first_bytes = 4e6;
constexpr double most_first_requests = 4000;

constexpr int most_attempts = 4;

struct amounts {
    std::uint64_t requests;
    std::uint64_t warmup;
};

std::vector<std::string> driver_words(const workshop& shop, const scenario& what, const amounts& many,
                                      const cores& where) {
    std::vector<std::string> words{
        shop.tool("assent_bench_driver"), "--requests", std::to_string(many.requests), "--warmup",
        std::to_string(many.warmup),      "--depth",    std::to_string(what.depth),    "--input-bytes",
        std::to_string(what.input_bytes), "--shape",    name_of(what.shape),           "--core",
        std::to_string(where.last)};
    if (what.two_cores) {
        words.emplace_back("--answerer-core");
        words.push_back(std::to_string(where.first));
    }
    return words;
}

// The SDK starts the driver, as its agent CLI.
command sdk_command(const workshop& shop, const scenario& what, const amounts& many, const cores& where,
                    const std::string& out) {
    const auto words = driver_words(shop, what, many, where);
    std::string options = "--out " + out;
    for (std::size_t i = 1; i < words.size(); ++i) options += ' ' + words[i];
    return {{"node", shop.sdk_script(), shop.sdk_modules(), words.front()},
            {{"ASSENT_BENCH_AGENT", options}},
            what.two_cores ? where.first : where.last};
}

run_figures run_one(workshop& shop, const scenario& what, answerer who, const amounts& many) {
    const cores where = usable_cores();
    const std::string out = shop.work("run.json").string();
    std::filesystem::remove(out);
    command_result result{};
    if (who == answerer::sdk) {
        result = run(sdk_command(shop, what, many, where, out));
    } else {
        auto words = driver_words(shop, what, many, where);
        words.insert(words.end(), {"--out", out, "--"});
        for (auto& each : shop.answerer_command(who, what.rules)) words.push_back(std::move(each));
        result = run({std::move(words), {}, {}});
    }
    std::filesystem::remove(shop.work("audit"));
    if (!std::filesystem::exists(out))
        return {.fault = fmt::format("no figures, exit status {}", result.status), .round_trip_us = {}};
    return figures_from(boost::json::parse(read_file(out)).as_object());
}

// How much of the time both ends have had the core.
double share_of(const run_figures& figures) {
    return figures.requests_per_second * (figures.answerer_cpu_us + figures.driver_cpu_us) / 1e6;
}

// Repeats a run in which others have used the core; takes the one that had most of it.
run_figures run_undisturbed(workshop& shop, const scenario& what, answerer who, const amounts& many) {
    const int attempts = what.two_cores ? 1 : most_attempts;
    run_figures best = run_one(shop, what, who, many);
    for (int i = 1; i < attempts && best.good && share_of(best) < least_core_share; ++i) {
        run_figures next = run_one(shop, what, who, many);
        if (!next.good || share_of(next) > share_of(best)) best = std::move(next);
    }
    return best;
}

void note(const scenario& what, answerer who, const run_figures& figures, results& into) {
    const auto add = [&](const std::string& metric, double value) {
        into.add(what.id, id_of(who), metric, figures.good ? value : none);
    };
    if (!figures.good) into.add_fault(fmt::format("{}, {}: {}", what.title, title_of(who), figures.fault));
    add("requests_per_second", figures.requests_per_second);
    add("answerer_cpu_us", figures.answerer_cpu_us);
    add("driver_cpu_us", figures.driver_cpu_us);
    add("peak_rss_kib", figures.peak_rss_kib);
    add("core_share", share_of(figures));
    for (const double share : reported_shares)
        add(fmt::format("rtt_us_{}", share), figures.good ? figures.round_trip_at(share) : none);
}

// A first, short run says how many requests fill the time. Its processor time does: it may have been
// disturbed.
amounts choose(workshop& shop, const scenario& what, answerer who, const effort& how) {
    if (how.quick) return {what.depth + 2, 1};
    const double line_bytes = static_cast<double>(what.input_bytes) + 1000;
    const double least = 2 * static_cast<double>(what.depth) + 16;
    const auto whole = [&](double count) { return static_cast<std::uint64_t>(std::max(least, count)); };
    const double sdk_warmup = std::clamp(sdk_warmup_bytes / line_bytes, least_sdk_warmup, most_sdk_warmup);
    const double first_warmup = who == answerer::sdk ? sdk_warmup : least;
    const amounts first{whole(std::min(most_first_requests, first_bytes / line_bytes)), whole(first_warmup)};
    const run_figures probe = run_one(shop, what, who, first);
    if (!probe.good) return first;
    const double rate = 1e6 / (probe.answerer_cpu_us + probe.driver_cpu_us);
    return {whole(rate * how.seconds), who == answerer::sdk ? first.warmup : whole(rate * warmup_seconds)};
}

}  // namespace

bool wanted(const effort& how, const std::string& part) {
    return how.only.empty() || std::find(how.only.begin(), how.only.end(), part) != how.only.end();
}

void tell(const std::string& text) { fmt::print(stderr, "{}\n", text); }

disturbance disturbed_runs(const results& figures) {
    disturbance found;
    for (const auto& each : all_scenarios()) {
        if (each.two_cores) continue;
        for (const answerer who : each.who)
            for (const double share : figures.values(each.id, id_of(who), "core_share")) {
                ++found.all;
                if (share < least_core_share) ++found.disturbed;
            }
    }
    return found;
}

std::string describe(const disturbance& runs) {
    if (runs.disturbed == 0) return {};
    return fmt::format(
        "In {} of {} runs on one core, other programs used it too: requests per second and round "
        "trips are worse than they could be.\n",
        runs.disturbed, runs.all);
}

void measure_scenarios(workshop& shop, const effort& how, results& into) {
    auto scenarios = all_scenarios();
    std::erase_if(scenarios, [&](const scenario& each) {
        const bool named = !how.only.empty() && wanted(how, each.id);
        if (how.quick && each.rules > usual_rules) return true;
        return !wanted(how, each.id) || (each.only_drawn && !how.drawn && !named);
    });
    std::map<std::pair<std::string, answerer>, amounts> chosen;
    for (auto& each : scenarios) {
        if (!shop.has_sdk() || how.quick) std::erase(each.who, answerer::sdk);
        for (const answerer who : each.who) chosen[{each.id, who}] = choose(shop, each, who, how);
    }
    for (int round = 1; round <= how.rounds; ++round) {
        tell(fmt::format("round {} of {}", round, how.rounds));
        for (const auto& each : scenarios)
            for (const answerer who : each.who)
                note(each, who,
                     how.quick ? run_one(shop, each, who, chosen.at({each.id, who}))
                               : run_undisturbed(shop, each, who, chosen.at({each.id, who})),
                     into);
    }
}

}  // namespace assent::bench
