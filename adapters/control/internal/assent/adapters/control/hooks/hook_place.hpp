#pragma once

#include <assent/adapters/control/hooks/agent_hook.hpp>
#include <assent/domain/text/time.hpp>
#include <assent/domain/tools/agent_tools.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace assent {

/// Where an agent keeps the hooks of its user, and how one is written there. Which events there are say
/// `hook_dialects`.
struct hook_place {
    /// How a hook stands in the file.
    enum class form : unsigned char {
        grouped,  ///< JSON: in a group, `hooks.EVENT[].hooks[]`
        plain,    ///< JSON: `hooks.EVENT[]`
        tables,   ///< TOML: `[[hooks.EVENT]]` with `[[hooks.EVENT.hooks]]`
    };

    agent_program agent;
    std::string_view program;         ///< what it is called in PATH
    std::string_view variable;        ///< where it is set, it names the folder; empty: none does
    std::string_view below_variable;  ///< where the folder is below what it names; empty: it is that
    std::string_view folder;          ///< below the user's home otherwise
    std::string_view file;            ///< below the folder
    form written;
    std::string_view command_key;
    std::string_view time_key;
    duration unit;             ///< what one of its time is
    std::string_view before;   ///< other members of a hook, as JSON: before the command, with a comma behind
    std::string_view behind;   ///< and behind all, with a comma before
    std::string_view version;  ///< an outermost member that the file has to have, as JSON; empty: none
};

/// All agents that have such hooks.
[[nodiscard]] std::span<const hook_place> hook_places() noexcept;
/// \return null where this agent has none
[[nodiscard]] const hook_place* hook_place_of(agent_program agent) noexcept;

/// The events at which a hook of this agent sees every use of a tool, each once.
[[nodiscard]] std::vector<const hook_dialect*> installed_events(agent_program agent);

}  // namespace assent
