// Codex: what is known of it. Data only.
#include <assent/domain/tools/agent_facts.hpp>

namespace assent {
namespace {

using namespace std::string_view_literals;

// clang-format off
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
    {.name = "request_user_input", .standard = "AskUserQuestion"},
};
// clang-format on

constexpr std::string_view codex_settings[] = {".codex"sv};

}  // namespace

const agent_facts codex_facts{
    .program = agent_program::codex,
    .tools = codex_tools,
    .settings = codex_settings,
};

}  // namespace assent
