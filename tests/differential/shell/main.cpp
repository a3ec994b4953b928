// Compares how Assent reads shell lines with what shells really run. See comparison.hpp for what has
// to hold.

#include "line_writer.hpp"
#include "workers.hpp"

#include <algorithm>
#include <charconv>
#include <exception>
#include <iostream>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

namespace {

using namespace assent::differential;

constexpr std::string_view usage =
    "usage: assent_shell_differential [--lines COUNT] [--seed NUMBER] [--first NUMBER] [--kind KIND]\n"
    "                                 [--workers COUNT] [--show FAILURES]\n"
    "                                 [--plant HOLE]      with a mistake that has to be found\n"
    "       assent_shell_differential --line TEXT     one line: how it is read and what the shells run\n"
    "       assent_shell_differential --list COUNT    lines, without running them\n";

constexpr std::uint64_t default_lines = 6'000;
// Lines of a test run are the same every time.
constexpr std::uint64_t default_seed = 20'261'121;

struct arguments {
    job work{.seed = default_seed, .lines = default_lines};
    std::uint64_t list = 0;
    const char* line = nullptr;
};

std::uint64_t number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        throw std::invalid_argument("expected a number, got \"" + std::string(text) + "\"");
    return value;
}

line_kind kind(std::string_view name) {
    for (std::size_t each = 0; each < line_kind_count; ++each)
        if (const auto found = static_cast<line_kind>(each); name_of(found) == name) return found;
    throw std::invalid_argument("no kind of lines is called \"" + std::string(name) + "\"");
}

const planted_hole* plant(std::string_view name) {
    for (const auto& each : planted_holes())
        if (each.name == name) return &each;
    throw std::invalid_argument("no hole is called \"" + std::string(name) + "\"");
}

arguments read_arguments(int count, char** words) {
    arguments read;
    read.work.workers = std::max(1U, std::thread::hardware_concurrency());
    for (int each = 1; each < count; each += 2) {
        const std::string_view name = words[each];
        if (each + 1 == count) throw std::invalid_argument("expected a value behind " + std::string(name));
        const char* const value = words[each + 1];
        if (name == "--lines")
            read.work.lines = number(value);
        else if (name == "--seed")
            read.work.seed = std::string_view(value) == "random" ? std::random_device()() : number(value);
        else if (name == "--kind")
            read.work.kind = kind(value);
        else if (name == "--plant")
            read.work.plant = plant(value);
        else if (name == "--first")
            read.work.first = number(value);
        else if (name == "--workers")
            read.work.workers = std::max<std::uint64_t>(1, number(value));
        else if (name == "--show")
            read.work.show = number(value);
        else if (name == "--line")
            read.line = value;
        else if (name == "--list")
            read.list = number(value);
        else
            throw std::invalid_argument("unknown argument " + std::string(name));
    }
    return read;
}

void print(std::string_view name, const counts::of_shell& shell) {
    std::cout << name << ": " << shell.runs << " programs run, " << shell.predicted
              << " of them predicted word for word; " << shell.caught << " caught by a deny rule, "
              << shell.doubted << " in doubt; " << shell.plain_syntax_error
              << " plain lines refused as a whole, " << shell.cut_off << " lines cut off\n";
}

void print(const counts& all) {
    std::cout << all.lines << " lines, " << all.plain << " plain (" << all.compound
              << " of several commands, " << all.quoted << " with quotes), " << all.switched
              << " more with switches; " << all.in_doubt << " are in doubt, and were not run\n";
    for (std::size_t kind = 0; kind < line_kind_count; ++kind)
        std::cout << name_of(static_cast<line_kind>(kind)) << ": " << all.kinds[kind].complete << " of "
                  << all.kinds[kind].lines << " lines are without doubt for deny rules\n";
    for (std::size_t each = 0; each < shell_count; ++each) print(shells()[each].name, all.shells[each]);
    std::cout << all.failures << " failures" << std::endl;
}

int run(const arguments& given) {
    if (given.line != nullptr) return try_line(given.line) ? 0 : 1;
    for (std::uint64_t each = 0; each < given.list; ++each)
        std::cout << line_of(given.work, given.work.first + each).text << '\n';
    if (given.list > 0) return 0;

    std::cout << "seed " << given.work.seed << ", lines " << given.work.first << " to "
              << given.work.first + given.work.lines << ", " << given.work.workers << " workers" << std::endl;
    const counts all = try_lines(given.work);
    print(all);
    if (given.work.plant != nullptr) {
        std::cout << given.work.plant->name << (all.failures > 0 ? " was found" : " was NOT found")
                  << std::endl;
        return all.failures > 0 ? 0 : 1;
    }
    // Programs that are not seen to run would make everything hold.
    const bool alive =
        std::ranges::all_of(all.shells, [&](const auto& shell) { return shell.predicted * 4 > all.plain; });
    if (!alive) std::cout << "too few plain lines, or programs that run: this proves nothing" << std::endl;
    return all.failures == 0 && alive ? 0 : 1;
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
        return 1;
    }
}
