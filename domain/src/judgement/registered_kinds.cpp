#include "registered_kinds.hpp"

#include "call_fields.hpp"

#include <assent/domain/rules/call_reading.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace assent {
namespace {

constexpr std::array every_kind{field_kind::text, field_kind::command, field_kind::path, field_kind::url};

// Any pattern may be compared with a text: it is nothing but that text.
bool misread(field_kind compiled, field_kind registered) {
    return registered != field_kind::text && registered != compiled;
}

// Whether a text in a field stands for nothing else, as far as anybody has looked.
bool stands_for_itself(const call_reading& call, std::string_view field, field_kind registered) {
    if (registered != field_kind::path || call.call().resolved == nullptr) return true;
    const auto target = target_of(call.call(), field);
    return target.known && target.path == call.field(field).text();
}

bool present(const call_reading& call, std::string_view field) {
    return call.field(field).what() != field_view::kind::absent;
}

}  // namespace

field_kind registered_kind(const tool_definition& tool, std::string_view field) noexcept {
    for (const auto& [name, kind] : tool.field_kinds)
        if (name == field) return kind;
    const field_kind by_name = kind_of_field(field);
    const bool main = !field.empty() && field == tool.main_field;
    return main && by_name == field_kind::text ? main_kind(tool.kind) : by_name;
}

kind_list odd_kinds(const tool_definition& tool) {
    kind_list odd;
    const auto add = [&](const std::string& field) {
        const field_kind kind = registered_kind(tool, field);
        if (kind != kind_of_field(field)) odd.emplace_back(field, kind);
    };
    for (const auto& each : tool.field_kinds) add(each.first);
    const bool listed = std::any_of(tool.field_kinds.begin(), tool.field_kinds.end(),
                                    [&](const auto& each) { return each.first == tool.main_field; });
    if (!listed) add(tool.main_field);
    return odd;
}

std::string_view misread_field(const permission_rule& rule, const call_reading& call,
                               const tool_definition* definition) {
    if (definition == nullptr) return {};
    const bool allow = rule.behavior() == rule_behavior::allow;
    for (const auto& each : rule.fields()) {
        const auto compiled = rule.kind_in(each.name);
        const field_kind registered = registered_kind(*definition, each.name);
        if (!compiled || !misread(*compiled, registered)) continue;
        const bool one_text =
            allow && rule.exact_in(each.name) && stands_for_itself(call, each.name, registered);
        // Without the field, a deny rule is about other calls.
        if (!one_text && (allow || present(call, each.name))) return each.name;
    }
    return {};
}

rule_match match_as_registered(const permission_rule& rule, const call_reading& call,
                               const tool_definition* definition) {
    const rule_match match = rule.match(call);
    if (misread_field(rule, call, definition).empty()) return match;
    if (rule.behavior() == rule_behavior::allow) return rule_match::no;
    return match == rule_match::no && rule.covers_tool(call.tool_name()) ? rule_match::doubt : match;
}

void correct_for_registered_kinds(rule_findings& found, const rule_set& rules, const call_reading& call,
                                  const tool_definition* definition) {
    if (definition == nullptr) return;
    kind_list odd = odd_kinds(*definition);
    std::string scratch;
    const auto missing = [&](const auto& each) {
        return call.call().input.field(each.first, scratch).what == field_view::kind::absent;
    };
    odd.erase(std::remove_if(odd.begin(), odd.end(), missing), odd.end());
    if (odd.empty()) return;
    const auto misread_by = [&](const rule_pointer& rule) {
        return rule && !misread_field(*rule, call, definition).empty();
    };
    if (misread_by(found.allow) || std::any_of(found.allow_too.begin(), found.allow_too.end(), misread_by)) {
        const rule_filter sound = [&](const permission_rule& rule) {
            return misread_field(rule, call, definition).empty();
        };
        rules.match_allow(call, &sound, found);
    }
    const auto look_for_doubt = [&](rule_behavior behavior, const rule_pointer& sure, rule_pointer& doubt) {
        const rule_filter doubtful = [&](const permission_rule& rule) {
            return match_as_registered(rule, call, definition) == rule_match::doubt;
        };
        for (const auto& [field, kind] : odd)
            for (const auto compiled : every_kind)
                if (!sure && !doubt && misread(compiled, kind))
                    doubt = rules.naming(behavior, field, compiled, doubtful);
    };
    look_for_doubt(rule_behavior::deny, found.deny, found.deny_doubt);
    look_for_doubt(rule_behavior::ask, found.ask, found.ask_doubt);
}

}  // namespace assent
