#pragma once

#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/rule_set.hpp>

#include <string>

namespace assent::differential {

/// What `rule_set::match` is to find, by asking each rule in turn.
[[nodiscard]] rule_findings search_one_by_one(const rule_set& rules, const call_reading& call);

/// Where the two differ, for people; empty: they do not.
[[nodiscard]] std::string difference(const rule_findings& found, const rule_findings& expected);

}  // namespace assent::differential
