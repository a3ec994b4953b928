#include <assent/domain/decide/decision_step.hpp>

#include "../rules/kin_rules.hpp"
#include "../text/display_beginning.hpp"
#include "call_fields.hpp"
#include "step_text.hpp"

#include <assent/domain/decide/permission_request.hpp>
#include <assent/domain/decide/reason_text.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/rule_set.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace assent {
namespace {

// A value in a few words: what can be long, or would have to be written as JSON, by its kind.
std::string short_value(const json_value& value) {
    switch (value.kind()) {
        case boost::json::kind::null: return "null";
        case boost::json::kind::bool_: return value.get_bool() ? "true" : "false";
        case boost::json::kind::int64: return fmt::format("{}", value.get_int64());
        case boost::json::kind::uint64: return fmt::format("{}", value.get_uint64());
        case boost::json::kind::double_: return fmt::format("{}", value.get_double());
        case boost::json::kind::string: return detail::quoted_beginning(value.get_string());
        case boost::json::kind::array: return "a list";
        case boost::json::kind::object: return "an object";
    }
    return "a value";
}

std::string value_mismatch(const json_value& expected, const field_reading& found) {
    const auto& value = found.value();
    const std::string wanted = short_value(expected);
    const std::string got = value ? short_value(*value) : "a value that cannot be read";
    // Lists and objects look the same here when they are not.
    if (wanted == got) return fmt::format("it is another {}", wanted.substr(wanted.find(' ') + 1));
    return fmt::format("it is {}, not {}", got, wanted);
}

std::string pattern_mismatch(const permission_rule::value_pattern& expected, rule_behavior behavior,
                             const field_reading& found, const rule_switches& switches) {
    if (const auto* value = std::get_if<json_value>(&expected)) return value_mismatch(*value, found);
    if (found.what() != field_view::kind::string)
        return fmt::format("it is {}, no text",
                           found.value() ? short_value(*found.value()) : "something else");
    if (const auto* path = std::get_if<path_pattern>(&expected)) return path->why_not(found.path(), switches);
    if (const auto* url = std::get_if<url_pattern>(&expected)) return url->why_not(found.url());
    if (const auto* command = std::get_if<command_pattern>(&expected)) {
        if (!has_to_prove(behavior)) return "nothing that it runs is covered";
        return command->why_not(found.command());
    }
    return {};
}

std::string condition_text(const permission_rule& rule) {
    std::string text;
    rule.condition()->append_text(text);
    return text;
}

// Why a rule that covers a call's tool does not match the call: the field, and what it holds that the pattern
// does not cover, such as "`command`: its second command `rm x`: word 1, `rm`, is not `npm`".
std::string mismatch(const permission_rule& rule, const call_reading& call) {
    const auto name = rule.uncovered_field(call);
    const auto fields = rule.fields();
    const auto field = std::ranges::find(fields, name, &permission_rule::field_pattern::name);
    if (field == fields.end())
        return rule.condition() != nullptr && rule.covers_tool(call.tool_name())
                   ? "it is" + condition_text(rule) + ", and this is not known to be so here"
                   : "the tool pattern does not cover it";
    const field_reading& found = call.field(field->name);
    if (found.what() == field_view::kind::absent) return fmt::format("there is no `{}`", field->name);
    const auto why = pattern_mismatch(field->expected, rule.behavior(), found, call.switches());
    return why.empty() ? fmt::format("`{}` is not covered", field->name)
                       : fmt::format("`{}`: {}", field->name, why);
}

// Which commands of a shell text an allow rule covers, such as "covers commands 1, 3 of 4". Empty for none.
std::string part_covered(const permission_rule& rule, const call_reading& call) {
    const auto name = rule.command_field();
    if (!has_to_prove(rule.behavior()) || name.empty() || !rule.covers_but_commands(call)) return {};
    if (call.field(name).what() != field_view::kind::string) return {};
    const shell_command& text = call.field(name).command();
    std::string which;
    for (std::size_t at = 0; at < text.size(); ++at)
        if (rule.covers_command(text, at)) which += fmt::format("{}{}", which.empty() ? "" : ", ", at + 1);
    if (which.empty()) return which;
    return fmt::format("covers command{} {} of {}", which.find(',') == which.npos ? "" : "s", which,
                       text.size());
}

std::string window_text(const window_status& window, std::string_view name) {
    if (!window.limit) return fmt::format("no limit per {}", name);
    return fmt::format("{} of {} calls in the last {}", window.calls, *window.limit, name);
}

std::string risk_text(const risk_assessment& risk, const call_effects& effects) {
    std::string text = fmt::format("risk {}, {}", to_string(risk.level), to_string(risk.safety));
    if (const auto told = told_risk(risk.level, risk.factors, effects); told != risk.level)
        text += fmt::format(", and people are told {}", to_string(told));
    for (const auto& factor : risk.factors) text += fmt::format("; {}", factor->text);
    return text;
}

std::string settings_text(const call_findings& found) {
    if (found.definition == nullptr) return "the tool is not known";
    return fmt::format("the tool's default is {}", to_string(found.definition->decision));
}

std::string allow_rules_text(const rule_switches& switches) {
    return switches.all_off() ? "allow rules" : fmt::format("allow rules, with {}", to_string(switches));
}

std::string looked_at(decision_step step, const step_context& at) {
    switch (step) {
        case decision_step::well_formed: return "tool name and input";
        case decision_step::rate_limit:
            return window_text(at.limits.minute, "minute") + ", " + window_text(at.limits.hour, "hour");
        case decision_step::deny_mode:
        case decision_step::allow_mode: return fmt::format("mode {}", to_string(at.mode));
        case decision_step::deny: return "deny rules and blocked lists";
        case decision_step::ask_rules: return "ask rules and the agent's own demand";
        case decision_step::guard: return "options, fields and places in the input";
        case decision_step::grant: return "grants";
        case decision_step::remembered: return "remembered decisions and trust";
        case decision_step::allow_rules: return allow_rules_text(at.settings.switches);
        case decision_step::tool_settings: return settings_text(at.found);
        case decision_step::risk: return risk_text(at.found.risk, at.found.effects);
        case decision_step::ask: return fmt::format("mode {}", to_string(at.mode));
    }
    return {};
}

// What a step says that has nothing to say.
std::string passed_text(decision_step step, const step_context& at) {
    switch (step) {
        case decision_step::well_formed: return "well formed";
        case decision_step::rate_limit: return "within limits";
        case decision_step::deny_mode: return "does not deny";
        case decision_step::deny:
        case decision_step::ask_rules:
        case decision_step::allow_rules: return "none covers the call";
        case decision_step::guard:
            if (!at.found.guarded) return "nothing found";
            if (at.found.exact_allow)
                return fmt::format("{}; rule `{}` names it", text_of(at.found.guarded),
                                   at.found.exact_allow->text());
            return text_of(at.found.guarded) + (at.mode == permission_mode::allow
                                                    ? "; allow mode takes that risk"
                                                    : "; the policy's word on what it does takes that risk");
        case decision_step::allow_mode: return "does not allow";
        case decision_step::grant:
        case decision_step::remembered: return "none for this call";
        case decision_step::tool_settings: return "does not decide";
        case decision_step::risk:
            return at.settings.ask_from_risk
                       ? fmt::format("not below {}", to_string(*at.settings.ask_from_risk))
                       : "risk allows nothing here";
        case decision_step::ask: return {};
    }
    return {};
}

// Whether the rule covers parts of a call, of which the policy or other rules let all others pass.
bool shares(const explanation& made, const permission_rule& rule) {
    const auto covers = [&](const explained_part& part) { return part.rule.get() == &rule; };
    const auto is_open = [](const explained_part& part) { return part.standing == part_standing::open; };
    return std::ranges::any_of(made.parts, covers) && std::ranges::none_of(made.parts, is_open);
}

std::string_view named(field_kind kind) noexcept {
    switch (kind) {
        case field_kind::command: return "a command";
        case field_kind::path: return "a path";
        case field_kind::url: return "a URL";
        case field_kind::glob:
        case field_kind::search:
        case field_kind::text: break;
    }
    return "text";
}

std::string misreading(const permission_rule& rule, std::string_view field, const tool_definition& tool) {
    const auto holds = fmt::format("`{}` holds {} in this tool", field, named(registered_kind(tool, field)));
    if (rule.exact_in(field)) return holds + ", which leads elsewhere than the rule says";
    return fmt::format(
        "{}, which this rule compares as {}; a rule for just this tool, or one without wildcards, "
        "may cover it",
        holds, named(rule.kind_in(field).value_or(field_kind::text)));
}

std::string why_not(const permission_rule& rule, const call_reading& call,
                    const tool_definition* definition) {
    // It would cover the call, if the field held what the rule takes it for.
    const auto field = misread_field(rule, call, definition);
    if (!field.empty() && rule.match(call) == rule_match::yes) return misreading(rule, field, *definition);
    std::string why = mismatch(rule, call);
    if (const auto part = part_covered(rule, call); !part.empty()) why += "; it " + part;
    return why;
}

}  // namespace

