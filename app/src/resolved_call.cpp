#include <assent/app/resolved_call.hpp>

#include <assent/domain/decide/path_fields.hpp>

#include <optional>
#include <utility>

namespace assent {
namespace {

std::optional<std::string> resolve(path_resolver& paths, std::string_view path) {
    if (!path.starts_with('/')) return std::nullopt;
    try {
        auto found = paths.resolve(path);
        if (found && found->starts_with('/')) return std::move(*found);
    } catch (...) {
        // What could not be found out is covered by no allow rule.
    }
    return std::nullopt;
}

}  // namespace

resolved_call::resolved_call(const tool_call& call, const tool_definition* definition, path_resolver* paths,
                             repository_settings* repositories)
    : call_(call) {
    if (repositories != nullptr) look_at_repositories(definition, *repositories);
    if (paths == nullptr) return;
    for (const auto& each : path_fields(call, definition))
        found_.push_back({std::string(each.name), resolve(*paths, each.path)});
    look_at_commands(definition, *paths);
    if (!found_.empty()) cwd_ = resolve(*paths, call.cwd).value_or(std::string());
    call_.resolved = &found_;
    call_.resolved_cwd = cwd_;
}

void resolved_call::look_at_repositories(const tool_definition* definition, repository_settings& settings) {
    const auto look_at = [&](const std::string& folder) {
        repository_reading made{folder, std::nullopt};
        try {
            if (auto found = settings.names_program(folder)) made.setting = std::move(*found);
        } catch (...) {
            // What could not be found out does not look.
        }
        repositories_.push_back(std::move(made));
    };
    for (const auto& folder : repository_folders(call_, definition)) look_at(folder);
    call_.repositories = &repositories_;
}

void resolved_call::look_at_commands(const tool_definition* definition, path_resolver& paths) {
    const auto words = paths_in_commands(call_, definition);
    if (words.empty()) return;
    for (const auto& word : words) {
        auto leads = resolve(paths, word.path);
        // Most lead where they say.
        if (leads && *leads == normal_path(word.path, {})) continue;
        commands_.links.push_back({word.text, std::move(leads)});
    }
    commands_.cwd = resolve(paths, call_.cwd).value_or(std::string());
    call_.paths_of_commands = &commands_;
}

}  // namespace assent
