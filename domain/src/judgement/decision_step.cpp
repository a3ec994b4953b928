#include <assent/domain/judgement/decision_step.hpp>

#include <ostream>

namespace assent {

std::string_view to_string(decision_step step) noexcept {
    switch (step) {
        case decision_step::well_formed: return "well formed";
        case decision_step::rate_limit: return "rate limit";
        case decision_step::deny_mode: return "deny mode";
        case decision_step::deny: return "deny rules";
        case decision_step::ask_rules: return "ask rules";
        case decision_step::guard: return "guard";
        case decision_step::allow_mode: return "allow mode";
        case decision_step::grant: return "grant";
        case decision_step::remembered: return "remembered";
        case decision_step::allow_rules: return "allow rules";
        case decision_step::tool_settings: return "tool settings";
        case decision_step::risk: return "risk";
        case decision_step::ask: return "ask";
    }
    return "?";
}

std::string_view to_string(step_result result) noexcept {
    switch (result) {
        case step_result::passed: return "passed";
        case step_result::demanded: return "demanded";
        case step_result::decided: return "decided";
    }
    return "?";
}

std::ostream& operator<<(std::ostream& out, decision_step step) { return out << to_string(step); }
std::ostream& operator<<(std::ostream& out, step_result result) { return out << to_string(result); }

}  // namespace assent
