#include "micro.hpp"

#include "../driver/request_book.hpp"

#include <assent/adapters/control/json/json_scan.hpp>

#include <cstdint>
#include <string>

// Reading one line: grammar, UTF-8, depth, and the members that are asked for.
namespace assent::bench {
namespace {

struct line {
    const char* name;
    std::size_t input_bytes;
    input_shape shape;
};

constexpr line lines[] = {
    {"scan: 100 B", 100, input_shape::text},
    {"scan: 10 KiB text", 10 * 1024, input_shape::text},
    {"scan: 10 KiB nested", 10 * 1024, input_shape::nested},
};

void scan(benchmark::State& state, const line& what) {
    outbox out;
    const request_book requests(what.input_bytes, what.shape);
    requests.write(1, out);
    const std::string text = out.text();
    json_scanner scanner;
    if (scanner.scan(text, json_scanner::duplicates::everywhere)) {
        state.SkipWithError("the line is not read");
        return;
    }
    counted_loop(state, true,
                 [&] { benchmark::DoNotOptimize(scanner.scan(text, json_scanner::duplicates::everywhere)); });
    state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}

}  // namespace

void register_scans() {
    for (const line& each : lines)
        benchmark::RegisterBenchmark(each.name, [&each](benchmark::State& state) { scan(state, each); });
}

}  // namespace assent::bench
