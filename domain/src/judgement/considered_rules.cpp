#include "field_mismatch.hpp"

#include <assent/domain/judgement/decision_step.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/rule_set.hpp>

#include <algorithm>
#include <utility>

namespace assent {
namespace {

// Whether the rule is one of several that allow the call together.
bool shares(const rule_findings& found, const permission_rule& rule) {
    if (!found.allow || found.allow_too.empty()) return false;
    return found.allow.get() == &rule ||
           std::any_of(found.allow_too.begin(), found.allow_too.end(),
                       [&](const rule_pointer& each) { return each.get() == &rule; });
}

}  // namespace

void consider(const rule_set& rules, const call_reading& call, explanation& into) {
    const rule_findings found = rules.match(call);
    std::size_t unmatched = 0;
    for (const auto behavior : {rule_behavior::deny, rule_behavior::ask, rule_behavior::allow}) {
        for (const auto& rule : rules.all(behavior)) {
            considered_rule seen{.rule = rule, .match = rule->match(call)};
            if (seen.match == rule_match::no && shares(found, *rule)) {
                seen.shared = true;
                seen.why = part_covered(*rule, call);
            } else if (seen.match == rule_match::no) {
                if (!rule->covers_tool(call.tool_name()) || ++unmatched > max_explained_rules) {
                    ++into.other_rules;
                    continue;
                }
                seen.why = mismatch(*rule, call);
                if (const auto part = part_covered(*rule, call); !part.empty()) seen.why += "; it " + part;
            }
            into.rules.push_back(std::move(seen));
        }
    }
}

}  // namespace assent
