#include "../files/counted.hpp"
#include "../files/user_file.hpp"
#include "../files/user_folders.hpp"
#include "../import/brought_rules.hpp"
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
#include <string_view>
#include <utility>
#include <vector>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

struct import_options {
    std::string agent;
    std::vector<std::string> files;
    std::vector<std::string> words;  // of the agent's command line
    std::string profile = "standard";
    bool mine = false;
};

// The project whose settings the file is: its folder is one of those above the file.
fs::path project_of(const hook_place& place, const fs::path& file) {
    for (fs::path folder = file.parent_path(); folder != folder.root_path(); folder = folder.parent_path()) {
        const auto of_project = project_rules_in(place, folder);
        if (std::ranges::find(of_project, file) != of_project.end()) return folder;
    }
    return {};
}

settings_source source_of(const hook_place& place, const fs::path& file, bool mine) {
    settings_source source{.file = file, .folders = {.home = home_of_user().string()}};
    std::error_code error;
    const auto usual = rules_of(place);
    const auto same = [&](const fs::path& each) { return fs::equivalent(file, each, error); };
    if (std::ranges::any_of(usual, same)) {
        source.whose = settings_of_whom::user;
        // Where paths of the administrator's files begin is not known: rules that need it are left out.
        if (same(settings_of(place))) source.folders.root = folder_of(place).string();
        return source;
    }
    const fs::path project = project_of(place, file);
    if (mine) source.whose = project.empty() ? settings_of_whom::user : settings_of_whom::local;
    if (!project.empty()) source.folders.root = source.folders.cwd = project.string();
    return source;
}

std::vector<settings_source> sources_of(const hook_place& place, const import_options& options) {
    std::vector<settings_source> sources;
    std::error_code error;
    for (const auto& file : options.files)
        sources.push_back(source_of(place, fs::weakly_canonical(file, error), options.mine));
    if (options.files.empty())
        for (const auto& file : rules_of(place))
            if (may_have_rules(place.agent, file)) sources.push_back(source_of(place, file, false));
    if (sources.empty())
        throw usage_error(fmt::format("import: {} has no rules below {}; name a file", options.agent,
                                      display_text(folder_of(place).string())));
    for (std::size_t i = 0; i < sources.size(); ++i) sources[i].number = i;
    return sources;
}

// The agents whose rules can be read, in words of their own.
std::vector<std::string_view> agents_to_import() {
    std::vector<std::string_view> known;
    for (const auto& place : hook_places())
        if (has_rules_to_read(place.agent)) known.push_back(to_string(place.agent));
    return known;
}

agent_program agent_to_import(const std::string& name) {
    const auto known = agents_to_import();
    for (const auto& place : hook_places())
        if (name == to_string(place.agent) && has_rules_to_read(place.agent)) return place.agent;
    const auto better = name.find('/') != std::string::npos   ? "; write `assent import claude FILE`"
                        : name.find(',') != std::string::npos ? "; name one agent at a time"
                                                              : did_you_mean(name, known);
    throw usage_error(
        fmt::format("import: expected {}, got `{}`{}", one_of_words(known), display_text(name), better));
}

std::string_view whose_text(settings_of_whom whose) {
    switch (whose) {
        case settings_of_whom::user: return "yours";
        case settings_of_whom::local: return "yours, for one project";
        case settings_of_whom::repository: return "of a repository";
    }
    return {};
}

[[noreturn]] void refuse(const settings_source& source, std::string_view why) {
    throw usage_error(fmt::format("import: {}: {}", display_text(source.file.string()), why));
}

brought_rules read(agent_program agent, const settings_source& source) {
    std::error_code none;
    if (!std::filesystem::exists(source.file, none)) refuse(source, "there is no such file");
    if (std::filesystem::is_directory(source.file, none)) refuse(source, "expected a file, got a folder");
    const auto text = text_of_settings(source.file);
    if (!text) refuse(source, "cannot be read");
    if (text->find_first_not_of(" \t\r\n") == text->npos) refuse(source, "it is empty");
    if (text->size() > max_user_file_bytes)
        refuse(source, fmt::format("has more than {} bytes", max_user_file_bytes));
    try {
        return rules_in(agent, *text, source);
    } catch (const unfit_settings& error) {
        refuse(source, error.what());
    }
}

// All that was found, and where: of words of a command line there is one source, without a file.
struct rules_of_files {
    std::vector<settings_source> sources;
    std::vector<brought_rules> of_source;
    std::vector<brought_rule> all{};

    void add(settings_source source, brought_rules found) {
        for (auto& each : found.rules) all.push_back(std::move(each));
        found.rules.clear();
        sources.push_back(std::move(source));
        of_source.push_back(std::move(found));
    }
};

