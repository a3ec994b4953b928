#pragma once

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/wire/codec.hpp>
#include <assent/domain/call/permission_mode.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/decide/verdict.hpp>
#include <assent/domain/rules/permission_update.hpp>

#include <boost/system/result.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Every key and word of the nested dialect.
namespace assent::nested_words {

// What a successful answer begins with, and what allows in it: appended as one, because most answers are
// those.
inline constexpr std::string_view opening_of_success = R"(,"response":{"subtype":"success","request_id":)";
inline constexpr std::string_view opening_of_allow = R"({"behavior":"allow","updatedInput":)";

inline constexpr std::string_view key_response = "response";
inline constexpr std::string_view key_pending_questions = "pending_permission_requests";
inline constexpr std::string_view key_error = "error";
inline constexpr std::string_view key_decision = "decision";
inline constexpr std::string_view key_error_code = "error_code";
inline constexpr std::string_view key_hooks = "hooks";
inline constexpr std::string_view key_hook_callback_ids = "hookCallbackIds";
inline constexpr std::string_view key_on_failure = "onFailure";
inline constexpr std::string_view word_block = "block";
inline constexpr std::string_view key_hook_output = "hookSpecificOutput";
inline constexpr std::string_view key_hook_event = "hookEventName";
inline constexpr std::string_view key_hook_event_name = "hook_event_name";
inline constexpr std::string_view key_permission_decision = "permissionDecision";
inline constexpr std::string_view key_permission_reason = "permissionDecisionReason";
inline constexpr std::string_view word_before_use = "PreToolUse";
/// An agent tells of the end of a use at one of these.
inline constexpr std::string_view words_after_use[] = {"PostToolUse", "PostToolUseFailure"};
inline constexpr std::string_view word_ask = "ask";
inline constexpr std::string_view key_mcp_servers = "mcpServers";
inline constexpr std::string_view key_model = "model";
inline constexpr std::string_view word_mcp_status = "mcp_status";
inline constexpr std::string_view word_set_model = "set_model";
inline constexpr std::string_view word_set_max_thinking_tokens = "set_max_thinking_tokens";
inline constexpr std::string_view word_mode_auto = "auto";
inline constexpr std::string_view word_mode_allow = "bypassPermissions";
inline constexpr std::string_view key_permission_mode = "permission_mode";
inline constexpr std::string_view word_success = "success";
inline constexpr std::string_view word_error = "error";
inline constexpr std::string_view key_behavior = "behavior";
inline constexpr std::string_view word_allow = "allow";
inline constexpr std::string_view word_deny = "deny";
inline constexpr std::string_view key_updated_input = "updatedInput";
inline constexpr std::string_view key_updated_permissions = "updatedPermissions";
inline constexpr std::string_view key_message = "message";
inline constexpr std::string_view key_interrupt = "interrupt";
inline constexpr std::string_view key_update_type = "type";
inline constexpr std::string_view key_rules = "rules";
inline constexpr std::string_view key_tool_name = "toolName";
inline constexpr std::string_view key_rule_content = "ruleContent";
inline constexpr std::string_view key_destination = "destination";
inline constexpr std::string_view key_mode = "mode";
inline constexpr std::string_view word_add_directories = "addDirectories";
inline constexpr std::string_view word_remove_directories = "removeDirectories";
inline constexpr std::string_view key_directories = "directories";
inline constexpr std::string_view key_tool_use_id = "tool_use_id";
inline constexpr std::string_view key_agent_id = "agent_id";
inline constexpr std::string_view key_title = "title";
inline constexpr std::string_view key_display_name = "display_name";
inline constexpr std::string_view key_description = "description";
inline constexpr std::string_view key_mcp_server = "mcp_server";
inline constexpr std::string_view key_decision_reason = "decision_reason";
inline constexpr std::string_view key_decision_reason_type = "decision_reason_type";
inline constexpr std::string_view key_needs_interaction = "requires_user_interaction";

// The agent's own reasons for asking that no rule of ours may override.
inline constexpr std::array reasons_for_a_person{std::string_view("safetyCheck"), std::string_view("rule")};

template <class Value>
struct word_for {
    Value value;
    std::string_view word;
};

inline constexpr std::array update_words{
    word_for<permission_update::kind>{permission_update::kind::add_rules, "addRules"},
    word_for<permission_update::kind>{permission_update::kind::replace_rules, "replaceRules"},
    word_for<permission_update::kind>{permission_update::kind::remove_rules, "removeRules"},
    word_for<permission_update::kind>{permission_update::kind::set_mode, "setMode"},
};
inline constexpr std::array behavior_words{
    word_for<rule_behavior>{rule_behavior::allow, "allow"},
    word_for<rule_behavior>{rule_behavior::deny, "deny"},
    word_for<rule_behavior>{rule_behavior::ask, "ask"},
    // Agents know no such rules. To them one is a question, and what they call so is none of ours.
    word_for<rule_behavior>{rule_behavior::wall, "ask"},
};
// The first word of a mode is the one that is written, the first mode of a word the one that is read. `auto`
// has no counterpart here: it still asks, so for us it is `ask`. `deny` has no word; `dontAsk` lets the least
// through.
inline constexpr std::array mode_words{
    word_for<permission_mode>{permission_mode::ask, "default"},
    word_for<permission_mode>{permission_mode::ask, "manual"},
    word_for<permission_mode>{permission_mode::ask, word_mode_auto},
    word_for<permission_mode>{permission_mode::plan, "plan"},
    word_for<permission_mode>{permission_mode::accept_edits, "acceptEdits"},
    word_for<permission_mode>{permission_mode::allow, word_mode_allow},
    word_for<permission_mode>{permission_mode::dont_ask, "dontAsk"},
    word_for<permission_mode>{permission_mode::deny, "dontAsk"},
};
// Modes whose meaning is the same on both sides: only these may be stored from an update.
inline constexpr std::array exact_modes{std::string_view("default"), std::string_view("manual"),
                                        word_mode_allow};

template <class Value, std::size_t N>
std::string_view word_of(const std::array<word_for<Value>, N>& words, Value value) noexcept {
    const auto found =
        std::find_if(words.begin(), words.end(), [&](const auto& each) { return each.value == value; });
    return found == words.end() ? std::string_view() : found->word;
}

template <class Value, std::size_t N>
std::optional<Value> value_of(const std::array<word_for<Value>, N>& words, std::string_view word) noexcept {
    const auto found =
        std::find_if(words.begin(), words.end(), [&](const auto& each) { return each.word == word; });
    return found == words.end() ? std::optional<Value>() : std::optional<Value>(found->value);
}

}  // namespace assent::nested_words

