#pragma once

#include <assent/adapters/control/json_rpc/agent_protocol.hpp>

#include <memory>
#include <string>

namespace assent {

struct codex_options {
    /// Has Codex ask about every command that it does not know to be harmless, and ask the client; and lets
    /// the client say no more than yes or no.
    bool closes = true;
    /// The folder of a thread that does not name its own.
    std::string cwd{};
};

/// The protocol of `codex app-server`. Source: `codex app-server generate-json-schema` of 0.169.0, and
/// captures of that version.
[[nodiscard]] std::unique_ptr<agent_protocol> make_codex_protocol(codex_options options = {});

}  // namespace assent
