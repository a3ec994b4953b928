// opencode: what is known of it. Data only.
#include <assent/domain/tools/agent_facts.hpp>

// clang-format off
namespace assent {
namespace {

using enum agent_program;

constexpr own_tool opencode_tools[] = {
    {.name = "bash", .standard = "Bash",
     .fields = {{.standard = "command", .needed = true},
                {.standard = "cwd", .own = {"workdir"}}}},
    {.name = "read", .standard = "Read", .fields = {{.standard = "file_path", .own = {"filePath"}, .needed = true}}},
    {.name = "write", .standard = "Write", .fields = {{.standard = "file_path", .own = {"filePath"}, .needed = true}}},
    {.name = "edit", .standard = "Edit",
     .fields = {{.standard = "file_path", .own = {"filePath"}, .needed = true},
                {.standard = "old_string", .own = {"oldString"}},
                {.standard = "new_string", .own = {"newString"}}}},
    {.name = "multiedit", .standard = "MultiEdit",
     .fields = {{.standard = "file_path", .own = {"filePath"}, .needed = true}}},
    {.name = "patch", .patch = true},
    {.name = "apply_patch", .patch = true},
    {.name = "list", .standard = "LS", .fields = {{.standard = "path"}}},
    {.name = "glob", .standard = "Glob", .fields = {{.standard = "pattern", .needed = true}}},
    {.name = "grep", .standard = "Grep",
     .fields = {{.standard = "pattern", .needed = true},
                {.standard = "glob", .own = {"include"}}}},
    {.name = "webfetch", .standard = "WebFetch", .fields = {{.standard = "url", .needed = true}}},
    {.name = "websearch", .standard = "WebSearch", .fields = {{.standard = "query", .needed = true}}},
    {.name = "todowrite", .standard = "TodoWrite", .fields = {{.standard = "todos", .needed = true}}},
    {.name = "todoread", .standard = "TodoRead"},
    {.name = "task", .standard = "Task", .fields = {{.standard = "prompt", .needed = true}}},
    {.name = "skill", .standard = "Skill", .fields = {{.standard = "skill", .own = {"name"}, .needed = true}}},
};

// What our plugin writes: opencode itself runs no hooks. The plugin throws, and the model reads why.
constexpr hook_dialect opencode_hooks[] = {
    {.agent = opencode, .event = "tool.execute.before", .answers = hook_dialect::form::decision,
     .changes = {.tool = "bash", .key = "tool_input", .beside = {{"description"}, {"timeout"}}}, .turn = 8},
};

// An account that brings settings of a server.
constexpr unread_file opencode_unread_files[] = {{.end = "/auth.json", .text = "wellknown"}};

constexpr passing_way opencode_ways[] = {
    {.way = passing::gate_variables},
    {.way = passing::gate_uses},
    {.way = passing::false_daemon},
    {.way = passing::lost_record},
    {.way = passing::failing_hook},
    {.way = passing::changed_hook, .closed_by = by_installing_anew},
    {.way = passing::shell_variables},
    {.way = passing::loader_variables},
    {.way = passing::slow_hook},
    {.way = passing::off_variables, .closed_by = "start it without that variable"},
    {.way = passing::off_options, .closed_by = "start it without that option"},
    {.way = passing::other_hooks, .closed_by = "take it out"},
};

}  // namespace

constexpr agent_facts opencode_facts{
    .program = agent_program::opencode,
    .tools = opencode_tools,
    .settings = {".opencode", "opencode.json", "opencode.jsonc", ".config/opencode"},
    .hooks = opencode_hooks,
    .place = hook_place{
        .agent = opencode, .program = "opencode", .variable = "XDG_CONFIG_HOME", .below_variable = "opencode",
        .folder = ".config/opencode", .project_folder = ".opencode", .file = "plugin/assent.js",
        .written = hook_place::form::plugin, .arguments_key = "args", .unit = std::chrono::milliseconds(1)},
    .off_variables = {"OPENCODE_PURE"},
    .other_settings = {"plugin/", "plugins/", "config.json", "opencode.json", "opencode.jsonc", "/etc/opencode/"},
    .home_settings = {".opencode/opencode.json", ".opencode/opencode.jsonc", ".opencode/plugin/", ".opencode/plugins/"},
    .project_settings = {".opencode/plugin/", ".opencode/plugins/", ".opencode/opencode.json", ".opencode/opencode.jsonc",
                         "opencode.json", "opencode.jsonc"},
    .settings_have_comments = true,
    .rules = {"agent/", "agents/", "mode/", "modes/"},
    .home_rules = {".opencode/agent/", ".opencode/agents/", ".opencode/mode/", ".opencode/modes/", ".local/share/opencode/auth.json"},
    .project_rules = {".opencode/agent/", ".opencode/agents/", ".opencode/mode/", ".opencode/modes/"},
    .unread_files = opencode_unread_files,
    .hooks_begin_in_project = true,
    .ways = opencode_ways,
    .off_options = {"--pure"},
    .settings_variables = {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "OPENCODE_CONFIG", "OPENCODE_CONFIG_CONTENT", "OPENCODE_CONFIG_DIR", "OPENCODE_PERMISSION",
                           "OPENCODE_TEST_HOME", "OPENCODE_TEST_MANAGED_CONFIG_DIR"},
    .acp = acp_facts{
        .name = "OpenCode",
        .other_names = {"opencode", "opencode-ai"},
        .unasked = "opencode does not ask about what rules of an agent in its own settings allow",
        .asking_variable = "OPENCODE_PERMISSION", .asking_value = R"({"*":"ask"})"},
};

}  // namespace assent
