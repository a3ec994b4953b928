#pragma once

#include <assent/domain/tools/agent_facts.hpp>

#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Agents on this machine, as the environment says.
namespace assent::cli {

/// Where the agent keeps its files, and the one of its hooks.
[[nodiscard]] std::filesystem::path folder_of(const hook_place& place);
[[nodiscard]] std::filesystem::path settings_of(const hook_place& place);
/// The paths by which the agent may call that file: the one it was told, and where its links lead.
[[nodiscard]] std::vector<std::string> names_of_settings(const hook_place& place);

/// Files that the agent reads beside that one, in the order in which they are looked at.
[[nodiscard]] std::vector<std::filesystem::path> other_settings_of(const hook_place& place);
/// The same for a user with this home, whatever the environment says.
[[nodiscard]] std::vector<std::filesystem::path> other_settings_of(const hook_place& place,
                                                                   const std::filesystem::path& home);
/// Those of a project, in one of its folders.
[[nodiscard]] std::vector<std::filesystem::path> project_settings_in(const hook_place& place,
                                                                     const std::filesystem::path& folder);

/// Of other agents, in which it reads hooks, too: in one of the folders of a repository.
[[nodiscard]] std::vector<std::filesystem::path> repository_settings_in(const hook_place& place,
                                                                        const std::filesystem::path& folder);

/// Files of the agent's own rules: of its user, in the order in which they are read, and of a project.
[[nodiscard]] std::vector<std::filesystem::path> rules_of(const hook_place& place);
/// The same for a user with this home, whatever the environment says.
[[nodiscard]] std::vector<std::filesystem::path> rules_of(const hook_place& place,
                                                          const std::filesystem::path& home);
[[nodiscard]] std::vector<std::filesystem::path> project_rules_in(const hook_place& place,
                                                                  const std::filesystem::path& folder);

/// A program in PATH; nothing: there is none of this name.
[[nodiscard]] std::optional<std::filesystem::path> program_in_path(std::string_view name);

/// Whose hooks are meant.
enum class hooks_of : bool { user, project };

inline constexpr std::string_view every_agent = "all";
/// Beside the names of agents: what all of their hooks may ask.
inline constexpr std::string_view the_daemon = "daemon";

/// The agents of these names, each once, in the order of `hook_places`. `all` is those that are found: their
/// folder is there, or their program. \param where  their hooks are: those of the user, or of the project in
/// the current folder alone
/// \throws usage_error when there are no hooks for one, or not there, and it is not the daemon
[[nodiscard]] std::vector<std::shared_ptr<const hook_place>> chosen_agents(
    const std::vector<std::string>& names, hooks_of where);
/// Declares the names of agents as the operands of a command, and where their hooks are.
/// \param more  what is said of `all`
CLI::Option* add_agents_operand(CLI::App& app, std::vector<std::string>& agents, hooks_of& where,
                                std::string_view more);
[[nodiscard]] bool has_name(const std::vector<std::string>& names, std::string_view name) noexcept;

}  // namespace assent::cli
