#include "allocations.hpp"

#include <assent/adapters/control/json_scan.hpp>
#include <assent/adapters/control/rule_text.hpp>
#include <assent/adapters/control/wire_input.hpp>
#include <assent/adapters/files/audit_file.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

// What the record of a decision costs, in batches of 256 and alone, into a file: from the verdict to the
// kernel. The exit status is 1 when a record takes memory. `--quick` measures for a moment only.
namespace assent::bench {
namespace {

constexpr std::size_t batch_records = 256;
constexpr std::string_view input_text = R"({"command":"npm run test:unit -- --grep permissions"})";

struct row {
    const char* name;
    audit_inputs inputs;
    bool chain;
    std::size_t together;
};

constexpr row rows[] = {
    {"batch, no digest", audit_inputs::none, false, batch_records},
    {"batch, digest", audit_inputs::digest, false, batch_records},
    {"batch, digest and chain", audit_inputs::digest, true, batch_records},
    {"alone, no digest", audit_inputs::none, false, 1},
    {"alone, digest and chain", audit_inputs::digest, true, 1},
};

struct folder {
    folder() {
        if (::mkdtemp(path.data()) == nullptr) std::abort();
    }
    ~folder() { std::filesystem::remove_all(path); }
    folder(const folder&) = delete;
    folder& operator=(const folder&) = delete;
    std::string path = (std::filesystem::temp_directory_path() / "assent-cost-XXXXXX").string();
};

// Records as many decisions as it is told, one second apart for each thousand.
class recorder {
public:
    explicit recorder(const row& what)
        : what_(what),
          file_(std::filesystem::path(at_.path) / "audit", {.inputs = what.inputs, .chain = what.chain}),
          batch_(file_.batch()) {
        decided_.rule = std::make_shared<const permission_rule>(
            parse_rule("Bash(npm *)", rule_behavior::allow, rule_origin::host).value());
        decided_.factors.push_back(
            std::make_shared<risk_factor>(risk_factor{"runs_commands", "runs commands"}));
        members_.scan(input_text, json_scanner::duplicates::everywhere);
    }

    bool record(std::size_t records) {
        const wire_input input(input_text, members_.members());
        audit_event event{.request_id = "req_1234", .tool_name = "Bash", .tool_use_id = "toolu_01"};
        event.input = &input;
        event.decided = &decided_;
        event.latency = std::chrono::microseconds(1);
        for (std::size_t i = 0; i < records; ++i) {
            event.time = wall_time(std::chrono::milliseconds(1'700'000'000'000 + ++now_));
            if (batch_->record(event)) return false;
            if ((i + 1) % what_.together == 0 && batch_->commit()) return false;
        }
        return !batch_->commit();
    }

private:
    const row& what_;
    folder at_;
    audit_file file_;
    std::unique_ptr<audit_batch> batch_;
    json_scanner members_;
    verdict decided_{.decision = outcome::allow, .source = decision_source::rule};
    std::int64_t now_ = 0;
};

// False when it takes memory, or does not work.
bool measure(const row& what, std::size_t records) {
    using clock = std::chrono::steady_clock;
    recorder with(what);
    if (!with.record(2 * batch_records)) return false;  // buffers grow to their size first
    const std::size_t before = allocations();
    double best = 0;
    for (int round = 0; round < 5; ++round) {
        const auto from = clock::now();
        if (!with.record(records)) return false;
        const std::chrono::duration<double, std::nano> took = clock::now() - from;
        const double each = took.count() / static_cast<double>(records);
        best = round == 0 ? each : std::min(best, each);
    }
    const std::size_t made = allocations() - before;
    std::printf("%-26s %8.1f ns   %zu allocations\n", what.name, best, made);
    return made == 0;
}

}  // namespace
}  // namespace assent::bench

int main(int argc, char** argv) {
    using namespace assent::bench;
    const bool quick = argc > 1 && std::string_view(argv[1]) == "--quick";
    bool good = true;
    for (const row& each : rows) good = measure(each, quick ? batch_records : 20 * batch_records) && good;
    return good ? 0 : 1;
}
