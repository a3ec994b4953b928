#include <assent/domain/tools/agent_facts.hpp>

#include <array>

namespace assent {

std::span<const agent_facts* const> all_agent_facts() noexcept {
    static constexpr std::array all{&claude_facts, &codex_facts,    &gemini_facts, &copilot_facts,
                                    &qwen_facts,   &opencode_facts, &cursor_facts};
    return all;
}

const agent_facts& facts_of(agent_program agent) noexcept {
    return **std::ranges::find(all_agent_facts(), agent, &agent_facts::program);
}

std::span<const hook_place> hook_places() {
    static const std::vector<hook_place> all = [] {
        std::vector<hook_place> places;
        for (const auto* const agent : all_agent_facts())
            if (agent->place) places.push_back(*agent->place);
        return places;
    }();
    return all;
}

bool tells_of_ends(agent_program agent) {
    return std::ranges::find(facts_of(agent).hooks, hook_dialect::moment::after, &hook_dialect::when) !=
           facts_of(agent).hooks.end();
}

std::vector<const hook_dialect*> installed_events(agent_program agent) {
    std::vector<const hook_dialect*> events;
    for (const auto& hook : facts_of(agent).hooks)
        if (!hook.seen_by_others) events.push_back(&hook);
    return events;
}

}  // namespace assent
