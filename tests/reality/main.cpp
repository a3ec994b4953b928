// Runs what the catalogue calls looking, and looks at what it really does.

#include "line_maker.hpp"
#include "scratch_project.hpp"
#include "traced_run.hpp"

#include <assent/adapters/files/git_repository_settings.hpp>
#include <assent/domain/decide/command_effect.hpp>

#include <algorithm>
#include <charconv>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace assent;
using namespace assent::reality;

constexpr std::string_view usage =
    "usage: assent_reality [--lines COUNT] [--seed NUMBER] [--each-option] [--plant ROW]\n"
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
    bool each_option = false;  // and each prepared repository, first
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
        if (name == "--each-option") {
            read.each_option = true;
            continue;
        }
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

// What the domain says of a line.
enum class claim : unsigned char { looks, edits, more };

class trial {
public:
    explicit trial(scratch_project& project) : project_(project), folder_(project.folder().string()) {}

    // \param planted  its row is wrong, and it is run as if it looked
    void run(const command_line& line, bool planted) {
        const auto text = quoted(line);
        if (!seen_.insert(text).second) return;
        const auto says = planted ? claim::looks : claim_of(text);
        if (says == claim::more) return;
        tried_.insert(line.front());
        (says == claim::looks ? looks_ : edits_) += 1;
        auto deeds = deeds_of(line, project_, says == claim::edits);
        if (says == claim::edits || !deeds.empty()) {
            for (const auto& path : project_.changed())
                if (!named(path)) deeds.push_back("changed " + path);
            project_.restore();
        }
        if (deeds.empty()) return;
        ++findings_;
        std::cout << "found: " << text << (says == claim::edits ? "   (edits)" : "") << '\n';
        for (const auto& deed : deeds) std::cout << "    " << deed << '\n';
    }

    [[nodiscard]] std::uint64_t ran() const noexcept { return looks_ + edits_; }
    [[nodiscard]] std::size_t findings() const noexcept { return findings_; }
    void tell() const {
        std::cout << tried_.size() << " programs, " << seen_.size() << " lines, of which " << looks_
                  << " look and " << edits_ << " edit, " << findings_ << " findings";
    }

private:
    // As a host decides that has looked at the repositories.
    claim claim_of(const std::string& text) {
        const shell_runs runs(text);
        const command_facts facts(runs, folder_);
        repository_readings readings;
        for (auto& folder : repository_folders(facts)) {
            auto setting = settings_.names_program(folder, git_use::looks);
            readings.push_back({std::move(folder), setting ? std::optional(*setting) : std::nullopt});
        }
        const command_effect effect(facts, {.repositories = &readings});
        if (effect.worst() == call_effect::looks) return claim::looks;
        if (!effect.confined()) return claim::more;
        named_.clear();
        for (const auto& noted : facts.all())
            if (noted.is == act::writes || noted.is == act::removes) named_.emplace_back(noted.text);
        return claim::edits;
    }

    // It, what is below it, or what stands beside it under a longer name, as `x.gz` does.
    [[nodiscard]] bool named(const std::string& path) const {
        return std::ranges::any_of(named_, [&](const std::string& name) {
            const auto plain = std::filesystem::path(name).lexically_normal().string();
            return path.starts_with(plain) || plain.starts_with(path);
        });
    }

    scratch_project& project_;
    std::string folder_;
    git_repository_settings settings_;
    std::set<std::string> tried_;
    std::set<std::string> seen_;
    std::vector<std::string> named_;  // what the line says that it edits
    std::uint64_t looks_ = 0;
    std::uint64_t edits_ = 0;
    std::size_t findings_ = 0;
};

// In each repository whose settings have git run something.
void try_repositories(trial& of_lines, line_maker& maker, const named_row& row,
                      const scratch_project& project) {
    for (const auto& repository : project.repositories()) {
        auto line = maker.make({row.words, row.row});
        if (line.front() != "git") continue;
        line.insert(line.begin() + 1, {"-C", repository});
        of_lines.run(line, false);
    }
}

// \return the findings
std::size_t try_lines(const arguments& with, scratch_project& project) {
    const auto rows = with.plant ? std::vector{*with.plant} : rows_to_try();
    line_maker maker(with.seed);
    trial of_lines(project);
    if (with.each_option)
        for (const auto& row : rows) {
            for (const auto& line : maker.each_option(row)) of_lines.run(line, with.plant.has_value());
            if (row.words.front() == "git") try_repositories(of_lines, maker, row, project);
        }
    // Rows whose uses seldom only look get their turn as often as the others.
    const auto until = of_lines.ran() + with.lines;
    for (std::size_t turn = 0; of_lines.ran() < until && turn < with.lines * 40; ++turn) {
        of_lines.run(maker.make(rows[turn % rows.size()]), with.plant.has_value());
        if (with.plant && of_lines.findings() > 0) break;
    }
    of_lines.tell();
    std::cout << " (seed " << with.seed << ")\n";
    return of_lines.findings();
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
    scratch_project project;
    if (!can_trace(project)) {
        std::cout << "strace cannot trace here\n";
        return skipped;
    }
    project.restore();
    if (with.line) {
        for (const auto& deed : deeds_of({"sh", "-c", *with.line}, project)) std::cout << deed << '\n';
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
