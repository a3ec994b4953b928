#include "other_hooks.hpp"

#include "../files/user_folders.hpp"
#include "../process/own_program.hpp"
#include "../process/running_programs.hpp"
#include "agent_command.hpp"
#include "agent_place.hpp"
#include "hook_settings.hpp"
#include "json_settings.hpp"
#include "plugin_settings.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/files/policy_file.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view key_of_hooks = "hooks";
constexpr std::string_view key_plugins = "enabledPlugins";
constexpr std::string_view key_named_plugins = "plugin";
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

// Those of a project may be in each folder above the one in which the agent works. Above it, the user's home
// is a repository where git says so.
void add_project(std::vector<fs::path>& files, const hook_place& place, const fs::path& folder,
                 const fs::path& home, files_in_folder* of_project = project_settings_in) {
    std::error_code error;
    const auto begin = folder.lexically_normal();
    for (fs::path each = begin;; each = each.parent_path()) {
        for (auto& file : of_project(place, each)) files.push_back(std::move(file));
        if (each == begin || each != home.lexically_normal() || fs::exists(each / ".git", error))
            for (auto& file : repository_settings_in(place, each)) files.push_back(std::move(file));
        if (each == each.parent_path()) return;
    }
}

// A hook that is no command: an address, a prompt. Empty: it is one.
std::string other_kind_of(const json_object& hook) {
    const auto* const type = hook.if_contains("type");
    if (type == nullptr || !type->is_string() || type->get_string() == "command") return {};
    return fmt::format("a hook of type {}", std::string_view(type->get_string()));
}

// The commands in a value of settings, however deep they stand, and hooks that are none; the value itself
// where it has none.
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
            if (auto other = other_kind_of(each.get_object()); !other.empty())
                commands.push_back(std::move(other));
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

// A file of settings names some; one of rules is none; any other one is a plugin itself. Of ours there is one
// alone: another one would ask by other rules.
bool is_other_plugin(const fs::path& file, const std::string& text, bool& ours_seen) {
    if (file.extension().string().starts_with(".json"))
        return json_settings::value_in(without_json_comments(text), {key_named_plugins}).has_value();
    if (file.extension() == ".md") return false;
    return !plugin_settings::is_ours(text) || std::exchange(ours_seen, true);
}

// It knows this event by both names.
bool is_same_event(std::string_view one, std::string_view other) {
    const auto lower = [](char byte) { return byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte; };
    return std::ranges::equal(one, other, {}, lower, lower);
}

// What is looked for in settings.
struct wanted_others {
    std::string_view event;
    bool of_other_programs = false;  // those that look like ours count, too, where another program is in them
    bool ours_seen = false;
};

bool is_this_program(const std::string& program) {
    const auto named =
        fs::path(program).is_absolute() ? fs::path(program) : program_in_path(program).value_or(fs::path());
    std::error_code error;
    try {
        return fs::equivalent(named, own_program(), error);
    } catch (const std::runtime_error&) {
        return false;  // it is not there any more
    }
}

void add_commands(std::vector<std::string>& commands, const hook_place& place, std::string_view event,
                  const std::string& text) {
    for (const auto& each : facts_of(place.agent).hooks) {
        if (!is_same_event(each.event, event)) continue;
        const auto value = value_in(place, text, {key_of_hooks, each.event}).value_or("[]");
        if (value == "[]") continue;
        for (auto& command : commands_in(place, value)) commands.push_back(std::move(command));
    }
}

// What stands in settings, each put in by `add`.
void add_others_of(const hook_place& place, wanted_others& wanted, const fs::path& file,
                   const std::string& settings, const auto& add) {
    try {
        if (place.written == hook_place::form::plugin) {
            if (is_other_plugin(file, settings, wanted.ours_seen)) add("a plugin");
            return;
        }
        const auto text = without_comment_lines(place.agent, settings);
        if (place.written == hook_place::form::tables) {
            // How they may be written there is more than is read here.
            if (without_hooks(place, text).find(wanted.event) != text.npos) add("what may be a hook");
            return;
        }
        const auto plugins = value_in(place, text, {key_plugins});
        if (plugins && plugins->find("true") != std::string::npos) add("plug-ins");
        std::vector<std::string> commands;
        if (wanted.of_other_programs)
            for (const auto& ours : hooks_in(place, text))
                if (!is_this_program(program_of(ours.command))) commands.push_back(ours.command);
        add_commands(commands, place, wanted.event, without_hooks(place, text));
        for (const auto& command : commands)
            if (!starts_hook_alone(command) || !is_this_program(program_of(command)))
                add(fmt::format("`{}`", display_text(beginning_of(command, max_named_hook_bytes))));
    } catch (const unfit_settings&) {
        add("what cannot be read strictly");
    }
}

