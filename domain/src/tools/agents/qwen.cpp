// Qwen Code: what is known of it. Data only.
#include "gemini_family.hpp"

#include <assent/domain/tools/agent_facts.hpp>

// clang-format off
namespace assent {
namespace {

using enum agent_program;
using form = hook_dialect::form;
using moment = hook_dialect::moment;

constexpr own_tool qwen_tools[] = {
    {.name = "web_fetch", .standard = "WebFetch", .fields = {{.standard = "url", .needed = true}}},
    {.name = "web_search", .standard = "WebSearch", .fields = {{.standard = "query", .needed = true}}},
    {.name = "monitor", .standard = "Bash",
     .fields = {{.standard = "command", .needed = true},
                {.standard = "cwd", .own = {"directory"}}}},
    {.name = "lsp", .standard = "LSP", .fields = {{.standard = "filePath"}}},
    {.name = "zoom_image", .standard = "Read", .fields = {{.standard = "file_path", .needed = true}}},
    {.name = "display_image", .standard = "Read", .fields = {{.standard = "file_path", .needed = true}}},
    {.name = "artifact", .standard = "Artifact", .fields = {{.standard = "file_path"}}},
    {.name = "todo_write", .standard = "TodoWrite", .fields = {{.standard = "todos", .needed = true}}},
    {.name = "agent", .standard = "Task", .fields = {{.standard = "prompt", .needed = true}}},
    {.name = "skill", .standard = "Skill", .fields = {{.standard = "skill", .needed = true}}},
    {.name = "ask_user_question", .standard = "AskUserQuestion"},
};

constexpr hook_dialect qwen_hooks[] = {
    {.agent = qwen, .event = "PreToolUse", .mark = "tool_call_id", .turn = 1},
    {.agent = qwen, .event = "PostToolUse", .when = moment::after, .mark = "tool_call_id", .answers = form::block, .turn = 1},
    {.agent = qwen, .event = "PermissionRequest", .when = moment::question, .mark = "timestamp", .answers = form::nested_behavior,
     .says_allow = hook_dialect::allowing::always, .hears_allow = true, .hears_status = false, .turn = 4},
};

constexpr hook_switch qwen_off_switches[] = {{.keys = {"disableAllHooks"}, .value = "true"}};

constexpr passing_way qwen_ways[] = {
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
    {.way = passing::off_variables, .closed_by = "start it without that variable"},
    {.way = passing::off_options, .closed_by = "start it without that option"},
    {.way = passing::other_hooks},
};

}  // namespace

constexpr agent_facts qwen_facts{
    .program = agent_program::qwen,
    .tools = qwen_tools,
    .tools_of_family = gemini_family_tools,
    .settings = {".qwen", "etc/qwen-code"},
    .hooks = qwen_hooks,
    .place = hook_place{
        .agent = qwen, .program = "qwen", .variable = "QWEN_HOME", .folder = ".qwen", .file = "settings.json",
        .written = hook_place::form::grouped, .unit = std::chrono::milliseconds(1),
        .before = gemini_family_hook},
    .off_switches = qwen_off_switches,
    .off_variables = {"QWEN_CODE_SIMPLE", "QWEN_CODE_SAFE_MODE"},
    .other_settings = {"/etc/qwen-code/settings.json", "/etc/qwen-code/system-defaults.json"},
    .project_settings = {".qwen/settings.json"},
    .settings_have_comments = true,
    .variable_files = {".qwen/.env", ".env"},
    .settings_have_variables = true,
    .ways = qwen_ways,
    .off_options = {"--safe-mode", "--bare"},
    .settings_variables = {"QWEN_HOME", "QWEN_CODE_SYSTEM_SETTINGS_PATH", "QWEN_CODE_SYSTEM_DEFAULTS_PATH"},
    .acp = acp_facts{
        .name = "qwen-code",
        .other_names = {"@qwen-code/qwen-code"},
        .asking_mode = "default", .other_mode = "plan",
        .modes_without_questions = {"yolo", "auto-edit"},
        .unasked = "Qwen does not ask about what its own settings allow, nor about reading files by itself"},
};

}  // namespace assent
