#include <assent/domain/permission_service.hpp>

#include <utility>

namespace assent {
namespace {

verdict by_mode(outcome decision) { return {.decision = decision, .source = decision_source::mode}; }

verdict by_rule(outcome decision, std::shared_ptr<const permission_rule> rule, bool doubt = false) {
    const bool must_ask = decision == outcome::ask;
    return {.decision = decision,
            .source = decision_source::rule,
            .rule = std::move(rule),
            .doubt = doubt,
            .must_ask = must_ask};
}

settlement denied(decision_source source, std::string detail) {
    return {.decided = {.decision = outcome::deny, .source = source, .detail = std::move(detail)}};
}

// An opaque update may hold rules in a form that only the peer understands.
bool may_store_rules(const permission_update& update) {
    switch (update.what) {
        case permission_update::kind::add_rules:
        case permission_update::kind::replace_rules:
        case permission_update::kind::opaque: return true;
        case permission_update::kind::remove_rules:
        case permission_update::kind::set_mode: return false;
    }
    return true;
}

}  // namespace

verdict permission_service::check(const tool_call& call, const rule_findings& found) const {
    if (!valid_tool_name(call.tool_name))
        return {.decision = outcome::deny,
                .source = decision_source::malformed,
                .detail = "the tool name is not 1 to 128 letters, digits, `_`, `.` or `-`"};
    if (mode_ == permission_mode::deny) return by_mode(outcome::deny);
    if (found.deny) return by_rule(outcome::deny, found.deny);
    if (found.deny_doubt) return by_rule(outcome::ask, found.deny_doubt, true);
    if (found.ask) return by_rule(outcome::ask, found.ask);
    if (found.ask_doubt) return by_rule(outcome::ask, found.ask_doubt, true);
    if (call.needs_human)
        return {.decision = outcome::ask, .source = decision_source::peer, .must_ask = true};
    if (mode_ == permission_mode::allow) return by_mode(outcome::allow);
    if (found.allow) return by_rule(outcome::allow, found.allow);
    return {.decision = outcome::ask, .source = decision_source::undecided};
}

settlement permission_service::resolve(const permission_question& question, const rule_findings& found,
                                       permission_result answer) const {
    if (auto* no = std::get_if<deny_result>(&answer)) {
        settlement settled = denied(decision_source::callback, std::move(no->reason));
        settled.interrupt = no->interrupt;
        return settled;
    }
    if (mode_ == permission_mode::deny) return {.decided = by_mode(outcome::deny)};
    if (found.deny) return {.decided = by_rule(outcome::deny, found.deny)};
    auto& yes = std::get<allow_result>(answer);
    if (yes.edited_input && !all_finite(json_value(*yes.edited_input)))
        return denied(decision_source::fault, "the edited input holds a number that is not finite");
    // Agents take an empty object to mean the input as it was, which is not what was decided.
    if (yes.edited_input && yes.edited_input->empty() && !question.input->whole().empty())
        return denied(decision_source::fault, "the edited input is empty");
    // No stored rule could ever answer such a question, so none is stored.
    if (question.once_only) std::erase_if(yes.updates, may_store_rules);
    return {.decided = {.decision = outcome::allow, .source = decision_source::callback},
            .edited_input = std::move(yes.edited_input),
            .updates = std::move(yes.updates)};
}

}  // namespace assent
