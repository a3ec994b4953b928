#pragma once

#include <assent/domain/call/permission_mode.hpp>
#include <assent/domain/decide/call_findings.hpp>
#include <assent/domain/decide/decision_step.hpp>
#include <assent/domain/memory/rate_limiter.hpp>

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
