#include "../install/hook_settings.hpp"
#include "../options/fail_closed.hpp"
#include "../options/mistyped.hpp"
#include "command.hpp"

#include <assent/adapters/files/filesystem_path_resolver.hpp>
#include <assent/adapters/files/git_repository_settings.hpp>
#include <assent/app/gate/resolved_call.hpp>
#include <assent/domain/decide/reason_text.hpp>
#include <assent/domain/shell/shell_command.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace assent::cli {
namespace {

std::string shown_words(std::span<const shell_word> run) {
    std::string text;
    for (const auto& each : run) text.append(text.empty() ? "" : " ").append(display_text(each.text));
    return text;
}

std::string_view verb(touched_file::how does) {
    switch (does) {
        case touched_file::how::reads: return "reads";
        case touched_file::how::writes: return "writes";
        case touched_file::how::removes: return "removes";
    }
    return {};
}

std::string files_of(const std::vector<touched_file>& files, std::size_t run) {
    std::string text;
    for (const auto& each : files)
        if (each.run == run) text += fmt::format("      {} {}\n", verb(each.does), display_text(each.path));
    return text;
}

// More are the names of one program on other systems.
constexpr std::size_t max_row_names = 40;  // characters

std::string row_of(const programs::program_use& use) {
    if (!use.known()) return "no row of the catalogue";
    // A program of many names has the one that is known best first.
    const auto names = use.row_names();
    return fmt::format("row `{}`", names.size() <= max_row_names ? names : names.substr(0, names.find('|')));
}

// Each program on a line, and what it touches below it.
std::string report(const command_facts& facts, const known_places& places) {
    const auto& runs = facts.runs();
    const command_effect effect(facts, places);
    const auto files = touched_files(facts);
    std::string text =
        fmt::format("{}: {}\n", to_string(effect.worst()), display_text(text_of(facts, places)));
    for (const auto& each : effect.each()) {
        const bool program = each.run != run_effect::none;
        text += fmt::format("  {:<13} {}", to_string(each.does),
                            program ? shown_words(runs[each.run]) : "by itself");
        if (!each.because.empty()) text += fmt::format(", for `{}`", display_text(each.because));
        if (program) text += fmt::format(" ({})\n{}", row_of(runs.use(each.run)), files_of(files, each.run));
        if (!program) text += "\n";
    }
    if (const auto others = files_of(files, run_effect::none); !others.empty())
        text += "  redirections\n" + others;
    return text;
}

// Says what a shell command would do: each program in it, and by which row of the catalogue.
// \param cwd  the agent's working directory; empty: this one
int say_what(const std::string& text, const std::string& cwd) {
    if (text.size() > max_command_bytes)
        throw usage_error(fmt::format("what: the command: expected at most {} bytes, got {}",
                                      max_command_bytes, text.size()));
    const std::string folder = cwd.empty() ? std::filesystem::current_path().string() : cwd;
    const auto input = make_input({{"command", text}});
    filesystem_path_resolver paths;
    git_repository_settings repositories;
    const tool_call call{.tool_name = "Bash", .input = *input, .cwd = folder};
    const resolved_call led(call, nullptr, &paths, &repositories);
    const shell_runs runs(text);
    const command_facts facts(runs, folder);
    print(report(facts, {led.call().repositories, led.call().paths_of_commands}));
    return 0;
}

command_run declare_what(CLI::App& app) {
    const auto cwd = std::make_shared<std::string>();
    add_cwd_option(app, *cwd, " (default: this one)");
    return [cwd](const command_line& line) {
        const std::string text = typed_command(line, "what");
        if (text.empty()) throw usage_error("what: expected a command, such as `assent what git status`");
        return say_what(text, *cwd);
    };
}

}  // namespace

// The dashes that editors and chat programs make of `--`.
constexpr std::string_view other_dashes[] = {"\u2013", "\u2014", "\u2212"};
constexpr std::string_view other_quotes[] = {"\u2018", "\u2019", "\u201c", "\u201d", "\u201e"};
// What ends a command, where the shell of whoever types it has not seen it.
constexpr std::string_view ends_of_commands[] = {"&&", "||"};

void require_typed_well(std::string_view word, std::string_view name) {
    if (word == "-")
        throw usage_error(fmt::format(
            R"x({0}: expected a command, got `-`; what standard input says: assent {0} -- "$(cat)")x", name));
    for (const auto dash : other_dashes)
        if (word.starts_with(dash))
            throw usage_error(
                fmt::format("{}: `{}` begins with a dash that is no `-`", name, display_text(word)));
    for (const auto quote : other_quotes)
        if (word.starts_with(quote))
            throw usage_error(fmt::format("{}: `{}` begins with a quote that no shell knows; write `'`", name,
                                          display_text(word)));
}

std::string typed_command(const command_line& line, std::string_view name) {
    if (!line.dashed && !line.behind.empty()) require_typed_well(line.behind.front(), name);
    const auto* const own = command_below(line.app, name);
    std::string text;
    for (const auto& word : line.behind) {
        const auto* const option = own->get_option_no_throw(word.substr(0, word.find('=')));
        if (!line.dashed && option != nullptr && option != own->get_help_ptr())
            fmt::print(stderr,
                       "assent: `{}` is taken for a word of the command: options of `assent {}` stand in "
                       "front of the command\n",
                       display_text(word), name);
        if (line.behind.size() > 1 && std::ranges::find(ends_of_commands, word) != std::end(ends_of_commands))
            fmt::print(stderr,
                       "assent: `{}` is taken for a word of the command: several commands are one text in "
                       "quotes\n",
                       word);
        text.append(text.empty() ? "" : " ").append(line.behind.size() == 1 ? word : shell_quoted(word));
    }
    return text.find_first_not_of(" \t\n") == text.npos ? "" : text;
}

const command commands::what{"what", command_group::start, "Say what a command would do, and run nothing",
                             declare_what, command::behind::options};

}  // namespace assent::cli
