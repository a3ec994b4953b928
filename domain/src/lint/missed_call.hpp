#pragma once

#include <assent/domain/decide/call_findings.hpp>
#include <assent/domain/lint/rule_lint.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace assent {

/// A call that may be missed by a deny or ask rule: a reader takes it for covered.
struct tried_call {
    std::string tool;
    json_object input;
    std::string_view why;                     ///< what there is to know, where it is missed
    std::optional<permission_rule> better{};  ///< covers it, and what the rule covers
    std::optional<permission_rule> beside{};  ///< covers it, beside the rule
};

/// Shows such calls, the likeliest first, until `visit` is true: other spellings of the command, programs
/// that run it, other ways to the same file or page. None of a rule that is about a tool as a whole.
void each_tried_call(const permission_rule& rule, const tool_registry& tools,
                     const std::function<bool(tried_call)>& visit);

/// The first of them that the rule does not reach, surely or in doubt, and that the policy decides otherwise:
/// one that is to be denied and is not, one that is to be asked about and is allowed.
[[nodiscard]] std::optional<lint_finding> find_missed_call(const permission_rule& rule,
                                                           const judgement_basis::pointer& basis);

}  // namespace assent
