#pragma once

#include <assent/domain/call/permission_mode.hpp>
#include <assent/domain/decide/call_findings.hpp>
#include <assent/domain/decide/decision_step.hpp>
#include <assent/domain/memory/rate_limiter.hpp>
#include <assent/domain/rules/permission_rule.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace assent {

/// What the steps of a decision looked at, for putting it into words.
struct step_context {
    permission_mode mode;
    const policy& settings;
    const call_findings& found;
    rate_limit_status limits;
};

/// One step in words.
/// \param withheld  it would have allowed the call, which plan mode does not take
[[nodiscard]] explained_step explain_step(decision_step step, const verdict* said, bool withheld,
                                          const step_context& at);

class call_reading;

/// Why a rule that covers a call's tool does not match the call: the field, and what it holds that the
/// pattern does not cover, such as "`command`: its second command `rm x`: word 1, `rm`, is not `npm`".
[[nodiscard]] std::string mismatch(const permission_rule& rule, const call_reading& call);

/// Which commands of a shell text an allow rule covers, such as "covers commands 1, 3 of 4". Empty for none.
[[nodiscard]] std::string part_covered(const permission_rule& rule, const call_reading& call);

}  // namespace assent
