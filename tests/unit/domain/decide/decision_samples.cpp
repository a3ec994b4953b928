#include "unit/domain/decide/decision_samples.hpp"

#include <stdexcept>
#include <utility>

namespace assent {
namespace {

class fixed_risk final : public risk_classifier {
public:
    explicit fixed_risk(risk_assessment always) : always_(std::move(always)) {}
    [[nodiscard]] risk_assessment classify(const tool_call&, const tool_definition*,
                                           std::string&) const override {
        return always_;
    }

private:
    risk_assessment always_;
};

const auto found_by_guard =
    std::make_shared<const risk_factor>(risk_factor{.id = "sample", .text = "it does something else"});

void add_rule(situation& at, rule_behavior behavior, std::string_view tool,
              rule_origin origin = rule_origin::host) {
    at.rules.push_back(make_rule(behavior, tool, "{}", origin));
}

void remember_decision(situation& at, bool approved) {
    at.before.emplace_back([approved](permission_service& service) {
        service.remembered().remember("Edit", approved, "ann", sample_moment);
    });
}

void load_decision(situation& at) {
    at.before.emplace_back([](permission_service& service) {
        const stored_decision stored[] = {{.key = "Edit", .approved = true, .by = "ann"}};
        service.remembered().load(stored, sample_moment);
    });
}

// With a limit of one call in a minute, and that call 20 s ago.
void exhaust_limit(situation& at) {
    at.settings.limits.per_minute = 1;
    at.before.emplace_back([](permission_service& service) {
        service.asked({"Other", *make_input({})}, sample_now - std::chrono::seconds(20));
    });
}

void give_grant(situation& at) {
    at.before.emplace_back([](permission_service& service) {
        service.grants().give("Edit", grant_terms::for_uses(3), sample_now, "ann");
    });
}

void trust_tool(situation& at) {
    at.before.emplace_back([](permission_service& service) { service.remembered().trust("Edit"); });
}

void set_default(situation& at, tool_default decision) {
    at.settings.tool_defaults = true;
    at.tool.decision = decision;
}

void set_effect(situation& at, outcome said) {
    for (const auto each : {call_effect::changes, call_effect::runs})
        at.settings.effects[static_cast<std::size_t>(each)] = said;
}

using step = decision_step;
using source = decision_source;

const trigger all_triggers[] = {
    {"flaw", step::well_formed, source::malformed, "dddddd", "it is broken",
     [](situation& at) { at.flaw = "it is broken"; }},
    {"rate limit", step::rate_limit, source::rate_limit, "dddddd",
     "rate limit exceeded: 1 of 1 calls in the last minute; try again in 40s", exhaust_limit},
    {"deny mode", step::deny_mode, source::mode, "dddddd", "denied by permission mode `deny`",
     [](situation& at) { at.settings.mode = permission_mode::deny; }},
    {"deny rule", step::deny, source::rule, "dddddd", "denied by rule `Edi*` (your policy)",
     [](situation& at) { add_rule(at, rule_behavior::deny, "Edi*"); }},
    {"blocked tool", step::deny, source::blocked_list, "dddddd", "blocked by the policy: `E*`",
     [](situation& at) { at.settings.blocked_tools.emplace_back("E*"); }},
    {"blocked command", step::deny, source::blocked_list, "dddddd",
     "blocked by the policy: `*{command=make *}`",
     [](situation& at) { at.settings.blocked_commands = {"make *"}; }},
    {"disabled category", step::deny, source::blocked_list, "dddddd", "tools of category `file` are disabled",
     [](situation& at) { at.settings.disabled_categories = {"file"}; }},
    {"doubtful deny rule", step::deny, source::rule, "kkdkkd",
     "deny rule `EDIT` (your policy) may cover this call",
     [](situation& at) { add_rule(at, rule_behavior::deny, "EDIT"); }},
    {"doubtfully blocked tool", step::deny, source::blocked_list, "kkdkkd",
     "deny rule `ED*` (your policy) may cover this call",
     [](situation& at) { at.settings.blocked_tools.emplace_back("ED*"); }},
    {"ask rule", step::ask_rules, source::rule, "kkdkkd", "an answer is demanded by rule `Ed*` (your policy)",
     [](situation& at) { add_rule(at, rule_behavior::ask, "Ed*"); }},
    {"doubtful ask rule", step::ask_rules, source::rule, "kkdkkd",
     "ask rule `EDIT` (your policy) may cover this call",
     [](situation& at) { add_rule(at, rule_behavior::ask, "EDIT"); }},
    {"needs a human", step::ask_rules, source::peer, "kkdkkd", "the agent demands that a person answers",
     [](situation& at) { at.needs_human = true; }},
    {"guard", step::guard, source::guard, "kadkkd", "it does something else",
     [](situation& at) { at.guarded = true; }},
    {"allow mode", step::allow_mode, source::mode, "aaaaaa", "allowed by permission mode `allow`",
     [](situation& at) { at.settings.mode = permission_mode::allow; }},
    {"accept_edits mode", step::allow_mode, source::mode, "aaaaaa",
     "permission mode `accept_edits` allows edits inside the working directory",
     [](situation& at) { at.settings.mode = permission_mode::accept_edits; }},
    {"grant", step::grant, source::grant, "aadaka", "allowed by a grant", give_grant},
    {"remembered allow", step::remembered, source::remembered, "aadaka", "allowed as decided before",
     [](situation& at) { remember_decision(at, true); }},
    {"remembered deny", step::remembered, source::remembered, "dadadd", "denied as decided before",
     [](situation& at) { remember_decision(at, false); }},
    {"loaded decision", step::remembered, source::persistent, "aadaka", "allowed as decided before",
     load_decision},
    {"trust", step::remembered, source::trust, "aadaka", "the tool is trusted for this session", trust_tool},
    {"allow rule", step::allow_rules, source::rule, "aadaka", "allowed by rule `Edit` (an answer)",
     [](situation& at) { add_rule(at, rule_behavior::allow, "Edit", rule_origin::answer); }},
    {"stored allow rule", step::allow_rules, source::persistent, "aadaka",
     "allowed by rule `Edi?` (a kept answer)",
     [](situation& at) { add_rule(at, rule_behavior::allow, "Edi?", rule_origin::stored); }},
    {"trusted tool", step::tool_settings, source::trusted_tool, "aadaka", "the policy trusts this tool",
     [](situation& at) { at.settings.trusted_tools = {"Edit"}; }},
    {"override allow", step::tool_settings, source::tool_override, "aadaka", "the tool is always allowed",
     [](situation& at) { at.settings.tools["Edit"].decision = tool_default::allow; }},
    {"override deny", step::tool_settings, source::tool_override, "dadadd", "the tool is always denied",
     [](situation& at) { at.settings.tools["Edit"].decision = tool_default::deny; }},
    {"effect allow", step::tool_settings, source::effect, "aadaka", "the policy allows what the call does",
     [](situation& at) { set_effect(at, outcome::allow); }},
    {"effect deny", step::tool_settings, source::effect, "dadadd", "the policy denies what the call does",
     [](situation& at) { set_effect(at, outcome::deny); }},
    {"default allow", step::tool_settings, source::tool_default, "aadaka", "the tool is always allowed",
     [](situation& at) { set_default(at, tool_default::allow); }},
    {"default deny", step::tool_settings, source::tool_default, "dadadd", "the tool is always denied",
     [](situation& at) { set_default(at, tool_default::deny); }},
    {"always safe", step::risk, source::risk, "aadaaa", "it only looks",
     [](situation& at) {
         at.settings.allow_always_safe = true;
         at.risk.safety = safety_class::always_safe;
     }},
    {"below the threshold", step::risk, source::risk, "aadaka",
     "risk medium is below high, from which it is asked",
     [](situation& at) { at.settings.ask_from_risk = risk_level::high; }},
};

}  // namespace

tool_definition edit_tool() {
    tool_definition tool;
    tool.name = "Edit";
    tool.main_field = "file_path";
    tool.kind = tool_kind::edit;
    tool.risk = risk_level::medium;
    tool.trustable = true;
    tool.category = "file";
    return tool;
}

situation::situation()
    : tool(edit_tool()),
      called("Edit"),
      input(object(R"({"file_path":"/home/u/project/src/a.c","command":"make all"})")),
      risk{.level = risk_level::medium} {}

judgement_basis::pointer make_basis(const policy& settings, tool_definition tool, risk_assessment risk) {
    const auto tools = std::make_shared<tool_registry>();
    tools->add(std::move(tool)).value();
    auto made = judgement_basis::make(settings, tools, std::make_shared<fixed_risk>(std::move(risk)));
    if (!made) throw std::invalid_argument(made.error().where + ": " + made.error().message);
    return *made;
}

stage::stage(situation at)
    : at_(std::move(at)),
      input_(make_input(at_.input)),
      rules(rule_set::make(at_.rules).value()),
      service(make_basis(at_.settings, at_.tool, at_.risk)) {
    std::string scratch;
    found = examine(call(), *rules, *service.basis(), {}, scratch);
    if (!at_.flaw.empty()) found.flaw = at_.flaw;
    if (at_.guarded) found.guarded = {.why = found_by_guard, .fields = {"command"}};
    for (const auto& happen : at_.before) happen(service);
}

tool_call stage::call() const {
    return {.tool_name = at_.called, .input = *input_, .cwd = at_.cwd, .needs_human = at_.needs_human};
}

verdict judge(const situation& at) { return stage(at).judge(); }

answering::answering(situation at) : on(std::move(at)), question(make_question(on.call(), "1")) {
    question.once_only = on.judge().must_ask;
}

settlement answering::resolve(permission_result answer, bool about_covers) const {
    return on.service.resolve(question, on.found, std::move(answer), about_covers);
}

settlement answering::take(permission_result answer) {
    settlement settled = resolve(std::move(answer));
    if (!settled.kept) throw std::logic_error("nothing is to be kept");
    if (const auto flaw = on.service.store(*settled.kept, {on.now, sample_moment.wall}); !flaw.empty())
        throw std::logic_error(flaw);
    return settled;
}

bool trigger::sets_mode() const noexcept {
    return step == decision_step::deny_mode || step == decision_step::allow_mode;
}

std::span<const trigger> triggers() { return all_triggers; }

outcome outcome_of(char letter) {
    if (letter == 'a') return outcome::allow;
    return letter == 'd' ? outcome::deny : outcome::ask;
}

}  // namespace assent
