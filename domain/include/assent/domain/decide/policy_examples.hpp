#pragma once

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/decide/call_findings.hpp>
#include <assent/domain/decide/decision_step.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace assent {

/// An example of a policy that the policy decides otherwise.
struct failed_example {
    std::size_t index = 0;  ///< in `policy::examples`, from 0
    explanation why;        ///< what is decided, and how

    /// "examples[2]: Bash: expected allow, got ask: `make` runs code of the project; no rule allows it".
    [[nodiscard]] std::string text(const policy& of) const;
};

/// The call of an example. \param input  made of the example's
[[nodiscard]] tool_call call_of(const policy_example& example, const tool_input& input);

/// How a new gate with these rules would decide an example.
[[nodiscard]] explanation explain_example(const policy_example& example,
                                          const judgement_basis::pointer& basis, const rule_set& rules);

/// Decides each example of a policy so, and tells which come out otherwise. Each is decided for itself: none
/// counts for another.
[[nodiscard]] std::vector<failed_example> failed_examples(const judgement_basis::pointer& basis,
                                                          const rule_set& rules);

}  // namespace assent
