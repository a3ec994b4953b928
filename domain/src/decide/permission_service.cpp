#include <assent/domain/decide/permission_service.hpp>

#include "../tools/factors.hpp"
#include "step_text.hpp"

#include <assent/domain/text/display_text.hpp>

#include <algorithm>
#include <utility>

// The steps of a decision, and their order.
namespace assent {
namespace {

// These fill in a verdict that says nothing yet: one is large, and would be moved about otherwise. They
// return true, as steps do that have an opinion.
bool because(verdict& said, outcome decision, decision_source source) {
    said.decision = decision;
    said.source = source;
    return true;
}
bool because(verdict& said, outcome decision, decision_source source, std::string detail) {
    said.detail = std::move(detail);
    return because(said, decision, source);
}
bool by_rule(verdict& said, outcome decision, const std::shared_ptr<const permission_rule>& rule,
             bool doubt = false) {
    said.rule = rule;
    said.doubt = doubt;
    return because(
        said, decision,
        rule->origin() == rule_origin::stored ? decision_source::persistent : decision_source::rule);
}

decision_source source_of(const remembered_decision& known) {
    return known.scope == memory_scope::persistent ? decision_source::persistent
                                                   : decision_source::remembered;
}

bool demand(verdict& said) {
    said.decision = outcome::ask;
    said.must_ask = true;
    return true;
}

outcome outcome_of(const permission_rule& rule) {
    return rule.behavior() == rule_behavior::wall ? outcome::wall : outcome::allow;
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
    return mode == permission_mode::plan && step > decision_step::allow_mode && said.runs() &&
           found.risk.safety != safety_class::always_safe;
}

// All that the guard has found is that a program does more than rules about it say: what it does is known.
bool only_beyond_its_program(const guard_finding& found) {
    const auto is = [&](factor which) { return found.why == shared_factor(which); };
    return !found.unread &&
           (is(factor::executing_option) || is(factor::runs_others) || is(factor::changed_directory));
}
// The policy allows all that the call does, however its programs come to it; or it does so behind a wall,
// which holds whatever they turn out to do, but for what has been given more authority than others.
bool passes_by_effect(const policy& settings, const tool_call& call, const call_findings& found) {
    const auto said = settings.of_effects(found.effects);
    if (said == outcome::wall)
        return call.walls && found.wall == wall_fit::fits && !found.protected_place &&
               found.guarded.why != shared_factor(factor::widened_authority);
    return only_beyond_its_program(found.guarded) && said == outcome::allow;
}

// The guard has found something, and lets it pass because a wall is around it: nothing else lets it run.
bool passes_walled_only(const policy& settings, const call_findings& found, permission_mode mode) {
    if (found.code_behind_wall) return true;
    return found.guarded && !found.exact_allow && mode != permission_mode::allow &&
           settings.of_effects(found.effects) == outcome::wall;
}

// A question in the place of a wall that cannot be made. It has to be asked: left to the agent, the call
// would run without one.
void ask_without_wall(verdict& said, const tool_call& call, const call_findings& found) {
    said.decision = outcome::ask;
    const bool fits = found.wall == wall_fit::fits;
    said.detail = fits && !call.walls ? no_wall_here : in_words(found.wall);
    if (said.rule && said.rule->behavior() == rule_behavior::wall) {
        said.detail.append("; wall rule ").append(said.rule->named());
        return;
    }
    said.rule = nullptr;
    said.rules_too.clear();
    said.source = decision_source::effect;
}
// Where the policy says what is with calls that escape, the agent's own rules may allow one that does no more
// than to look, also in the network, and to change, or to run code of the project and nothing that lies
// outside.
bool leaves_to_agent(const policy& settings, const call_findings& found) {
    call_effects more = found.effects;
    const auto has = [&](call_effect effect) { return more.test(static_cast<std::size_t>(effect)); };
    const bool outside =
        has(call_effect::looks_outside) || has(call_effect::services) || has(call_effect::network);
    for (const auto effect :
         {call_effect::looks, call_effect::looks_outside, call_effect::edits, call_effect::changes,
          call_effect::services, outside ? call_effect::network : call_effect::runs})
        more.reset(static_cast<std::size_t>(effect));
    const auto said = settings.of_effects(found.effects);
    return more.none() && only_beyond_its_program(found.guarded) &&
           settings.of_effect(call_effect::escapes) && said != outcome::ask && said != outcome::wall;
}

constexpr std::string_view more_than_walled =
    "it may run behind a wall, but does more than the policy lets run there";

// For people: what of all that a call does the policy asks about, or denies.
std::string effects_said(const policy& settings, const call_findings& found, outcome said) {
    std::string text = said == outcome::ask ? "the policy asks about what" : "the policy denies what";
    const auto begin = text.size();
    std::string_view joint = " ";
    for (std::size_t each = 0; each < found.effects.size(); ++each) {
        const auto effect = static_cast<call_effect>(each);
        if (!found.effects[each] || settings.of_effect(effect) != said) continue;
        text.append(joint).append(in_words(effect));
        joint = " and ";
    }
    return text.size() == begin ? std::string(more_than_walled) : text;
}

// Whether all that it does is known, stays in the project or goes out as its words say, and shows no secret:
// what a pause may answer.
bool is_plain(const call_findings& found) {
    call_effects more = found.effects;
    for (const auto effect : {call_effect::looks, call_effect::edits, call_effect::changes, call_effect::runs,
                              call_effect::installs, call_effect::runs_packages, call_effect::services,
                              call_effect::network, call_effect::sends, call_effect::destroys})
        more.reset(static_cast<std::size_t>(effect));
    return more.none() && std::ranges::find(found.risk.factors, shared_factor(factor::secret_in_path)) ==
                              found.risk.factors.end();
}

// A call that is blocked counts as critical and one over a limit as medium, whatever was found about it.
void add_risk(verdict& decided, const call_findings& about) {
    const auto& found = about.risk;
    decided.risk = decided.rate_limited() ? risk_level::medium : found.level;
    decided.factors = found.factors;
    decided.may_change_files = may_change_files(about.effects);
    const bool blocked = decided.rule != nullptr || decided.source == decision_source::blocked_list;
    if (decided.denied() && blocked) decided.risk = risk_level::critical;
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
    bool (permission_service::*look)(const circumstances&, verdict&);
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
    const auto explain = [&](decision_step name, const verdict* said, bool withheld) {
        const step_context context{mode_, basis_->settings(), found, limits_.status(now)};
        into->steps.push_back(explain_step(name, said, withheld, context));
    };
    verdict said;
    std::optional<verdict> demanded;
    bool decided = false;
    for (const step& each : steps) {
        const bool speaks = (this->*each.look)(at, said);
        if (!speaks) {
            if (into != nullptr && !demanded) explain(each.name, nullptr, false);
            continue;
        }
        // Whatever would allow it: only because of the wall has the guard let it pass.
        if (said.allowed() && passes_walled_only(basis_->settings(), found, mode_)) {
            said = {};
            because(said, outcome::wall, decision_source::effect);
        }
        if (said.walled() && !(at.call.walls && found.wall == wall_fit::fits))
            ask_without_wall(said, call, found);
        if (demanded && !said.denied()) {  // nothing else counts any more
            said = {};
            continue;
        }
        const bool withheld = withheld_by_plan(mode_, each.name, said, found);
        if (into != nullptr) explain(each.name, &said, withheld);
        decided = !withheld && !said.asks();
        if (decided) break;
        if (!withheld) demanded = std::move(said);
        said = {};
    }
    if (!decided) {
        ask(std::move(demanded), at, said);
        if (said.asks() && paused_for(at)) {
            said = {};
            said.by = pause_->by;
            because(said, outcome::allow, decision_source::pause);
        }
        if (into != nullptr) explain(decision_step::ask, &said, false);
    }
    add_risk(said, found);
    if (into != nullptr) into->decided = said;
    return said;
}

verdict permission_service::check(const tool_call& call, const call_findings& found, time_point now,
                                  bool counted) {
    verdict decided = judge(call, found, now, counted);
    if (!decided.runs()) return decided;
    if (decided.source == decision_source::grant) {
        const auto taken = grants_.take(found.keys_that_count(), now);
        if (taken) decided.detail += ", " + taken->remaining_text(now);
    }
    if (!counted) count(call, now);
    return decided;
}

// What is asked about over a limit does not fill it any further.
void permission_service::asked(const tool_call& call, time_point now) {
    if (!limits_.refuses(call.tool_name, now)) return count(call, now);
    if (basis_->settings().loop) repeated_.count(call);
}

void permission_service::count(const tool_call& call, time_point now) {
    limits_.count(call.tool_name, now);
    if (basis_->settings().loop) repeated_.count(call);
}

bool permission_service::well_formed(const circumstances& at, verdict& said) {
    if (at.found.flaw.empty()) return false;
    return because(said, outcome::deny, decision_source::malformed, at.found.flaw);
}

bool permission_service::rate_limit(const circumstances& at, verdict& said) {
    if (at.counted) return false;
    if (over_limits(at.call, at.now, said))
        return basis_->settings().on_limit == over_limit::deny || demand(said);
    const auto& loop = basis_->settings().loop;
    if (!loop || !repeated_.were_all(at.call, *loop)) return false;
    because(said, outcome::ask, decision_source::rate_limit,
            "the agent has made this same call " + std::to_string(*loop) + " times in a row");
    return demand(said);
}

bool permission_service::over_limits(const tool_call& call, time_point now, verdict& said) {
    const auto refused = limits_.refuses(call.tool_name, now);
    if (!refused) return false;
    because(said, outcome::deny, decision_source::rate_limit, refused->text(call.tool_name));
    if (refused->retry_after) said.detail += "; try again in " + about(*refused->retry_after);
    said.retry_after = refused->retry_after;
    return true;
}

std::optional<verdict> permission_service::refused_unseen(const tool_call& call, time_point now) {
    std::optional<verdict> said(std::in_place);
    if (basis_->settings().on_limit == over_limit::ask || !over_limits(call, now, *said)) said.reset();
    if (said) add_risk(*said, {});
    return said;
}

bool permission_service::deny_mode(const circumstances&, verdict& said) {
    if (mode_ != permission_mode::deny) return false;
    return because(said, outcome::deny, decision_source::mode);
}

bool permission_service::deny(const circumstances& at, verdict& said) {
    const call_findings& found = at.found;
    if (denies(found, said)) return true;
    if (!found.reads_besides.empty()) {
        said.rule = found.rules.deny_doubt;
        return because(said, outcome::deny, decision_source::rule, found.reads_besides);
    }
    if (found.rules.deny_doubt)
        return by_rule(said, outcome::ask, found.rules.deny_doubt, true) && demand(said);
    if (found.blocked_doubt) {
        by_rule(said, outcome::ask, found.blocked_doubt, true);
        said.source = decision_source::blocked_list;
        return demand(said);
    }
    const auto* const known = remembered_.find(found.doubtful_keys, at.now);
    if (known == nullptr || known->approved) return false;
    because(said, outcome::ask, source_of(*known), "a remembered denial may cover this call");
    return demand(said);
}

std::optional<verdict> permission_service::denied(const call_findings& found) const {
    std::optional<verdict> said(std::in_place);
    if (!denies(found, *said)) said.reset();
    return said;
}

bool permission_service::denies(const call_findings& found, verdict& said) const {
    if (mode_ == permission_mode::deny) return because(said, outcome::deny, decision_source::mode);
    if (found.rules.deny) return by_rule(said, outcome::deny, found.rules.deny);
    if (found.blocked) {
        said.rule = found.blocked;
        return because(said, outcome::deny, decision_source::blocked_list,
                       "blocked by the policy: `" + found.blocked->text() + "`");
    }
    if (found.disabled_category)
        return because(said, outcome::deny, decision_source::blocked_list,
                       "tools of category `" + found.definition->category + "` are disabled");
    if (found.effects.test(static_cast<std::size_t>(call_effect::ruins)) &&
        basis_->settings().of_effect(call_effect::ruins) == outcome::deny)
        return because(said, outcome::deny, decision_source::effect,
                       effects_said(basis_->settings(), found, outcome::deny));
    return false;
}

bool permission_service::ask_rules(const circumstances& at, verdict& said) {
    const rule_findings& rules = at.found.rules;
    if (rules.ask) return by_rule(said, outcome::ask, rules.ask) && demand(said);
    if (rules.ask_doubt) return by_rule(said, outcome::ask, rules.ask_doubt, true) && demand(said);
    if (at.call.needs_human) return because(said, outcome::ask, decision_source::peer) && demand(said);
    return false;
}

bool permission_service::guarded(const circumstances& at, verdict& said) {
    const bool gate = at.found.changes_gate && basis_->settings().protect_gate;
    const bool found = at.found.guarded && !at.found.exact_allow && mode_ != permission_mode::allow &&
                       !passes_by_effect(basis_->settings(), at.call, at.found);
    if (!gate && !found) return false;
    if (gate) return because(said, outcome::ask, decision_source::gate) && demand(said);
    said.left_to_agent = leaves_to_agent(basis_->settings(), at.found);
    return because(said, outcome::ask, decision_source::guard, at.found.guarded.why->text) && demand(said);
}

bool permission_service::allow_mode(const circumstances& at, verdict& said) {
    // As an ask rule does, a wall rule holds in every mode.
    if (mode_ == permission_mode::allow && at.found.rules.allow && at.found.rules.wall)
        return allow_rules(at, said);
    if (mode_ == permission_mode::allow) return because(said, outcome::allow, decision_source::mode);
    if (mode_ == permission_mode::accept_edits && at.found.edit_in_place)
        return because(said, outcome::allow, decision_source::mode,
                       "permission mode `accept_edits` allows edits inside the working directory");
    return false;
}

bool permission_service::live_grant(const circumstances& at, verdict& said) {
    const auto* const live = grants_.find(at.found.keys_that_count(), at.now);
    if (live == nullptr || passes_walled_only(basis_->settings(), at.found, mode_)) return false;
    // A denial that is remembered for such calls is somebody's word about them too, and deny wins.
    const auto* const known = remembered_.find(at.found.keys, at.now);
    if (known != nullptr && !known->approved) return false;
    because(said, outcome::allow, decision_source::grant, "allowed by a grant");
    if (live->key != at.found.keys.front()) said.detail += " for `" + live->key + "`";
    said.by = live->by;
    return true;
}

bool permission_service::remembered_or_trusted(const circumstances& at, verdict& said) {
    const bool walled_only = passes_walled_only(basis_->settings(), at.found, mode_);
    const auto* const known = remembered_.find(at.found.keys_that_count(), at.now);
    if (known != nullptr && !(known->approved && walled_only)) {
        said.by = known->by;
        return because(said, known->approved ? outcome::allow : outcome::deny, source_of(*known));
    }
    // Asked anew each time: what may be trusted can have changed since.
    if (walled_only || at.found.rules.ask_unknown || !at.found.may_trust() ||
        !remembered_.trusts(at.found.keys.front()))
        return false;
    return because(said, outcome::allow, decision_source::trust);
}

bool permission_service::allow_rules(const circumstances& at, verdict& said) {
    // Where the guard has found something, or it is not known what is done, only the rule that names it
    // counts.
    const bool exactly = at.found.rules.ask_unknown || (at.found.guarded && at.found.exact_allow) ||
                         passes_walled_only(basis_->settings(), at.found, mode_);
    const auto& rule = exactly ? at.found.exact_allow : at.found.rules.allow;
    if (!rule) return false;
    if (rule != at.found.rules.allow) return by_rule(said, outcome_of(*rule), rule);
    said.rules_too = at.found.rules.allow_too;
    by_rule(said, at.found.rules.wall ? outcome::wall : outcome::allow, rule);
    // The rule that asks for the wall is the one that is named.
    const auto walls = std::ranges::find_if(
        said.rules_too, [](const auto& each) { return outcome_of(*each) == outcome::wall; });
    if (walls != said.rules_too.end() && outcome_of(*said.rule) != outcome::wall)
        std::swap(said.rule, *walls);
    return true;
}

// What cannot be undone is not allowed wholesale; it can still be denied so.
bool permission_service::tool_settings(const circumstances& at, verdict& said) {
    std::optional<outcome> effect;
    if (at.found.settings == nullptr || !at.found.settings->decision)
        effect = basis_->settings().of_effects(at.found.effects);
    if (effect == outcome::wall && at.found.wall == wall_fit::no_command) effect.reset();
    // What is not known to read secrets does not come by any there.
    if (at.found.rules.ask_unknown && effect != outcome::wall) return false;
    const bool always_confirm = at.found.risk.safety == safety_class::always_confirm;
    if (at.found.trusted_tool && !always_confirm && !at.found.rules.ask_unknown)
        return because(said, outcome::allow, decision_source::trusted_tool);
    std::optional<tool_default> set;
    auto source = decision_source::tool_override;
    if (at.found.settings != nullptr) set = at.found.settings->decision;
    if (effect) {
        // A file of the project that is named may be deleted, as it may be overwritten.
        const bool edits = at.found.effects == call_effects(1U << static_cast<unsigned>(call_effect::edits));
        const bool runs = *effect == outcome::allow || *effect == outcome::wall;
        if (*effect == outcome::ask || (runs && always_confirm && !edits)) return false;
        return because(said, *effect, decision_source::effect);
    }
    if (!set) {
        set = default_of_tool(at.found);
        source = decision_source::tool_default;
    }
    if (!set || *set == tool_default::ask) return false;
    if (*set == tool_default::deny) return because(said, outcome::deny, source);
    if (always_confirm) return false;
    return because(said, outcome::allow, source);
}

std::optional<tool_default> permission_service::default_of_tool(const call_findings& found) const {
    const tool_definition* const tool = found.definition;
    if (!basis_->settings().tool_defaults || tool == nullptr) return std::nullopt;
    const auto said = tool->permission_required ? tool->decision : tool_default::allow;
    // A default that allows speaks of the tool's harmless calls; this one may show something else.
    if (said == tool_default::allow && found.risk.level > tool->risk) return std::nullopt;
    return said;
}

bool permission_service::risk(const circumstances& at, verdict& said) {
    if (at.found.rules.ask_unknown) return false;
    const policy& settings = basis_->settings();
    const risk_assessment& found = at.found.risk;
    const bool set_to_ask =
        (at.found.settings != nullptr && at.found.settings->decision == tool_default::ask) ||
        settings.of_effects(at.found.effects) == outcome::ask ||
        settings.of_effects(at.found.effects) == outcome::wall;
    if (set_to_ask || found.safety == safety_class::always_confirm) return false;
    if (settings.allow_always_safe && found.safety == safety_class::always_safe)
        // So short that it takes no memory: it is said of most calls.
        return because(said, outcome::allow, decision_source::risk, "it only looks");
    if (!settings.ask_from_risk || found.level >= *settings.ask_from_risk) return false;
    return because(said, outcome::allow, decision_source::risk,
                   "risk " + std::string(to_string(found.level)) + " is below " +
                       std::string(to_string(*settings.ask_from_risk)) + ", from which it is asked");
}

void permission_service::ask(std::optional<verdict> demanded, const circumstances& at, verdict& said) const {
    const call_findings& found = at.found;
    if (demanded)
        said = std::move(*demanded);
    else if (found.rules.ask_unknown)
        by_rule(said, outcome::ask, found.rules.ask_unknown, true);
    else if (basis_->settings().of_effects(found.effects) == outcome::ask)
        because(said, outcome::ask, decision_source::effect,
                effects_said(basis_->settings(), found, outcome::ask));
    else if (found.rules.wall_for_some)
        because(said, outcome::ask, decision_source::effect, std::string(more_than_walled));
    else if (mode_ == permission_mode::plan)
        because(said, outcome::ask, decision_source::undecided,
                "permission mode `plan` allows only what looks");
    else
        because(said, outcome::ask, decision_source::undecided);
    const bool in_vain = at.call.asking_is_in_vain && found.protected_place && said.insists();
    const bool nobody = at.call.nobody_to_ask && said.insists();
    if (mode_ != permission_mode::dont_ask && !in_vain && !nobody) return;
    verdict refused;
    because(refused, outcome::deny, decision_source::mode,
            said.cause() + (in_vain  ? ", and in its mode the agent would run it without asking"
                            : nobody ? "; this agent cannot ask you, and no `assent daemon` does"
                                     : ", and permission mode `dont_ask` asks nobody"));
    refused.must_ask = said.must_ask;
    said = std::move(refused);
}

// Whether a pause answers what would be asked. What was demanded first may hide what else demands it, so all
// of that is looked at.
bool permission_service::paused_for(const circumstances& at) {
    if (!pause_ || at.now >= pause_->until || mode_ == permission_mode::plan) return false;
    const call_findings& found = at.found;
    verdict denial;
    if (deny(at, denial) || at.call.needs_human || found.changes_gate || found.protected_place) return false;
    // What others than the user have written down is asked all the same.
    const auto of_others = [](const rule_pointer& rule) {
        return rule && (rule->origin() == rule_origin::built_in || rule->origin() == rule_origin::managed ||
                        rule->origin() == rule_origin::project);
    };
    return !of_others(found.rules.ask) && !of_others(found.rules.ask_doubt) && is_plain(found);
}

void permission_service::set_basis(judgement_basis::pointer basis) {
    const policy& before = basis_->settings();
    const policy& after = basis->settings();
    if (before.limits != after.limits || limits_of_tools(before) != limits_of_tools(after))
        limits_ = rate_limiter(after.limits, limits_of_tools(after));
    if (before.mode != after.mode) mode_ = after.mode;
    basis_ = std::move(basis);
}

// What becomes of answers: applied, and stored.

namespace {

constexpr std::string_view default_author = "user";

settlement denied_as(decision_source source, std::string detail) {
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

std::string author(const std::string& by) { return by.empty() ? std::string(default_author) : by; }

// Why nothing of what an answer wants to be kept can be kept; empty when it can.
std::string refusal(const permission_question& question, const std::optional<permission_rule>& about,
                    bool about_covers, rule_behavior expected) {
    if (question.once_only) return "the question can be answered for this call only; nothing is kept";
    if (!about) return {};
    if (about->behavior() != expected)
        return "rule `" + about->text() + "` is not of the answer's kind; nothing is kept";
    if (about_covers) return {};
    return "rule `" + about->text() + "` does not cover the call it was made for; nothing is kept";
}

// What an answer wants to be kept, whichever it is.
template <class Answer>
kept_answer kept_of(const Answer& answer, bool approved, std::string_view tool_key) {
    kept_answer kept;
    kept.key = answer.about ? answer.about->key() : std::string(tool_key);
    kept.tool_key = tool_key;
    kept.approved = approved;
    kept.by = author(answer.by);
    kept.keep = answer.keep;
    kept.keep_for = answer.keep_for;
    kept.about = answer.about;
    return kept;
}

}  // namespace

settlement permission_service::resolve(const permission_question& question, const call_findings& found,
                                       permission_result answer, bool about_covers) const {
    const std::string_view tool_key = found.keys.empty() ? question.tool_name : found.keys.front();
    if (auto* no = std::get_if<deny_result>(&answer)) {
        settlement settled = denied_as(decision_source::callback, std::move(no->reason));
        settled.decided.concern = std::move(no->concern);
        settled.decided.by = author(no->by);
        settled.interrupt = no->interrupt;
        if (no->keep == remember::none) return settled;
        settled.refused = refusal(question, no->about, about_covers, rule_behavior::deny);
        if (settled.refused.empty()) settled.kept = kept_of(*no, false, tool_key);
        return settled;
    }
    if (auto said = denied(found)) return {.decided = std::move(*said)};
    auto& yes = std::get<allow_result>(answer);
    if (yes.edited_input && !all_finite(json_value(*yes.edited_input)))
        return denied_as(decision_source::fault, "the edited input holds a number that is not finite");
    // Agents take an empty object to mean the input as it was, which is not what was decided.
    if (yes.edited_input && yes.edited_input->empty() && !question.input->whole().empty())
        return denied_as(decision_source::fault, "the edited input is empty");
    if (!found.flaw.empty()) return denied_as(decision_source::malformed, found.flaw);
    settlement settled;
    // No stored rule could ever answer such a question, so none is stored.
    if (question.once_only && std::erase_if(yes.updates, may_store_rules) != 0 && yes.updates_together) {
        yes.updates.clear();
        settled.refused = "the question can be answered for this call only; no update is kept";
    }
    settled.decided = {.decision = outcome::allow, .source = decision_source::callback, .by = author(yes.by)};
    if (yes.keep != remember::none || yes.trust || yes.grant) {
        auto refused = refusal(question, yes.about, about_covers, rule_behavior::allow);
        if (refused.empty()) {
            settled.kept = kept_of(yes, true, tool_key);
            settled.kept->grant = yes.grant;
            settled.kept->trust = yes.trust && found.may_trust();
            if (yes.trust && !found.may_trust()) refused = "this tool cannot be trusted for a session";
        }
        if (!refused.empty()) settled.refused = std::move(refused);
    }
    settled.edited_input = std::move(yes.edited_input);
    settled.updates = std::move(yes.updates);
    settled.updates_together = yes.updates_together;
    return settled;
}

// The newer word about a key takes the place of the older one, of whichever kind that was. One that cannot be
// stored takes nobody's place.
std::string permission_service::store(const kept_answer& answer, moment at) {
    const auto forget_denial = [&](std::string_view key) {
        const auto* const known = remembered_.find({&key, 1}, at.now);
        if (known != nullptr && !known->approved) remembered_.clear(key);
    };
    if (!answer.approved) {
        grants_.revoke(answer.key);
        remembered_.clear(answer.key);
    }
    if (answer.keep != remember::none)
        remembered_.remember(answer.key, answer.approved, answer.by, at, answer.keep_for, answer.about);
    if (answer.trust) {
        forget_denial(answer.tool_key);
        remembered_.trust(answer.tool_key);
    }
    if (!answer.grant) return {};
    if (!grants_.give(answer.key, *answer.grant, at.now, answer.by))
        return answer.grant->flaw().value_or("there are too many grants");
    forget_denial(answer.key);
    return {};
}

void permission_service::describe(permission_question& question, const call_findings& found, time_point now) {
    const policy& settings = basis_->settings();
    if (found.effects.any()) question.effects = found.effects;
    // What decides later what runs, and more authority than other calls have, get out of the project.
    if (found.protected_place || found.guarded.why == shared_factor(factor::widened_authority))
        question.effects |= only(call_effect::escapes);
    question.grant_ended = grants_.tell_expiry(found.keys, now);
    question.grant_time = settings.grant_time;
    question.grant_uses = settings.grant_uses;
    if (const auto* live = grants_.find(found.keys, now))
        question.grant_remaining = live->remaining_text(now);
    if (question.once_only) return;
    question.may_trust = found.may_trust();
    question.grant_offered = found.grant_offered();
}

}  // namespace assent