explained_step explain_step(decision_step step, const verdict* said, bool withheld, const step_context& at) {
    explained_step made{.step = step, .looked_at = looked_at(step, at)};
    if (said == nullptr) {
        made.said = passed_text(step, at);
        return made;
    }
    // With its words, which no record has.
    made.said = said->source == decision_source::guard ? text_of(at.found.guarded) : said->reason();
    if (withheld)
        made.said += "; mode plan takes that for calls that only look";
    else
        made.result =
            said->asks() && step != decision_step::ask ? step_result::demanded : step_result::decided;
    return made;
}

void consider(const rule_set& rules, const call_reading& call, const tool_definition* definition,
              const policy& settings, explanation& into) {
    const tool_facts tool{.definition = definition, .odd_kinds = true};
    into.does = what_commands_do(call, definition);
    into.parts = parts_of_call(call, definition, settings, rules);
    std::size_t unmatched = 0;
    for (const auto behavior : strictest_first) {
        for (const auto& rule : rules.all(behavior)) {
            // By itself.
            const auto alone = rules_about(*rule_set::make({*rule}).value(), call, tool);
            considered_rule seen{.rule = rule};
            if (alone.deny_doubt || alone.ask_doubt || alone.ask_unknown) seen.match = rule_match::doubt;
            if (alone.deny || alone.ask || alone.allow) seen.match = rule_match::yes;
            if (seen.match == rule_match::no && shares(into, *rule)) {
                seen.shared = true;
                seen.why = part_covered(*rule, call);
            } else if (seen.match == rule_match::no) {
                if (!rule->covers_tool(call.tool_name()) || ++unmatched > max_explained_rules) {
                    ++into.other_rules;
                    continue;
                }
                seen.why = why_not(*rule, call, definition);
            }
            into.rules.push_back(std::move(seen));
        }
    }
}

}  // namespace assent
