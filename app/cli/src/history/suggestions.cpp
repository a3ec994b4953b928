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
    allowed.may_be_spared = true;
    for (const auto& each : needed) {
        count(each.rule, allowed, {});
        if (const auto wide = wider_than(each.rule, call_of(allowed.event)))
            count(*wide, allowed, each.rule.key());
    }
}

// The rule for what begins as the command of another one does, or for all of its folder.
std::optional<permission_rule> rule_search::wider_than(const permission_rule& rule,
                                                       const tool_call& call) const {
    const auto* const words = rule.input_pattern().if_contains(standard_words::field_command);
    const auto input =
        make_input({{standard_words::field_command, words == nullptr ? json_value() : *words}});
    auto wide = wider_rule(
        words == nullptr ? call : tool_call{.tool_name = call.tool_name, .input = *input, .cwd = call.cwd},
        *by_.basis);
    if (!wide || wide->key() == rule.key()) return std::nullopt;
    return wide->with_origin(rule_origin::host);
}

void rule_search::count(const permission_rule& rule, const seen_call& allowed, const std::string& narrower) {
    auto& here = found_.try_emplace(rule.key(), candidate{.rule = {rule}}).first->second;
    if (!narrower.empty()) here.narrower.insert(narrower);
    here.rule.spared += allowed.count;
    auto& examples = here.rule.examples;
    if (auto example = asked_words(allowed.event);
        examples.size() < max_rule_examples && std::ranges::find(examples, example) == examples.end())
        examples.push_back(std::move(example));
}

std::vector<suggested_rule> rule_search::find() {
    // A call that was denied and is not known could be one that a rule covers.
    if (too_many_) return {};
    for (auto& each : allowed_) look_at(each.second);
    std::vector<const candidate*> most;
    for (const auto& [key, each] : found_)
        if (each.rule.spared >= least_spared_questions &&
            (each.narrower.empty() || each.narrower.size() >= least_shapes))
            most.push_back(&each);
    // Of two that spare as much the narrower one is taken.
    std::ranges::stable_sort(most, [](const candidate* one, const candidate* other) {
        return std::pair(one->rule.spared, one->narrower.empty()) >
               std::pair(other->rule.spared, other->narrower.empty());
    });
    std::set<std::string> needless;
    std::erase_if(denied_, [&](const auto& each) { return allows(by_, each.second.event); });
    std::vector<suggested_rule> rules;
    ready_policy together = by_;
    for (const auto* const each : most) {
        if (rules.size() == max_suggested_rules) break;
        const std::string key = each->rule.rule.key();
        if (needless.contains(key) || covers_a_denied(each->rule.rule)) continue;
        rules.push_back(each->rule);
        auto more = with(rules);
        // Several together may allow what none of them covers alone.
        if (std::ranges::any_of(denied_, [&](const auto& no) { return allows(more, no.second.event); }))
            rules.pop_back();
        else {
            together = std::move(more);
            needless.insert(each->narrower.begin(), each->narrower.end());
        }
    }
    for (const auto& each : allowed_)
        if (each.second.may_be_spared && allows(together, each.second.event)) spared_ += each.second.count;
    return rules;
}

}  // namespace assent::cli
