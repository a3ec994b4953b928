#pragma once

#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/rule_set.hpp>
#include <assent/domain/tools/tool_definition.hpp>

#include <string>
#include <string_view>

namespace assent {

/// The pattern of a rule for paths as a glob that covers whole paths.
[[nodiscard]] std::string whole_pattern(std::string_view pattern);
/// A path, or a glob, below a folder.
[[nodiscard]] std::string whole_path(std::string_view path, std::string_view folder);
/// `**/NAME`, `**/NAME/**`: the name; empty: the pattern is another one.
[[nodiscard]] std::string_view name_below_any(std::string_view pattern) noexcept;

/// Whether the pattern of a rule for paths may cover one of the paths that a glob covers, or what is below
/// it. Of a name below any folder it counts what the glob is after: `*` and `part*` are after nothing of the
/// kind.
[[nodiscard]] bool may_cover(std::string_view pattern, std::string_view glob, std::string_view folder);

/// Adds what deny and ask rules say of the globs by which a call searches: those of the tool's kin, such as
/// `Read`, that may cover one of the paths. Which paths there are is not known: they are in doubt.
/// \param definition  of the call's tool; null: it is not known
void add_rules_about_globs(rule_findings& found, const rule_set& rules, const call_reading& call,
                           const tool_definition* definition);
}  // namespace assent
