#include "recorded_text.hpp"

#include "../files/counted.hpp"

#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/operation_text.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include <fmt/format.h>

#include <array>
#include <ctime>

namespace assent::cli {
namespace {

const tool_definition* standard_definition(std::string_view tool) {
    static const auto tools = tool_registry::standard();
    return tools->find(tool);
}

std::string decision_words(const recorded_event& event) {
    std::string text = fmt::format("{:<8} {:<15} {}", event.agent.empty() ? "-" : display_text(event.agent),
                                   outcome_words(event), asked_words(event));
    if (!event.reason.empty()) text += fmt::format(" ({})", display_text(event.reason));
    if (!event.by.empty()) text += fmt::format(", by {}", display_text(event.by));
    return text;
}

}  // namespace

bool was_asked(const recorded_event& event) noexcept { return event.end || event.asked_because; }

std::string_view outcome_words(const recorded_event& event) noexcept {
    if (event.end) switch (*event.end) {
            case question_end::approved: return "asked, allowed";
            case question_end::denied: return "asked, denied";
            case question_end::timed_out: return "asked, nobody";
            case question_end::cancelled: return "asked, gone";
        }
    switch (event.decision) {
        case outcome::allow: return "allowed";
        case outcome::deny: return "denied";
        case outcome::ask: return event.asked_because ? "asked" : "left to agent";
        case outcome::wall: return "walled";
    }
    return "denied";
}

tool_call call_of(const recorded_event& event) {
    return {.tool_name = event.tool_name,
            .input = *event.input,
            .own_name = event.own_name,
            .cwd = event.cwd,
            .agent_id = event.agent_id,
            .session_id = event.session_id,
            .agent = event.agent};
}

std::string asked_words(const recorded_event& event) {
    if (!event.input) return display_text(event.tool_name);
    std::string scratch;
    return operation_of(call_of(event), standard_definition(event.tool_name), scratch);
}

std::string local_time(wall_time time, const char* format) {
    const auto seconds =
        static_cast<std::time_t>(std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count());
    std::tm parts{};
    std::array<char, 64> text{};
    if (::localtime_r(&seconds, &parts) == nullptr) return "?";
    return {text.data(), std::strftime(text.data(), text.size(), format, &parts)};
}

std::string line_for_people(const recorded_event& event) {
    const auto line = [&](std::string_view what, std::string_view text) {
        return fmt::format("{} {}{}{}\n", local_time(event.time), what, what.empty() ? "" : ": ", text);
    };
    using kind = audit_event::kind;
    if (event.what == kind::decision) return line({}, decision_words(event));
    if (event.what == kind::gap) return line("gap", counted(event.lost, "record") + " missing here");
    if (event.what == kind::refusals)
        return line("refusals", counted(event.refused, "more call") + " denied over a limit");
    const bool by_people = event.what == kind::policy || event.what == kind::change;
    return by_people ? line(to_string(event.what), display_text(event.reason)) : std::string();
}

}  // namespace assent::cli
