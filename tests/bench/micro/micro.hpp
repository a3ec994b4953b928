#pragma once

#include "../allocations.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>

namespace assent::bench {

/// A benchmark's loop, with the allocations of each turn beside its time.
/// \param allocates_nothing it fails where one is made
template <class Work>
void counted_loop(benchmark::State& state, bool allocates_nothing, Work work) {
    const std::size_t before = allocations();
    std::size_t turns = 0;
    for (auto _ : state) {
        work();
        ++turns;
    }
    const std::size_t made = allocations() - before;
    state.counters["allocations"] = static_cast<double>(made) / static_cast<double>(turns);
    if (allocates_nothing && made > 0) state.SkipWithError("it allocates");
}

void register_decisions();
void register_scans();
void register_sessions();
void register_records();

}  // namespace assent::bench
