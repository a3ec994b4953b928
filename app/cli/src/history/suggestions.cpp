#include "suggestions.hpp"

#include "judged_alone.hpp"
#include "recorded_text.hpp"
#include "replay.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/app/gate/resolved_call.hpp>
#include <assent/domain/decide/reason_text.hpp>
#include <assent/domain/lint/rule_lint.hpp>
#include <assent/domain/tools/standard_words.hpp>

#include <algorithm>
#include <utility>

namespace assent::cli {
namespace {

// A person has answered, and nobody has changed the call.
bool allowed_by_person(const recorded_event& event) {
    return event.source == decision_source::callback && event.end == question_end::approved && !event.edited;
}

// What a call is about, wherever and whenever it was made.
std::string name_of_call(const recorded_event& event) {
    std::string name = event.tool_name + '\n' + event.cwd + '\n' + event.agent + '\n';
    append_json(name, event.input->whole());
    return name;
}

}  // namespace

void rule_search::add(recorded_event event) {
    if (event.what != audit_event::kind::decision) return;
    if (!event.input) {
        if (event.decision == outcome::deny) ++denied_unseen_;
    } else if (event.decision == outcome::deny) {
        // That a limit was met, or that nobody answered, says nothing of the call.
        if (decided_by_policy(event) && (!event.end || event.end == question_end::denied))
            keep(denied_, std::move(event));
    } else if (allowed_by_person(event) && !is_masked(event)) {
        keep(allowed_, std::move(event));
    }
}

void rule_search::keep(calls& in, recorded_event event) {
    auto name = name_of_call(event);
    if (const auto there = in.find(name); there != in.end())
        ++there->second.count;
    else if (in.size() < max_looked_at_calls)
        in.emplace(std::move(name), seen_call{std::move(event), 1});
    else
        too_many_ = true;
}

// The rule for these words, or for each command of them that nothing lets pass.
std::vector<permission_rule> rule_search::rules_for(const tool_call& call) const {
    const auto& basis = *by_.basis;
    const resolved_call led(call, basis.definition(call.tool_name), &paths_, &repositories_,
                            &basis.settings().switches, by_.rules.get());
    std::vector<permission_rule> rules;
    const auto add = [&](const tool_call& of) {
        if (auto rule = rule_for_call(basis.tools(), of, {}, rule_behavior::allow, rule_origin::host))
            rules.push_back(std::move(*rule));
    };
    for (const auto& part :
         parts_of_call(led.reading(), basis.definition(call.tool_name), basis.settings(), *by_.rules)) {
        if (part.standing != part_standing::open) continue;
        const auto input = make_input({{"command", part.command}});
        add({.tool_name = call.tool_name, .input = *input, .cwd = call.cwd});
    }
    // Of another tool's call the rule would not have all that bounds it: `Grep` has a pattern, and a folder.
    const auto* const definition = basis.definition(call.tool_name);
    const auto is_bounded = [&](tool_kind kind) {
        return kind == tool_kind::execute || kind == tool_kind::edit || kind == tool_kind::read;
    };
    if (rules.empty() && definition != nullptr && is_bounded(definition->kind)) add(call);
    return rules;
}

bool rule_search::allows(const ready_policy& with, const recorded_event& event) const {
    return judged_alone(with, call_of(event), paths_, repositories_).decided.allowed();
}

bool rule_search::covers_a_denied(const permission_rule& rule) const {
    return std::ranges::any_of(denied_, [&](const auto& each) {
        const auto call = call_of(each.second.event);
        const call_reading reading(call, by_.basis->settings().switches);
        return proven(rule, reading, *by_.basis);
    });
}

ready_policy rule_search::with(const std::vector<suggested_rule>& rules) const {
    policy more = by_.basis->settings();
    for (const auto& each : rules) more.rules.push_back(each.rule);
    auto basis = judgement_basis::make(std::move(more)).value();
    auto together = basis->rules();
    return {std::move(basis), std::move(together)};
}

// What it would take to have it allowed, where that may be.
void rule_search::look_at(seen_call& allowed) {
    const auto judged = judged_alone(by_, call_of(allowed.event), paths_, repositories_);
    if (judged.decided.allowed()) return;
    questions_ += allowed.count;
    if (!judged.plain) return;
    std::vector<suggested_rule> needed;
    for (auto& rule : rules_for(call_of(allowed.event))) needed.push_back({std::move(rule)});
    if (!allows(with(needed), allowed.event)) return;
    for (auto& each : needed) {
        const auto key = each.rule.key();
        allowed.rules.push_back(key);
        auto& here = found_.try_emplace(key, std::move(each)).first->second;
        here.spared += allowed.count;
        if (auto example = asked_words(allowed.event);
            here.examples.size() < max_rule_examples &&
            std::ranges::find(here.examples, example) == here.examples.end())
            here.examples.push_back(std::move(example));
    }
}

std::vector<suggested_rule> rule_search::find() {
    // A call that was denied and is not known could be one that a rule covers.
    if (too_many_) return {};
    for (auto& each : allowed_) look_at(each.second);
    std::vector<const suggested_rule*> most;
    for (const auto& [key, each] : found_)
        if (each.spared >= least_spared_questions) most.push_back(&each);
    std::ranges::stable_sort(most, std::ranges::greater(), &suggested_rule::spared);
    std::erase_if(denied_, [&](const auto& each) { return allows(by_, each.second.event); });
    std::vector<suggested_rule> rules;
    ready_policy together = by_;
    for (const auto* const each : most) {
        if (rules.size() == max_suggested_rules) break;
        if (covers_a_denied(each->rule)) continue;
        rules.push_back(*each);
        auto more = with(rules);
        // Several together may allow what none of them covers alone.
        if (std::ranges::any_of(denied_, [&](const auto& no) { return allows(more, no.second.event); }))
            rules.pop_back();
        else
            together = std::move(more);
    }
    for (const auto& each : allowed_)
        if (!each.second.rules.empty() && allows(together, each.second.event)) spared_ += each.second.count;
    return rules;
}

}  // namespace assent::cli