/// What the frames of the nested dialect carry, and what else an agent of that dialect reads: the answer of a
/// permission-prompt tool, and that of a hook.
namespace assent::nested_payloads {

/// `{"behavior":"allow","updatedInput":...}`: what comes before the input, which is a raw JSON object
void begin_allow(std::string& out);
/// and what comes behind it.
void end_allow(std::string& out, std::span<const permission_update> updates);
/// `{"behavior":"deny","message":...}`
void append_deny(std::string& out, std::string_view reason, bool interrupt);
/// A behavior without an input. What is allowed has no message
void append_behavior(std::string& out, outcome decision, std::string_view reason);
/// A PreToolUse hook's output. \param decision  nothing: no opinion
void append_hook_output(std::string& out, std::optional<outcome> decision, std::string_view reason);

/// Reads the ids of a use and of the sub-agent, where they are there.
/// \param path  where the members stand, for messages; empty: they are the whole text's
[[nodiscard]] std::optional<decode_error> read_ids(json_members members, std::string_view path,
                                                   tool_call& call, text_store& texts);

}  // namespace assent::nested_payloads

/// Permission updates in the shape of the nested dialect.
namespace assent::nested_updates {

/// Reads a list of updates. \param path  where it stands, for messages
[[nodiscard]] boost::system::result<std::vector<permission_update>, decode_error> read(const json_array& list,
                                                                                       std::string_view path);

/// What is wrong with such a list, as agents see it; empty: nothing. They apply all of a list or none of it.
/// \param path  where it stands
[[nodiscard]] std::string flaw_of(const json_array& list, std::string_view path);

/// Appends `,"key":[...]`; nothing when no update can be said in this dialect.
void append(std::string& out, std::string_view key, std::span<const permission_update> updates);

}  // namespace assent::nested_updates
