#pragma once

#include "answerer_process.hpp"
#include "figures.hpp"
#include "request_book.hpp"
#include "times.hpp"

#include <cstdint>

namespace assent::bench {

/// What is sent in one run.
struct workload {
    std::size_t input_bytes = 100;
    input_shape shape = input_shape::text;
    std::uint64_t depth = 1;                                         ///< requests in flight
    std::uint64_t requests = 10000;                                  ///< measured ones
    std::uint64_t warmup = 1000;                                     ///< unmeasured ones before them
    double timeout_seconds = static_cast<double>(hang_limit) / 1e9;  ///< for all of it
    /// Wait for the answerer to introduce itself, as an agent CLI does, and say at the end that the task is
    /// done.
    bool as_agent = false;
};

/// Asks, and checks every answer, until all have come, something ends, or time is up.
/// \param from where the answers come from, \param to where the requests go; both are set to non-blocking
/// \param answerer the process whose processor time and memory are reported
/// \throws std::system_error where reading or writing fails
run_figures exchange(int from, int to, const workload& load, const watched_process& answerer);

}  // namespace assent::bench
