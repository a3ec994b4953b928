#include <assent/domain/judgement/rule_proof.hpp>

#include "registered_kinds.hpp"

#include <assent/domain/rules/call_reading.hpp>

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace assent {
namespace {

using rule_list = std::unordered_set<const permission_rule*>;

// A rule of an update, and as it will be matched.
struct offered_rule {
    const permission_rule* given;
    permission_rule compiled;
};

// Most rules that a sentence names.
constexpr std::size_t max_named_rules = 3;

bool brings_rules(const permission_update& update) noexcept {
    return update.what == permission_update::kind::add_rules ||
           update.what == permission_update::kind::replace_rules;
}

bool covers(const permission_rule& compiled, const call_reading& call, const tool_definition* definition) {
    return match_as_registered(compiled, call, definition) == rule_match::yes;
}

// It covers a simple command of the call, and everything about the call but its other simple commands.
bool shares(const permission_rule& compiled, const call_reading& call, const tool_definition* definition) {
    const auto field = compiled.command_field();
    if (field.empty() || !compiled.covers_but_commands(call)) return false;
    if (!misread_field(compiled, call, definition).empty()) return false;
    if (call.field(field).what() != field_view::kind::string) return false;
    const shell_command& text = call.field(field).command();
    for (std::size_t command = 0; command < text.size(); ++command)
        if (compiled.covers_command(text, command)) return true;
    return false;
}

bool covered_together(const std::vector<const offered_rule*>& sharing, const rule_set& rules,
                      const call_reading& call) {
    if (sharing.empty()) return false;
    std::vector<permission_rule> added;
    for (const auto* const each : sharing) added.push_back(each->compiled);
    const auto all = rules.apply(add_rules(std::move(added)), rule_origin::answer);
    return all && (*all)->match(call_reading(call.call(), call.switches())).allow != nullptr;
}

// The allow rules that do not cover the call, neither alone nor together.
rule_list unproven_of(const std::vector<permission_update>& updates, const rule_set& rules,
                      const call_reading& call, const judgement_basis& basis) {
    rule_list unproven;
    std::vector<offered_rule> offered;
    for (const auto& update : updates) {
        if (!brings_rules(update)) continue;
        for (const auto& rule : update.rules) {
            if (rule.behavior() != rule_behavior::allow) continue;
            if (auto compiled = basis.as_registered(rule))
                offered.push_back({&rule, std::move(*compiled)});
            else
                unproven.insert(&rule);
        }
    }
    // One for all, for a call may be large and the rules many. It lives no longer than they do.
    const call_reading own(call.call(), call.switches());
    const auto* const definition = basis.definition(call.tool_name());
    std::vector<const offered_rule*> sharing;
    for (const auto& each : offered) {
        if (covers(each.compiled, own, definition)) continue;
        if (shares(each.compiled, own, definition))
            sharing.push_back(&each);
        else
            unproven.insert(each.given);
    }
    if (!covered_together(sharing, rules, own))
        for (const auto* const each : sharing) unproven.insert(each->given);
    return unproven;
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
    return covers(*compiled, own, basis.definition(call.tool_name()));
}

std::string keep_proven(std::vector<permission_update>& updates, const rule_set& rules,
                        const call_reading& call, const judgement_basis& basis) {
    const rule_list unproven = unproven_of(updates, rules, call, basis);
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
