#pragma once

#include <assent/domain/tools/agent_tools.hpp>

#include <span>
#include <string_view>

namespace assent {

/// A field of an agent's tool, and what the standard tool calls it.
struct own_field {
    std::string_view standard{};
    std::string_view own[4]{};  ///< its names, of which an input has one; none: the same
    bool needed = false;        ///< without it a use of the tool is not understood
    bool derived = false;       ///< the standard field is made from this text, and is not the text
};

/// A tool of an agent, and the standard tool that it is. Fields that are not named are called as there.
struct own_tool {
    std::string_view name{};
    std::string_view standard{};
    own_field fields[4]{};
    bool patch = false;  ///< it is none: its text is a patch of files
};

/// Everything that is known of one agent.
struct agent_facts {
    agent_program program;
    std::span<const own_tool> tools{};
    std::span<const own_tool> tools_of_family{};  ///< what it has in common with agents of the same origin
    /// Files and folders that decide what the agent does or runs: a name, wherever it stands, or the two last
    /// names of a path. In small letters.
    std::span<const std::string_view> settings{};
};

extern const agent_facts claude_facts;
extern const agent_facts codex_facts;
extern const agent_facts gemini_facts;
extern const agent_facts copilot_facts;
extern const agent_facts qwen_facts;
extern const agent_facts opencode_facts;
extern const agent_facts cursor_facts;

[[nodiscard]] std::span<const agent_facts* const> all_agent_facts() noexcept;
[[nodiscard]] const agent_facts& facts_of(agent_program agent) noexcept;
/// What the agent calls a tool; null: it has none of that name.
[[nodiscard]] const own_tool* own_tool_named(agent_program agent, std::string_view name) noexcept;

}  // namespace assent
