// Copilot CLI: what is known of it. Data only.
#include <assent/domain/tools/agent_facts.hpp>

namespace assent {
namespace {

using namespace std::string_view_literals;

// clang-format off
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
    {.name = "edit", .standard = "Edit",
     .fields = {{.standard = "file_path", .own = {"path", "file_path"}, .needed = true},
                {.standard = "old_string", .own = {"old_str"}},
                {.standard = "new_string", .own = {"new_str", "diff"}}}},
    {.name = "Edit", .standard = "Edit",
     .fields = {{.standard = "file_path", .own = {"path"}, .needed = true},
                {.standard = "old_string", .own = {"old_str"}},
                {.standard = "new_string", .own = {"new_str"}}}},
    {.name = "str_replace_editor", .standard = "Edit",
     .fields = {{.standard = "file_path", .own = {"path"}, .needed = true},
                {.standard = "old_string", .own = {"old_str"}},
                {.standard = "new_string", .own = {"new_str"}}}},
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
    {.name = "ask_user", .standard = "AskUserQuestion"},
};
// clang-format on

constexpr std::string_view copilot_settings[] = {".copilot"sv, ".github/hooks"sv};

}  // namespace

const agent_facts copilot_facts{
    .program = agent_program::copilot,
    .tools = copilot_tools,
    .settings = copilot_settings,
};

}  // namespace assent
