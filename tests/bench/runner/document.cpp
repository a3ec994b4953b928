#include "document.hpp"

#include "graphs.hpp"
#include "rounds.hpp"
#include "table.hpp"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

#include <sys/utsname.h>

namespace assent::bench {

namespace {

// Puts the text between `<!-- NAME -->` and `<!-- end of NAME -->`.
void replace_part(std::string& page, const std::string& name, const std::string& text) {
    const std::string begin = fmt::format("<!-- {} -->\n", name);
    const std::string end = fmt::format("<!-- end of {} -->", name);
    const auto from = page.find(begin);
    const auto to = page.find(end);
    if (from == std::string::npos || to == std::string::npos || to < from)
        throw std::runtime_error(fmt::format("the page has no part `{}`", name));
    page.replace(from + begin.size(), to - from - begin.size(), text);
}

std::string processor() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "unknown processor";
}

std::string circumstances(const std::string& commit) {
    utsname system{};
    ::uname(&system);
    // Two numbers say enough; what follows them is the builder's.
    const std::string release = system.release;
    const auto second_dot = release.find('.', release.find('.') + 1);
    return fmt::format("Measured at commit {} on {}, {} {}.\n", commit, processor(), system.sysname,
                       release.substr(0, second_dot));
}

}  // namespace

void update_documents(const std::filesystem::path& source, const results& figures,
                      const std::string& commit) {
    const auto list = source / "tests/bench/FIGURES.md";
    std::string figures_page = read_file(list);
    replace_part(figures_page, "requests", scenario_table(figures).as_markdown());
    write_file(list, figures_page);
    const auto file = source / "docs/performance.md";
    std::string page = read_file(file);
    replace_part(page, "circumstances", circumstances(commit) + describe(disturbed_runs(figures)));
    replace_part(page, "counts", count_table(figures).as_markdown());
    replace_part(page, "connections", connection_table(figures).as_markdown());
    replace_part(page, "bridge", bridge_table(figures).as_markdown());
    replace_part(page, "requirements", requirement_table(figures).as_markdown());
    write_file(file, page);
    for (const graph& each : all_graphs(figures))
        write_file(source / "docs/images" / each.file, each.drawing.as_svg());
}

}  // namespace assent::bench
