#pragma once

#include <assent/domain/tools/agent_facts.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// The files in which rules may stand that count for an agent: of the user, of the system, and of the
/// project, the folder in which the agent works and those above them. Empty: nobody knows which these are.
/// \param home  the user's
/// \param cwd   where the agent works; empty: not known
[[nodiscard]] std::vector<std::filesystem::path> rules_that_count(const hook_place& place,
                                                                  const std::string& home,
                                                                  std::string_view cwd);

/// The other hooks than ours that stand at an event of an agent, each with its file, for people: each could
/// give the tool another input than the one that was judged. Looked at are the settings of the user, of the
/// system, and of the project, the folder in which the agent works and those above them; what cannot be read,
/// and plug-ins that are enabled, may hold one. Hooks that the agent is given by an option are not seen.
/// \param home  the user's
/// \param cwd   where the agent works; empty: not known
[[nodiscard]] std::vector<std::string> other_hooks(const hook_place& place, std::string_view event,
                                                   const std::string& home, std::string_view cwd);
/// Those alone that are not its user's or the system's.
[[nodiscard]] std::vector<std::string> other_hooks_of_project(const hook_place& place, std::string_view event,
                                                              const std::filesystem::path& cwd);
/// Whether there may be one, so that nobody says allow beside it; also one that the agent by which this
/// program was started has from an option, one that only looks like ours and is of another program, and where
/// it is not known where the agent works.
[[nodiscard]] bool others_may_stand(const hook_place& place, std::string_view event, const std::string& home,
                                    std::string_view cwd);

}  // namespace assent::cli
