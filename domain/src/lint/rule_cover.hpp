#pragma once

#include <assent/domain/rules/permission_rule.hpp>

namespace assent {

class tool_registry;

/// Whether `narrow` may be left out beside `wide`: every call that it covers (deny and ask: or may cover) is
/// covered by `wide` (or may be), and decided at least as strictly. `wide` has the same behavior, or a
/// stricter one.
///
/// Proves it or says no: patterns that are equal, `*`, `git *` beside `git push *`, `/a/**` beside `/a/b/*`,
/// a beginning of a text, and for allow rules without wildcards whatever the matcher shows. An allow rule
/// that names what the guard looks for is not covered by one with a wildcard over it.
[[nodiscard]] bool covers_all_of(const permission_rule& wide, const permission_rule& narrow,
                                 const tool_registry& tools);

}  // namespace assent
