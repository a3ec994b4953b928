#include "micro.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/adapters/control/wire/wire_input.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/testing.hpp>

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What one decision costs, with the standard policy and 100 or 1 000 rules. The time of a check includes
// everything from the scanned input to the verdict; nobody is asked and nothing is recorded.
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

// What a team may have gathered: commands, exact and with wildcards, folders, hosts and servers.
rule_set::pointer thousand_rules() {
    constexpr std::size_t count = 1000;
    std::vector<permission_rule> rules;
    const auto add = [&](const std::string& text, rule_behavior behavior) {
        rules.push_back(parse_rule(text, behavior, rule_origin::host).value());
    };
    for (const char* text :
         {"Bash(npm *)", "Bash(cargo test --workspace)", "Read(/data/src/**)", "Edit(/work/src/**)",
          "WebFetch(domain:docs.example.com)", "mcp__issues__get_issue"})
        add(text, rule_behavior::allow);
    for (std::size_t i = rules.size(); i < count; ++i) {
        const std::string number = std::to_string(i);
        switch (i % 10) {
            case 0: add("Bash(denied" + number + " *)", rule_behavior::deny); break;
            case 1: add("Read(/secret" + number + "/**)", rule_behavior::deny); break;
            case 2: add("Read(/data" + number + "/**)", rule_behavior::allow); break;
            case 3: add("Edit(/work" + number + "/**)", rule_behavior::allow); break;
            case 4: add("WebFetch(domain:host" + number + ".example.com)", rule_behavior::allow); break;
            case 5: add("mcp__server" + number + "__*", rule_behavior::allow); break;
            case 6: add("Bash(exact" + number + " run --all)", rule_behavior::allow); break;
            default: add("Bash(program" + number + " *)", rule_behavior::allow);
        }
    }
    return rule_set::make(std::move(rules)).value();
}

struct row {
    std::string_view name;
    std::string_view tool;
    std::string_view input;
    outcome expected;
    bool allocates_nothing;
    rule_set::pointer (*rules)() = hundred_rules;
};

// Those of the standard policy itself.
rule_set::pointer no_further_rules() { return nullptr; }

constexpr row rows[] = {
    {"only looks", "Bash", R"({"command":"cd src && grep -rn TODO . | head -20"})", outcome::allow, true,
     no_further_rules},
    {"allowed by a rule", "Bash", R"({"command":"program99 run --fast"})", outcome::allow, true},
    {"denied by a rule", "Bash", R"({"command":"program50 run --fast"})", outcome::deny, true},
    {"allowed by default", "Read", R"({"file_path":"/work/src/a.c"})", outcome::allow, true},
    {"to be asked", "Bash", R"({"command":"make all"})", outcome::ask, false},  // its words
    {"1000 rules, prefix", "Bash", R"({"command":"npm run test:unit -- --grep permissions"})", outcome::allow,
     true, thousand_rules},
    {"1000 rules, exact", "Bash", R"({"command":"cargo test --workspace"})", outcome::allow, true,
     thousand_rules},
    {"1000 rules, denied", "Bash", R"({"command":"denied50 run --fast"})", outcome::deny, true,
     thousand_rules},
    {"1000 rules, Read", "Read", R"({"file_path":"/data/src/main/a.c"})", outcome::allow, true,
     thousand_rules},
    {"1000 rules, Edit", "Edit",
     R"({"file_path":"/work/src/a.c","old_string":"int main","new_string":"int other"})", outcome::allow,
     true, thousand_rules},
    {"1000 rules, WebFetch", "WebFetch", R"({"url":"https://docs.example.com/page/1","prompt":"summarize"})",
     outcome::allow, true, thousand_rules},
    {"1000 rules, MCP", "mcp__issues__get_issue", R"({"owner":"a","repo":"b","number":12})", outcome::allow,
     true, thousand_rules},
};

void decide(benchmark::State& state, const row& what) {
    const auto time = std::make_shared<testing::manual_clock>();
    gate_options options;
    options.policy = policy::standard();
    options.policy.loop.reset();  // the same call is made again and again here
    // In the place of those of the policy.
    if (auto rules = what.rules()) {
        options.policy.rules.clear();
        options.rules = std::move(rules);
    }
    permission_gate gate(std::move(options), time);

    json_scanner members;
    members.scan(what.input, json_scanner::duplicates::everywhere);
    const wire_input input(what.input, members.members(), members.value_count());
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
