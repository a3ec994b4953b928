#pragma once

#include "answer_ledger.hpp"

#include <boost/json/object.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace assent::bench {

/// Which round trips a run reports: the share of answers that came at least as fast.
inline constexpr std::array<double, 15> reported_shares = {0.01, 0.05, 0.1,   0.25,  0.5,   0.75,   0.9, 0.95,
                                                           0.98, 0.99, 0.995, 0.998, 0.999, 0.9999, 1.0};

/// What one run with one answerer showed.
struct run_figures {
    bool good = false;                  ///< every request has its answer, and nothing was wrong
    std::string fault;                  ///< what was wrong, else empty
    double requests_per_second = 0;     ///< from the last warm-up answer to the last answer
    double answerer_cpu_us = 0;         ///< for a request
    double driver_cpu_us = 0;           ///< for a request
    double peak_rss_kib = 0;            ///< of the answerer, in its whole life
    std::vector<double> round_trip_us;  ///< for each of reported_shares

    /// \param share one of reported_shares
    [[nodiscard]] double round_trip_at(double share) const;
};

/// Sorts the round trips and takes those that are reported.
std::vector<double> shares_of(std::vector<nanoseconds> round_trips);

boost::json::object to_json(const run_figures& figures);
/// \throws std::exception where a member is missing or another
run_figures figures_from(const boost::json::object& object);

/// In words: what was wrong, empty where nothing was.
std::string describe_faults(const tally& counts, std::uint64_t expected, std::string_view first_fault);

}  // namespace assent::bench
