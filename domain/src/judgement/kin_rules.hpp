#pragma once

#include <assent/domain/judgement/tool_definition.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/rule_set.hpp>

#include <string_view>

namespace assent {

/// Adds what the deny and ask rules of a tool's kin have to say about a call of it.
/// \param definition  of the call's tool; null: it is not known
void add_rules_of_kin(rule_findings& found, const rule_set& rules, const call_reading& call,
                      const tool_definition* definition);

/// How one rule stands to a call, as a rule of its tool's kin. \param definition  as above
[[nodiscard]] rule_match match_as_kin(const permission_rule& rule, const call_reading& call,
                                      const tool_definition* definition);

/// Whether the field holds text of a language that is not read here. \param definition  as above
[[nodiscard]] bool holds_unread_text(const tool_definition* definition, std::string_view field) noexcept;

}  // namespace assent
