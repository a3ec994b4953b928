#include "commands/command.hpp"
#include "options/fail_closed.hpp"
#include "options/help.hpp"
#include "process/running_file.hpp"

#include <assent/version.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace {

using namespace assent;
using namespace assent::cli;

constexpr auto exit_help =
    "Exit status: 0 end of input; 1 failure at run time; 2 wrong usage or configuration; bridge, acp, codex: "
    "the command's own; hook: 0 with an answer, else 2; check: 0 allow, 3 deny, 4 ask (--batch: 0); policy "
    "lint, policy test, doctor: 1 when something was found.";

int fail(exit_code code, std::string_view text) {
    try {
        fmt::print(stderr, "assent: {}\n", text);
    } catch (const std::system_error&) {
        // Nobody reads it; the status says enough.
    }
    return static_cast<int>(code);
}

// CLI11 ends some messages with a line break.
std::string one_line(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    for (char& each : text)
        if (each == '\n') each = ' ';
    return text;
}

constexpr const command* all_commands[] = {
    &commands::serve,      &commands::bridge,  &commands::acp,       &commands::codex,  &commands::hook,
    &commands::daemon,     &commands::install, &commands::uninstall, &commands::doctor, &commands::session,
    &commands::pause,      &commands::mcp,     &commands::console,   &commands::check,  &commands::what,
    &commands::import,     &commands::audit,   &commands::policy,    &commands::demo,   &commands::manual,
    &commands::completion,
};

// "serve, bridge or demo"
std::string names_of_commands(const CLI::App& app) {
    const auto all = shown_commands(app);
    std::string text;
    for (const auto* const each : all)
        text.append(text.empty() ? "" : each == all.back() ? " or " : ", ").append(each->get_name());
    return text;
}

// Null: none is called so.
const command* command_called(std::string_view name) {
    const auto* const place = std::ranges::find(all_commands, name, &command::name);
    return place == std::end(all_commands) ? nullptr : *place;
}

void require_fitting(const command& chosen, bool has_behind, const command_line& line) {
    if (has_behind && chosen.takes == command::behind::nothing)
        throw usage_error("`--` is for the command of bridge, acp or codex, and the hook of install");
    if (line.behind.empty() && chosen.takes == command::behind::program)
        throw usage_error(fmt::format("{}: expected -- COMMAND [ARG...]", chosen.name));
}

// What is declared of the program.
struct declared {
    CLI::App app{
        "Decides whether an AI agent may use a tool, and speaks the control protocol in which agents ask."};
    std::vector<std::pair<const CLI::App*, command_run>> runs;

    declared() {
        app.name("assent");
        app.formatter(help_formatter());
        app.footer(exit_help);
        app.set_version_flag("--version", fmt::format("assent {}", assent::version));
        app.require_subcommand(0, 1);  // none has a better message of ours
    }
    void add(const command& added) {
        auto* const below = app.add_subcommand(std::string(added.name), std::string(added.about));
        if (added.hidden) below->group("");
        runs.emplace_back(below, added.declare(*below));
    }
    int run(const command_line& line, bool has_behind) const {
        for (const auto& [below, run] : runs) {
            if (!below->parsed()) continue;
            require_fitting(*command_called(below->get_name()), has_behind, line);
            return run(line);
        }
        throw usage_error(fmt::format("expected a command: {} (see assent --help)", names_of_commands(app)));
    }
};

}  // namespace

int main(int argc, char** argv) {
    // A peer that is gone, and a file that may not grow, is an error of a write, not the end of this program.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    know_own_name(argv[0]);
    // As early as can be: a hook that ends in any other way lets its tool run.
    if (argc > 1 && argv[1] == commands::hook.name) end_refusing();

    declared program;
    const command* const chosen = argc > 1 ? command_called(argv[1]) : nullptr;
    // What is not run need not be made: a hook is started for each use of a tool.
    if (chosen != nullptr && !chosen->hidden)
        program.add(*chosen);
    else
        for (const auto* const each : all_commands) program.add(*each);

    // What follows `--` is not ours to read, whatever it looks like.
    char** const end = argv + argc;
    char** const own_end = std::find(argv, end, std::string_view("--"));
    command_line line{program.app, {}};
    if (own_end != end) line.behind.assign(own_end + 1, end);
    try {
        program.app.parse(static_cast<int>(own_end - argv), argv);
    } catch (const CLI::Success& asked) {
        return program.app.exit(asked);
    } catch (const CLI::ParseError& error) {
        return fail(exit_code::usage, one_line(error.what()) + " (see assent --help)");
    } catch (const std::exception& error) {
        return fail(exit_code::usage, error.what());
    }
    try {
        return program.run(line, own_end != end);
    } catch (const usage_error& error) {
        return fail(exit_code::usage, error.what());
    } catch (const std::exception& error) {
        return fail(exit_code::failed, error.what());
    }
}
