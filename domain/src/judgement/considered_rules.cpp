#include <assent/domain/judgement/decision_step.hpp>
#include <assent/domain/rules/rule_set.hpp>
#include <assent/domain/tool_call.hpp>

namespace assent {
namespace {

std::string why_not(const permission_rule& rule, const tool_call& call, std::string& scratch) {
    const auto field = rule.uncovered_field(call, scratch);
    if (field.empty()) return "the tool pattern does not cover it";
    const field_view found = call.input.field(field, scratch);
    const std::string name = "`" + std::string(field) + "`";
    return found.what == field_view::kind::absent ? "there is no " + name : name + " is not covered";
}

}  // namespace

void consider(const rule_set& rules, const tool_call& call, std::string& scratch, explanation& into) {
    std::size_t unmatched = 0;
    for (const auto behavior : {rule_behavior::deny, rule_behavior::ask, rule_behavior::allow}) {
        for (const auto& rule : rules.of(behavior)) {
            considered_rule seen{rule, rule->match(call, scratch), {}};
            if (seen.match == rule_match::no) {
                if (!rule->covers_tool(call.tool_name) || ++unmatched > max_explained_rules) {
                    ++into.other_rules;
                    continue;
                }
                seen.why = why_not(*rule, call, scratch);
            }
            into.rules.push_back(std::move(seen));
        }
    }
}

}  // namespace assent
