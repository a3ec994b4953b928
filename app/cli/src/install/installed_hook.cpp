#include "installed_hook.hpp"

#include "../process/own_program.hpp"
#include "agent_place.hpp"

#include <assent/domain/text/time.hpp>

#include <algorithm>
#include <chrono>

namespace assent::cli {
namespace {

// How much longer than the hook takes the agent waits: behind its own time the tool would run.
constexpr std::chrono::seconds margin{10};

}  // namespace

wanted_hook hook_as_written(const hook_place& place, std::string_view timeout,
                            const std::vector<std::string>& options) {
    wanted_hook hook{.words = hook_words(own_program().string(), place.agent, timeout, options)};
    hook.time = std::chrono::ceil<std::chrono::seconds>(*parse_duration(timeout)) + margin;
    if (place.written == hook_place::form::tables) hook.known_as = names_of_settings(place);
    return hook;
}

bool stands_as_written(const hook_place& place, std::string_view text, const wanted_hook& hook) {
    const auto found = hooks_in(place, text, hook.known_as);
    const auto events = installed_events(place.agent);
    return std::ranges::equal(found, events, [&](const found_hook& one, const hook_dialect* dialect) {
        return one.event == dialect->event && one.trusted && is_as_written(place, one, hook);
    });
}

}  // namespace assent::cli
