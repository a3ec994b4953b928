#include "micro.hpp"

#include <assent/adapters/files/audit_file.hpp>
#include <assent/adapters/files/audit_line.hpp>
#include <assent/domain/audit_event.hpp>
#include <assent/domain/tool_input.hpp>
#include <assent/domain/verdict.hpp>

#include <chrono>
#include <cstddef>

#include <fcntl.h>
#include <unistd.h>

// One audit record among those of a batch; the file is /dev/null, so that what is measured is ours.
namespace assent::bench {
namespace {

constexpr std::size_t batch_records = 64;

void record(benchmark::State& state, audit_inputs inputs) {
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    audit_file file(nowhere, audit_line_options{.inputs = inputs});
    const auto input = make_input({{"command", "npm run test:unit"}});
    const verdict allowed{.decision = outcome::allow, .source = decision_source::rule};
    audit_event event;
    event.request_id = "req_0000000001";
    event.tool_name = "Bash";
    event.tool_use_id = "toolu_0000000001";
    event.input = input.get();
    event.decided = &allowed;
    const auto batch = file.batch();
    std::size_t recorded = 0;
    const auto one = [&] {
        event.time += std::chrono::milliseconds(1);
        bool failed = bool(batch->record(event));
        if (++recorded % batch_records == 0) failed = bool(batch->commit()) || failed;
        if (failed) state.SkipWithError("a record was refused");
    };
    for (std::size_t i = 0; i < 2 * batch_records; ++i) one();
    counted_loop(state, false, one);
    ::close(nowhere);
}

}  // namespace

void register_records() {
    benchmark::RegisterBenchmark("audit record: no input", record, audit_inputs::none);
    benchmark::RegisterBenchmark("audit record: digest", record, audit_inputs::digest);
}

}  // namespace assent::bench
