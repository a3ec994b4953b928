#pragma once

#include <assent/adapters/control/codec.hpp>
#include <assent/adapters/control/json_scan.hpp>
#include <assent/domain/tool_call.hpp>
#include <assent/domain/verdict.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

/// What the frames of the nested dialect carry, and what else an agent of that dialect reads: the answer of a
/// permission-prompt tool, and that of a hook.
namespace assent::nested_payloads {

/// `{"behavior":"allow","updatedInput":...}`: what comes before the input, which is a raw JSON object
void begin_allow(std::string& out);
/// and what comes behind it.
void end_allow(std::string& out, std::span<const permission_update> updates);
/// `{"behavior":"deny","message":...}`
void append_deny(std::string& out, std::string_view reason, bool interrupt);
/// A PreToolUse hook's output. \param decision  nothing: no opinion
void append_hook_output(std::string& out, std::optional<outcome> decision, std::string_view reason);

/// Reads the ids of a use and of the sub-agent, where they are there.
/// \param path  where the members stand, for messages; empty: they are the whole text's
[[nodiscard]] std::optional<decode_error> read_ids(json_members members, std::string_view path,
                                                   tool_call& call, text_store& texts);

}  // namespace assent::nested_payloads
