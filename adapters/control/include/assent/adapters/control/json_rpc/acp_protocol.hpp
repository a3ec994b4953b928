#pragma once

#include <assent/adapters/control/json_rpc/agent_protocol.hpp>
#include <assent/domain/tools/agent_tools.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assent {

/// Sessions of one connection over ACP, at most. Over it another one is refused.
inline constexpr std::size_t max_acp_sessions = 4096;
struct acp_options {
    /// Nothing: found out from what the agent says of itself.
    std::optional<agent_program> agent{};
    /// Keeps the agent in a mode in which it asks, and takes "always allow" out of its questions: as the
    /// agent's own memory would pass deny rules by.
    bool closes = true;
    /// A command, word by word, that Claude runs as a hook before each use of a tool, so that it asks about
    /// what it would not: <assent/adapters/control/hooks/agent_hook.hpp>. Empty: there is none.
    std::vector<std::string> claude_hook{};
    /// The folder of a session that does not name its own.
    std::string cwd{};
};

/// The Agent Client Protocol, protocol version 1: <https://agentclientprotocol.com>
[[nodiscard]] std::unique_ptr<agent_protocol> make_acp_protocol(acp_options options = {});

}  // namespace assent
