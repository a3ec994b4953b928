#pragma once

#include "results.hpp"

#include <functional>
#include <string>
#include <vector>

namespace assent::bench {

/// What has to hold of the figures.
struct requirement {
    std::string text;
    bool at_least;  ///< else at most
    double limit;
    std::function<std::vector<double>(const results&)> values;  ///< one per round; the median is judged
};

/// All of them.
std::vector<requirement> all_requirements();

/// How a requirement came out.
enum class judgement { holds, missed, not_measured };
judgement judge(const requirement& what, const results& figures);

}  // namespace assent::bench
