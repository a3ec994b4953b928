#pragma once

#include <assent/domain/rules/permission_rule.hpp>

#include <boost/system/result.hpp>

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace assent {

struct tool_call;

/// Fields and what they hold.
using field_kinds = std::span<const std::pair<std::string, field_kind>>;

/// The pattern that covers exactly this text: with `*`, `?` and `\` escaped, and for paths `[` and a leading
/// `~`, `$` or `%`, too.
[[nodiscard]] std::string escape_pattern(std::string_view text, field_kind kind = field_kind::text);

/// The rule that covers this call and no call with another value in that field: what "always this" stands
/// for.
///
/// It has been seen to cover the call. A relative path is joined to the call's working directory, so that the
/// rule means the same file later. What an allow rule covers no call of (a path that is not clean, a URL with
/// more than one reading) is refused.
/// \param field  empty: the tool's main field
/// \param kinds  the fields whose kind is another one than their names say. Those of a registered tool are
///               known to its registry: `tool_registry::rule_for_call`
[[nodiscard]] boost::system::result<permission_rule, invalid_rule> rule_for_call(
    const tool_call& call, std::string_view field = {}, rule_behavior behavior = rule_behavior::allow,
    rule_origin origin = rule_origin::answer, field_kinds kinds = {});

}  // namespace assent
