#include <assent/domain/permission_service.hpp>

#include "judgement/step_text.hpp"

#include <assent/domain/duration_text.hpp>

#include <algorithm>
#include <utility>

// The steps of a decision, and their order.
namespace assent {
namespace {

verdict because(outcome decision, decision_source source, std::string detail = {}) {
    return {.decision = decision, .source = source, .detail = std::move(detail)};
}

verdict by_rule(outcome decision, std::shared_ptr<const permission_rule> rule, bool doubt = false) {
    const auto source =
        rule->origin() == rule_origin::stored ? decision_source::persistent : decision_source::rule;
    return {.decision = decision, .source = source, .rule = std::move(rule), .doubt = doubt};
}

decision_source source_of(const remembered_decision& known) {
    return known.scope == memory_scope::persistent ? decision_source::persistent
                                                   : decision_source::remembered;
}

verdict demanded(verdict said) {
    said.decision = outcome::ask;
    said.must_ask = true;
    return said;
}

std::map<std::string, rate_limits, std::less<>> limits_of_tools(const policy& settings) {
    std::map<std::string, rate_limits, std::less<>> limits;
    for (const auto& [name, tool] : settings.tools)
        if (tool.limits) limits.emplace(name, *tool.limits);
    return limits;
}

// Plan mode: nothing that is stored or set allows a call that does more than look.
bool withheld_by_plan(permission_mode mode, decision_step step, const verdict& said,
                      const call_findings& found) {
    return mode == permission_mode::plan && step > decision_step::allow_mode && said.allowed() &&
           found.risk.safety != safety_class::always_safe;
}

// A call that is blocked counts as critical and one over a limit as medium, whatever was found about it.
verdict with_risk(verdict decided, const risk_assessment& found) {
    decided.risk = decided.rate_limited() ? risk_level::medium : found.level;
    decided.factors = found.factors;
    const bool blocked = decided.rule != nullptr || decided.source == decision_source::blocked_list;
    if (decided.denied() && blocked) decided.risk = risk_level::critical;
    return decided;
}

}  // namespace

struct permission_service::circumstances {
    const tool_call& call;
    const call_findings& found;
    time_point now;
    bool counted;
};

struct permission_service::step {
    decision_step name;
    opinion (permission_service::*look)(const circumstances&);
};

// The order of decision.
const permission_service::step permission_service::steps[] = {
    {decision_step::well_formed, &permission_service::well_formed},
    {decision_step::rate_limit, &permission_service::rate_limit},
    {decision_step::deny_mode, &permission_service::deny_mode},
    {decision_step::deny, &permission_service::deny},
    {decision_step::ask_rules, &permission_service::ask_rules},
    {decision_step::guard, &permission_service::guarded},
    {decision_step::allow_mode, &permission_service::allow_mode},
    {decision_step::grant, &permission_service::live_grant},
    {decision_step::remembered, &permission_service::remembered_or_trusted},
    {decision_step::allow_rules, &permission_service::allow_rules},
    {decision_step::tool_settings, &permission_service::tool_settings},
    {decision_step::risk, &permission_service::risk},
};

permission_service::permission_service(judgement_basis::pointer basis)
    : basis_(std::move(basis)),
      mode_(basis_->settings().mode),
      limits_(basis_->settings().limits, limits_of_tools(basis_->settings())) {}

verdict permission_service::judge(const tool_call& call, const call_findings& found, time_point now,
                                  bool counted, explanation* into) {
    const circumstances at{call, found, now, counted};
    const auto explain = [&](decision_step name, const opinion& said, bool withheld) {
        if (into == nullptr) return;
        const step_context context{mode_, basis_->settings(), found, limits_.status(now)};
        into->steps.push_back(explain_step(name, said, withheld, context));
    };
    opinion said;
    opinion demand;
    for (const step& each : steps) {
        said = (this->*each.look)(at);
        const bool denies = said && said->denied();
        if (demand && !denies) {  // nothing else counts any more
            said.reset();
            continue;
        }
        const bool withheld = said && withheld_by_plan(mode_, each.name, *said, found);
        explain(each.name, said, withheld);
        if (withheld) said.reset();
        if (said && said->asks()) demand = std::exchange(said, std::nullopt);
        if (said) break;
    }
    if (!said) {
        said = ask(std::move(demand));
        explain(decision_step::ask, said, false);
    }
    verdict decided = with_risk(std::move(*said), found.risk);
    if (into != nullptr) into->decided = decided;
    return decided;
}

verdict permission_service::check(const tool_call& call, const call_findings& found, time_point now,
                                  bool counted) {
    verdict decided = judge(call, found, now, counted);
    if (!decided.allowed()) return decided;
    if (decided.source == decision_source::grant) {
        const auto taken = grants_.take(found.keys, now);
        if (taken) decided.detail += ", " + taken->remaining_text(now);
    }
    if (!counted) limits_.count(call.tool_name, now);
    return decided;
}

void permission_service::asked(const tool_call& call, time_point now) { limits_.count(call.tool_name, now); }

permission_service::opinion permission_service::well_formed(const circumstances& at) {
    if (at.found.flaw.empty()) return std::nullopt;
    return because(outcome::deny, decision_source::malformed, at.found.flaw);
}

permission_service::opinion permission_service::rate_limit(const circumstances& at) {
    if (at.counted) return std::nullopt;
    const auto refused = limits_.refuses(at.call.tool_name, at.now);
    if (!refused) return std::nullopt;
    verdict said = because(outcome::deny, decision_source::rate_limit, refused->text(at.call.tool_name));
    if (refused->retry_after) said.detail += "; try again in " + about(*refused->retry_after);
    said.retry_after = refused->retry_after;
    return said;
}

permission_service::opinion permission_service::deny_mode(const circumstances&) {
    if (mode_ != permission_mode::deny) return std::nullopt;
    return because(outcome::deny, decision_source::mode);
}

permission_service::opinion permission_service::deny(const circumstances& at) {
    const call_findings& found = at.found;
    if (auto said = denied(found)) return said;
    if (found.rules.deny_doubt) return demanded(by_rule(outcome::ask, found.rules.deny_doubt, true));
    if (found.blocked_doubt) {
        verdict said = by_rule(outcome::ask, found.blocked_doubt, true);
        said.source = decision_source::blocked_list;
        return demanded(std::move(said));
    }
    const auto* const known = remembered_.find(found.doubtful_keys, at.now);
    if (known != nullptr && !known->approved)
        return demanded(because(outcome::ask, source_of(*known), "a remembered denial may cover this call"));
    return std::nullopt;
}

std::optional<verdict> permission_service::denied(const call_findings& found) const {
    if (mode_ == permission_mode::deny) return because(outcome::deny, decision_source::mode);
    if (found.rules.deny) return by_rule(outcome::deny, found.rules.deny);
    if (found.blocked) {
        verdict said = because(outcome::deny, decision_source::blocked_list,
                               "blocked by the policy: `" + found.blocked->text() + "`");
        said.rule = found.blocked;
        return said;
    }
    if (found.disabled_category)
        return because(outcome::deny, decision_source::blocked_list,
                       "tools of category `" + found.definition->category + "` are disabled");
    return std::nullopt;
}

permission_service::opinion permission_service::ask_rules(const circumstances& at) {
    const rule_findings& rules = at.found.rules;
    if (rules.ask) return demanded(by_rule(outcome::ask, rules.ask));
    if (rules.ask_doubt) return demanded(by_rule(outcome::ask, rules.ask_doubt, true));
    if (at.call.needs_human) return demanded(because(outcome::ask, decision_source::peer));
    return std::nullopt;
}

permission_service::opinion permission_service::guarded(const circumstances& at) {
    if (!at.found.guarded || at.found.exact_allow || mode_ == permission_mode::allow) return std::nullopt;
    return demanded(because(outcome::ask, decision_source::guard, at.found.guarded.why->text));
}

permission_service::opinion permission_service::allow_mode(const circumstances& at) {
    if (mode_ == permission_mode::allow) return because(outcome::allow, decision_source::mode);
    if (mode_ == permission_mode::accept_edits && at.found.edit_in_place)
        return because(outcome::allow, decision_source::mode,
                       "permission mode `accept_edits` allows edits inside the working directory");
    return std::nullopt;
}

permission_service::opinion permission_service::live_grant(const circumstances& at) {
    const auto* const live = grants_.find(at.found.keys, at.now);
    if (live == nullptr) return std::nullopt;
    // A denial that is remembered for such calls is somebody's word about them too, and deny wins.
    const auto* const known = remembered_.find(at.found.keys, at.now);
    if (known != nullptr && !known->approved) return std::nullopt;
    verdict said = because(outcome::allow, decision_source::grant, "allowed by a grant");
    if (live->key != at.found.keys.front()) said.detail += " for `" + live->key + "`";
    said.by = live->by;
    return said;
}

permission_service::opinion permission_service::remembered_or_trusted(const circumstances& at) {
    if (const auto* known = remembered_.find(at.found.keys, at.now)) {
        verdict said = because(known->approved ? outcome::allow : outcome::deny, source_of(*known));
        said.by = known->by;
        return said;
    }
    // Asked anew each time: what may be trusted can have changed since.
    if (!at.found.may_trust() || !remembered_.trusts(at.found.keys.front())) return std::nullopt;
    return because(outcome::allow, decision_source::trust);
}

permission_service::opinion permission_service::allow_rules(const circumstances& at) {
    // Where the guard has found something, only the rule that names it counts.
    const auto& rule = at.found.guarded && at.found.exact_allow ? at.found.exact_allow : at.found.rules.allow;
    if (!rule) return std::nullopt;
    verdict said = by_rule(outcome::allow, rule);
    if (rule == at.found.rules.allow) said.rules_too = at.found.rules.allow_too;
    return said;
}

// What cannot be undone is not allowed wholesale; it can still be denied so.
permission_service::opinion permission_service::tool_settings(const circumstances& at) {
    const bool always_confirm = at.found.risk.safety == safety_class::always_confirm;
    if (at.found.trusted_tool && !always_confirm)
        return because(outcome::allow, decision_source::trusted_tool);
    std::optional<tool_default> said;
    auto source = decision_source::tool_override;
    if (at.found.settings != nullptr) said = at.found.settings->decision;
    if (!said) {
        said = default_of_tool(at.found);
        source = decision_source::tool_default;
    }
    if (!said || *said == tool_default::ask) return std::nullopt;
    if (*said == tool_default::deny) return because(outcome::deny, source);
    if (always_confirm) return std::nullopt;
    return because(outcome::allow, source);
}

std::optional<tool_default> permission_service::default_of_tool(const call_findings& found) const {
    const tool_definition* const tool = found.definition;
    if (!basis_->settings().tool_defaults || tool == nullptr) return std::nullopt;
    const auto said = tool->permission_required ? tool->decision : tool_default::allow;
    // A default that allows speaks of the tool's harmless calls; this one may show something else.
    if (said == tool_default::allow && found.risk.level > tool->risk) return std::nullopt;
    return said;
}

permission_service::opinion permission_service::risk(const circumstances& at) {
    const policy& settings = basis_->settings();
    const risk_assessment& found = at.found.risk;
    const bool set_to_ask = at.found.settings != nullptr && at.found.settings->decision == tool_default::ask;
    if (set_to_ask || found.safety == safety_class::always_confirm) return std::nullopt;
    if (settings.allow_always_safe && found.safety == safety_class::always_safe)
        return because(outcome::allow, decision_source::risk, "the call only looks");
    if (!settings.ask_from_risk || found.level >= *settings.ask_from_risk) return std::nullopt;
    return because(outcome::allow, decision_source::risk,
                   "risk " + std::string(to_string(found.level)) + " is below " +
                       std::string(to_string(*settings.ask_from_risk)) + ", from which it is asked");
}

verdict permission_service::ask(opinion demanded) const {
    verdict said = demanded ? std::move(*demanded) : because(outcome::ask, decision_source::undecided);
    if (mode_ != permission_mode::dont_ask) return said;
    verdict refused = because(outcome::deny, decision_source::mode,
                              said.reason() + ", and permission mode `dont_ask` asks nobody");
    refused.must_ask = said.must_ask;
    return refused;
}

void permission_service::set_basis(judgement_basis::pointer basis) {
    const policy& before = basis_->settings();
    const policy& after = basis->settings();
    if (before.limits != after.limits || limits_of_tools(before) != limits_of_tools(after))
        limits_ = rate_limiter(after.limits, limits_of_tools(after));
    if (before.mode != after.mode) mode_ = after.mode;
    basis_ = std::move(basis);
}

}  // namespace assent
