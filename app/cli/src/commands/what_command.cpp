#include "../options/fail_closed.hpp"
#include "commands.hpp"

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

std::string row_of(const programs::program_use& use) {
    if (!use.known()) return "no row of the catalogue";
    return fmt::format("row `{}`", use.row_names());
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

}  // namespace

int what_command(const std::string& command, const std::string& cwd) {
    if (command.size() > max_command_bytes)
        throw usage_error(
            fmt::format("COMMAND: expected at most {} bytes, got {}", max_command_bytes, command.size()));
    const std::string folder = cwd.empty() ? std::filesystem::current_path().string() : cwd;
    const auto input = make_input({{"command", command}});
    filesystem_path_resolver paths;
    git_repository_settings repositories;
    const tool_call call{.tool_name = "Bash", .input = *input, .cwd = folder};
    const resolved_call led(call, nullptr, &paths, &repositories);
    const shell_runs runs(command);
    const command_facts facts(runs, folder);
    print(report(facts, {led.call().repositories, led.call().paths_of_commands}));
    return 0;
}

}  // namespace assent::cli
