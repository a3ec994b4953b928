#pragma once

#include <string>
#include <utility>
#include <vector>

namespace assent::bench {

/// One line of a chart.
struct chart_line {
    std::string name;
    std::vector<std::pair<double, double>> points;  ///< by x; one whose y is NaN is left out
};

/// Lines over one axis, drawn as an SVG image that is readable on light and on dark pages.
struct chart {
    std::string title;
    std::string x_label;
    std::string y_label;
    bool log_x = true;
    bool log_y = true;  ///< else it begins at 0
    std::vector<std::pair<double, std::string>> x_marks;
    std::vector<chart_line> lines;  ///< at most three

    [[nodiscard]] std::string as_svg() const;
};

/// Where an axis has its marks, so that all values lie between the first and the last.
std::vector<double> axis_marks(double least, double most, bool logarithmic);

}  // namespace assent::bench
