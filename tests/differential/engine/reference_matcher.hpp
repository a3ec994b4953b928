#pragma once

#include <assent/domain/rules/permission_rule.hpp>
#include <assent/domain/rules/rule_switches.hpp>
#include <assent/domain/tool_call.hpp>

#include <vector>

namespace assent::differential {

// What docs/rules.md says about a rule and a call, written once more and as plainly as possible: no compiled
// patterns, no index, recursion instead of walks. Of the product's code it uses the reading of shell texts,
// which is tested against real shells, and the comparison of JSON values.

/// Whether that is what a rule may say of a call. Where the text of a call can be read in several ways, more
/// than one answer may be right.
[[nodiscard]] bool reference_accepts(const permission_rule& rule, const tool_call& call,
                                     const rule_switches& switches, rule_match match);

/// Whether allow rules cover the call, one alone or several together.
[[nodiscard]] bool reference_allows(const std::vector<const permission_rule*>& rules, const tool_call& call,
                                    const rule_switches& switches);

}  // namespace assent::differential
