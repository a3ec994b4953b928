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
    {agent_program::claude, "default", "plan",
     "Claude does not ask about what its own settings allow, nor about reading files and harmless commands"},
    {agent_program::codex, "read-only", "",
     "Codex does not ask about commands that stay in its sandbox, which may read files but not change them, "
     "nor about tools of MCP servers that say that they only read"},
    {agent_program::gemini, "default", "plan",
     "Gemini does not ask about what its own settings allow, nor about reading files"},
    {agent_program::opencode, "", "",
     "opencode does not ask about what rules of an agent in its own settings allow"},
    {agent_program::copilot, "https://agentclientprotocol.com/protocol/session-modes#agent",
     "https://agentclientprotocol.com/protocol/session-modes#plan",
     "Copilot does not ask about what its own settings allow, nor about reading files"},
    {agent_program::qwen, "default", "plan",
     "Qwen does not ask about what its own settings allow, nor about reading files by itself"},
}};

/// The same for Claude where its hook asks for what deny and ask rules cover.
inline constexpr std::string_view acp_claude_unasked_behind_hook =
    "Claude does not ask about what its own settings allow, nor about reading files and harmless commands, "
    "unless a deny or ask rule covers it";

/// What an agent calls itself: `agentInfo.name` of `initialize`.
struct acp_agent_name {
    std::string_view name;
    agent_program program;
    /// In the version that docs/acp.md names. Others have the same modes, under their former names or in
    /// other packages of the same program.
    bool tried = false;
};

inline constexpr std::array<acp_agent_name, 18> acp_agent_names{{
    {"@agentclientprotocol/claude-agent-acp", agent_program::claude, true},
    {"@zed-industries/claude-agent-acp", agent_program::claude},
    {"@zed-industries/claude-code-acp", agent_program::claude},
    {"claude-agent-acp", agent_program::claude},
    {"claude-code-acp", agent_program::claude},
    {"@agentclientprotocol/codex-acp", agent_program::codex, true},
    {"@zed-industries/codex-acp", agent_program::codex},
    {"codex-acp", agent_program::codex},
    {"gemini-cli", agent_program::gemini, true},
    {"@google/gemini-cli", agent_program::gemini},
    {"OpenCode", agent_program::opencode, true},
    {"opencode", agent_program::opencode},
    {"opencode-ai", agent_program::opencode},
    {"Copilot", agent_program::copilot, true},
    {"copilot", agent_program::copilot},
    {"@github/copilot", agent_program::copilot},
    {"qwen-code", agent_program::qwen, true},
    {"@qwen-code/qwen-code", agent_program::qwen},
}};

/// Modes that no agent asks in, by what they are called in one of those above. An agent that is not known may
/// mean something else by words such as `agent` and `auto`, so they are none of these.
inline constexpr std::array<std::string_view, 10> acp_modes_without_questions{
    "bypassPermissions",
    "acceptEdits",
    "yolo",
    "autoEdit",
    "auto-edit",
    "agent-full-access",
    "full-access",
    "danger-full-access",
    "autopilot",
    "https://agentclientprotocol.com/protocol/session-modes#autopilot"};

[[nodiscard]] inline const acp_agent_name* acp_agent_called(std::string_view name) noexcept {
    const auto* const found = std::ranges::find(acp_agent_names, name, &acp_agent_name::name);
    return found == acp_agent_names.end() ? nullptr : found;
}

[[nodiscard]] inline const acp_agent* acp_agent_of(agent_program program) noexcept {
    const auto* const found = std::ranges::find(acp_agents, program, &acp_agent::program);
    return found == acp_agents.end() ? nullptr : found;
}

/// Whether it is the mode in which one of the agents above asks most.
[[nodiscard]] inline bool acp_asking_mode(std::string_view mode) noexcept {
    return !mode.empty() && std::ranges::find(acp_agents, mode, &acp_agent::asking_mode) != acp_agents.end();
}

}  // namespace assent
