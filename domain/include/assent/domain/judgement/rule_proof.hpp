#pragma once

#include <assent/domain/judgement/call_findings.hpp>
#include <assent/domain/permission_update.hpp>

#include <string>
#include <vector>

namespace assent {

class call_reading;

/// Whether a rule, alone, covers the call that it was made for, as it will be matched later: read with the
/// switches of the policy, and with the kinds of fields that are registered. What may be covered is not.
[[nodiscard]] bool proven(const permission_rule& rule, const call_reading& call,
                          const judgement_basis& basis);

/// Takes out of the updates of an answer each allow rule that does not cover the call that was asked about.
///
/// The rules of all updates may share a shell text: one that covers some of its simple commands stays when
/// they and `rules` together cover all. An update that replaces rules is left out as a whole when one of its
/// rules is. Rules that deny or ask, and rules that are removed, are not looked at.
/// \param rules  those in force
/// \return what was taken out and why, one sentence; empty: nothing
[[nodiscard]] std::string keep_proven(std::vector<permission_update>& updates, const rule_set& rules,
                                      const call_reading& call, const judgement_basis& basis);

}  // namespace assent
