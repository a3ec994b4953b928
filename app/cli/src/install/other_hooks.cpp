#include "other_hooks.hpp"

#include "agent_command.hpp"
#include "agent_place.hpp"
#include "hook_settings.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view key_hooks = "hooks";
constexpr std::string_view key_plugins = "enabledPlugins";

// Those of a project may be in each folder above the one in which the agent works.
void add_project(std::vector<fs::path>& files, const hook_place& place, const fs::path& folder) {
    for (fs::path each = folder.lexically_normal();; each = each.parent_path()) {
        for (const auto named : facts_of(place.agent).project_settings) files.push_back(each / named);
        if (each == each.parent_path()) return;
    }
}

bool may_hold_others(const hook_place& place, std::string_view event, const fs::path& file) {
    std::error_code error;
    if (fs::symlink_status(file, error).type() == fs::file_type::not_found) return false;
    const auto text = text_of_settings(file);
    if (!text) return true;
    try {
        const auto plugins = value_in(place, *text, {key_plugins});
        if (plugins && plugins->find("true") != std::string::npos) return true;
        return value_in(place, without_hooks(place, *text), {key_hooks, event}).value_or("[]") != "[]";
    } catch (const unfit_settings&) {
        return true;
    }
}

}  // namespace

bool others_may_stand(const hook_place& place, std::string_view event, const std::string& home,
                      std::string_view cwd) {
    const std::string variable(facts_of(place.agent).project_variable);
    const char* const project = variable.empty() ? nullptr : std::getenv(variable.c_str());
    // It can only add files: without it, nobody knows which they are.
    if (!cwd.starts_with('/') || project == nullptr || *project != '/') return true;
    std::vector<fs::path> files = other_settings_of(place, home);
    files.push_back(fs::path(home) / place.folder / place.file);
    add_project(files, place, project);
    add_project(files, place, fs::path(cwd));
    return std::ranges::any_of(files,
                               [&](const fs::path& file) { return may_hold_others(place, event, file); });
}

}  // namespace assent::cli
