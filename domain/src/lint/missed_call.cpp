#include "missed_call.hpp"

#include <assent/domain/call/tool_input.hpp>
#include <assent/domain/decide/permission_service.hpp>
#include <assent/domain/decide/policy_examples.hpp>
#include <assent/domain/rules/call_reading.hpp>

#include <utility>

namespace assent {
namespace {

// Where the agent works, where the rule is not for a folder. Nobody looks at it.
constexpr std::string_view any_folder = "/home/user/project";

// The call as an example of the policy: who is asked, and what the rule lets expect.
policy_example example_of(const permission_rule& rule, tried_call& tried) {
    policy_example made{.tool_name = std::move(tried.tool),
                        .input = std::move(tried.input),
                        .cwd = std::string(any_folder),
                        .expected = rule.behavior() == rule_behavior::deny ? outcome::deny : outcome::ask};
    if (const auto* const condition = rule.condition(); condition != nullptr) {
        made.agent = condition->agent;
        made.subagent = condition->subagent;
        made.session = condition->session;
        if (const auto& place = condition->place.empty() ? condition->folder : condition->place;
            !place.empty())
            made.cwd = place;
    }
    return made;
}

// A set of this rule alone, as it will be matched.
rule_set::pointer only(const permission_rule& rule, const judgement_basis& basis) {
    const auto compiled = basis.as_registered(rule);
    return compiled ? rule_set::make({*compiled}).value() : rule_set::empty();
}

// Whether the rule has anything to say about the call, if only that it may be covered.
bool reaches(const rule_set& alone, const call_reading& call, const tool_facts& tool) {
    const auto found = rules_about(alone, call, tool);
    return found.deny || found.deny_doubt || found.ask || found.ask_doubt;
}

}  // namespace

std::optional<lint_finding> find_missed_call(const permission_rule& rule,
                                             const judgement_basis::pointer& basis) {
    if (has_to_prove(rule.behavior()) || rule.origin() == rule_origin::built_in) return std::nullopt;
    const auto alone = only(rule, *basis);
    permission_service service(basis);
    std::optional<lint_finding> missed;
    each_tried_call(rule, basis->tools(), [&](tried_call tried) {
        policy_example example = example_of(rule, tried);
        const auto input = make_input(example.input);
        const tool_call call = call_of(example, *input);
        const call_reading reading(call, basis->settings().switches);
        const auto tool = basis->about(call.tool_name);
        const auto& suggested = tried.better ? tried.better : tried.beside;
        if (reaches(*alone, reading, tool) ||
            (suggested && !reaches(*only(*suggested, *basis), reading, tool)))
            return false;
        std::string scratch;
        const auto decided =
            service.judge(call, examine(reading, tool, *basis->rules(), *basis, {}, scratch), time_point());
        const bool as_expected = example.expected == outcome::deny ? decided.denied() : !decided.runs();
        if (as_expected) return false;
        missed.emplace();
        missed->what = lint_kind::missed_call;
        missed->why = tried.why;
        missed->better = std::move(tried.better);
        missed->beside = std::move(tried.beside);
        missed->missed = std::move(example);
        missed->decided = decided.decision;
        return true;
    });
    return missed;
}

}  // namespace assent
