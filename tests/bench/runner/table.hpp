#pragma once

#include "results.hpp"

#include <string>
#include <vector>

namespace assent::bench {

/// Cells in rows; the first column is text, the others are figures.
struct table {
    std::vector<std::string> head;
    std::vector<std::vector<std::string>> rows;

    /// Columns one under the other, for a terminal.
    [[nodiscard]] std::string as_text() const;
    /// For the documentation.
    [[nodiscard]] std::string as_markdown() const;
};

/// `median (least-most)`, with as many digits as matter.
std::string cell(const spread& values);
/// One figure.
std::string cell(double value);

/// Who answers how many requests, how fast, at what cost.
table scenario_table(const results& figures);
/// Instructions and allocations of a request.
table count_table(const results& figures);
/// Many connections.
table connection_table(const results& figures);
/// What passes through the bridge.
table bridge_table(const results& figures);
/// What has to hold, and whether it does.
table requirement_table(const results& figures);

}  // namespace assent::bench
