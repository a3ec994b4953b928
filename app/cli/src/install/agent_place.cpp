#include "agent_place.hpp"

#include "../files/user_folders.hpp"
#include "../options/options.hpp"

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace assent::cli {

namespace fs = std::filesystem;

fs::path folder_of(const hook_place& place) {
    const char* const chosen =
        place.variable.empty() ? nullptr : std::getenv(std::string(place.variable).c_str());
    if (chosen == nullptr || *chosen == '\0') return home_of_user() / place.folder;
    const fs::path named = fs::absolute(chosen);
    return place.below_variable.empty() ? named : named / place.below_variable;
}

fs::path settings_of(const hook_place& place) { return folder_of(place) / place.file; }

std::vector<std::string> names_of_settings(const hook_place& place) {
    std::error_code error;
    std::vector<std::string> names{settings_of(place).string()};
    const auto real = fs::weakly_canonical(folder_of(place), error) / place.file;
    if (!error && real.string() != names.front()) names.push_back(real.string());
    return names;
}

namespace {

// A file below a folder; all of one, where the name ends in `/`.
void add_named(std::vector<fs::path>& files, const fs::path& folder, std::string_view named) {
    if (!named.ends_with('/')) {
        files.push_back(folder / named);
        return;
    }
    std::error_code ignored;  // there is usually no such folder
    const auto first = static_cast<std::ptrdiff_t>(files.size());
    for (const auto& entry : fs::directory_iterator(folder / named, ignored)) files.push_back(entry.path());
    std::sort(files.begin() + first, files.end());
}

std::vector<fs::path> other_settings_in(const hook_place& place, const fs::path& folder,
                                        const fs::path& home) {
    const auto& agent = facts_of(place.agent);
    std::vector<fs::path> files;
    for (const auto named : agent.other_settings) add_named(files, folder, named);
    const bool at_home = folder == home / place.folder;
    for (const auto named : agent.home_settings) add_named(files, at_home ? home : folder, named);
    return files;
}

}  // namespace

std::vector<fs::path> other_settings_of(const hook_place& place) {
    return other_settings_in(place, folder_of(place), home_of_user());
}

std::vector<fs::path> other_settings_of(const hook_place& place, const fs::path& home) {
    return other_settings_in(place, home / place.folder, home);
}

std::vector<fs::path> project_settings_in(const hook_place& place, const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto named : facts_of(place.agent).project_settings) add_named(files, folder, named);
    return files;
}

namespace {

std::vector<fs::path> rules_in_folder(const hook_place& place, const fs::path& folder, const fs::path& home) {
    std::vector<fs::path> files{folder / place.file};
    for (auto& other : other_settings_in(place, folder, home)) files.push_back(std::move(other));
    for (const auto named : facts_of(place.agent).rules) add_named(files, folder, named);
    for (const auto named : facts_of(place.agent).home_rules) add_named(files, home, named);
    return files;
}

}  // namespace

std::vector<fs::path> rules_of(const hook_place& place) {
    return rules_in_folder(place, folder_of(place), home_of_user());
}

std::vector<fs::path> rules_of(const hook_place& place, const fs::path& home) {
    return rules_in_folder(place, home / place.folder, home);
}

std::vector<fs::path> project_rules_in(const hook_place& place, const fs::path& folder) {
    auto files = project_settings_in(place, folder);
    for (const auto named : facts_of(place.agent).project_rules) add_named(files, folder, named);
    return files;
}

std::vector<fs::path> repository_settings_in(const hook_place& place, const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto named : facts_of(place.agent).repository_settings) add_named(files, folder, named);
    return files;
}

std::optional<fs::path> program_in_path(std::string_view name) {
    const char* const path = std::getenv("PATH");
    std::string_view rest(path == nullptr ? "" : path);
    while (!rest.empty()) {
        const auto folder = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
        if (!folder.starts_with('/')) continue;
        const fs::path program = fs::path(folder) / name;
        std::error_code error;
        if (fs::is_regular_file(program, error) && ::access(program.c_str(), X_OK) == 0) return program;
    }
    return std::nullopt;
}

CLI::Option* add_agents_operand(CLI::App& app, std::vector<std::string>& agents, hooks_of& where,
                                std::string_view more) {
    std::string names;
    for (const auto& place : hook_places()) names.append(to_string(place.agent)).append("|");
    app.add_flag_callback(
           "--project", [&where] { where = hooks_of::project; },
           "Only for the project in the current folder (opencode; default: for this user)")
        ->group(group::agent);
    return app
        .add_option("AGENT", agents,
                    fmt::format("Which; {} is those that are found{}; {}: systemd units for `assent daemon`",
                                every_agent, more, the_daemon))
        ->type_name(names.append(every_agent).append("|").append(the_daemon));
}

bool has_name(const std::vector<std::string>& names, std::string_view name) noexcept {
    return std::ranges::find(names, name) != names.end();
}

namespace {

void require_known(const std::vector<std::string>& names) {
    std::vector<std::string_view> known;
    for (const auto& each : hook_places()) known.push_back(to_string(each.agent));
    known.insert(known.end(), {the_daemon, every_agent});
    for (const auto& each : names)
        if (std::ranges::find(known, each) == known.end())
            throw usage_error(fmt::format("expected {}, got `{}`{}", one_of_words(known), display_text(each),
                                          did_you_mean(each, known)));
}

struct place_in_project {
    std::string folder;
    hook_place place;
};

std::shared_ptr<const hook_place> in_project(const hook_place& place) {
    const auto made = std::make_shared<place_in_project>();
    made->folder = (fs::current_path() / place.project_folder).string();
    made->place = place;
    made->place.variable = {};
    made->place.folder = made->folder;
    return {made, &made->place};
}

}  // namespace

std::vector<std::shared_ptr<const hook_place>> chosen_agents(const std::vector<std::string>& names,
                                                             hooks_of where) {
    require_known(names);
    const bool all = has_name(names, every_agent);
    std::vector<std::shared_ptr<const hook_place>> chosen;
    for (const auto& each : hook_places()) {
        std::error_code error;
        const bool named = has_name(names, to_string(each.agent));
        const bool nowhere = where == hooks_of::project && each.project_folder.empty();
        if (named && nowhere)
            throw usage_error(
                fmt::format("--project: {} takes no hooks from a project here", to_string(each.agent)));
        if (nowhere) continue;
        if (named || (all && (fs::is_directory(folder_of(each), error) || program_in_path(each.program))))
            chosen.push_back(where == hooks_of::project
                                 ? in_project(each)
                                 : std::shared_ptr<const hook_place>(std::shared_ptr<void>(), &each));
    }
    return chosen;
}

}  // namespace assent::cli
