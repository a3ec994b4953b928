// Gemini CLI: what is known of it. Data only.
#include "gemini_family.hpp"

#include <assent/domain/tools/agent_facts.hpp>

// clang-format off
namespace assent {
namespace {

using enum agent_program;
using form = hook_dialect::form;

constexpr own_tool gemini_tools[] = {
    {.name = "web_fetch", .standard = "WebFetch",
     .fields = {{.standard = "url", .own = {"prompt", "url"}, .needed = true, .derived = true}}},
    {.name = "google_web_search", .standard = "WebSearch", .fields = {{.standard = "query", .needed = true}}},
    {.name = "write_todos", .standard = "TodoWrite", .fields = {{.standard = "todos", .needed = true}}},
    {.name = "invoke_agent", .standard = "Task",
     .fields = {{.standard = "prompt", .needed = true},
                {.standard = "subagent_type", .own = {"agent_name"}}}},
    {.name = "activate_skill", .standard = "Skill", .fields = {{.standard = "skill", .own = {"name"}, .needed = true}}},
    {.name = "ask_user", .standard = "AskUserQuestion"},
};

constexpr hook_dialect gemini_hooks[] = {
    // On an allow it asks all the same.
    {.agent = gemini, .event = "BeforeTool", .answers = form::decision,
     .changes = {.tool = "run_shell_command", .key = "tool_input", .beside = {{"description"}}}, .turn = 3},
    {.agent = gemini, .event = "AfterTool", .when = hook_dialect::moment::after, .answers = form::decision, .turn = 3},
};

constexpr hook_switch gemini_off_switches[] = {
    {.keys = {"hooksConfig", "enabled"}, .value = "false"},
    {.keys = {"hooksConfig", "disabled"}, .value = R"("assent")", .in_list = true},
};

// A program that it asks about each use.
constexpr unread_file gemini_unread_files[] = {{.end = ".toml", .text = "safety_checker"}};

constexpr passing_way gemini_ways[] = {
    {.way = passing::gate_variables},
    {.way = passing::gate_uses},
    {.way = passing::false_daemon},
    {.way = passing::lost_record},
    {.way = passing::failing_hook},
    {.way = passing::changed_hook, .closed_by = by_installing_anew},
    {.way = passing::shell_variables},
    {.way = passing::loader_variables},
    {.way = passing::other_settings},
    {.way = passing::slow_hook, .closed_by = by_installing_anew},
    {.way = passing::off_switches, .closed_by = "take it out"},
    {.way = passing::off_options, .closed_by = "start it without that option"},
    {.way = passing::other_hooks, .closed_by = "take it out"},
};

}  // namespace

constexpr agent_facts gemini_facts{
    .program = agent_program::gemini,
    .tools = gemini_tools,
    .tools_of_family = gemini_family_tools,
    .mcp_begins = "mcp_",
    .guesses_paths = "replace",
    .settings = {".gemini", "etc/gemini-cli"},
    .hooks = gemini_hooks,
    .place = hook_place{
        .agent = gemini, .program = "gemini", .variable = "GEMINI_CLI_HOME", .below_variable = ".gemini",
        .folder = ".gemini", .file = "settings.json",
        .written = hook_place::form::grouped, .unit = std::chrono::milliseconds(1),
        .before = gemini_family_hook},
    .off_switches = gemini_off_switches,
    .other_settings = {"/etc/gemini-cli/settings.json", "/etc/gemini-cli/system-defaults.json"},
    .project_settings = {".gemini/settings.json"},
    .settings_have_comments = true,
    // Each folder in `extensions` may hold more, which nobody here reads.
    .rules = {"policies/", "/etc/gemini-cli/policies/", "extensions/"},
    .project_rules = {".gemini/policies/", ".gemini/extensions/"},
    .unread_files = gemini_unread_files,
    .variable_files = {".gemini/.env", ".env"},
    .project_variable = "GEMINI_PROJECT_DIR",
    .ways = gemini_ways,
    .off_options = {"--acp", "--experimental-acp"},
    .settings_variables = {"GEMINI_CLI_HOME", "GEMINI_CLI_SYSTEM_SETTINGS_PATH", "GEMINI_CLI_SYSTEM_DEFAULTS_PATH"},
    .rule_options = {"--policy", "--admin-policy", "--adminPolicy", "--allowed-tools", "--allowedTools"},
    .acp = acp_facts{
        .name = "gemini-cli",
        .other_names = {"@google/gemini-cli"},
        .asking_mode = "default", .other_mode = "plan",
        .modes_without_questions = {"yolo", "autoEdit"},
        .unasked = "Gemini does not ask about what its own settings allow, nor about reading files"},
};

}  // namespace assent
