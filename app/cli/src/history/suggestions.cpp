#include "suggestions.hpp"

#include "judged_alone.hpp"
#include "recorded_text.hpp"
#include "replay.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/app/gate/resolved_call.hpp>
#include <assent/domain/decide/reason_text.hpp>
#include <assent/domain/lint/rule_lint.hpp>
#include <assent/domain/programs/shell_runs.hpp>
#include <assent/domain/tools/agent_facts.hpp>
#include <assent/domain/tools/standard_words.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

void add_example(std::vector<std::string>& examples, const recorded_event& event) {
    auto example = asked_words(event);
    if (examples.size() < max_rule_examples && std::ranges::find(examples, example) == examples.end())
        examples.push_back(std::move(example));
}

}  // namespace

std::string effects_text(const suggested_effects& of) {
    std::string text;
    for (const auto effect : of.effects)
        text += fmt::format(R"({}"{}": "{}")", text.empty() ? "" : ", ", to_string(effect),
                            to_string(of.instead));
    return text;
}

std::string effects_in_words(const suggested_effects& of) {
    std::vector<std::string_view> words;
    for (const auto effect : of.effects) words.push_back(in_words(effect));
    return fmt::format("what {} runs {}", fmt::join(words, ", or "),
                       of.instead == outcome::wall ? "behind a wall" : "without a question");
}

std::size_t suggestions::size() const noexcept {
    std::size_t sum = rules.size();
    for (const auto& each : effects) sum += 1 + each.asked.size();
    return sum;
}

policy with_suggestions(policy more, const suggestions& of) {
    for (const auto& each : of.effects) {
        for (const auto effect : each.effects) more.effects[static_cast<std::size_t>(effect)] = each.instead;
        more.rules.insert(more.rules.end(), each.asked.begin(), each.asked.end());
    }
    for (const auto& each : of.rules) more.rules.push_back(each.rule);
    return more;
}

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

// Each agent takes another command in the place of its own.
bool rule_search::can_wall() const {
    return besides_.walls && std::ranges::all_of(allowed_, [](const auto& each) {
               const auto agent = parse_word<agent_program>(each.second.event.agent);
               if (!agent) return false;
               const auto& facts = facts_of(*agent);
               return facts.unconfined_options.begin() == facts.unconfined_options.end() &&
                      std::ranges::any_of(
                          facts.hooks, [](const hook_dialect& hook) { return !hook.changes.tool.empty(); });
           });
}

judged_call rule_search::judged(const ready_policy& by, const recorded_event& event) const {
    auto call = call_of(event);
    call.walls = besides_.walls;
    return judged_alone(by, call, paths_, repositories_);
}

bool rule_search::lets_run(const ready_policy& with, const recorded_event& event) const {
    return judged(with, event).decided.runs();
}

bool rule_search::covers_a_denied(const permission_rule& rule) const {
    return std::ranges::any_of(denied_, [&](const auto& each) {
        const auto call = call_of(each.second.event);
        const call_reading reading(call, by_.basis->settings().switches);
        return proven(rule, reading, *by_.basis);
    });
}

ready_policy rule_search::with(const suggestions& more) const {
    // The rules in force stand beside the settings.
    policy now = given_.basis->settings();
    now.rules.clear();
    for (const auto behavior : strictest_first)
        for (const auto& rule : given_.rules->all(behavior)) now.rules.push_back(*rule);
    auto basis = judgement_basis::make(with_suggestions(std::move(now), more)).value();
    auto together = basis->rules();
    return {std::move(basis), std::move(together)};
}

// An ask rule for a call, or one for a command in it: it is about the act, whatever stands around it.
std::vector<permission_rule> rule_search::ask_rules_for(const tool_call& call) const {
    std::vector<permission_rule> rules;
    const auto add = [&](const tool_call& of) {
        if (auto rule = rule_for_call(by_.basis->tools(), of, {}, rule_behavior::ask, rule_origin::host))
            rules.push_back(std::move(*rule));
    };
    add(call);
    std::string scratch;
    const auto field = call.input.field(standard_words::field_command, scratch);
    if (call.tool_name != standard_words::bash || field.what != field_view::kind::string) return rules;
    const shell_runs runs(field.text);
    for (std::size_t run = 0; run < runs.size(); ++run) {
        std::string command;
        for (const auto& word : runs[run]) command.append(command.empty() ? "" : " ").append(word.text);
        const auto input = make_input({{standard_words::field_command, command}});
        add({.tool_name = call.tool_name, .input = *input, .cwd = call.cwd});
    }
    return rules;
}

