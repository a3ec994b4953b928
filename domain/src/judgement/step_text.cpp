#include "step_text.hpp"

#include <fmt/format.h>

#include <string>

namespace assent {
namespace {

std::string window_text(const window_status& window, std::string_view name) {
    if (!window.limit) return fmt::format("no limit per {}", name);
    return fmt::format("{} of {} calls in the last {}", window.calls, *window.limit, name);
}

std::string risk_text(const risk_assessment& risk) {
    std::string text = fmt::format("risk {}, {}", to_string(risk.level), to_string(risk.safety));
    for (const auto& factor : risk.factors) text += fmt::format("; {}", factor->text);
    return text;
}

std::string settings_text(const call_findings& found) {
    if (found.definition == nullptr) return "the tool is not known";
    return fmt::format("the tool's default is {}", to_string(found.definition->decision));
}

std::string allow_rules_text(const rule_switches& switches) {
    return switches.all_off() ? "allow rules" : fmt::format("allow rules, with {}", to_string(switches));
}

std::string looked_at(decision_step step, const step_context& at) {
    switch (step) {
        case decision_step::well_formed: return "tool name and input";
        case decision_step::rate_limit:
            return window_text(at.limits.minute, "minute") + ", " + window_text(at.limits.hour, "hour");
        case decision_step::deny_mode:
        case decision_step::allow_mode: return fmt::format("mode {}", to_string(at.mode));
        case decision_step::deny: return "deny rules and blocked lists";
        case decision_step::ask_rules: return "ask rules and the agent's own demand";
        case decision_step::guard: return "options, fields and places in the input";
        case decision_step::grant: return "grants";
        case decision_step::remembered: return "remembered decisions and trust";
        case decision_step::allow_rules: return allow_rules_text(at.settings.switches);
        case decision_step::tool_settings: return settings_text(at.found);
        case decision_step::risk: return risk_text(at.found.risk);
        case decision_step::ask: return fmt::format("mode {}", to_string(at.mode));
    }
    return {};
}

// What a step says that has nothing to say.
std::string passed_text(decision_step step, const step_context& at) {
    switch (step) {
        case decision_step::well_formed: return "well formed";
        case decision_step::rate_limit: return "within limits";
        case decision_step::deny_mode: return "does not deny";
        case decision_step::deny:
        case decision_step::ask_rules:
        case decision_step::allow_rules: return "none covers the call";
        case decision_step::guard:
            if (!at.found.guarded) return "nothing found";
            if (at.found.exact_allow)
                return fmt::format("{}; rule `{}` names it", text_of(at.found.guarded),
                                   at.found.exact_allow->text());
            return text_of(at.found.guarded) + "; allow mode takes that risk";
        case decision_step::allow_mode: return "does not allow";
        case decision_step::grant:
        case decision_step::remembered: return "none for this call";
        case decision_step::tool_settings: return "does not decide";
        case decision_step::risk:
            return at.settings.ask_from_risk
                       ? fmt::format("not below {}", to_string(*at.settings.ask_from_risk))
                       : "risk allows nothing here";
        case decision_step::ask: return {};
    }
    return {};
}

}  // namespace

explained_step explain_step(decision_step step, const verdict* said, bool withheld, const step_context& at) {
    explained_step made{.step = step, .looked_at = looked_at(step, at)};
    if (said == nullptr) {
        made.said = passed_text(step, at);
        return made;
    }
    // With its words, which no record has.
    made.said = step == decision_step::guard ? text_of(at.found.guarded) : said->reason();
    if (withheld)
        made.said += "; mode plan takes that for calls that only look";
    else
        made.result =
            said->asks() && step != decision_step::ask ? step_result::demanded : step_result::decided;
    return made;
}

}  // namespace assent
