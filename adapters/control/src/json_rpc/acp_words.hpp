#pragma once

#include <string_view>

/// Every key and word of the Agent Client Protocol that is read here, and of those of agents beside it.
/// Sources: its schema (agentclientprotocol.com, protocol version 1), and what the agents of docs/acp.md
/// send.
namespace assent::acp_words {

inline constexpr std::string_view method_initialize = "initialize";
inline constexpr std::string_view method_new = "session/new";
inline constexpr std::string_view method_load = "session/load";
inline constexpr std::string_view method_resume = "session/resume";
inline constexpr std::string_view method_fork = "session/fork";
inline constexpr std::string_view method_prompt = "session/prompt";
inline constexpr std::string_view method_cancel = "session/cancel";
inline constexpr std::string_view method_set_mode = "session/set_mode";
inline constexpr std::string_view method_set_option = "session/set_config_option";
inline constexpr std::string_view method_update = "session/update";
inline constexpr std::string_view method_ask = "session/request_permission";
inline constexpr std::string_view method_read = "fs/read_text_file";
inline constexpr std::string_view method_write = "fs/write_text_file";
inline constexpr std::string_view method_run = "terminal/create";
inline constexpr std::string_view method_cancel_request = "$/cancel_request";
// Of Qwen, beside `current_mode_update`.
inline constexpr std::string_view method_qwen_mode = "qwen/notify/session/mode-update";

inline constexpr std::string_view key_session = "sessionId";
inline constexpr std::string_view key_request_id = "requestId";
inline constexpr std::string_view key_agent_info = "agentInfo";
inline constexpr std::string_view key_name = "name";
inline constexpr std::string_view key_cwd = "cwd";
inline constexpr std::string_view key_modes = "modes";
inline constexpr std::string_view key_current_mode = "currentModeId";
inline constexpr std::string_view key_offered_modes = "availableModes";
inline constexpr std::string_view key_mode = "modeId";
inline constexpr std::string_view key_options_of_session = "configOptions";
inline constexpr std::string_view key_id = "id";
inline constexpr std::string_view key_option = "configId";
inline constexpr std::string_view key_value = "value";
inline constexpr std::string_view key_current_value = "currentValue";
inline constexpr std::string_view key_offered_values = "options";
inline constexpr std::string_view option_mode = "mode";
inline constexpr std::string_view option_allow_all = "allow_all";  // Copilot
inline constexpr std::string_view word_off = "off";
inline constexpr std::string_view word_false = "false";

inline constexpr std::string_view key_update = "update";
inline constexpr std::string_view key_update_kind = "sessionUpdate";
inline constexpr std::string_view update_call = "tool_call";
inline constexpr std::string_view update_of_call = "tool_call_update";
inline constexpr std::string_view update_mode = "current_mode_update";
inline constexpr std::string_view update_options = "config_option_update";

inline constexpr std::string_view key_tool_call = "toolCall";
inline constexpr std::string_view key_tool_call_id = "toolCallId";
inline constexpr std::string_view key_title = "title";
inline constexpr std::string_view key_kind = "kind";
inline constexpr std::string_view key_status = "status";
inline constexpr std::string_view key_raw_input = "rawInput";
inline constexpr std::string_view key_content = "content";
inline constexpr std::string_view key_locations = "locations";
inline constexpr std::string_view key_meta = "_meta";
inline constexpr std::string_view key_meta_claude = "claudeCode";
inline constexpr std::string_view key_meta_claude_options = "options";
inline constexpr std::string_view key_meta_claude_settings = "settings";
inline constexpr std::string_view key_meta_tool = "toolName";
inline constexpr std::string_view key_meta_of_server = "is_mcp_tool_call";  // codex-acp
inline constexpr std::string_view key_type = "type";
inline constexpr std::string_view key_text = "text";
inline constexpr std::string_view type_diff = "diff";
inline constexpr std::string_view key_path = "path";
inline constexpr std::string_view key_old_text = "oldText";
inline constexpr std::string_view key_new_text = "newText";
inline constexpr std::string_view status_completed = "completed";
inline constexpr std::string_view status_failed = "failed";

inline constexpr std::string_view key_options = "options";
inline constexpr std::string_view key_option_id = "optionId";
inline constexpr std::string_view kind_allow_once = "allow_once";
inline constexpr std::string_view kind_allow_always = "allow_always";
inline constexpr std::string_view kind_reject_once = "reject_once";
inline constexpr std::string_view kind_reject_always = "reject_always";
inline constexpr std::string_view key_outcome = "outcome";
inline constexpr std::string_view outcome_selected = "selected";
inline constexpr std::string_view outcome_cancelled = "cancelled";

inline constexpr std::string_view key_command = "command";
inline constexpr std::string_view key_commands = "commands";  // Copilot
inline constexpr std::string_view key_args = "args";
inline constexpr std::string_view key_env = "env";
inline constexpr std::string_view key_url = "url";

// Of tools.
inline constexpr std::string_view kind_execute = "execute";
inline constexpr std::string_view kind_edit = "edit";
inline constexpr std::string_view kind_read = "read";
inline constexpr std::string_view kind_delete = "delete";
inline constexpr std::string_view kind_move = "move";
inline constexpr std::string_view kind_fetch = "fetch";

}  // namespace assent::acp_words
