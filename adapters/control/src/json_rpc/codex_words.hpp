#pragma once

#include <array>
#include <string_view>

/// Every key and word of Codex's app-server that is read here.
namespace assent::codex_words {

inline constexpr std::string_view method_command = "item/commandExecution/requestApproval";
inline constexpr std::string_view method_change = "item/fileChange/requestApproval";
inline constexpr std::string_view method_permissions = "item/permissions/requestApproval";
inline constexpr std::string_view method_old_command = "execCommandApproval";
inline constexpr std::string_view method_old_change = "applyPatchApproval";
/// An MCP server asks the user; or Codex does, about a tool of that server.
inline constexpr std::string_view method_elicit = "mcpServer/elicitation/request";
/// The model asks the user; or Codex does, about a tool of an MCP server, where its feature
/// `tool_call_mcp_elicitation` is off. Source: captures of 0.169.0.
inline constexpr std::string_view method_choice = "item/tool/requestUserInput";
inline constexpr std::string_view key_questions = "questions";
inline constexpr std::string_view key_answers = "answers";
inline constexpr std::string_view choice_about_mcp_begins = "mcp_tool_call_approval_";
inline constexpr std::string_view choice_allow = "Allow";
inline constexpr std::string_view choice_cancel = "Cancel";
/// Allowed, and later calls, too.
inline constexpr std::array<std::string_view, 2> lasting_choices{"Allow for this session",
                                                                 "Allow and don't ask me again"};
/// The client runs a tool for the model.
inline constexpr std::string_view method_tool = "item/tool/call";
inline constexpr std::string_view method_started = "item/started";
inline constexpr std::string_view method_changed = "item/fileChange/patchUpdated";
inline constexpr std::string_view method_completed = "item/completed";
inline constexpr std::string_view method_resolved = "serverRequest/resolved";
/// A judge of its own, in the place of a person, has decided. Source: captures of 0.169.0.
inline constexpr std::string_view method_judged = "item/autoApprovalReview/completed";
inline constexpr std::string_view key_review = "review";
inline constexpr std::string_view key_rationale = "rationale";
inline constexpr std::string_view method_interrupt = "turn/interrupt";
inline constexpr std::string_view method_turn_started = "turn/started";
inline constexpr std::string_view method_turn_completed = "turn/completed";
/// Requests that would undo what is closed, and why.
struct closed_method {
    std::string_view method, why;
};
inline constexpr std::array<closed_method, 2> closed_methods{{
    {"thread/approveGuardianDeniedAction", "it would allow what was denied"},
    {"remoteControl/enable", "other clients could answer, and have Codex not ask"},
}};
/// Those that say when Codex is to ask, and whom.
inline constexpr std::array<std::string_view, 4> policy_methods{"thread/start", "thread/resume",
                                                                "thread/fork", "turn/start"};

inline constexpr std::string_view key_thread = "threadId";
inline constexpr std::string_view key_conversation = "conversationId";  // of the old forms
inline constexpr std::string_view key_item = "itemId";
inline constexpr std::string_view key_call = "callId";
inline constexpr std::string_view key_request = "requestId";
inline constexpr std::string_view key_item_object = "item";
inline constexpr std::string_view key_id = "id";
inline constexpr std::string_view key_turn = "turn";
inline constexpr std::string_view key_status = "status";
inline constexpr std::string_view status_in_progress = "inProgress";
inline constexpr std::string_view key_type = "type";
inline constexpr std::string_view type_change = "fileChange";
inline constexpr std::string_view type_mcp = "mcpToolCall";
inline constexpr std::string_view key_tool = "tool";
inline constexpr std::string_view key_arguments = "arguments";
inline constexpr std::string_view key_server = "server";  // of an item
inline constexpr std::string_view key_server_name = "serverName";
inline constexpr std::string_view key_meta = "_meta";
inline constexpr std::string_view key_approval_kind = "codex_approval_kind";
inline constexpr std::string_view approval_of_mcp = "mcp_tool_call";
inline constexpr std::string_view key_tool_name = "tool_name";
inline constexpr std::string_view key_tool_params = "tool_params";
inline constexpr std::string_view key_persist = "persist";
/// What the model, or a server, says about what it wants.
inline constexpr std::string_view key_reason = "reason";
inline constexpr std::string_view key_message = "message";
inline constexpr std::string_view key_action = "action";
inline constexpr std::string_view key_kind = "kind";
inline constexpr std::string_view key_command = "command";
inline constexpr std::string_view key_actions = "commandActions";
inline constexpr std::string_view key_cwd = "cwd";
inline constexpr std::string_view key_grant_root = "grantRoot";
inline constexpr std::string_view key_changes = "changes";
inline constexpr std::string_view key_file_changes = "fileChanges";
inline constexpr std::string_view key_path = "path";
inline constexpr std::string_view key_move = "move_path";
inline constexpr std::string_view key_diff = "diff";
inline constexpr std::string_view key_unified_diff = "unified_diff";
inline constexpr std::string_view key_content = "content";
inline constexpr std::string_view change_adds = "add";
inline constexpr std::string_view change_deletes = "delete";
inline constexpr std::string_view key_permissions = "permissions";
inline constexpr std::string_view key_scope = "scope";
inline constexpr std::string_view scope_turn = "turn";
/// What a question about a command may say: all of it is understood, or only for showing.
inline constexpr std::array<std::string_view, 12> understood_of_command{"kind",
                                                                        "threadId",
                                                                        "turnId",
                                                                        "itemId",
                                                                        "startedAtMs",
                                                                        "environmentId",
                                                                        "command",
                                                                        "cwd",
                                                                        "commandActions",
                                                                        "reason",
                                                                        "proposedExecpolicyAmendment",
                                                                        "availableDecisions"};
inline constexpr std::string_view kind_command = "command";
/// What is typed into a command that runs outside of the sandbox: `write_stdin --session-id N TEXT`.
inline constexpr std::string_view kind_stdin = "writeStdin";
inline constexpr std::string_view program_stdin = "write_stdin";

/// A setting that says when Codex asks, or whom, and what it has to be, as JSON.
struct asking_setting {
    std::string_view key, value;
    bool always = false;  ///< each thread and turn is told so
};
/// As members of requests, and in config.toml.
inline constexpr std::array<asking_setting, 7> asking_settings{{
    {"approvalPolicy", R"("untrusted")", true},
    {"approvalsReviewer", R"("user")", true},
    {"approval_policy", R"("untrusted")"},
    {"approvals_reviewer", R"("user")"},
    {"default_tools_approval_mode", R"("prompt")"},  // of an MCP server or an app
    {"approval_mode", R"("prompt")"},                // of one of their tools
    {"bypass_hook_trust", "false"},
}};
/// Hooks that answer in the place of whom Codex would ask.
inline constexpr std::string_view key_answering_hooks = "PermissionRequest";
/// One of these is in the name of each of them.
inline constexpr std::array<std::string_view, 3> parts_of_asking_settings{"approv", "bypass_hook_trust",
                                                                          key_answering_hooks};
/// How a request says where in config.toml something is to stand.
inline constexpr std::string_view key_path_in_config = "keyPath";
inline constexpr std::string_view key_config_value = "value";
inline constexpr std::string_view key_edits = "edits";

inline constexpr std::string_view key_decision = "decision";
inline constexpr std::string_view accept = "accept";
inline constexpr std::string_view decline = "decline";
inline constexpr std::string_view cancel_turn = "cancel";
inline constexpr std::string_view old_accept = "approved";
inline constexpr std::string_view old_decline = "denied";
inline constexpr std::string_view old_rejection = "rejection";
inline constexpr std::string_view old_timed_out = "timed_out";
inline constexpr std::string_view old_cancel = "abort";
/// Accepted, and for later ones, too.
inline constexpr std::array<std::string_view, 5> lasting{
    "acceptForSession", "acceptWithExecpolicyAmendment", "approved_for_session",
    "approved_execpolicy_amendment", "approved_mcp_policy_amendment"};

}  // namespace assent::codex_words
