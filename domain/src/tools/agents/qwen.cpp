// Qwen Code: what is known of it. Data only.
#include "gemini_family.hpp"

#include <assent/domain/tools/agent_facts.hpp>

namespace assent {
namespace {

using namespace std::string_view_literals;

// clang-format off
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
// clang-format on

constexpr std::string_view qwen_settings[] = {".qwen"sv};

}  // namespace

const agent_facts qwen_facts{
    .program = agent_program::qwen,
    .tools = qwen_tools,
    .tools_of_family = gemini_family_tools,
    .settings = qwen_settings,
};

}  // namespace assent