rules_of_files find_rules(const hook_place& place, const import_options& options) {
    rules_of_files found;
    if (!options.words.empty()) {
        settings_source typed{.file = "command line", .whose = settings_of_whom::user};
        typed.folders.home = home_of_user().string();
        try {
            found.add(typed, rules_in_words(place.agent, options.words, typed));
        } catch (const unfit_settings& error) {
            throw usage_error(fmt::format("import: {}", error.what()));
        }
        return found;
    }
    for (auto& source : sources_of(place, options)) {
        auto rules = read(place.agent, source);
        found.add(std::move(source), std::move(rules));
    }
    return found;
}

// The policy that becomes of it, and what was said where.
struct import_result {
    policy made;
    std::map<std::string, std::string> origins{};  // by `permission_rule::key`
    std::string report{};
};

void take(const rules_of_files& found, std::size_t number, import_result& into) {
    const auto& source = found.sources[number];
    const auto& other = found.of_source[number];
    std::size_t taken = 0, there = 0;
    std::string lines;
    for (const auto& each : found.all) {
        if (each.source != number) continue;
        ++there;
        lines += said_of(each);
        taken += each.rule || !each.stricter.empty() ? 1U : 0U;
        if (!each.rule) continue;
        const auto origin = fmt::format("{}: {}", source.file.string(), each.written);
        into.made.allow_overbroad = into.made.allow_overbroad || each.rule->overbroad();
        if (into.origins.emplace(each.rule->key(), origin).second) into.made.rules.push_back(*each.rule);
    }
    for (const auto& note : other.notes) lines += fmt::format("    left out: {}\n", display_text(note));
    if (other.mode) into.made.mode = *other.mode;
    into.report += fmt::format("{} ({}): {} of {} brought over\n{}", display_text(source.file.string()),
                               whose_text(source.whose), taken, counted(there, "rule"), lines);
}

// Prints a policy that says what the agent's own rules say, and on standard error what it does not say.
int import_rules(const import_options& options) {
    const auto agent = agent_to_import(options.agent);
    if (!options.words.empty() && (options.mine || !options.files.empty()))
        throw usage_error("import: files are not read beside words behind `--`");
    if (options.mine && options.files.empty()) throw usage_error("import: --mine: expected a file");
    const auto profile = named_policy(options.profile);
    if (!profile) {
        const auto known = policy_names();
        throw usage_error(fmt::format("import: --profile: expected {}, got `{}`{}", one_of_words(known),
                                      display_text(options.profile), did_you_mean(options.profile, known)));
    }
    import_result result{*profile};
    const auto places = chosen_agents({options.agent}, hooks_of::user);
    auto found = find_rules(*places.front(), options);
    for (const auto& [tool, word] : keep_the_law(agent, found.all)) result.made.tools[tool].decision = word;
    for (std::size_t i = 0; i < found.sources.size(); ++i) take(found, i, result);
    result.made.switches.allow_sees_through_wrappers = sees_through_wrappers(agent);
    if (const auto flaw = result.made.validate())
        throw usage_error(fmt::format("import: {}: {}", flaw->where, flaw->message));
    if (result.report.find("left out: ") != result.report.npos)
        result.report += "What is left out, the agent itself goes on to hold.\n";
    fmt::print(stderr, "{}", result.report);
    print(to_policy_text(result.made, [&](const permission_rule& rule) {
        if (rule.origin() == rule_origin::built_in) return std::string();
        const auto origin = result.origins.find(rule.key());
        return origin == result.origins.end() ? std::string() : origin->second;
    }));
    return static_cast<int>(exit_code::ok);
}

command_run declare_import(CLI::App& app) {
    const auto given = std::make_shared<import_options>();
    app.add_option("AGENT", given->agent, "Whose rules")
        ->required()
        ->type_name(fmt::format("{}", fmt::join(agents_to_import(), "|")));
    app.add_option("FILE", given->files,
                   "Settings of the agent; without one, yours. What a project brings allows nothing. Of "
                   "copilot also, behind --, the words of its command line")
        ->type_name("FILE");
    app.add_option("--profile", given->profile, "The policy that the rules are added to")
        ->type_name(fmt::format("{}", fmt::join(policy_names(), "|")))
        ->group(group::rules)
        ->capture_default_str();
    app.add_flag("--mine", given->mine, "FILE is mine, not of a repository: its allow rules count, too")
        ->group(group::rules);
    return [given](const command_line& line) {
        given->words = line.behind;
        return import_rules(*given);
    };
}

}  // namespace

const command commands::import{"import", command_group::start,
                               "Print a policy that says what the agent's own rules say", declare_import,
                               command::behind::options};

}  // namespace assent::cli
