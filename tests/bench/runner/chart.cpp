#include "chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace assent::bench {

namespace {

constexpr double width = 760;
constexpr double height = 420;
constexpr double left = 84;
constexpr double right = 150;  // for the names of the lines
constexpr double top = 48;
constexpr double bottom = 60;
constexpr double name_height = 16;

// The colours keep a contrast of at least 4.5 to the page's, light and dark.
constexpr const char* style =
    "<style>\n"
    "text { font: 13px system-ui, sans-serif; fill: #24292f; }\n"
    ".title { font-weight: 600; font-size: 15px; }\n"
    ".grid { stroke: #d0d7de; } .axis { stroke: #57606a; }\n"
    ".line { fill: none; stroke-width: 2; }\n"
    ".c0 { stroke: #57606a; } .f0 { fill: #57606a; }\n"
    ".c1 { stroke: #0550ae; } .f1 { fill: #0550ae; }\n"
    ".c2 { stroke: #a04100; } .f2 { fill: #a04100; }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "  text { fill: #e6edf3; } .grid { stroke: #30363d; } .axis { stroke: #8b949e; }\n"
    "  .c0 { stroke: #9ea7b3; } .f0 { fill: #9ea7b3; }\n"
    "  .c1 { stroke: #6cb6ff; } .f1 { fill: #6cb6ff; }\n"
    "  .c2 { stroke: #f0883e; } .f2 { fill: #f0883e; }\n"
    "}\n"
    "</style>\n";

// One direction of the drawing.
class axis {
public:
    axis(double least, double most, double from, double to, bool logarithmic)
        : least_(scaled(least, logarithmic)),
          most_(scaled(most, logarithmic)),
          from_(from),
          to_(to),
          logarithmic_(logarithmic) {}
    [[nodiscard]] double at(double value) const {
        if (most_ == least_) return (from_ + to_) / 2;
        return from_ + (scaled(value, logarithmic_) - least_) / (most_ - least_) * (to_ - from_);
    }

private:
    static double scaled(double value, bool logarithmic) { return logarithmic ? std::log10(value) : value; }
    double least_;
    double most_;
    double from_;
    double to_;
    bool logarithmic_;
};

std::string number(double value) {
    if (value >= 1e6) return fmt::format("{:g} M", value / 1e6);
    if (value >= 1e4) return fmt::format("{:g} k", value / 1e3);
    return fmt::format("{:g}", value);
}

std::string text(double x, double y, const char* anchor, const std::string& what,
                 const std::string& more = "") {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                       what);
}

std::string stroke(double x1, double y1, double x2, double y2, const char* kind) {
    return fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kind,
                       x1, y1, x2, y2);
}

// Each line has marks of its own shape: colours alone do not tell lines apart for everybody.
std::string point(double x, double y, std::size_t which) {
    switch (which) {
        case 0: return fmt::format("<circle class=\"f0\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"/>\n", x, y);
        case 1:
            return fmt::format("<rect class=\"f1\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"8\" height=\"8\"/>\n",
                               x - 4, y - 4);
        default: return fmt::format("<path class=\"f2\" d=\"M {:.1f} {:.1f} l 5 10 h -10 z\"/>\n", x, y - 5);
    }
}

std::pair<double, double> range_of(const std::vector<chart_line>& lines) {
    double least = std::numeric_limits<double>::max();
    double most = std::numeric_limits<double>::lowest();
    for (const auto& line : lines)
        for (const auto& [x, y] : line.points) {
            if (std::isnan(y)) continue;
            least = std::min(least, y);
            most = std::max(most, y);
        }
    if (least > most) return {1, 10};
    return {least, most};
}

// Names beside the ends of their lines, from top to bottom, none over another.
std::vector<double> name_places(const std::vector<double>& ends) {
    std::vector<std::size_t> order(ends.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return ends[a] < ends[b]; });
    std::vector<double> places = ends;
    for (std::size_t i = 1; i < order.size(); ++i)
        places[order[i]] = std::max(places[order[i]], places[order[i - 1]] + name_height);
    return places;
}

std::string draw_lines(const std::vector<chart_line>& lines, const axis& across, const axis& up) {
    std::string svg;
    std::vector<double> ends;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::string path;
        std::string points;
        double end = top;
        for (const auto& [x, y] : lines[i].points) {
            if (std::isnan(y)) continue;
            path += fmt::format("{} {:.1f} {:.1f} ", path.empty() ? "M" : "L", across.at(x), up.at(y));
            points += point(across.at(x), up.at(y), i);
            end = up.at(y);
        }
        if (!path.empty()) svg += fmt::format("<path class=\"line c{}\" d=\"{}\"/>\n{}", i, path, points);
        ends.push_back(end);
    }
    const auto places = name_places(ends);
    for (std::size_t i = 0; i < lines.size(); ++i)
        svg +=
            text(width - right + 14, places[i] + 4, "start", lines[i].name, fmt::format(" class=\"f{}\"", i));
    return svg;
}

}  // namespace

std::vector<double> axis_marks(double least, double most, bool logarithmic) {
    std::vector<double> marks;
    if (!logarithmic) {
        const double rough = std::max(most, 1e-9) / 5;
        const double unit = std::pow(10, std::floor(std::log10(rough)));
        double step = 10 * unit;
        for (const double factor : {5.0, 2.0, 1.0})
            if (factor * unit >= rough) step = factor * unit;
        for (int i = 0; marks.empty() || marks.back() < most; ++i) marks.push_back(step * i);
        return marks;
    }
    const bool narrow = most / least < 100;
    for (double unit = std::pow(10, std::floor(std::log10(least))); marks.empty() || marks.back() < most;
         unit *= 10)
        for (const double factor : {1.0, 2.0, 5.0}) {
            if (factor != 1 && !narrow) continue;
            const double mark = factor * unit;
            if (mark <= least) marks.clear();
            if (marks.empty() || marks.back() < most) marks.push_back(mark);
        }
    return marks;
}

std::string chart::as_svg() const {
    const auto [least, most] = range_of(lines);
    const auto y_marks = axis_marks(least, most, log_y);
    const axis across(x_marks.front().first, x_marks.back().first, left, width - right, log_x);
    const axis up(y_marks.front(), y_marks.back(), height - bottom, top, log_y);
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "role=\"img\" aria-label=\"{2}\">\n<title>{2}</title>\n{3}",
        width, height, title, style);
    svg += text(left, 24, "start", title, " class=\"title\"");
    for (const double each : y_marks) {
        svg += stroke(left, up.at(each), width - right, up.at(each), "grid");
        svg += text(left - 8, up.at(each) + 4, "end", number(each));
    }
    for (const auto& [at, name] : x_marks) {
        svg += stroke(across.at(at), height - bottom, across.at(at), height - bottom + 5, "axis");
        svg += text(across.at(at), height - bottom + 20, "middle", name);
    }
    svg += stroke(left, height - bottom, width - right, height - bottom, "axis");
    svg += text((left + width - right) / 2, height - 14, "middle", x_label);
    const double middle = (top + height - bottom) / 2;
    svg += text(20, middle, "middle", y_label, fmt::format(" transform=\"rotate(-90 20 {:.1f})\"", middle));
    return svg + draw_lines(lines, across, up) + "</svg>\n";
}

}  // namespace assent::bench
