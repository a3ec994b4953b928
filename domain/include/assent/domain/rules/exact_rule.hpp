#pragma once

#include <assent/domain/rules/permission_rule.hpp>

#include <boost/system/result.hpp>

#include <string>
#include <string_view>

namespace assent {

struct tool_call;

/// The pattern that covers exactly this text: with `*`, `?` and `\` escaped, and for paths `[` too.
[[nodiscard]] std::string escape_pattern(std::string_view text, field_kind kind = field_kind::text);

/// The rule that covers this call and no call with another value in that field: what "always this" stands
/// for.
///
/// It has been seen to cover the call. A relative path is joined to the call's working directory, so that the
/// rule means the same file later. What an allow rule covers no call of (a path that is not clean, a URL with
/// more than one reading) is refused.
/// \param field  empty: the tool's main field
[[nodiscard]] boost::system::result<permission_rule, invalid_rule> rule_for_call(
    const tool_call& call, std::string_view field = {}, rule_behavior behavior = rule_behavior::allow,
    rule_origin origin = rule_origin::answer);

}  // namespace assent
