#pragma once

#include <assent/domain/call/tool_input.hpp>
#include <assent/domain/text/time.hpp>

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace assent {

struct permission_update;
struct command_paths;
struct repository_reading;
struct resolved_path;

/// Longest tool name accepted, in bytes. Source: the model APIs cap tool names at 128.
inline constexpr std::size_t max_tool_name_bytes = 128;

/// True for `[A-Za-z0-9_.-]{1,128}`, the names a tool can have.
[[nodiscard]] bool valid_tool_name(std::string_view name) noexcept;

/// One wish of an agent to use a tool, borrowed for the length of one check.
///
/// Only `tool_name` and `input` are always there. Everything else is what the peer happened to
/// send: treat all of it as optional, and all text as untrusted.
struct tool_call {
    std::string_view tool_name;
    const tool_input& input;

    std::string_view own_name{};      ///< what the agent itself calls the tool; empty: the same
    std::string_view cwd{};           ///< the agent's working directory, where the host knows it
    std::string_view tool_use_id{};   ///< the model's id for this use
    std::string_view agent_id{};      ///< the sub-agent that asks; empty for the main agent
    std::string_view subagent{};      ///< the type of that sub-agent, such as `Explore`; empty: not known
    bool tells_subagent = false;      ///< whoever brought the call tells `subagent`: empty is the main agent
    std::string_view session_id{};    ///< the agent's session, where one gate has several
    std::string_view agent{};         ///< which program asks, such as `claude`; empty: not known
    std::string_view blocked_path{};  ///< the path because of which the agent asks
    std::string_view title{};         ///< display text of the peer
    std::string_view description{};   ///< display text of the peer
    std::string_view ask_reason{};    ///< the peer's own reason for asking, for display

    /// Where the paths of the input lead; null: nobody has looked at the file system. Where somebody has, a
    /// path that is not among them counts as one that could not be resolved.
    const std::vector<resolved_path>* resolved = nullptr;
    std::string_view resolved_cwd{};  ///< where `cwd` leads; empty: not known
    /// Paths that differ in the case of their letters only lead to one file (`path_resolver::ignores_case`).
    bool paths_ignore_case = false;

    /// The settings of git in the folders where a command runs it; null: nobody has looked.
    const std::vector<repository_reading>* repositories = nullptr;
    /// The places that links named by a command lead to; null: nobody has looked.
    const command_paths* paths_of_commands = nullptr;

    /// The peer says that a person has to answer (a dialogue tool, a safety check, or an ask rule
    /// of its own). No rule and no mode but `deny` answers such a call.
    bool needs_human = false;
    /// Asked by a hook, ahead of the question about the same use. The decision is taken now, and holds for
    /// that question too, once.
    bool from_hook = false;

    /// Whoever brought it can have its command run behind a wall: without that no call is let run so.
    bool walls = false;
    /// A command of whoever brought it begins in a shell of its own: variables, functions and options that
    /// one sets are gone when it ends. The folder that it leaves that shell in is kept.
    bool fresh_shell = false;

    /// In its mode the agent runs calls about files that decide what runs later even where a hook tells it to
    /// ask (seen in Claude 2.1.328, `bypassPermissions`): these are denied where they would be asked.
    bool asking_is_in_vain = false;
    /// Whoever brought it can ask nobody: what insists on a person is denied.
    bool nobody_to_ask = false;
    /// Whoever brought it waits for an answer no longer than that; nothing: as long as the policy says.
    std::optional<time_point> answer_until{};

    /// Updates the peer offers to go with an allow.
    std::span<const permission_update> suggestions{};
};

}  // namespace assent
