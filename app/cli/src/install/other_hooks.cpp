#include "other_hooks.hpp"

#include "agent_command.hpp"
#include "agent_place.hpp"
#include "hook_settings.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view key_of_hooks = "hooks";
constexpr std::string_view key_plugins = "enabledPlugins";
// Of a command that is named.
constexpr std::size_t max_named_hook_bytes = 300;

// Where the agent has its project, as a hook can tell; empty: nobody says it.
fs::path project_folder(const hook_place& place) {
    std::error_code error;
    if (facts_of(place.agent).hooks_begin_in_project) return fs::current_path(error);
    const std::string variable(facts_of(place.agent).project_variable);
    const char* const project = variable.empty() ? nullptr : std::getenv(variable.c_str());
    return project != nullptr && *project == '/' ? fs::path(project) : fs::path();
}

using files_in_folder = std::vector<fs::path>(const hook_place& place, const fs::path& folder);

// Those of a project may be in each folder above the one in which the agent works.
void add_project(std::vector<fs::path>& files, const hook_place& place, const fs::path& folder,
                 files_in_folder* of_project = project_settings_in) {
    for (fs::path each = folder.lexically_normal();; each = each.parent_path()) {
        for (auto& file : of_project(place, each)) files.push_back(std::move(file));
        if (each == each.parent_path()) return;
    }
}

// The commands in a value of settings, however deep they stand; the value itself where it has none.
std::vector<std::string> commands_in(const hook_place& place, const std::string& value) {
    std::vector<std::string> commands;
    json_scanner scanner;
    if (!scanner.scan(value, json_scanner::duplicates::everywhere)) {
        std::vector<json_value> left{parse_scanned(value)};
        while (!left.empty()) {
            const json_value each = std::move(left.back());
            left.pop_back();
            if (each.is_array()) left.insert(left.end(), each.get_array().begin(), each.get_array().end());
            if (!each.is_object()) continue;
            for (const auto& [key, held] : each.get_object())
                if (key == place.command_key && held.is_string())
                    commands.emplace_back(std::string_view(held.get_string()));
                else
                    left.push_back(held);
        }
    }
    if (commands.empty()) commands.push_back(value);
    std::ranges::reverse(commands);  // in the order of the file
    return commands;
}

// A file of settings names some; any other one is a plugin itself.
bool is_other_plugin(const hook_place& place, const fs::path& file, const std::string& text) {
    if (file.extension().string().starts_with(".json")) return text.find("\"plugin\"") != std::string::npos;
    return !without_hooks(place, text).empty();
}

void add_others(std::vector<std::string>& others, const hook_place& place, std::string_view event,
                const fs::path& file) {
    std::error_code error;
    if (fs::symlink_status(file, error).type() == fs::file_type::not_found) return;
    const auto add = [&](std::string_view what) {
        others.push_back(fmt::format("{} in {}", what, display_text(file.string())));
    };
    const auto found = text_of_settings(file);
    if (!found) return add("what cannot be read");
    const auto text = std::make_optional(without_comment_lines(*found));
    try {
        if (place.written == hook_place::form::plugin) {
            if (is_other_plugin(place, file, *text)) add("a plugin");
            return;
        }
        if (place.written == hook_place::form::tables) {
            // How they may be written there is more than is read here.
            if (without_hooks(place, *text).find(event) != text->npos) add("what may be a hook");
            return;
        }
        const auto plugins = value_in(place, *text, {key_plugins});
        if (plugins && plugins->find("true") != std::string::npos) add("plug-ins");
        const auto value = value_in(place, without_hooks(place, *text), {key_of_hooks, event}).value_or("[]");
        if (value == "[]") return;
        for (const auto& command : commands_in(place, value))
            add(fmt::format("`{}`", display_text(beginning_of(command, max_named_hook_bytes))));
    } catch (const unfit_settings&) {
        add("what cannot be read strictly");
    }
}

std::vector<fs::path> each_once(std::vector<fs::path> files) {
    std::ranges::sort(files);
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
}

// Of the user and of the system are `files`; those of projects are added.
std::vector<fs::path> with_projects(std::vector<fs::path> files, const hook_place& place,
                                    std::string_view cwd, files_in_folder* of_project) {
    if (const auto project = project_folder(place); !project.empty())
        add_project(files, place, project, of_project);
    if (cwd.starts_with('/')) add_project(files, place, fs::path(cwd), of_project);
    return each_once(std::move(files));
}

std::vector<fs::path> all_settings(const hook_place& place, const std::string& home, std::string_view cwd) {
    std::vector<fs::path> files = other_settings_of(place, home);
    files.push_back(fs::path(home) / place.folder / place.file);
    return with_projects(std::move(files), place, cwd, project_settings_in);
}

std::vector<std::string> in_files(const std::vector<fs::path>& files, const hook_place& place,
                                  std::string_view event) {
    std::vector<std::string> others;
    for (const auto& file : files) add_others(others, place, event, file);
    return others;
}

}  // namespace

std::vector<std::string> other_hooks(const hook_place& place, std::string_view event, const std::string& home,
                                     std::string_view cwd) {
    return in_files(all_settings(place, home, cwd), place, event);
}

std::vector<std::string> other_hooks_of_project(const hook_place& place, std::string_view event,
                                                const fs::path& cwd) {
    std::vector<fs::path> files;
    add_project(files, place, cwd);
    const std::string own = (folder_of(place) / "").string();  // for whoever works in the home folder
    std::erase_if(files, [&](const auto& file) { return file.string().starts_with(own); });
    return in_files(each_once(std::move(files)), place, event);
}

std::vector<fs::path> rules_that_count(const hook_place& place, const std::string& home,
                                       std::string_view cwd) {
    // It can only add files: without it, nobody knows which they are.
    if (!cwd.starts_with('/') || project_folder(place).empty()) return {};
    return with_projects(rules_of(place, home), place, cwd, project_rules_in);
}

bool others_may_stand(const hook_place& place, std::string_view event, const std::string& home,
                      std::string_view cwd) {
    // It can only add files: without it, nobody knows which they are.
    if (!cwd.starts_with('/') || project_folder(place).empty()) return true;
    return !other_hooks(place, event, home, cwd).empty();
}

}  // namespace assent::cli
