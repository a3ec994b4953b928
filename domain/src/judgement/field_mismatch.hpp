#pragma once

#include <assent/domain/rules/permission_rule.hpp>

#include <string>
#include <string_view>

namespace assent {

class call_reading;

/// Why a rule that covers a call's tool does not match the call: the field, and what it holds that the
/// pattern does not cover, such as "`command`: its second command `rm x`: word 1, `rm`, is not `npm`".
[[nodiscard]] std::string mismatch(const permission_rule& rule, const call_reading& call);

/// Which commands of a shell text an allow rule covers, such as "covers commands 1, 3 of 4". Empty for none.
[[nodiscard]] std::string part_covered(const permission_rule& rule, const call_reading& call);

}  // namespace assent