// What people have refused goes on to be asked about. \return false: for some of it there is no such rule
bool rule_search::asks_about_refused(suggested_effects& made) const {
    const auto now = [&] {
        auto all = made_;
        all.effects.push_back(made);
        return with(all);
    };
    for (const auto& [name, each] : denied_) {
        if (!lets_run(now(), each.event)) continue;
        bool asked = false;
        for (auto& rule : ask_rules_for(call_of(each.event))) {
            made.asked.push_back(std::move(rule));
            asked = !lets_run(now(), each.event);
            if (asked) break;
            made.asked.pop_back();
        }
        if (!asked) return false;
    }
    return made_.size() + 1 + made.asked.size() <= max_suggested;
}

// \param effects  those of which the policy says nothing, and that calls have which people allowed
void rule_search::suggest_effects(std::vector<call_effect> effects, outcome instead) {
    std::erase_if(effects, [&](call_effect effect) {
        const auto bit = static_cast<std::size_t>(effect);
        return given_.basis->settings().effects[bit] || std::ranges::none_of(allowed_, [&](const auto& each) {
                   return each.second.was_asked && each.second.effects.test(bit);
               });
    });
    // What was denied, and is not known, could be let run.
    if (effects.empty() || denied_unseen_ > 0) return;
    suggested_effects made{.effects = std::move(effects), .instead = instead};
    if (!asks_about_refused(made)) return;
    auto all = made_;
    all.effects.push_back(made);
    auto next = with(all);
    for (const auto& [name, each] : allowed_) {
        if (!each.was_asked || lets_run(by_, each.event) || !lets_run(next, each.event)) continue;
        made.spared += each.count;
        add_example(made.examples, each.event);
    }
    if (made.spared < least_spared_by_effects) return;
    made_.effects.push_back(std::move(made));
    by_ = std::move(next);
}

// The rules that it would take to have it allowed, where that may be.
void rule_search::look_at(const seen_call& allowed) {
    const auto now = judged(by_, allowed.event);
    if (now.decided.runs() || !now.plain) return;
    suggestions needed = made_;
    for (auto& rule : rules_for(call_of(allowed.event))) needed.rules.push_back({std::move(rule)});
    if (!lets_run(with(needed), allowed.event)) return;
    for (const auto& each : needed.rules) {
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
    add_example(here.rule.examples, allowed.event);
}

void rule_search::suggest_rules() {
    for (auto& each : allowed_)
        if (each.second.was_asked) look_at(each.second);
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
    for (const auto* const each : most) {
        if (made_.size() == max_suggested) break;
        if (needless.contains(each->rule.rule.key()) || covers_a_denied(each->rule.rule)) continue;
        made_.rules.push_back(each->rule);
        auto more = with(made_);
        // Several together may allow what none of them covers alone.
        if (std::ranges::any_of(denied_, [&](const auto& no) { return lets_run(more, no.second.event); })) {
            made_.rules.pop_back();
            continue;
        }
        by_ = std::move(more);
        needless.insert(each->narrower.begin(), each->narrower.end());
    }
}

suggestions rule_search::find() {
    // A call that was denied and is not known could be one that a rule covers.
    if (too_many_) return {};
    for (auto& [name, each] : allowed_) {
        const auto before = judged(given_, each.event);
        each.was_asked = !before.decided.runs();
        each.effects = before.effects;
        if (each.was_asked) questions_ += each.count;
    }
    std::erase_if(denied_, [&](const auto& each) { return lets_run(given_, each.second.event); });
    using enum call_effect;
    if (besides_.effects) suggest_effects({edits, services}, outcome::allow);
    if (besides_.effects && can_wall())
        suggest_effects({runs, runs_packages, runs_code, changes, unknown}, outcome::wall);
    suggest_rules();
    for (const auto& [name, each] : allowed_)
        if (each.was_asked && lets_run(by_, each.event)) spared_ += each.count;
    return made_;
}

}  // namespace assent::cli
