// Copilot CLI: what is known of it. Data only.
#include <assent/domain/tools/agent_facts.hpp>

// clang-format off
namespace assent {
namespace {

using enum agent_program;
using std::chrono::seconds;
using form = hook_dialect::form;
using moment = hook_dialect::moment;

// It has two ways to spell a hook's text: with its own names for tools, and with names like Claude's. Its names
// for fields are the same in both.
constexpr own_tool copilot_tools[] = {
    {.name = "web_fetch", .standard = "WebFetch", .fields = {{.standard = "url", .needed = true}}},
    {.name = "web_search", .standard = "WebSearch", .fields = {{.standard = "query", .needed = true}}},
    {.name = "bash", .standard = "Bash", .fields = {{.standard = "command", .needed = true}}},
    {.name = "write_bash", .standard = "Bash", .fields = {{.standard = "command", .own = {"input"}, .needed = true}}},
    {.name = "read_bash", .standard = "BashOutput", .fields = {{.standard = "bash_id", .own = {"shellId"}}}},
    {.name = "stop_bash", .standard = "KillShell", .fields = {{.standard = "shell_id", .own = {"shellId"}}}},
    {.name = "view", .standard = "Read", .fields = {{.standard = "file_path", .own = {"path"}, .needed = true}}},
    {.name = "Read", .standard = "Read", .fields = {{.standard = "file_path", .own = {"path"}, .needed = true}}},
    {.name = "create", .standard = "Write",
     .fields = {{.standard = "file_path", .own = {"path"}, .needed = true},
                {.standard = "content", .own = {"file_text"}}}},
    {.name = "Write", .standard = "Write",
     .fields = {{.standard = "file_path", .own = {"path"}, .needed = true},
                {.standard = "content", .own = {"file_text"}}}},
    // A patch comes by the name of its tool for edits, too.
    {.name = "edit", .standard = "Edit",
     .fields = {{.standard = "file_path", .own = {"path", "file_path"}, .needed = true},
                {.standard = "old_string", .own = {"old_str"}},
                {.standard = "new_string", .own = {"new_str", "diff"}}},
     .may_be_patch = true},
    {.name = "Edit", .standard = "Edit",
     .fields = {{.standard = "file_path", .own = {"path"}, .needed = true},
                {.standard = "old_string", .own = {"old_str"}},
                {.standard = "new_string", .own = {"new_str"}}},
     .may_be_patch = true},
    {.name = "str_replace_editor", .standard = "Edit",
     .fields = {{.standard = "file_path", .own = {"path"}, .needed = true},
                {.standard = "old_string", .own = {"old_str"}},
                {.standard = "new_string", .own = {"new_str"}}},
     .may_be_patch = true},
    {.name = "apply_patch", .patch = true},
    {.name = "grep", .standard = "Grep",
     .fields = {{.standard = "pattern", .needed = true},
                {.standard = "path", .own = {"path", "paths"}}}},
    {.name = "Grep", .standard = "Grep",
     .fields = {{.standard = "pattern", .needed = true},
                {.standard = "path", .own = {"path", "paths"}}}},
    {.name = "glob", .standard = "Glob",
     .fields = {{.standard = "pattern", .needed = true},
                {.standard = "path", .own = {"path", "paths"}}}},
    {.name = "Glob", .standard = "Glob",
     .fields = {{.standard = "pattern", .needed = true},
                {.standard = "path", .own = {"path", "paths"}}}},
    {.name = "task", .standard = "Task",
     .fields = {{.standard = "prompt", .needed = true},
                {.standard = "subagent_type", .own = {"agent_type"}}}},
    {.name = "Agent", .standard = "Task",
     .fields = {{.standard = "prompt", .needed = true},
                {.standard = "subagent_type", .own = {"agent_type"}}}},
    {.name = "ask_user", .standard = "AskUserQuestion"},
};

constexpr hook_dialect copilot_hooks[] = {
    {.agent = copilot, .event = "PreToolUse", .mark = "timestamp", .hears_allow = true,
     .changes = {.tool = "Bash", .key = "updatedInput",
                 .beside = {{"description"}, {"shellId"}, {"mode", "sync"}, {"initial_wait"}}, .stands_alone = true},
     .hears_status = false, .time = seconds(30), .turn = 2},
    {.agent = copilot, .event = "PostToolUse", .when = moment::after, .mark = "timestamp", .answers = form::block,
     .hears_status = false, .time = seconds(30), .turn = 2},
    {.agent = copilot, .event = "permissionRequest", .when = moment::question, .event_key = "hookName", .tool_key = "toolName",
     // An allow beats the user's own `--deny-tool`, and without an opinion its judge answers, or nobody.
     .input_key = "toolInput", .session_key = "sessionId", .answers = form::behavior, .hears_allow = true, .hears_status = false, .time = seconds(30), .seen_by_others = true, .turn = 6},
    {.agent = copilot, .event = "preToolUse", .event_key = {}, .mark = "toolArgs", .tool_key = "toolName",
     .input_key = "toolArgs", .session_key = "sessionId", .answers = form::flat, .hears_status = false, .time = seconds(30),
     .seen_by_others = true, .turn = 7},
};

constexpr hook_switch copilot_off_switches[] = {{.keys = {"disableAllHooks"}, .value = "true"}};

constexpr passing_way copilot_ways[] = {
    {.way = passing::gate_variables},
    {.way = passing::gate_uses},
    {.way = passing::false_daemon},
    {.way = passing::lost_record},
    {.way = passing::failing_hook},
    {.way = passing::changed_hook, .closed_by = by_installing_anew},
    {.way = passing::shell_variables},
    {.way = passing::loader_variables},
    {.way = passing::slow_hook, .closed_by = by_installing_anew},
    {.way = passing::off_switches, .closed_by = "take it out"},
    {.way = passing::other_hooks, .closed_by = "take it out"},
};

}  // namespace

constexpr agent_facts copilot_facts{
    .program = agent_program::copilot,
    .tools = copilot_tools,
    .settings = {".copilot", ".github/hooks"},
    .hooks = copilot_hooks,
    .place = hook_place{
        .agent = copilot, .program = "copilot", .variable = "COPILOT_HOME", .folder = ".copilot",
        .file = "hooks/assent.json", .written = hook_place::form::plain, .command_key = "bash", .time_key = "timeoutSec",
        .before = R"("type": "command", )", .version = R"("version": 1)"},
    .off_switches = copilot_off_switches,
    .other_settings = {"settings.json", "config.json", "hooks/", "installed-plugins/"},
    .project_settings = {".github/hooks/", ".github/copilot/settings.json", ".github/copilot/settings.local.json"},
    .repository_settings = {".claude/settings.json", ".claude/settings.local.json"},
    .settings_have_comments = true,
    .project_variable = "COPILOT_PROJECT_DIR",
    .ways = copilot_ways,
    .settings_variables = {"COPILOT_HOME"},
    .rule_options = {"--deny-tool", "--deny-url", "--available-tools", "--excluded-tools", "--config-dir", "--plugin-dir"},
    .acp = acp_facts{
        .name = "Copilot",
        .other_names = {"copilot", "@github/copilot"},
        .asking_mode = "https://agentclientprotocol.com/protocol/session-modes#agent",
        .other_mode = "https://agentclientprotocol.com/protocol/session-modes#plan",
        .modes_without_questions = {"autopilot", "https://agentclientprotocol.com/protocol/session-modes#autopilot"},
        .unasked = "Copilot does not ask about what its own settings allow, nor about reading files",
        .trusting_variable = "COPILOT_ALLOW_ALL", .trusting_flag = "--allow-all-tools"},
};

}  // namespace assent
