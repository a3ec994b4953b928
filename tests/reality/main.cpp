// Runs what the catalogue calls looking, and looks at what it really does.

#include "line_maker.hpp"
#include "scratch_project.hpp"
#include "traced_run.hpp"

#include <assent/domain/decide/command_effect.hpp>

#include <charconv>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

using namespace assent;
using namespace assent::reality;

constexpr std::string_view usage =
    "usage: assent_reality [--lines COUNT] [--seed NUMBER] [--plant ROW]\n"
    "       assent_reality --line TEXT   what one command really does\n"
    "       assent_reality --marked FILE whether the programs that only look and are not here stand in this "
    "list\n";
// Lines of a test run are the same every time.
constexpr std::uint64_t default_seed = 20'261'123;
constexpr std::uint64_t default_lines = 3'000;
constexpr int skipped = 77;

struct arguments {
    std::uint64_t lines = default_lines;
    std::uint64_t seed = default_seed;
    std::optional<named_row> plant;
    std::optional<std::string> line;
    std::optional<std::string> marked;
};

std::uint64_t number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        throw std::invalid_argument("expected a number, got \"" + std::string(text) + "\"");
    return value;
}

arguments read_arguments(int count, char** words) {
    arguments read;
    for (int each = 1; each < count; ++each) {
        const std::string_view name = words[each];
        if (each + 1 == count) throw std::invalid_argument("expected a value behind " + std::string(name));
        const char* const value = words[++each];
        if (name == "--lines")
            read.lines = number(value);
        else if (name == "--seed")
            read.seed = number(value);
        else if (name == "--plant")
            read.plant = planted_row(value);
        else if (name == "--line")
            read.line = value;
        else if (name == "--marked")
            read.marked = value;
        else
            throw std::invalid_argument("unknown option " + std::string(name));
    }
    return read;
}

bool only_looks(const std::string& text, const std::string& cwd) {
    const shell_runs runs(text);
    const command_facts facts(runs, cwd);
    repository_readings repositories;
    for (auto& folder : repository_folders(facts)) repositories.push_back({std::move(folder), std::string()});
    return command_effect(facts, {.repositories = &repositories}).worst() == call_effect::looks;
}

void show(const std::string& text, const std::vector<std::string>& deeds) {
    std::cout << "found: " << text << '\n';
    for (const auto& deed : deeds) std::cout << "    " << deed << '\n';
}

// \return the findings
std::size_t try_lines(const arguments& with, const scratch_project& project) {
    const auto rows = with.plant ? std::vector{*with.plant} : looking_rows();
    line_maker maker(with.seed);
    std::set<std::string> tried;
    std::set<std::string> seen;
    std::size_t ran = 0;
    std::size_t findings = 0;
    // Rows whose uses seldom only look get their turn as often as the others.
    for (std::size_t turn = 0; ran < with.lines && turn < with.lines * 40; ++turn) {
        const auto& row = rows[turn % rows.size()];
        const auto line = maker.make(row);
        const auto text = quoted(line);
        if (seen.contains(text) || (!with.plant && !only_looks(text, project.folder().string()))) continue;
        seen.insert(text);
        tried.insert(row.words.front());
        ++ran;
        const auto deeds = deeds_of(line, project);
        if (deeds.empty()) continue;
        ++findings;
        show(text, deeds);
    }
    std::cout << tried.size() << " programs, " << ran << " lines, " << findings << " findings (seed "
              << with.seed << ")\n";
    return findings;
}

// Of rows whose programs are not here nobody has tried what they say.
bool all_marked(const std::string& list) {
    std::ifstream file(list);
    if (!file) throw std::invalid_argument("expected a list of programs, got no file " + list);
    const std::set<std::string> marked{std::istream_iterator<std::string>(file), {}};
    bool all = true;
    for (const auto& program : programs_that_look().missing) {
        if (marked.contains(program)) continue;
        std::cout << program << ": it is not here, and not among the programs that are not tried\n";
        all = false;
    }
    return all;
}

int run(const arguments& with) {
    if (with.marked) return all_marked(*with.marked) ? 0 : 1;
    const scratch_project project;
    if (!can_trace(project)) {
        std::cout << "strace cannot trace here\n";
        return skipped;
    }
    if (with.line) {
        show(*with.line, deeds_of({"sh", "-c", *with.line}, project));
        return 0;
    }
    return try_lines(with, project) == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
    try {
        return run(read_arguments(count, words));
    } catch (const std::invalid_argument& error) {
        std::cerr << error.what() << '\n' << usage;
        return 2;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 2;
    }
}
