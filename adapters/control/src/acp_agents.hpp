#pragma once

#include <assent/domain/tools/agent_tools.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

/// What differs between the agents that speak ACP, beside their tools. Source: captures of the versions in
/// docs/acp.md.
namespace assent {

struct acp_agent {
    std::string_view name;  ///< `agentInfo.name` of `initialize`
    agent_program program;
    /// The mode in which it asks most; empty: its modes have nothing to do with asking.
    std::string_view asking_mode;
    /// Another in which it asks for whatever changes something; empty: there is none.
    std::string_view other_mode;
    /// What it does without asking in these modes, too: for whoever starts it.
    std::string_view unasked;

    [[nodiscard]] constexpr bool asks_in(std::string_view mode) const noexcept {
        return asking_mode.empty() || mode == asking_mode || (!mode.empty() && mode == other_mode);
    }
};

inline constexpr std::array<acp_agent, 6> acp_agents{{
    {"@agentclientprotocol/claude-agent-acp", agent_program::claude, "default", "plan",
     "Claude does not ask about what its own settings allow, nor about reading files and harmless commands"},
    {"@agentclientprotocol/codex-acp", agent_program::codex, "read-only", "",
     "Codex does not ask about commands that stay in its sandbox, which may read files but not change them"},
    {"gemini-cli", agent_program::gemini, "default", "plan",
     "Gemini does not ask about what its own settings allow, nor about reading files"},
    {"OpenCode", agent_program::opencode, "", "",
     "opencode does not ask about what rules of an agent in its own settings allow"},
    {"Copilot", agent_program::copilot, "https://agentclientprotocol.com/protocol/session-modes#agent",
     "https://agentclientprotocol.com/protocol/session-modes#plan",
     "Copilot does not ask about what its own settings allow, nor about reading files"},
    {"qwen-code", agent_program::qwen, "default", "plan",
     "Qwen does not ask about what its own settings allow, nor about reading files"},
}};

/// The same for Claude where its hook asks for what deny and ask rules cover.
inline constexpr std::string_view acp_claude_unasked_behind_hook =
    "Claude does not ask about what its own settings allow, nor about reading files and harmless commands, "
    "unless a deny or ask rule covers it";

[[nodiscard]] inline const acp_agent* acp_agent_named(std::string_view name) noexcept {
    const auto* const found = std::ranges::find(acp_agents, name, &acp_agent::name);
    return found == acp_agents.end() ? nullptr : found;
}

[[nodiscard]] inline const acp_agent* acp_agent_of(agent_program program) noexcept {
    const auto* const found = std::ranges::find(acp_agents, program, &acp_agent::program);
    return found == acp_agents.end() ? nullptr : found;
}

}  // namespace assent
