// Cursor: what is known of it. Data only.
#include <assent/domain/tools/agent_facts.hpp>

// clang-format off
namespace assent {
namespace {

using enum agent_program;
using form = hook_dialect::form;

// By its documents.
constexpr own_tool cursor_tools[] = {
    {.name = "Shell", .standard = "Bash",
     .fields = {{.standard = "command", .needed = true},
                {.standard = "cwd", .own = {"working_directory"}}}},
    {.name = "Read", .standard = "Read",
     .fields = {{.standard = "file_path", .own = {"file_path", "path", "target_file"}, .needed = true}}},
    {.name = "Write", .standard = "Write",
     .fields = {{.standard = "file_path", .own = {"file_path", "path"}, .needed = true},
                {.standard = "content", .own = {"content", "contents"}}}},
    {.name = "Edit", .standard = "Edit",
     .fields = {{.standard = "file_path", .own = {"file_path", "path"}, .needed = true}}},
    {.name = "StrReplace", .standard = "Edit",
     .fields = {{.standard = "file_path", .own = {"file_path", "path"}, .needed = true}}},
    {.name = "Grep", .standard = "Grep", .fields = {{.standard = "pattern", .needed = true}, {.standard = "path"}, {.standard = "glob"}}},
    {.name = "Glob", .standard = "Glob",
     .fields = {{.standard = "pattern", .own = {"glob_pattern", "pattern"}, .needed = true},
                {.standard = "path", .own = {"target_directory", "path"}}}},
    {.name = "LS", .standard = "LS", .fields = {{.standard = "path", .own = {"target_directory", "path"}, .needed = true}}},
    {.name = "Delete", .standard = "delete",
     .fields = {{.standard = "path", .own = {"path", "file_path"}, .needed = true}}},
};

constexpr hook_dialect cursor_hooks[] = {
    {.agent = cursor, .event = "preToolUse", .session_key = "conversation_id", .answers = form::permission, .turn = 5},
    {.agent = cursor, .event = "beforeShellExecution", .session_key = "conversation_id", .tool = "Shell", .answers = form::permission,
     .asks = hook_dialect::asking::by_word, .hears_allow = true, .turn = 5},
    {.agent = cursor, .event = "beforeReadFile", .session_key = "conversation_id", .tool = "Read", .answers = form::permission, .turn = 5},
};

}  // namespace

constexpr agent_facts cursor_facts{
    .program = agent_program::cursor,
    .tools = cursor_tools,
    .settings = {".cursor"},
    .hooks = cursor_hooks,
    .place = hook_place{
        .agent = cursor, .program = "cursor-agent", .folder = ".cursor", .file = "hooks.json",
        .written = hook_place::form::plain, .behind = R"(, "failClosed": true)", .version = R"("version": 1)"},
    .rules = {"cli-config.json", "permissions.json"},
    .project_rules = {".cursor/cli.json"},
};

}  // namespace assent
