#include "micro.hpp"

#include <assent/adapters/control/json_scan.hpp>
#include <assent/adapters/control/rule_text.hpp>
#include <assent/adapters/control/wire_input.hpp>
#include <assent/app/permission_gate.hpp>
#include <assent/testing.hpp>

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// What one decision costs, with the standard policy and 100 rules. The time of a check includes everything
// from the scanned input to the verdict; nobody is asked and nothing is recorded.
namespace assent::bench {
namespace {

constexpr std::size_t rule_count = 100;
// So that neither window of the standard policy fills up: 300 calls per hour are one each 12 seconds.
constexpr auto between_calls = std::chrono::seconds(13);

// Nine of ten rules allow a command, one denies one.
rule_set::pointer hundred_rules() {
    std::vector<permission_rule> rules;
    for (std::size_t i = 0; i < rule_count; ++i) {
        const bool deny = i % 10 == 0;
        const std::string text = "Bash(program" + std::to_string(i) + " *)";
        rules.push_back(
            parse_rule(text, deny ? rule_behavior::deny : rule_behavior::allow, rule_origin::host).value());
    }
    return rule_set::make(std::move(rules)).value();
}

struct row {
    std::string_view name;
    std::string_view tool;
    std::string_view input;
    outcome expected;
    bool allocates_nothing;
};

constexpr row rows[] = {
    {"allowed by a rule", "Bash", R"({"command":"program99 run --fast"})", outcome::allow, true},
    {"denied by a rule", "Bash", R"({"command":"program50 run --fast"})", outcome::deny, true},
    {"allowed by default", "Read", R"({"file_path":"/work/src/a.c"})", outcome::allow, true},
    {"to be asked", "Bash", R"({"command":"make all"})", outcome::ask, true},
};

void decide(benchmark::State& state, const row& what) {
    const auto time = std::make_shared<testing::manual_clock>();
    gate_options options;
    options.policy = policy::standard();
    options.rules = hundred_rules();
    permission_gate gate(std::move(options), time);

    json_scanner members;
    members.scan(what.input, json_scanner::duplicates::everywhere);
    const wire_input input(what.input, members.members());
    const tool_call call{.tool_name = what.tool, .input = input, .cwd = "/work", .tool_use_id = "toolu_1"};
    std::string scratch;
    // Buffers grow to their size first.
    for (std::size_t i = 0; i < 1000; ++i) {
        time->advance(between_calls);
        if (gate.check(call, "r", scratch).decision != what.expected) {
            state.SkipWithError("decided otherwise");
            return;
        }
    }
    counted_loop(state, what.allocates_nothing, [&] {
        time->advance(between_calls);
        benchmark::DoNotOptimize(gate.check(call, "r", scratch));
    });
}

}  // namespace

void register_decisions() {
    for (const row& each : rows)
        benchmark::RegisterBenchmark(("check: " + std::string(each.name)).c_str(),
                                     [&each](benchmark::State& state) { decide(state, each); });
}

}  // namespace assent::bench
