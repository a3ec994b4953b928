#include "driver/answerer_process.hpp"
#include "driver/exchange.hpp"

#include <boost/json/serialize.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <poll.h>
#include <unistd.h>

// Plays the agent's side of the control protocol, measures whoever answers, and checks every answer:
// `assent_bench_driver [OPTION...] -- COMMAND [ARG...]` starts the answerer on pipes. Where an SDK starts
// this program as its agent CLI, the options are in ASSENT_BENCH_AGENT, and the parent is measured. Exit
// status: 0 when every request was answered as it has to be, 1 when not, 2 for wrong usage or a failure.
namespace assent::bench {
namespace {

struct driver_options {
    workload load;
    std::optional<int> core;
    std::optional<int> answerer_core;
    std::string out;
    std::vector<std::string> command;
};

void declare(CLI::App& app, driver_options& into) {
    workload& load = into.load;
    app.add_option("--requests", load.requests, "Requests that are measured")->check(CLI::PositiveNumber);
    app.add_option("--warmup", load.warmup, "Requests before them");
    app.add_option("--depth", load.depth, "Requests in flight")->check(CLI::PositiveNumber);
    app.add_option("--input-bytes", load.input_bytes, "Size of each input");
    app.add_option("--shape", load.shape, "What inputs are made of: text, nested or looking")
        ->transform(
            CLI::CheckedTransformer(std::map<std::string, input_shape>{{"text", input_shape::text},
                                                                       {"nested", input_shape::nested},
                                                                       {"looking", input_shape::looking}}));
    app.add_option("--timeout", load.timeout_seconds, "Seconds for all of it");
    app.add_option("--core", into.core, "Pin this program, and what it starts, to a core");
    app.add_option("--answerer-core", into.answerer_core, "Pin the answerer to another core");
    app.add_option("--out", into.out, "Write the figures to this file, not to standard output");
    app.add_option("command", into.command, "The answerer");
}

int report(const run_figures& figures, const std::string& file) {
    const std::string text = boost::json::serialize(to_json(figures)) + '\n';
    if (file.empty())
        fmt::print("{}", text);
    else
        std::ofstream(file) << text;
    if (!figures.good) fmt::print(stderr, "assent_bench_driver: {}\n", figures.fault);
    return figures.good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int start_and_measure(const driver_options& options) {
    if (options.core) pin_to_core(*options.core);
    answerer_process answerer(options.command, options.answerer_core);
    run_figures figures =
        exchange(answerer.out(), answerer.in(), options.load, watched_process(answerer.pid()));
    if (!answerer.finish(hang_limit) && figures.good) {
        figures.good = false;
        figures.fault = "the answerer did not leave, or not with status 0, when its input ended";
    }
    return report(figures, options.out);
}

int measure_parent(driver_options options) {
    if (options.core) pin_to_core(*options.core);
    options.load.as_agent = true;
    const int status = report(
        exchange(STDIN_FILENO, STDOUT_FILENO, options.load, watched_process(::getppid())), options.out);
    // An SDK may take an agent that leaves first for one that crashed.
    pollfd input{STDIN_FILENO, POLLIN, 0};
    char ignored[4096];
    constexpr int linger_ms = static_cast<int>(hang_limit / 1'000'000);
    while (::poll(&input, 1, linger_ms) > 0 && ::read(STDIN_FILENO, ignored, sizeof ignored) > 0) {
    }
    return status;
}

int run_driver(int argc, char** argv) {
    driver_options options;
    CLI::App app("Measure who answers permission requests");
    declare(app, options);
    const char* const as_agent = std::getenv("ASSENT_BENCH_AGENT");
    if (as_agent != nullptr) {
        // The arguments are those of a CLI.
        if (argc > 1 && (std::string_view(argv[1]) == "-v" || std::string_view(argv[1]) == "--version"))
            return fmt::print("2.1.240 (Claude Code)\n"), EXIT_SUCCESS;
        app.parse(std::string(as_agent));
        return measure_parent(options);
    }
    app.parse(argc, argv);
    if (options.command.empty()) throw CLI::RequiredError("COMMAND");
    return start_and_measure(options);
}

}  // namespace
}  // namespace assent::bench

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    try {
        return assent::bench::run_driver(argc, argv);
    } catch (const CLI::CallForHelp&) {
        fmt::print("assent_bench_driver [OPTION...] -- COMMAND [ARG...]; see its source\n");
        return EXIT_SUCCESS;
    } catch (const std::exception& error) {
        fmt::print(stderr, "assent_bench_driver: {}\n", error.what());
        return 2;
    }
}
