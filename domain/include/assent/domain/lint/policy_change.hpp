#pragma once

#include <assent/domain/decide/policy.hpp>
#include <assent/domain/rules/rule_set.hpp>

#include <string>
#include <vector>

namespace assent {

/// Most changes that are named; of the others their number is.
inline constexpr std::size_t max_named_changes = 20;

/// The calls that another policy lets through and the one before did not, a line each. Empty: none, for
/// all that it changes surely tightens: deny and ask rules that are added, allow rules that are gone, a
/// stricter mode, more that is blocked, less that is trusted. Whatever else is another counts as loosening.
/// \param rules_before, rules_after  of the policies, and what the host has added to them
[[nodiscard]] std::vector<std::string> loosened_by(const policy& before, const rule_set& rules_before,
                                                   const policy& after, const rule_set& rules_after);

/// The rules of before, and the deny and ask rules that are new: what holds of a change whatever else becomes
/// of it. \return or `invalid_rule` when they are too many
[[nodiscard]] boost::system::result<rule_set::pointer, invalid_rule> tightened_by(const rule_set& before,
                                                                                  const rule_set& after);

}  // namespace assent
