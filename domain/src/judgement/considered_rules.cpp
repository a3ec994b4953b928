#include "field_mismatch.hpp"
#include "kin_rules.hpp"
#include "registered_kinds.hpp"

#include <assent/domain/judgement/decision_step.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/rule_set.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
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

std::string_view named(field_kind kind) noexcept {
    switch (kind) {
        case field_kind::command: return "a command";
        case field_kind::path: return "a path";
        case field_kind::url: return "a URL";
        case field_kind::text: break;
    }
    return "text";
}

std::string misreading(const permission_rule& rule, std::string_view field, const tool_definition& tool) {
    const auto holds = fmt::format("`{}` holds {} in this tool", field, named(registered_kind(tool, field)));
    if (rule.exact_in(field)) return holds + ", which leads elsewhere than the rule says";
    return fmt::format(
        "{}, which this rule compares as {}; a rule for just this tool, or one without wildcards, "
        "may cover it",
        holds, named(rule.kind_in(field).value_or(field_kind::text)));
}

std::string why_not(const permission_rule& rule, const call_reading& call,
                    const tool_definition* definition) {
    // It would cover the call, if the field held what the rule takes it for.
    const auto field = misread_field(rule, call, definition);
    if (!field.empty() && rule.match(call) == rule_match::yes) return misreading(rule, field, *definition);
    std::string why = mismatch(rule, call);
    if (const auto part = part_covered(rule, call); !part.empty()) why += "; it " + part;
    return why;
}

}  // namespace

void consider(const rule_set& rules, const call_reading& call, const tool_definition* definition,
              explanation& into) {
    rule_findings found = rules.match(call);
    correct_for_registered_kinds(found, rules, call, definition);
    std::size_t unmatched = 0;
    for (const auto behavior : {rule_behavior::deny, rule_behavior::ask, rule_behavior::allow}) {
        for (const auto& rule : rules.all(behavior)) {
            considered_rule seen{.rule = rule, .match = match_as_registered(*rule, call, definition)};
            if (seen.match != rule_match::yes)
                if (const auto of_kin = match_as_kin(*rule, call, definition); of_kin != rule_match::no)
                    seen.match = of_kin;
            if (seen.match == rule_match::no && shares(found, *rule)) {
                seen.shared = true;
                seen.why = part_covered(*rule, call);
            } else if (seen.match == rule_match::no) {
                if (!rule->covers_tool(call.tool_name()) || ++unmatched > max_explained_rules) {
                    ++into.other_rules;
                    continue;
                }
                seen.why = why_not(*rule, call, definition);
            }
            into.rules.push_back(std::move(seen));
        }
    }
}

}  // namespace assent
