// opencode: what is known of it. Data only.
#include <assent/domain/tools/agent_facts.hpp>

// clang-format off
namespace assent {
namespace {

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

}  // namespace

constexpr agent_facts opencode_facts{
    .program = agent_program::opencode,
    .tools = opencode_tools,
    .settings = {".opencode", "opencode.json", "opencode.jsonc", ".config/opencode"},
    .acp = acp_facts{
        .name = "OpenCode",
        .other_names = {"opencode", "opencode-ai"},
        .unasked = "opencode does not ask about what rules of an agent in its own settings allow",
        .asking_variable = "OPENCODE_PERMISSION", .asking_value = R"({"*":"ask"})"},
};

}  // namespace assent
