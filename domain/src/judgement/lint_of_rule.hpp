#pragma once

#include <assent/domain/judgement/rule_lint.hpp>

#include <optional>
#include <string>
#include <vector>

namespace assent {

/// What is said about one rule.
struct lint_remark {
    lint_kind what;
    std::string why;
    std::optional<permission_rule> better{};
};
using lint_remarks = std::vector<lint_remark>;

/// The rule with another tool pattern, or with another pattern for one field; nothing when that is no rule.
[[nodiscard]] std::optional<permission_rule> with_tool(const permission_rule& rule,
                                                       std::string_view tool_pattern);
[[nodiscard]] std::optional<permission_rule> with_field(const permission_rule& rule, std::string_view name,
                                                        json_value pattern);

/// Tools that are not known or never match, and fields that the tool does not have or not with such values.
void remark_on_tool(const permission_rule& rule, const tool_registry& tools, lint_remarks& into);
/// Allow rules for commands that let too much run.
void remark_on_commands(const permission_rule& rule, const tool_registry& tools, lint_remarks& into);
/// Patterns for commands that match no command, or hardly one, for what a shell makes of it.
void remark_on_matching(const permission_rule& rule, lint_remarks& into);
/// A rule that was written `x:*`.
void remark_on_prefix_form(const permission_rule& rule, lint_remarks& into);
/// Patterns for fields that are compared as text, although they probably hold a command or a path.
void remark_on_kinds(const permission_rule& rule, const tool_registry& tools, lint_remarks& into);
/// Characters in patterns that mean something else than people may think.
void remark_on_characters(const permission_rule& rule, lint_remarks& into);

}  // namespace assent
