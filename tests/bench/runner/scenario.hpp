#pragma once

#include "workshop.hpp"

#include "driver/request_book.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace assent::bench {

/// One kind of traffic, and who takes part in it.
struct scenario {
    std::string id;
    std::string title;
    std::size_t input_bytes;
    input_shape shape;
    std::uint64_t depth;
    std::vector<answerer> who;
    bool two_cores = false;
    bool only_drawn = false;  ///< for the graphs, not for the table
    std::size_t rules = usual_rules;
};

/// All of them, in the table's order.
std::vector<scenario> all_scenarios();

/// The scenario in which that many rules are loaded.
std::string rules_scenario(std::size_t rules);
inline constexpr std::size_t rule_counts[] = {10, 100, 1000, 10'000, 100'000};

}  // namespace assent::bench
