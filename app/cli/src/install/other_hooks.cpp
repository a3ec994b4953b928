#include "other_hooks.hpp"

#include "agent_command.hpp"
#include "agent_place.hpp"
#include "hook_settings.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view key_hooks = "hooks";
constexpr std::string_view key_plugins = "enabledPlugins";

std::vector<fs::path> files_of(const hook_place& place, const fs::path& home, const fs::path& cwd) {
    const fs::path folder = home / place.folder;
    std::vector<fs::path> files = other_settings_of(place, home);
    files.push_back(folder / place.file);
    const auto& agent = facts_of(place.agent);
    for (fs::path each = cwd;; each = each.parent_path()) {
        for (const auto named : agent.project_settings) files.push_back(each / named);
        if (each == each.parent_path()) return files;
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
    if (!cwd.starts_with('/')) return true;
    return std::ranges::any_of(files_of(place, home, fs::path(cwd).lexically_normal()),
                               [&](const fs::path& file) { return may_hold_others(place, event, file); });
}

}  // namespace assent::cli
