#pragma once

#include <assent/domain/tools/agent_facts.hpp>

#include <string>
#include <string_view>

namespace assent::cli {

/// Whether another hook than ours may stand at an event of an agent: it could give the tool another input
/// than the one that was judged, so that nobody says allow beside it. Looked at are the settings of the user,
/// of the system, and of the project, the folder in which the agent works and those above them; what cannot
/// be read, and plug-ins that are enabled, may hold one. Hooks that the agent is given by an option are not
/// seen. \param home  the user's   \param cwd  where the agent works; empty: not known, and so there may be
/// one
[[nodiscard]] bool others_may_stand(const hook_place& place, std::string_view event, const std::string& home,
                                    std::string_view cwd);

}  // namespace assent::cli