void add_others(std::vector<std::string>& others, const hook_place& place, wanted_others& wanted,
                const fs::path& file) {
    std::error_code error;
    if (fs::symlink_status(file, error).type() == fs::file_type::not_found) return;
    const auto add = [&](std::string_view what) {
        others.push_back(fmt::format("{} in {}", what, display_text(file.string())));
    };
    if (const auto settings = text_of_settings(file))
        add_others_of(place, wanted, file, *settings, add);
    else
        add("what cannot be read");
}

// Hooks that the agent was given by an option.
bool may_be_given_others(const hook_place& place, wanted_others wanted, std::string_view cwd) {
    bool found = false;
    for (const auto& each : settings_by_option(facts_of(place.agent), started_by(place.program), cwd)) {
        if (!each.unread.empty()) return true;
        add_others_of(place, wanted, each.file, each.text, [&](std::string_view) { found = true; });
    }
    return found;
}

std::vector<fs::path> each_once(std::vector<fs::path> files) {
    std::ranges::sort(files);
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
}

// Of the user and of the system are `files`; those of projects are added.
std::vector<fs::path> with_projects(std::vector<fs::path> files, const hook_place& place,
                                    const fs::path& home, std::string_view cwd, files_in_folder* of_project) {
    if (const auto project = project_folder(place); !project.empty())
        add_project(files, place, project, home, of_project);
    if (cwd.starts_with('/')) add_project(files, place, fs::path(cwd), home, of_project);
    return each_once(std::move(files));
}

std::vector<fs::path> all_settings(const hook_place& place, const std::string& home, std::string_view cwd) {
    std::vector<fs::path> files = other_settings_of(place, home);
    files.push_back(fs::path(home) / place.folder / place.file);
    return with_projects(std::move(files), place, home, cwd, project_settings_in);
}

std::vector<std::string> in_files(const std::vector<fs::path>& files, const hook_place& place,
                                  wanted_others wanted) {
    std::vector<std::string> others;
    for (const auto& file : files) add_others(others, place, wanted, file);
    return others;
}

}  // namespace

std::vector<std::string> other_hooks(const hook_place& place, std::string_view event, const std::string& home,
                                     std::string_view cwd) {
    return in_files(all_settings(place, home, cwd), place, {.event = event});
}

std::vector<std::string> other_hooks_of_project(const hook_place& place, std::string_view event,
                                                const fs::path& cwd) {
    std::vector<fs::path> files;
    add_project(files, place, cwd, home_of_user());
    const std::string own = (folder_of(place) / "").string();  // for whoever works in the home folder
    std::erase_if(files, [&](const auto& file) { return file.string().starts_with(own); });
    return in_files(each_once(std::move(files)), place, {.event = event});
}

std::vector<fs::path> rules_that_count(const hook_place& place, const std::string& home,
                                       std::string_view cwd) {
    // It can only add files: without it, nobody knows which they are.
    if (!cwd.starts_with('/') || project_folder(place).empty()) return {};
    return with_projects(rules_of(place, home), place, home, cwd, project_rules_in);
}

bool others_may_stand(const hook_place& place, std::string_view event, const std::string& home,
                      std::string_view cwd) {
    // It can only add files: without it, nobody knows which they are.
    if (!cwd.starts_with('/') || project_folder(place).empty()) return true;
    const wanted_others wanted{.event = event, .of_other_programs = true};
    return !in_files(all_settings(place, home, cwd), place, wanted).empty() ||
           may_be_given_others(place, wanted, cwd);
}

}  // namespace assent::cli
