#include <assent/domain/judgement/rule_proof.hpp>

#include "registered_kinds.hpp"

#include <assent/domain/rules/call_reading.hpp>

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace assent {
namespace {

using rule_list = std::unordered_set<const permission_rule*>;

// Most rules that a sentence names.
constexpr std::size_t max_named_rules = 3;

bool brings_rules(const permission_update& update) noexcept {
    return update.what == permission_update::kind::add_rules ||
           update.what == permission_update::kind::replace_rules;
}

// It covers a simple command of the call, and everything about the call but its other simple commands.
bool shares(const permission_rule& given, const call_reading& whole, const judgement_basis& basis) {
    const auto compiled = basis.as_registered(given);
    if (!compiled) return false;
    const permission_rule& rule = *compiled;
    const call_reading call(whole.call(), whole.switches());  // a reading lives no longer than its rules
    const auto field = rule.command_field();
    if (field.empty() || !rule.covers_but_commands(call)) return false;
    const auto* const definition = basis.definition(call.tool_name());
    if (definition != nullptr && misreads(rule, *definition)) return false;
    if (call.field(field).what() != field_view::kind::string) return false;
    const shell_command& text = call.field(field).command();
    for (std::size_t command = 0; command < text.size(); ++command)
        if (rule.covers_command(text, command)) return true;
    return false;
}

bool covered_together(const rule_list& sharing, const rule_set& rules, const call_reading& call,
                      const judgement_basis& basis) {
    if (sharing.empty()) return false;
    std::vector<permission_rule> added;
    for (const auto* const each : sharing) added.push_back(basis.as_registered(*each).value());
    const auto all = rules.apply(add_rules(std::move(added)), rule_origin::answer);
    return all && (*all)->match(call_reading(call.call(), call.switches())).allow != nullptr;
}

std::string sentence(const std::vector<std::string>& names) {
    std::string text = names.size() == 1 ? "rule " : "rules ";
    for (std::size_t i = 0; i < std::min(names.size(), max_named_rules); ++i)
        text.append(i == 0 ? "`" : ", `").append(names[i]).append("`");
    if (names.size() > max_named_rules)
        text.append(" and ").append(std::to_string(names.size() - max_named_rules)).append(" more");
    return text + (names.size() == 1 ? " does not cover the call it was made for; it is not kept"
                                     : " do not cover the call they were made for; they are not kept");
}

}  // namespace

bool proven(const permission_rule& rule, const call_reading& call, const judgement_basis& basis) {
    const auto compiled = basis.as_registered(rule);
    if (!compiled) return false;
    const call_reading own(call.call(), call.switches());  // a reading lives no longer than its rules
    return match_as_registered(*compiled, own, basis.definition(call.tool_name())) == rule_match::yes;
}

std::string keep_proven(std::vector<permission_update>& updates, const rule_set& rules,
                        const call_reading& call, const judgement_basis& basis) {
    rule_list unproven;
    rule_list sharing;
    for (const auto& update : updates) {
        if (!brings_rules(update)) continue;
        for (const auto& rule : update.rules) {
            if (rule.behavior() != rule_behavior::allow || proven(rule, call, basis)) continue;
            (shares(rule, call, basis) ? sharing : unproven).insert(&rule);
        }
    }
    if (!covered_together(sharing, rules, call, basis)) unproven.merge(sharing);
    if (unproven.empty()) return {};

    std::vector<std::string> names;
    std::vector<permission_update> kept;
    for (auto& update : updates) {
        const std::size_t before = names.size();
        permission_update rest = update;
        rest.rules.clear();
        for (const auto& rule : update.rules) {
            if (unproven.contains(&rule))
                names.push_back(rule.text());
            else
                rest.rules.push_back(rule);
        }
        if (names.size() == before) {
            kept.push_back(std::move(rest));
        } else if (update.what == permission_update::kind::add_rules && !rest.rules.empty()) {
            rest.wire = nullptr;  // as the peer wrote it, it has the others too
            kept.push_back(std::move(rest));
        }
    }
    updates = std::move(kept);
    return sentence(names);
}

}  // namespace assent
