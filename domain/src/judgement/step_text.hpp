#pragma once

#include <assent/domain/judgement/call_findings.hpp>
#include <assent/domain/judgement/decision_step.hpp>
#include <assent/domain/judgement/rate_limiter.hpp>
#include <assent/domain/permission_mode.hpp>

#include <optional>

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

}  // namespace assent
