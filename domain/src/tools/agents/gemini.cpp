// Gemini CLI: what is known of it. Data only.
#include "gemini_family.hpp"

#include <assent/domain/tools/agent_facts.hpp>

namespace assent {
namespace {

using namespace std::string_view_literals;

// clang-format off
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
// clang-format on

constexpr std::string_view gemini_settings[] = {".gemini"sv};

}  // namespace

const agent_facts gemini_facts{
    .program = agent_program::gemini,
    .tools = gemini_tools,
    .tools_of_family = gemini_family_tools,
    .settings = gemini_settings,
};

}  // namespace assent
