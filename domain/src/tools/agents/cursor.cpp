// Cursor: what is known of it. Data only.
#include <assent/domain/tools/agent_facts.hpp>

namespace assent {
namespace {

using namespace std::string_view_literals;

// clang-format off
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
// clang-format on

constexpr std::string_view cursor_settings[] = {".cursor"sv};

}  // namespace

const agent_facts cursor_facts{
    .program = agent_program::cursor,
    .tools = cursor_tools,
    .settings = cursor_settings,
};

}  // namespace assent
