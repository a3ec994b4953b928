#include "commands/command.hpp"
#include "options/fail_closed.hpp"
#include "options/help.hpp"
#include "options/mistyped.hpp"
#include "process/running_file.hpp"
#include "sessions/snapshot.hpp"

#include <assent/adapters/wall/bubblewrap.hpp>
#include <assent/domain/text/display_text.hpp>
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
    "the command's own; hook: 0 with an answer, else 2; check: 0 allow, 3 deny, 4 ask, 5 behind a wall "
    "(--batch: 0); policy "
    "lint, policy test, doctor: 1 when something was found.";

// A word of the user's, or of whoever called us, may hold what moves a cursor.
std::string displayed_lines(std::string_view text) {
    std::string shown;
    for (std::size_t end = 0; end != text.npos; text.remove_prefix(end == text.npos ? 0 : end + 1)) {
        end = text.find('\n');
        shown.append(display_text(text.substr(0, end))).append(end == text.npos ? "" : "\n");
    }
    return shown;
}

int fail(exit_code code, std::string_view text) {
    try {
        fmt::print(stderr, "assent: {}\n", displayed_lines(text));
    } catch (const std::system_error&) {
        // Nobody reads it; the status says enough.
    }
    return static_cast<int>(code);
}

// In the order of `--help`.
constexpr const command* all_commands[] = {
    &commands::demo,    &commands::check,   &commands::what,       &commands::install, &commands::doctor,
    &commands::setup,   &commands::import,  &commands::hook,       &commands::bridge,  &commands::acp,
    &commands::codex,   &commands::wall,    &commands::mcp,        &commands::serve,   &commands::uninstall,
    &commands::daemon,  &commands::console, &commands::pause,      &commands::rules,   &commands::session,
    &commands::policy,  &commands::audit,   &commands::log,        &commands::report,  &commands::replay,
    &commands::suggest, &commands::help,    &commands::completion, &commands::manual,
};

bool is_option(const std::string& word) { return word.starts_with('-'); }

// Null: none is called so.
const command* command_called(std::string_view name) {
    const auto* const place = std::ranges::find(all_commands, name, &command::name);
    return place == std::end(all_commands) ? nullptr : *place;
}

void require_fitting(const command& chosen, const command_line& line) {
    if (line.dashed && chosen.takes == command::behind::nothing)
        throw usage_error(fmt::format("{} takes nothing behind `--`", chosen.name));
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
        app.set_version_flag("-V,--version", fmt::format("assent {}", assent::version));
        app.require_subcommand(0, 1);  // none has a better message of ours
    }
    void add_all() {
        for (const auto* const each : all_commands) add(*each);
    }
    void add(const command& added) {
        auto* const below = app.add_subcommand(std::string(added.name), std::string(added.about));
        below->group(std::string(added.group));
        runs.emplace_back(below, added.declare(*below));
    }
    int run(const command_line& line) const {
        for (const auto& [below, run] : runs) {
            if (!below->parsed()) continue;
            require_fitting(*command_called(below->get_name()), line);
            return run(line);
        }
        throw usage_error(
            "expected a command, such as `assent demo` or `assent check --policy standard git status` (see "
            "assent --help)");
    }
};

// `help policy lint` is `policy lint --help`.
void read_help(typed_words& typed) {
    if (typed.empty() || typed.front() != commands::help.name || std::ranges::any_of(typed, is_option))
        return;
    typed.erase(typed.begin());
    typed.emplace_back("--help");
}

// `-hx` and `--help=x`, which would be taken for a wish for help whatever stands behind it: a script that has
// us decide about a text of another's would read the status of that as an allow.
const std::string* help_with_more(const typed_words& typed) {
    const auto found = std::ranges::find_if(typed, [](const std::string& word) {
        const bool letter = (word.starts_with("-h") || word.starts_with("-V")) && word.size() > 2;
        return letter || word.starts_with("--help=") || word.starts_with("--version=");
    });
    return found == typed.end() ? nullptr : &*found;
}

// Takes out of the words what is not ours to read, whatever it looks like: what stands behind `--`; for
// commands that look at an agent's command, its words from the first on, or its text alone.
void take_behind(typed_words& typed, const CLI::App* chosen, command_line& into) {
    const auto dashes = std::ranges::find(typed, "--");
    auto begin = dashes;
    auto end = typed.end();
    if (chosen != nullptr && takes_words(*chosen)) {
        begin =
            std::min(dashes, typed.begin() + static_cast<std::ptrdiff_t>(end_of_options(*chosen, typed, 1)));
        if (begin != dashes && is_whole_text(*begin)) end = begin + 1;
    }
    into.dashed = begin == dashes && dashes != typed.end();
    into.behind.assign(into.dashed ? begin + 1 : begin, end);
    typed.erase(begin, end);
}

int fail(const typed_words& typed, const typed_words& behind, const CLI::ParseError& error) {
    declared whole;
    whole.add_all();
    return fail(exit_code::usage, why_not_taken(whole.app, typed, behind, error));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::string_view(argv[1]) == inside_wall_word)
        return run_inside_wall(std::vector<std::string>(argv + 2, argv + argc));
    // A peer that is gone, and a file that may not grow, is an error of a write, not the end of this program.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    know_own_name(argv[0]);
    if (argc > 1 && std::string_view(argv[1]) == take_snapshot_word)
        return run_take_snapshot(std::vector<std::string>(argv + 2, argv + argc));
    // As early as can be: a hook that ends in any other way lets its tool run.
    if (argc > 1 && argv[1] == commands::hook.name) end_refusing();

    typed_words typed(argv + std::min(argc, 1), argv + argc);
    read_help(typed);
    declared program;
    const command* const chosen = typed.empty() ? nullptr : command_called(typed.front());
    // What is not run need not be made: a hook is started for each use of a tool.
    if (chosen != nullptr)
        program.add(*chosen);
    else
        program.add_all();
    declared whole;
    if (chosen != nullptr && chosen->looks_at_all) whole.add_all();

    command_line line{chosen != nullptr && chosen->looks_at_all ? whole.app : program.app, {}};
    take_behind(typed, chosen == nullptr ? nullptr : command_below(program.app, chosen->name), line);
    if (const auto* const word = help_with_more(typed))
        return fail(exit_code::usage,
                    fmt::format("there is no option `{}`; {}", display_text(*word),
                                *word == "-help" ? "did you mean `--help`?"
                                                 : "in front of a command that is not yours write `--`"));
    try {
        program.app.parse(std::vector<std::string>(typed.rbegin(), typed.rend()));
    } catch (const CLI::Success& asked) {
        return names_no_command(program.app, typed) ? fail(typed, line.behind, asked)
                                                    : program.app.exit(asked);
    } catch (const CLI::ParseError& error) {
        return fail(typed, line.behind, error);
    } catch (const std::exception& error) {
        return fail(exit_code::usage, error.what());
    }
    if (const auto why = why_not_expanded(program.app); !why.empty()) return fail(exit_code::usage, why);
    try {
        return program.run(line);
    } catch (const usage_error& error) {
        return fail(exit_code::usage, error.what());
    } catch (const reader_is_gone&) {
        return static_cast<int>(exit_code::failed);
    } catch (const std::exception& error) {
        return fail(exit_code::failed, error.what());
    }
}
