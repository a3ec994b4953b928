#include "junit_text.hpp"

#include "escaped_markup.hpp"

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace assent::cli {

// Readers show no number where a time is missing.
std::string junit_text(std::string_view file, const std::vector<junit_case>& cases) {
    const auto line = [](std::string_view text) { return escaped_markup(display_text(text)); };
    const auto name = line(file);
    std::string text = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
        "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"0\" time=\"0\">\n",
        name, cases.size(),
        std::ranges::count_if(cases, [](const auto& each) { return !each.failure.empty(); }));
    for (const auto& each : cases) {
        text += fmt::format(R"(<testcase classname="{0}" name="{1}" file="{0}" line="{2}" time="0")", name,
                            line(each.name), each.line);
        if (each.failure.empty())
            text += "/>\n";
        else
            text += fmt::format("><failure message=\"{}\">{}</failure></testcase>\n", line(each.failure),
                                escaped_markup(display_lines(each.details)));
    }
    return text + "</testsuite>\n</testsuites>\n";
}

}  // namespace assent::cli
