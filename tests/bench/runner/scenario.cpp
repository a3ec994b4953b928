#include "scenario.hpp"

#include <fmt/format.h>

namespace assent::bench {

std::string rules_scenario(std::size_t rules) { return fmt::format("rules-{}", rules); }

std::vector<scenario> all_scenarios() {
    using enum answerer;
    constexpr std::size_t kib = 1024;
    constexpr std::size_t mib = 1024 * kib;
    constexpr auto text = input_shape::text;
    const std::vector<answerer> usual{limit, assent, sdk};
    std::vector<scenario> all{
        {"100B-1", "100 B, 1 in flight", 100, text, 1, usual},
        {"100B-4", "100 B, 4 in flight", 100, text, 4, usual, false, true},
        {"100B-16", "100 B, 16 in flight", 100, text, 16, usual},
        {"100B-64", "100 B, 64 in flight", 100, text, 64, usual, false, true},
        {"100B-256", "100 B, 256 in flight", 100, text, 256, {limit, assent, assent_audited, sdk}},
        {"1KiB-16", "1 KiB text, 16 in flight", kib, text, 16, usual, false, true},
        {"10KiB-16",
         "10 KiB text, 16 in flight",
         10 * kib,
         text,
         16,
         {limit, limit_enlarged, assent, assent_audited, callback, sdk}},
        {"10KiB-nested-16",
         "10 KiB nested, 16 in flight",
         10 * kib,
         input_shape::nested,
         16,
         {limit, limit_enlarged, assent, callback, sdk}},
        {"100KiB-16", "100 KiB text, 16 in flight", 100 * kib, text, 16, usual, false, true},
        {"1MiB-4",
         "1 MiB text, 4 in flight",
         mib,
         text,
         4,
         {limit, limit_enlarged, assent, assent_kept, sdk}},
        {"1MiB-4-two-cores",
         "1 MiB text, 4 in flight, two cores",
         mib,
         text,
         4,
         {limit, limit_enlarged, assent, assent_kept, sdk},
         true},
    };
    for (const std::size_t rules : rule_counts) {
        scenario next{rules_scenario(rules),
                      fmt::format("{} rules, 100 B, 256 in flight", rules),
                      100,
                      text,
                      256,
                      {assent}};
        next.rules = rules;
        next.only_drawn = rules != 10 && rules != 100'000;
        all.push_back(next);
    }
    return all;
}

}  // namespace assent::bench
