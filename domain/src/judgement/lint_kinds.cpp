#include "call_fields.hpp"
#include "lint_of_rule.hpp"
#include "registered_kinds.hpp"

#include <assent/domain/display_text.hpp>
#include <assent/domain/judgement/tool_registry.hpp>

#include <algorithm>
#include <string_view>
#include <variant>

// Fields that are compared as text, although they probably hold something else.
namespace assent {
namespace {

// What tools that nobody has registered probably keep in a field of this name.
field_kind likely_kind(std::string_view field) noexcept {
    const auto* const known = std::find_if(known_fields.begin(), known_fields.end(),
                                           [&](const known_field& each) { return each.name == field; });
    return known == known_fields.end() ? field_kind::text : known->kind;
}

// Somebody has said what the field of this tool holds.
bool is_registered(const tool_definition& tool, std::string_view field) {
    if (registered_kind(tool, field) != field_kind::text) return true;
    return std::any_of(tool.field_kinds.begin(), tool.field_kinds.end(),
                       [&](const auto& each) { return each.first == field; });
}

}  // namespace

void remark_on_kinds(const permission_rule& rule, const tool_registry& tools, lint_remarks& into) {
    const tool_definition* const tool =
        rule.tool().literal() ? tools.find(rule.tool().literal_text()) : nullptr;
    const bool allow = rule.behavior() == rule_behavior::allow;
    for (const auto& field : rule.fields()) {
        const auto* const text = std::get_if<glob>(&field.expected);
        const field_kind likely = likely_kind(field.name);
        if (text == nullptr || text->any_text() || likely == field_kind::text) continue;
        if ((allow && text->literal()) || (tool != nullptr && is_registered(*tool, field.name))) continue;
        const bool command = likely == field_kind::command;
        const std::string passes = command ? "`; rm x`" : "`/../`";
        into.push_back(
            {lint_kind::plain_text,
             "`" + display_text(field.name) + "` is compared as plain text, " +
                 (allow ? "where a wildcard also stands for " + passes : "which another spelling passes by") +
                 "; register it as a " + (command ? "command" : "path") +
                 " (`x-permission-kind`), and name the tool without wildcards"});
    }
}

}  // namespace assent
