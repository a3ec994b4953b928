#include "micro.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/adapters/control/wire/wire_input.hpp>
#include <assent/adapters/files/audit_file.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

// What the record of a decision costs, from the verdict to the kernel: together with others and alone.
namespace assent::bench {
namespace {

constexpr std::size_t batch_records = 256;
constexpr std::size_t all_records = 100 * batch_records;  // so that the file does not grow for ever
constexpr std::string_view input_text = R"({"command":"npm run test:unit -- --grep permissions"})";

struct row {
    const char* name;
    audit_inputs inputs;
    bool chain;
    std::size_t together;
};

constexpr row rows[] = {
    {"record in a batch: no digest", audit_inputs::none, false, batch_records},
    {"record in a batch: digest", audit_inputs::digest, false, batch_records},
    {"record in a batch: digest, chain", audit_inputs::digest, true, batch_records},
    {"record alone: no digest", audit_inputs::none, false, 1},
    {"record alone: digest, chain", audit_inputs::digest, true, 1},
};

struct folder {
    folder() {
        if (::mkdtemp(path.data()) == nullptr) std::abort();
    }
    ~folder() { std::filesystem::remove_all(path); }
    folder(const folder&) = delete;
    folder& operator=(const folder&) = delete;
    std::string path = (std::filesystem::temp_directory_path() / "assent-bench-XXXXXX").string();
};

// Records one decision after the other, one millisecond apart.
class recorder {
public:
    explicit recorder(const row& what)
        : together_(what.together),
          file_(std::filesystem::path(at_.path) / "audit", {.inputs = what.inputs, .chain = what.chain}),
          batch_(file_.batch()) {
        decided_.rule = std::make_shared<const permission_rule>(
            parse_rule("Bash(npm *)", rule_behavior::allow, rule_origin::host).value());
        decided_.factors.push_back(
            std::make_shared<risk_factor>(risk_factor{"runs_commands", "runs commands"}));
        members_.scan(input_text, json_scanner::duplicates::everywhere);
    }

    // False when the record is refused.
    bool record() {
        const wire_input input(input_text, members_.members(), members_.value_count());
        audit_event event{.request_id = "req_1234", .tool_name = "Bash", .tool_use_id = "toolu_01"};
        event.input = &input;
        event.decided = &decided_;
        event.latency = std::chrono::microseconds(1);
        event.time = wall_time(std::chrono::milliseconds(1'700'000'000'000 + ++recorded_));
        if (batch_->record(event)) return false;
        return static_cast<std::size_t>(recorded_) % together_ != 0 || !batch_->commit();
    }

private:
    std::size_t together_;
    folder at_;
    audit_file file_;
    std::unique_ptr<audit_batch> batch_;
    json_scanner members_;
    verdict decided_{.decision = outcome::allow, .source = decision_source::rule};
    std::int64_t recorded_ = 0;
};

void record(benchmark::State& state, const row& what) {
    recorder with(what);
    bool good = true;
    // Buffers grow to their size first.
    for (std::size_t i = 0; i < 2 * batch_records; ++i) good = with.record() && good;
    counted_loop(state, true, [&] { good = with.record() && good; });
    if (!good) state.SkipWithError("a record was refused");
}

}  // namespace

void register_records() {
    for (const row& each : rows)
        benchmark::RegisterBenchmark(each.name, [&each](benchmark::State& state) {
            record(state, each);
        })->Iterations(all_records);
}

}  // namespace assent::bench
