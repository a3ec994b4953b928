#include <assent/adapters/control/hooks/hook_place.hpp>

#include <algorithm>
#include <chrono>

namespace assent {
namespace {

using namespace std::chrono_literals;
using enum agent_program;

constexpr std::string_view is_command = R"("type": "command", )";
constexpr std::string_view is_named_command = R"("type": "command", "name": "assent", )";
constexpr std::string_view first_version = R"("version": 1)";

// Tried with the real agents, but for Cursor: that row says what its documents do.
constexpr hook_place places[] = {
    {claude,
     "claude",
     "CLAUDE_CONFIG_DIR",
     {},
     ".claude",
     "settings.json",
     hook_place::form::grouped,
     "command",
     "timeout",
     1s,
     is_command,
     R"(, "onFailure": "block")",
     {}},
    {codex,
     "codex",
     "CODEX_HOME",
     {},
     ".codex",
     "config.toml",
     hook_place::form::tables,
     "command",
     "timeout",
     1s,
     {},
     {},
     {}},
    {gemini,
     "gemini",
     "GEMINI_CLI_HOME",
     ".gemini",
     ".gemini",
     "settings.json",
     hook_place::form::grouped,
     "command",
     "timeout",
     1ms,
     is_named_command,
     {},
     {}},
    {copilot,
     "copilot",
     "COPILOT_HOME",
     {},
     ".copilot",
     "hooks/assent.json",
     hook_place::form::plain,
     "bash",
     "timeoutSec",
     1s,
     is_command,
     {},
     first_version},
    {qwen,
     "qwen",
     "QWEN_HOME",
     {},
     ".qwen",
     "settings.json",
     hook_place::form::grouped,
     "command",
     "timeout",
     1ms,
     is_named_command,
     {},
     {}},
    {cursor,
     "cursor-agent",
     {},
     {},
     ".cursor",
     "hooks.json",
     hook_place::form::plain,
     "command",
     "timeout",
     1s,
     {},
     R"(, "failClosed": true)",
     first_version},
};

}  // namespace

std::span<const hook_place> hook_places() noexcept { return places; }

const hook_place* hook_place_of(agent_program agent) noexcept {
    const auto* const found = std::ranges::find(places, agent, &hook_place::agent);
    return found == std::end(places) ? nullptr : found;
}

std::vector<const hook_dialect*> installed_events(agent_program agent) {
    std::vector<const hook_dialect*> all;
    for (const auto& each : hook_dialects())
        if (each.agent == agent && !each.seen_by_others) all.push_back(&each);
    return all;
}

}  // namespace assent
