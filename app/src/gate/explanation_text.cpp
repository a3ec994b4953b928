#include <assent/app/gate/explanation_text.hpp>

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace assent {
namespace {

// Narrow terminals come before tidy columns: what is longer pushes aside only what stands behind it.
constexpr std::size_t widest_name = 13;
constexpr std::size_t widest_rule = 32;

std::string_view mark(step_result result) {
    switch (result) {
        case step_result::passed: return " ";
        case step_result::demanded: return "?";
        case step_result::decided: return ">";
    }
    return " ";
}

// Where a rule stands, in two words.
std::string long_origin(rule_origin origin, std::string_view policy) {
    switch (origin) {
        case rule_origin::host: return fmt::format("of your policy{}{}", policy.empty() ? "" : " ", policy);
        case rule_origin::command_line: return "that an option of this command gives";
        case rule_origin::peer: return "that the agent has brought";
        case rule_origin::answer: return "that an answer has brought";
        case rule_origin::stored: return "kept from an earlier answer";
        case rule_origin::built_in: return "that is built in";
        case rule_origin::managed: return "of the policy of this machine";
        case rule_origin::project: return "of the project's own policy";
    }
    return {};
}

// The step that spoke first, and the rule by which it did.
std::string decider_text(const explanation& why, std::string_view policy) {
    const auto step = std::ranges::find_if(
        why.steps, [](const explained_step& each) { return each.result != step_result::passed; });
    if (step == why.steps.end()) return {};
    std::string text =
        fmt::format("decided by step {}, {}", static_cast<unsigned>(step->step) + 1, to_string(step->step));
    if (const auto& rule = why.decided.rule)
        return text + fmt::format(": {} rule {} {}{}\n", to_string(rule->behavior()),
                                  display_text(rule->named()), long_origin(rule->origin(), policy),
                                  why.decided.doubt ? ", which may cover the call" : "");
    return text + fmt::format(": {}\n", display_text(step->said));
}

std::string standing(const considered_rule& each) {
    if (each.shared) return display_text(each.why);
    switch (each.match) {
        case rule_match::yes: return "covers the call";
        case rule_match::doubt: return "may cover the call";
        case rule_match::no: return "no: " + display_text(each.why);
    }
    return {};
}

std::string standing(const explained_part& part) {
    switch (part.standing) {
        case part_standing::covered:
            return fmt::format("covered by rule {}", display_text(part.rule->named()));
        case part_standing::looks: return "passes: it only looks";
        case part_standing::allowed: return "passes: the policy allows that " + display_text(part.does);
        case part_standing::walled:
            return "passes behind a wall: the policy allows there that " + display_text(part.does);
        case part_standing::open: break;
    }
    return "nothing covers it" + (part.does.empty() ? std::string() : ": " + display_text(part.does));
}

// What lets each of the commands of the call pass.
std::string parts_text(const explanation& why) {
    std::string text = why.parts.empty() ? "" : "\nits commands:\n";
    std::size_t wide = 0;
    for (const auto& part : why.parts) wide = std::max(wide, display_text(part.command).size());
    for (const auto& part : why.parts)
        text += fmt::format("  {:<{}}  {}\n", display_text(part.command), std::min(wide, widest_rule),
                            standing(part));
    return text;
}

// One of the many that are about secrets, which says no more than the others.
bool is_folded(const considered_rule& each, const explanation& why) {
    return each.rule->origin() == rule_origin::built_in && each.match == rule_match::doubt &&
           each.rule != why.decided.rule;
}

std::string rules_text(const explanation& why, bool every_rule) {
    std::vector<const considered_rule*> shown;
    for (const auto& each : why.rules)
        if (every_rule || !is_folded(each, why)) shown.push_back(&each);
    const std::size_t folded = why.rules.size() - shown.size();
    std::string text = why.rules.empty() ? "" : "\nrules of this tool:\n";
    std::size_t wide = 0;
    for (const auto* const each : shown) wide = std::max(wide, display_text(each->rule->full_text()).size());
    for (const auto* const each : shown)
        text += fmt::format("  {:<5}  {:<12}  {:<{}}  {}\n", to_string(each->rule->behavior()),
                            in_words(each->rule->origin()), display_text(each->rule->full_text()),
                            std::min(wide, widest_rule), standing(*each));
    if (folded > 0)
        text += fmt::format("  {} more, built in, may cover the call (--explain twice shows them)\n", folded);
    return text;
}

json_object to_json(const explained_part& part) {
    json_object made;
    made["command"] = part.command;
    made["standing"] = to_string(part.standing);
    if (part.rule) made["rule"] = part.rule->text();
    if (!part.does.empty()) made["does"] = part.does;
    return made;
}

json_object to_json(const considered_rule& each) {
    json_object made;
    made["behavior"] = to_string(each.rule->behavior());
    made["rule"] = each.rule->text();
    made["origin"] = to_string(each.rule->origin());
    made["match"] = each.shared ? std::string_view("part") : to_string(each.match);
    if (!each.why.empty()) made["why"] = each.why;
    return made;
}

json_object to_json(const verdict& decided) {
    json_object made;
    made["outcome"] = to_string(decided.decision);
    made["source"] = to_string(decided.source);
    made["reason"] = decided.reason();
    if (decided.rule) {
        made["rule"] = decided.rule->text();
        made["origin"] = to_string(decided.rule->origin());
    }
    if (!decided.rules_too.empty()) {
        json_array shared;
        for (const auto& each : decided.rules_too)
            shared.push_back({{"rule", each->text()}, {"origin", to_string(each->origin())}});
        made["rules_too"] = std::move(shared);
    }
    made["risk"] = to_string(decided.risk);
    json_array factors;
    for (const auto& factor : decided.factors) factors.emplace_back(factor->id);
    made["factors"] = std::move(factors);
    if (decided.retry_after)
        made["retry_after_ms"] = std::chrono::ceil<std::chrono::milliseconds>(*decided.retry_after).count();
    return made;
}

}  // namespace

std::string explanation_text(const explanation& why, std::string_view tool, const explanation_words& words) {
    std::string text = fmt::format("{}: {} ({}): {}\n{}\n", tool, to_string(why.decided.decision),
                                   to_string(why.decided.source), display_text(why.decided.reason()),
                                   decider_text(why, words.policy));
    for (const auto& step : why.steps)
        text += fmt::format("{} {:>2} {:<{}}  {}: {}\n", mark(step.result),
                            static_cast<unsigned>(step.step) + 1, to_string(step.step), widest_name,
                            display_text(step.looked_at), display_text(step.said));
    if (!why.does.empty()) text += fmt::format("\n{}\n", display_text(why.does));
    text += parts_text(why) + rules_text(why, words.every_rule);
    if (why.other_rules > 0) text += fmt::format("\nother rules, which do not match: {}\n", why.other_rules);
    return text;
}

std::string explanation_json(const explanation& why, std::string_view tool) {
    json_object made;
    made["tool"] = tool;
    made["decision"] = to_json(why.decided);
    json_array steps;
    for (const auto& step : why.steps) {
        json_object each;
        each["step"] = static_cast<unsigned>(step.step) + 1;
        each["name"] = to_string(step.step);
        each["result"] = to_string(step.result);
        each["looked_at"] = step.looked_at;
        each["said"] = step.said;
        steps.push_back(std::move(each));
    }
    made["steps"] = std::move(steps);
    if (!why.does.empty()) made["does"] = why.does;
    json_array parts;
    for (const auto& part : why.parts) parts.push_back(to_json(part));
    if (!parts.empty()) made["parts"] = std::move(parts);
    json_array rules;
    for (const auto& each : why.rules) rules.push_back(to_json(each));
    made["rules"] = std::move(rules);
    made["other_rules"] = why.other_rules;
    std::string text;
    append_json(text, made);
    return text;
}

}  // namespace assent
