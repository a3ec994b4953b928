#include "runner/document.hpp"
#include "runner/rounds.hpp"
#include "runner/saved.hpp"
#include "runner/table.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

// Measures everything that docs/performance.md speaks about and prints it: see `./dev bench`.
// Exit status: 0 when all was measured, 1 when something failed or `--strict` found a requirement missed, 2
// for wrong usage.
namespace assent::bench {
namespace {

struct settings {
    std::string build = ".build/bench";
    std::string source = ".";
    std::string modules;
    std::string commit = "unknown";
    effort how;
    bool strict = false;
    bool update_docs = false;
    std::string save;
    std::vector<std::string> compare;
};

void declare(CLI::App& app, settings& into) {
    auto* parts = app.add_option("parts", into.how.only,
                                 "Only these: scenarios by their ids, instructions, connections, bridge");
    app.add_option("--rounds", into.how.rounds, "How often everything is run, in turn (5)")
        ->check(CLI::PositiveNumber);
    app.add_option("--seconds", into.how.seconds, "How long a run is measured, about (0.5)")
        ->check(CLI::PositiveNumber);
    auto* quick = app.add_flag("--quick", into.how.quick,
                               "A moment of everything, to see that it works; judges nothing");
    app.add_flag("--strict", into.strict, "Fail where a requirement is missed");
    auto* docs =
        app.add_flag("--update-docs", into.update_docs, "Renew the figures and graphs of docs/performance.md")
            ->excludes(parts)
            ->excludes(quick);
    app.add_option("--save", into.save, "Count instructions only, and keep them under this name")
        ->excludes(docs);
    app.add_option("--compare", into.compare,
                   "Compare counts kept under a name with another's, or with new ones")
        ->expected(1, 2)
        ->excludes(docs);
    app.add_option("--build", into.build, "The build folder")->group("");
    app.add_option("--source", into.source, "The project's folder")->group("");
    app.add_option("--modules", into.modules, "Where the SDK is installed")->group("");
    app.add_option("--commit", into.commit, "What is measured")->group("");
}

void print(const std::string& title, const table& what) {
    if (!what.rows.empty()) fmt::print("\n{}\n\n{}", title, what.as_text());
}

int compare_or_save(workshop& shop, const settings& wanted) {
    results counts;
    const bool needs_new = !wanted.save.empty() || wanted.compare.size() == 1;
    if (needs_new) count_instructions(shop, wanted.how, false, counts);
    if (!wanted.save.empty()) save_counts(shop, wanted.save, wanted.commit, counts);
    if (!wanted.compare.empty()) {
        const std::string second = wanted.compare.size() == 2 ? wanted.compare[1] : std::string();
        fmt::print("{} is {}\n{} is {}\n", wanted.compare[0], saved_commit(shop, wanted.compare[0]),
                   second.empty() ? "now" : second,
                   second.empty() ? wanted.commit : saved_commit(shop, second));
        print("instructions, in user space", compare_counts(shop, wanted.compare[0], second, counts));
    } else {
        print("a request, in user space", count_table(counts));
    }
    for (const auto& each : counts.faults()) fmt::print("failed: {}\n", each);
    return counts.faults().empty() ? EXIT_SUCCESS : EXIT_FAILURE;
}

bool report(const results& figures, const settings& wanted) {
    print("medians; in parentheses the least and the most of all rounds", scenario_table(figures));
    print("a request, in user space", count_table(figures));
    print("`assent serve --unix`", connection_table(figures));
    print("`assent bridge`", bridge_table(figures));
    fmt::print("\n{}", wanted.how.quick ? "" : describe(disturbed_runs(figures)));
    for (const auto& each : figures.faults()) fmt::print("failed: {}\n", each);
    if (wanted.how.quick) return true;
    const table judged = requirement_table(figures);
    print("what has to hold", judged);
    for (const auto& each : judged.rows)
        if (each.back() == "MISSED") return false;
    return true;
}

int measure(workshop& shop, settings wanted) {
    wanted.how.drawn = wanted.update_docs;
    if (wanted.how.quick) wanted.how.rounds = 1;
    if (!shop.has_sdk() && wanted.update_docs)
        throw std::runtime_error("the page needs the SDK's figures: `./dev interop` installs it");
    if (!shop.has_sdk() && !wanted.how.quick)
        fmt::print("the TypeScript SDK is not in {}: without it (`./dev interop` installs it)\n",
                   shop.sdk_modules());
    results figures;
    measure_scenarios(shop, wanted.how, figures);
    count_instructions(shop, wanted.how, true, figures);
    measure_connections(shop, wanted.how, figures);
    measure_bridge(shop, wanted.how, figures);
    figures.save(shop.work("figures.json"));
    const bool all_hold = report(figures, wanted);
    if (wanted.update_docs && !figures.faults().empty())
        fmt::print("\nthe page is as it was: something failed\n");
    else if (wanted.update_docs)
        update_documents(shop.source(), figures, wanted.commit);
    return figures.faults().empty() && (all_hold || !wanted.strict) ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace assent::bench

int main(int argc, char** argv) {
    using namespace assent::bench;
    settings wanted;
    CLI::App app("Measure what permission checks cost", "./dev bench");
    declare(app, wanted);
    CLI11_PARSE(app, argc, argv);
    try {
        workshop shop(wanted.build, wanted.source, wanted.modules);
        if (!wanted.save.empty() || !wanted.compare.empty()) return compare_or_save(shop, wanted);
        return measure(shop, wanted);
    } catch (const std::exception& error) {
        fmt::print(stderr, "assent_bench_runner: {}\n", error.what());
        return 2;
    }
}
