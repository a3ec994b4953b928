#pragma once

#include "../tools/registered_kinds.hpp"

#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/rule_set.hpp>
#include <assent/domain/tools/tool_definition.hpp>

#include <string_view>

namespace assent {

/// Adds what the deny and ask rules of a tool's kin have to say about a call of it.
/// \param definition  of the call's tool; null: it is not known
void add_rules_of_kin(rule_findings& found, const rule_set& rules, const call_reading& call,
                      const tool_definition* definition);

/// Whether the field holds text of a language that is not read here. \param definition  as above
[[nodiscard]] bool holds_unread_text(const tool_definition* definition, std::string_view field) noexcept;

/// The field of a call that a rule reads otherwise than the call's tool is registered; empty: none, or the
/// tool is not known.
///
/// Rules of one tool are compiled by its definition where they enter a basis or a gate; those for several
/// tools are compiled by the names of fields. Text patterns know nothing of commands, paths and URLs: what
/// such an allow rule covers is not proven, and what such a deny rule does not cover is not excluded. Exact
/// patterns of allow rules are fine: they cover one text, whatever it means. Only of a path is it known that
/// it means another one, where somebody has looked and found a link.
/// \param definition  null: the tool is not known
[[nodiscard]] std::string_view misread_field(const permission_rule& rule, const call_reading& call,
                                             const tool_definition* definition);

/// How a rule stands to a call of this tool, with that in mind. \param definition  null: the tool is not
/// known
[[nodiscard]] rule_match match_as_registered(const permission_rule& rule, const call_reading& call,
                                             const tool_definition* definition);

/// Corrects what the rules found about a call of this tool. Where the call has one of the tool's `odd_kinds`,
/// looks at the deny and ask rules that name such a field, and at no others.
/// \param definition  null: the tool is not known
void correct_for_registered_kinds(rule_findings& found, const rule_set& rules, const call_reading& call,
                                  const passing_commands& passing, const tool_definition* definition);

}  // namespace assent
