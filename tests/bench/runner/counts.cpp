#include "rounds.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

namespace assent::bench {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t quick_bytes = 1000;  // no larger inputs where all is to be quick
constexpr std::uint64_t longer = 3;        // times as many requests in the second run

// \return what callgrind says of a whole run
double total_of(const std::filesystem::path& file) {
    const std::string text = read_file(file);
    const auto at = text.find("\ntotals: ");
    if (at == std::string::npos) throw std::runtime_error("no total in " + file.string());
    return std::stod(text.substr(at + 9));
}

// Runs the driver with an answerer inside of something that counts. \return whether all answers were right
bool drive(const workshop& shop, const counted_scenario& what, std::uint64_t requests,
           const std::vector<std::string>& around, const std::vector<std::string>& answerer) {
    std::vector<std::string> words{shop.tool("assent_bench_driver"),
                                   "--requests",
                                   std::to_string(requests),
                                   "--warmup",
                                   "0",
                                   "--depth",
                                   std::to_string(what.depth),
                                   "--input-bytes",
                                   std::to_string(what.input_bytes),
                                   "--shape",
                                   name_of(what.shape),
                                   "--core",
                                   std::to_string(usable_cores().last),
                                   "--"};
    words.insert(words.end(), around.begin(), around.end());
    words.insert(words.end(), answerer.begin(), answerer.end());
    return run({std::move(words), {}, {}}).status == 0;
}

std::vector<std::string> answerer_of(workshop& shop, const counted_scenario& what) {
    if (what.shape == input_shape::looking)
        return shop.answerer_command(answerer::assent_standard, usual_rules);
    return shop.answerer_command(what.full_audit ? answerer::assent_audited : answerer::assent, usual_rules);
}

std::optional<double> instructions_of(workshop& shop, const counted_scenario& what, std::uint64_t requests) {
    const auto file = shop.work("callgrind.out");
    std::filesystem::remove(file);
    const std::vector<std::string> around{"valgrind", "-q", "--tool=callgrind",
                                          "--callgrind-out-file=" + file.string()};
    if (!drive(shop, what, requests, around, answerer_of(shop, what))) return std::nullopt;
    return total_of(file);
}

std::optional<double> allocations_of(workshop& shop, const counted_scenario& what, std::uint64_t requests) {
    const auto file = shop.work("allocations");
    std::filesystem::remove(file);
    const std::vector<std::string> around{"env", "LD_PRELOAD=" + shop.tool("libassent_bench_allocations.so"),
                                          "ASSENT_BENCH_ALLOCATIONS=" + file.string()};
    if (!drive(shop, what, requests, around, answerer_of(shop, what))) return std::nullopt;
    return std::stod(read_file(file));
}

// The difference between two runs is what their requests cost: starting and loading rules is in both.
template <class Count>
void compare_runs(const counted_scenario& what, const std::string& metric, std::uint64_t requests,
                  Count count, results& into) {
    const auto some = count(requests);
    const auto more = some ? count(requests * longer) : std::nullopt;
    if (!some || !more) {
        into.add_fault(fmt::format("{}: no count of {}", what.title, metric));
        into.add("counted-" + what.id, "assent", metric, none);
        return;
    }
    const double each = (*more - *some) / static_cast<double>(requests * (longer - 1));
    into.add("counted-" + what.id, "assent", metric, each);
    into.add("counted-" + what.id, "assent", metric + "_to_start",
             *some - each * static_cast<double>(requests));
}

}  // namespace

const std::vector<counted_scenario>& counted_scenarios() {
    constexpr std::size_t kib = 1024;
    static const std::vector<counted_scenario> all{
        {"100B-1", "100 B, 1 in flight", 100, input_shape::text, 1, 1000},
        {"100B-256", "100 B, 256 in flight", 100, input_shape::text, 256, 2560},
        {"100B-256-audited", "100 B, 256 in flight, digests and chain", 100, input_shape::text, 256, 2560,
         true},
        {"10KiB-16", "10 KiB text, 16 in flight", 10 * kib, input_shape::text, 16, 320},
        {"10KiB-nested-16", "10 KiB nested, 16 in flight", 10 * kib, input_shape::nested, 16, 320},
        {"looking-256", "a line that only looks, standard policy, 256 in flight", 0, input_shape::looking,
         256, 2560},
        {"1MiB-4", "1 MiB text, 4 in flight", 1024 * kib, input_shape::text, 4, 12},
    };
    return all;
}

void count_instructions(workshop& shop, const effort& how, bool allocations, results& into) {
    if (!wanted(how, "instructions")) return;
    for (const auto& each : counted_scenarios()) {
        if (how.quick && each.input_bytes > quick_bytes) continue;
        tell("counting: " + each.title);
        if (!how.quick)
            compare_runs(
                each, "instructions", each.requests,
                [&](std::uint64_t requests) { return instructions_of(shop, each, requests); }, into);
        // Buffers take a while to reach their size.
        constexpr std::uint64_t more_allocations = 4;
        if (allocations)
            compare_runs(
                each, "allocations", how.quick ? each.depth : each.requests * more_allocations,
                [&](std::uint64_t requests) { return allocations_of(shop, each, requests); }, into);
    }
    std::filesystem::remove(shop.work("audit"));
}

}  // namespace assent::bench
