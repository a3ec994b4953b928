#include "registered_kinds.hpp"

#include "call_fields.hpp"

#include <assent/domain/rules/call_reading.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace assent {
namespace {

// Any pattern may be compared with a text: it is nothing but that text.
bool misread(field_kind compiled, field_kind registered) {
    return registered != field_kind::text && registered != compiled;
}

bool has_misread_field(const permission_rule& rule, const call_reading& call, const tool_definition& tool) {
    return std::any_of(rule.fields().begin(), rule.fields().end(), [&](const auto& each) {
        const auto compiled = rule.kind_in(each.name);
        return compiled && misread(*compiled, registered_kind(tool, each.name)) &&
               call.field(each.name).what() != field_view::kind::absent;
    });
}

// The allow rules that do not misread a field, as if there were no others.
void find_sound_allow(rule_findings& found, const rule_set& rules, const tool_call& call,
                      const rule_switches& switches, const tool_definition& tool) {
    std::vector<permission_rule> sound;
    for (const auto& rule : rules.all(rule_behavior::allow))
        if (rule->covers_tool(call.tool_name) && !misreads(*rule, tool)) sound.push_back(*rule);
    found.allow = nullptr;
    found.allow_too.clear();
    const auto set = rule_set::make(std::move(sound), rules.max_size());
    if (!set) return;
    rule_findings alone = (*set)->match(call_reading(call, switches));
    found.allow = std::move(alone.allow);
    found.allow_too = std::move(alone.allow_too);
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

bool misreads(const permission_rule& rule, const tool_definition& tool) {
    return std::any_of(rule.fields().begin(), rule.fields().end(), [&](const auto& each) {
        const auto compiled = rule.kind_in(each.name);
        return compiled && misread(*compiled, registered_kind(tool, each.name)) &&
               !(rule.behavior() == rule_behavior::allow && rule.exact_in(each.name));
    });
}

rule_match match_as_registered(const permission_rule& rule, const call_reading& call,
                               const tool_definition* definition) {
    const rule_match match = rule.match(call);
    if (definition == nullptr || !misreads(rule, *definition)) return match;
    if (rule.behavior() == rule_behavior::allow) return rule_match::no;
    const bool excluded = !rule.covers_tool(call.tool_name()) || !has_misread_field(rule, call, *definition);
    return match == rule_match::no && !excluded ? rule_match::doubt : match;
}

void correct_for_registered_kinds(rule_findings& found, const rule_set& rules, const call_reading& call,
                                  const tool_definition& tool) {
    const kind_list odd = odd_kinds(tool);
    std::string scratch;
    const bool any = std::any_of(odd.begin(), odd.end(), [&](const auto& each) {
        return call.call().input.field(each.first, scratch).what != field_view::kind::absent;
    });
    if (!any) return;
    const auto first = [&](rule_behavior behavior, rule_match wanted) {
        const auto all = rules.all(behavior);
        const auto at = std::find_if(all.begin(), all.end(), [&](const auto& rule) {
            return match_as_registered(*rule, call, &tool) == wanted;
        });
        return at == all.end() ? rule_pointer() : *at;
    };
    const auto misread_by = [&](const rule_pointer& rule) { return rule && misreads(*rule, tool); };
    if (misread_by(found.allow) || std::any_of(found.allow_too.begin(), found.allow_too.end(), misread_by)) {
        find_sound_allow(found, rules, call.call(), call.switches(), tool);
    }
    if (!found.deny_doubt) found.deny_doubt = first(rule_behavior::deny, rule_match::doubt);
    if (!found.ask_doubt) found.ask_doubt = first(rule_behavior::ask, rule_match::doubt);
}

}  // namespace assent
