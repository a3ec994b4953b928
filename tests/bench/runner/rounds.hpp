#pragma once

#include "results.hpp"
#include "scenario.hpp"

namespace assent::bench {

/// How long and how often.
struct effort {
    int rounds = 5;
    double seconds = 0.5;           ///< how long a run is measured, about
    bool drawn = false;             ///< also what only the graphs need
    bool quick = false;             ///< a moment of everything, to see that it works
    std::vector<std::string> only;  ///< parts or scenarios; empty: all
};

/// Whether that part, or scenario, was wanted.
bool wanted(const effort& how, const std::string& part);

/// On one core a run is never idle. Where both ends together had less of it than this, others had the rest.
inline constexpr double least_core_share = 0.95;

/// How many runs on one core were disturbed by others, of how many.
struct disturbance {
    std::size_t disturbed = 0;
    std::size_t all = 0;
};
disturbance disturbed_runs(const results& figures);
/// The same in words; empty where there were none.
std::string describe(const disturbance& runs);

/// The answerers of each scenario in turn, round by round.
void measure_scenarios(workshop& shop, const effort& how, results& into);

/// Memory of idle connections and fairness among busy ones, on one and two threads.
void measure_connections(workshop& shop, const effort& how, results& into);

/// What passes through the bridge, and through cat(1) in its place.
void measure_bridge(workshop& shop, const effort& how, results& into);

/// Instructions and allocations of a request, counted. \param allocations also those
void count_instructions(workshop& shop, const effort& how, bool allocations, results& into);

/// The scenarios in which instructions are counted, as ids of figures and for a reader.
struct counted_scenario {
    std::string id;
    std::string title;
    std::size_t input_bytes;
    input_shape shape;
    std::uint64_t depth;
    std::uint64_t requests;  ///< of the shorter run; the longer one has three times as many
    bool full_audit = false;
};
const std::vector<counted_scenario>& counted_scenarios();

/// Says on standard error what is going on.
void tell(const std::string& text);

}  // namespace assent::bench
