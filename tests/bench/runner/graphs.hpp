#pragma once

#include "chart.hpp"
#include "results.hpp"

#include <string>
#include <vector>

namespace assent::bench {

/// A graph and the file that it goes to.
struct graph {
    std::string file;
    chart drawing;
};

/// All graphs of docs/performance.md, made of the medians.
std::vector<graph> all_graphs(const results& figures);

}  // namespace assent::bench
