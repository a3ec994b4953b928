// Codex: what is known of it. Data only.
#include <assent/domain/tools/agent_facts.hpp>

// clang-format off
namespace assent {
namespace {

using enum agent_program;
using form = hook_dialect::form;
using moment = hook_dialect::moment;

constexpr own_tool codex_tools[] = {
    {.name = "exec_command", .standard = "Bash",
     .fields = {{.standard = "command", .own = {"command", "cmd"}, .needed = true},
                {.standard = "cwd", .own = {"workdir"}}}},
    {.name = "shell", .standard = "Bash",
     .fields = {{.standard = "command", .needed = true},
                {.standard = "cwd", .own = {"workdir"}}}},
    {.name = "local_shell", .standard = "Bash",
     .fields = {{.standard = "command", .needed = true},
                {.standard = "cwd", .own = {"workdir"}}}},
    {.name = "shell_command", .standard = "Bash",
     .fields = {{.standard = "command", .needed = true},
                {.standard = "cwd", .own = {"workdir"}}}},
    {.name = "write_stdin", .standard = "Bash", .fields = {{.standard = "command", .own = {"chars"}}}},
    {.name = "apply_patch", .patch = true},
    {.name = "view_image", .standard = "Read", .fields = {{.standard = "file_path", .own = {"path"}, .needed = true}}},
    {.name = "update_plan", .standard = "TodoWrite",
     .fields = {{.standard = "todos", .own = {"plan"}, .needed = true}}},
    {.name = "web_search", .standard = "WebSearch", .fields = {{.standard = "query"}}},
    {.name = "spawn_agent", .standard = "Task",
     .fields = {{.standard = "prompt", .own = {"message"}},
                {.standard = "subagent_type", .own = {"agent_type"}}}},
    {.name = "request_user_input", .standard = "AskUserQuestion"},
};

constexpr hook_dialect codex_hooks[] = {
    // On an allow it asks all the same. Beside anything else than an allow it runs what was asked for.
    {.agent = codex, .event = "PreToolUse", .mark = "turn_id", .changes = {.tool = "Bash", .key = "updatedInput"}, .turn = 1},
    {.agent = codex, .event = "PostToolUse", .when = moment::after, .mark = "turn_id", .answers = form::block, .turn = 1},
    // It names the folder of the session for a patch, wherever that was to begin. Source: 0.169.0.
    {.agent = codex, .event = "PermissionRequest", .when = moment::question, .mark = "turn_id", .placeless_tool = "apply_patch",
     // Without an opinion its guardian may answer in the place of a person.
     .answers = form::nested_behavior, .says_allow = hook_dialect::allowing::always, .hears_allow = true, .turn = 4},
};

constexpr hook_switch codex_off_switches[] = {
    {.keys = {"features", "hooks"}, .value = "false"},
    {.keys = {"features", "codex_hooks"}, .value = "false"},
};

// Its plug-ins have hooks, and settings of the system may have anything.
constexpr unread_file codex_unread_files[] = {
    {.end = "/config.toml", .text = "plugins"},
    {.end = "/managed_config.toml"},
    {.end = "/etc/codex/config.toml"},
    {.end = "/etc/codex/hooks.json"},
};

constexpr passing_way codex_ways[] = {
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
    {.way = passing::off_options, .closed_by = "start it without that option"},
    {.way = passing::untrusted_hook, .closed_by = by_installing_anew},
    {.way = passing::other_hooks},
    {.way = passing::typed_text},
};

}  // namespace

constexpr agent_facts codex_facts{
    .program = agent_program::codex,
    .tools = codex_tools,
    .patches_in_commands = true,
    .settings = {".codex", "etc/codex"},
    .hooks = codex_hooks,
    .place = hook_place{
        .agent = codex, .program = "codex", .variable = "CODEX_HOME", .folder = ".codex", .file = "config.toml",
        .written = hook_place::form::tables},
    .off_switches = codex_off_switches,
    .other_settings = {"hooks.json"},
    .project_settings = {".codex/config.toml", ".codex/hooks.json"},
    .rules = {"rules/", "managed_config.toml", "cloud-config-bundle-cache.json", "/etc/codex/rules/", "/etc/codex/requirements.toml",
              "/etc/codex/config.toml", "/etc/codex/managed_config.toml", "/etc/codex/hooks.json"},
    .project_rules = {".codex/rules/"},
    .unread_files = codex_unread_files,
    .hooks_begin_in_project = true,
    .ways = codex_ways,
    .off_options = {"features.hooks=false", "features.codex_hooks=false", "--disable hooks"},
    .settings_variables = {"CODEX_HOME"},
    .rule_options = {"-c", "--config", "-p", "--profile"},
    .unconfined_options = {"--yolo", "--dangerously-bypass-approvals-and-sandbox", "--sandbox danger-full-access", "-s danger-full-access"},
    .acp = acp_facts{
        .name = "@agentclientprotocol/codex-acp",
        .other_names = {"@zed-industries/codex-acp", "codex-acp"},
        .asking_mode = "read-only",
        .modes_without_questions = {"agent-full-access", "full-access", "danger-full-access"},
        .unasked = "Codex does not ask about commands that stay in its sandbox, which may read files but not change them, "
                   "nor about tools of MCP servers that say that they only read"},
};

}  // namespace assent
