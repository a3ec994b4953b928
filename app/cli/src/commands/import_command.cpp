#include "../files/user_file.hpp"
#include "../files/user_folders.hpp"
#include "../import/claude_rules.hpp"
#include "../install/agent_command.hpp"
#include "../install/agent_place.hpp"
#include "../install/hook_settings.hpp"
#include "../options/fail_closed.hpp"
#include "command.hpp"

#include <assent/adapters/files/policy_file.hpp>
#include <assent/app/gate/ready_policy.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

struct import_options {
    std::string agent;
    std::vector<std::string> files;
    std::string profile = "standard";
    bool mine = false;
};

// The folder that holds the `.claude` in which the file stands.
fs::path project_of(const fs::path& file) { return file.parent_path().parent_path(); }

settings_source source_of(const hook_place& place, const fs::path& file, bool mine) {
    settings_source source{.file = file, .folders = {.home = home_of_user().string()}};
    std::error_code error;
    const auto others = other_settings_of(place);
    const bool usual = fs::equivalent(file, settings_of(place), error);
    if (usual || std::ranges::find(others, file) != others.end()) {
        source.whose = settings_of_whom::user;
        // Where paths of the administrator's files begin is not known: rules that need it are left out.
        if (usual) source.folders.root = folder_of(place).string();
        return source;
    }
    const fs::path folder = project_of(file);
    const auto of_project = project_settings_in(place, folder);
    const bool in_project = std::ranges::find(of_project, file) != of_project.end();
    if (mine) source.whose = in_project ? settings_of_whom::local : settings_of_whom::user;
    if (in_project) source.folders.root = source.folders.cwd = folder.string();
    return source;
}

std::vector<settings_source> sources_of(const hook_place& place, const import_options& options) {
    std::vector<settings_source> sources;
    std::error_code error;
    for (const auto& file : options.files)
        sources.push_back(source_of(place, fs::weakly_canonical(file, error), options.mine));
    if (!options.files.empty()) return sources;
    std::vector<fs::path> usual = other_settings_of(place);
    usual.insert(usual.begin(), settings_of(place));
    for (const auto& file : usual)
        if (fs::is_regular_file(file, error)) sources.push_back(source_of(place, file, false));
    if (sources.empty())
        throw usage_error(fmt::format("import: {} has no settings at {}; name a file", options.agent,
                                      settings_of(place).string()));
    return sources;
}

std::string_view whose_text(settings_of_whom whose) {
    switch (whose) {
        case settings_of_whom::user: return "yours";
        case settings_of_whom::local: return "yours, for one project";
        case settings_of_whom::repository: return "of a repository";
    }
    return {};
}

brought_rules read(const settings_source& source) {
    const auto text = text_of_settings(source.file);
    if (!text) throw usage_error(fmt::format("import: {}: cannot be read", source.file.string()));
    try {
        return rules_in(*text, source);
    } catch (const unfit_settings& error) {
        throw usage_error(fmt::format("import: {}: {}", source.file.string(), error.what()));
    }
}

// The policy that becomes of it, and what was said where.
struct import_result {
    policy made;
    std::map<std::string, std::string> origins;  // by `permission_rule::key`
    std::string report;
};

void take(const settings_source& source, brought_rules found, import_result& into) {
    std::size_t taken = 0;
    std::string left_out;
    for (auto& each : found.rules) {
        if (!each.rule) {
            left_out += fmt::format("    left out: {} {}: {}\n", to_string(each.behavior),
                                    display_text(each.written), display_text(each.why));
            continue;
        }
        ++taken;
        const auto origin = fmt::format("{}: {}", source.file.string(), each.written);
        if (into.origins.emplace(each.rule->key(), origin).second)
            into.made.rules.push_back(std::move(*each.rule));
    }
    for (const auto& note : found.notes) left_out += fmt::format("    left out: {}\n", display_text(note));
    if (found.mode) into.made.mode = *found.mode;
    into.report +=
        fmt::format("{} ({}): {} of {} brought over\n{}", display_text(source.file.string()),
                    whose_text(source.whose), taken, counted(found.rules.size(), "rule"), left_out);
}

// Prints a policy that says what the agent's own rules say, and on standard error what it does not say.
int import_rules(const import_options& options) {
    if (options.agent != to_string(agent_program::claude))
        throw usage_error(fmt::format(
            "import: expected claude, got `{}`{}", display_text(options.agent),
            options.agent.find('/') == std::string::npos ? "" : "; write `assent import claude FILE`"));
    if (options.mine && options.files.empty()) throw usage_error("import: --mine: expected a file");
    const auto profile = named_policy(options.profile);
    if (!profile) {
        const auto known = policy_names();
        throw usage_error(fmt::format("import: --profile: expected {}, got `{}`{}", one_of_words(known),
                                      display_text(options.profile), did_you_mean(options.profile, known)));
    }
    import_result result{*profile, {}, {}};
    const auto places = chosen_agents({options.agent}, hooks_of::user);
    for (const auto& source : sources_of(*places.front(), options)) take(source, read(source), result);
    if (const auto flaw = result.made.validate())
        throw usage_error(fmt::format("import: {}: {}", flaw->where, flaw->message));
    result.report += "What is left out, the agent itself goes on to hold.\n";
    fmt::print(stderr, "{}", result.report);
    print(to_policy_text(result.made, [&](const permission_rule& rule) {
        if (rule.origin() == rule_origin::built_in) return std::string();
        const auto found = result.origins.find(rule.key());
        return found == result.origins.end() ? std::string() : found->second;
    }));
    return static_cast<int>(exit_code::ok);
}

command_run declare_import(CLI::App& app) {
    const auto given = std::make_shared<import_options>();
    app.add_option("AGENT", given->agent, "Whose rules: claude")->required()->type_name("claude");
    app.add_option("FILE", given->files,
                   "Settings of the agent; without one, yours. What a project brings allows nothing")
        ->type_name("FILE");
    app.add_option("--profile", given->profile, "The policy that the rules are added to")
        ->type_name(fmt::format("{}", fmt::join(policy_names(), "|")))
        ->group(group::rules)
        ->capture_default_str();
    app.add_flag("--mine", given->mine, "FILE is mine, not of a repository: its allow rules count, too")
        ->group(group::rules);
    return [given](const command_line&) { return import_rules(*given); };
}

}  // namespace

const command commands::import{"import", command_group::start,
                               "Print a policy that says what the agent's own rules say", declare_import};

}  // namespace assent::cli
