#include <assent/domain/decide/call_findings.hpp>

#include "../rules/kin_rules.hpp"
#include "call_fields.hpp"
#include "call_look.hpp"
#include "glob_rules.hpp"
#include "path_rules.hpp"

#include <assent/domain/call/json.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/standard_words.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace assent {
namespace {

// What is wrong with the names of the input's fields. Programs that read an input do not agree on whether the
// case of letters counts: what one takes for the field that was judged, another does not.
std::string flaw_of_names(const call_reading& reading, const tool_definition* definition) {
    std::size_t known = 0;
    for (const auto& named : reading.named_fields()) {
        if (kind_of(named, definition) != field_kind::text && ++known > max_known_fields)
            return "more than " + std::to_string(max_known_fields) + " fields for commands, paths and URLs";
        if (definition == nullptr) continue;
        if (const auto field = field_in_other_letters(*definition, named.name); !field.empty())
            return "`" + display_text(named.name) + "` differs from the tool's field `" +
                   display_text(field) + "` in the case of letters alone";
    }
    return {};
}

// What is wrong with the call itself; empty when nothing is.
std::string flaw_of(const call_reading& reading, const judgement_basis& basis,
                    const tool_definition* definition) {
    const tool_call& call = reading.call();
    // What is registered has a valid one.
    if (definition == nullptr && !valid_tool_name(call.tool_name))
        return "the tool name is not 1 to 128 letters, digits, `_`, `.` or `-`";
    // What came over a wire was looked at there.
    if (call.input.raw().empty()) {
        const auto kept = call.input.retain();
        for (const auto& member : kept->whole()) {
            auto flaw = find_flaw(std::string_view(member.key()));
            if (flaw == value_flaw::none) flaw = find_flaw(member.value(), max_input_depth - 1);
            if (flaw != value_flaw::none)
                return "the input is not well formed: " + std::string(to_string(flaw));
        }
    }
    if (const auto flaw = flaw_of_names(reading, definition); !flaw.empty())
        return "the input is not well formed: " + flaw;
    if (!basis.settings().strict_schemas || definition == nullptr) return {};
    const auto flaw = basis.tools().validate(call.tool_name, call.input.retain()->whole());
    return flaw ? "the input does not fit the tool's schema: " + flaw->message : std::string();
}

// The first allow rule that covers the call, constrains each field the guard has found something in, and none
// of them with a wildcard.
template <class Fields>
rule_pointer named_exactly(const call_reading& call, const rule_set& rules, const Fields& fields,
                           const tool_definition* definition) {
    rule_pointer exact;
    if (fields.empty()) return exact;
    const auto look = [&](const rule_pointer& rule, rule_match) {
        // What an agent has suggested, and nobody has looked at, names nothing.
        const bool names =
            rule->origin() != rule_origin::peer &&
            match_as_registered(*rule, call, definition) == rule_match::yes &&
            std::ranges::all_of(fields, [&](const auto& field) { return rule->exact_in(field); });
        if (names) exact = rule;
        return !names;
    };
    rules.each_match(rule_behavior::wall, call, look);
    if (!exact) rules.each_match(rule_behavior::allow, call, look);
    return exact;
}

bool stands_in(const shell_command& text, std::size_t command, std::string_view word) {
    const auto words = text[command];
    return std::ranges::find(words, word) != words.end();
}

// The rules that cover the call, alone or together, of those that have the words in which something was found
// wherever these stand in what they cover. None: there are no such rules, or a word stands somewhere else.
rule_findings rules_with_words(const call_findings& found, const call_reading& call, const rule_set& rules,
                               const passing_commands& passing) {
    rule_findings with;
    if (found.rules.allow == nullptr || found.guarded.words.empty()) return with;
    const auto& field = found.guarded.fields.front();
    const auto& reading = call.field(field);
    if (reading.what() != field_view::kind::string) return with;
    const shell_command& text = reading.command();
    const auto in_each_command = [&](const auto& holds) {
        bool all = true;
        for (std::size_t command = 0; all && command < text.size(); ++command) all = holds(command);
        return all;
    };
    const auto nowhere = [&](const std::string& word) {
        return in_each_command([&](std::size_t command) { return !stands_in(text, command, word); });
    };
    if (std::ranges::any_of(found.guarded.words, nowhere)) return with;
    const rule_filter has_words = [&](const permission_rule& rule) {
        const auto has_those_of = [&](std::size_t command) {
            return !rule.covers_command(text, command) ||
                   std::ranges::all_of(found.guarded.words, [&](const std::string& word) {
                       return !stands_in(text, command, word) || rule.names_word(field, word);
                   });
        };
        return rule.origin() != rule_origin::peer && rule.command_field() == field &&
               misread_field(rule, call, found.definition).empty() && in_each_command(has_those_of);
    };
    rules.match_allow(call, &has_words, passing, with);
    return with;
}

// Whether a rule that says nothing about the field covers the call: what is for all of a tool's calls is for
// all that they run.
bool covered_whole(const rule_set& rules, const call_reading& call, std::string_view field,
                   const tool_definition* definition) {
    bool whole = false;
    const auto look = [&](const rule_pointer& rule, rule_match) {
        whole = rule->any_in(field) && match_as_registered(*rule, call, definition) == rule_match::yes;
        return !whole;
    };
    rules.each_match(rule_behavior::wall, call, look);
    if (!whole) rules.each_match(rule_behavior::allow, call, look);
    return whole;
}

// Whether only what is for some commands covers the call, a rule or what is remembered about one.
bool covered_by_pattern(const call_findings& found, const call_reading& call, const rule_set& rules,
                        const scope_list& scopes) {
    const auto& field = found.guarded.fields.front();
    if (found.rules.allow != nullptr) return !covered_whole(rules, call, field, found.definition);
    return std::ranges::any_of(scopes, [&](const auto& scope) {
        return !scope->rule.any_in(field) &&
               match_as_registered(scope->rule, call, found.definition) == rule_match::yes &&
               !std::ranges::all_of(found.guarded.words, [&](const std::string& word) {
                   return scope->rule.names_word(field, word);
               });
    });
}

// The fields that hold commands.
boost::container::small_vector<std::string_view, 2> command_fields(const call_reading& call,
                                                                   const tool_definition* definition) {
    boost::container::small_vector<std::string_view, 2> fields;
    each_field(call, definition, [&](field_kind kind, const field_reading& field) {
        if (kind == field_kind::command) fields.push_back(field.name());
    });
    return fields;
}

// What the guard has found, as far as no rule of the host's names it.
void look_for_names(call_findings& found, const call_reading& reading, const rule_set& rules,
                    const passing_commands& passing, const scope_list& scopes) {
    if (found.guarded.only_runs_others && !covered_by_pattern(found, reading, rules, scopes))
        found.guarded = {};
    if (!found.guarded) {
        if (found.rules.ask_unknown)
            found.exact_allow =
                named_exactly(reading, rules, command_fields(reading, found.definition), found.definition);
        return;
    }
    if (rule_findings named = rules_with_words(found, reading, rules, passing); named.allow != nullptr) {
        found.exact_allow = found.rules.allow = std::move(named.allow);
        found.rules.allow_too = std::move(named.allow_too);
        found.rules.wall = named.wall;
    } else {
        found.exact_allow = named_exactly(reading, rules, found.guarded.fields, found.definition);
    }
}

// A host's classifier that throws has not called the call harmless.
risk_assessment classified(const tool_call& call, const judgement_basis& basis, const tool_facts& tool,
                           std::string& scratch) {
    try {
        return basis.risk().classify(call, tool.classified_as, scratch);
    } catch (...) {
        return {};
    }
}

// \return what it does
call_does look_for_risk(call_findings& found, const call_reading& reading, const judgement_basis& basis,
                        const tool_facts& tool, std::string& scratch) {
    const policy& settings = basis.settings();
    // Which effects are walled matters in folders for temporary files alone.
    const named_folders folders{settings.own_places, settings.scratch,
                                settings.scratch.empty() ? call_effects() : settings.walled_effects()};
    call_does does;
    if (basis.classifies_as_standard()) {
        // The same definition for both: one of which nothing but a risk is known changes nothing for the
        // guard.
        does = look_at(reading, tool.classified_as, folders, scratch, found.guarded, found.risk);
    } else {
        risk_assessment unused;
        does = look_at(reading, found.definition, folders, scratch, found.guarded, unused);
        found.risk = classified(reading.call(), basis, tool, scratch);
    }
    found.effects = does.effects;
    found.changes_gate = does.changes_gate;
    found.protected_place = does.protected_place;
    found.code_behind_wall = does.in_walled_scratch;
    found.edit_in_place = does.edits_in_place;
    return does;
}

void find_scopes(call_findings& found, const call_reading& call, const scope_list& scopes) {
    const auto fields = scopes.empty() ? boost::container::small_vector<std::string_view, 2>()
                                       : command_fields(call, found.definition);
    for (const auto& scope : scopes) {
        const rule_match match = match_as_registered(scope->rule, call, found.definition);
        if (match == rule_match::yes) found.keys.push_back(scope->key);
        if (match == rule_match::yes && !fields.empty() &&
            std::ranges::all_of(fields, [&](std::string_view field) { return scope->rule.exact_in(field); }))
            found.exact_keys.push_back(scope->key);
        if (match == rule_match::doubt) found.doubtful_keys.push_back(scope->key);
    }
}

}  // namespace

namespace {

passage passage_of(const command_part& part, const policy& settings) {
    if (part.does.none()) return settings.allow_always_safe ? passage::open : passage::none;
    const auto said = settings.of_effects(part.does);
    if (said == outcome::allow) return passage::open;
    return said == outcome::wall ? passage::wall : passage::none;
}

}  // namespace

passing_commands passing_by_policy(const command_parts& parts, std::string_view field,
                                   const tool_policy* tool, const policy& settings) {
    passing_commands passing{.field = field};
    const bool asked = tool != nullptr && tool->decision.has_value();
    for (const auto& part : parts)
        passing.pass.push_back(part.may_pass && !asked ? passage_of(part, settings) : passage::none);
    return passing;
}

rule_findings rules_about(const rule_set& rules, const call_reading& call, const tool_facts& tool,
                          const passing_commands& passing) {
    rule_findings found;
    rules.match_deny_and_ask(call, nullptr, found);
    rules.match_allow(call, nullptr, passing, found);
    if (tool.odd_kinds) correct_for_registered_kinds(found, rules, call, passing, tool.definition);
    add_rules_of_kin(found, rules, call, tool.definition);
    add_rules_about_globs(found, rules, call, tool.definition);
    add_path_rules(found, rules, call, tool.definition);
    return found;
}

namespace {

// A variable may hold what code in the command says no word of, unless its value stands before a program.
bool sets_unread(const command_facts& facts) {
    return std::ranges::any_of(facts.all(), [&](const fact& noted) {
        if (noted.is != act::surrounds) return noted.is == act::sets;
        return std::ranges::none_of(facts.runs().mentioned(), [&](const shell_mention& text) {
            return text.as == shell_mention::role::surrounding && text.is.known && text.is.text == noted.text;
        });
    });
}

// Rules that deny or ask may be about what code in the command does, of which nobody knows. A wall holds
// that, as it holds what a script does: then only the words of the code count.
void hold_code(call_findings& found, const call_reading& reading, const tool_facts& tool,
               const rule_set& rules, const policy& settings) {
    if (!found.rules.deny_doubt && !found.rules.ask_doubt) return;
    if (!reading.call().walls || found.wall != wall_fit::fits ||
        settings.of_effects(found.effects) != outcome::wall)
        return;
    const auto& wall = settings.wall;
    const call_reading::behind_a_wall behind{
        .holds_code = !sets_unread(reading.field(standard_words::field_command).facts()),
        .hides_secrets = !wall.project_secrets && wall.read.empty() && wall.write.empty()};
    const call_reading held(reading.call(), reading.switches(), behind);
    auto known = rules_about(rules, held, tool);
    // A word of the code may be what the rule is about, and may be any text.
    const auto take = [&](rule_pointer& doubt, const rule_pointer& by_words, const rule_pointer& may) {
        const auto& left = by_words ? by_words : may;
        found.code_behind_wall = found.code_behind_wall || (doubt && !left);
        if (doubt) doubt = left;
    };
    take(found.rules.deny_doubt, known.deny, known.deny_doubt);
    take(found.rules.ask_doubt, known.ask, known.ask_doubt);
}

// A command that reads all below a folder is no matter for a person where it can leave out what is denied.
std::string said_of_reading(const permission_rule& rule, const read_besides& found) {
    if (found.without.empty()) return {};
    std::string text = fmt::format("it may also {} `{}` (deny rule ", found.taken ? "take" : "read",
                                   fmt::join(found.names, "`, `"));
    rule.append_named(text);
    return fmt::format("{}, {}{}); with {} it does not", text, in_words(rule.origin()),
                       found.several ? ", and others" : "", found.without);
}

}  // namespace

bool can_be_trusted(const tool_definition& definition) noexcept {
    return definition.safety != safety_class::always_confirm && definition.kind != tool_kind::execute &&
           definition.kind != tool_kind::remove;
}

bool call_findings::may_trust() const noexcept {
    if (definition == nullptr || risk.safety == safety_class::always_confirm) return false;
    if (!can_be_trusted(*definition)) return false;
    return settings != nullptr && settings->trustable ? *settings->trustable : definition->trustable;
}

offered_grant call_findings::grant_offered() const noexcept {
    if (settings != nullptr && settings->offers) return *settings->offers;
    return definition == nullptr ? offered_grant::none : definition->offers;
}

call_findings examine(const tool_call& call, const rule_set& rules, const judgement_basis& basis,
                      const scope_list& scopes, std::string& scratch) {
    return examine(call, basis.about(call.tool_name), rules, basis, scopes, scratch);
}

call_findings examine(const tool_call& call, const tool_facts& tool, const rule_set& rules,
                      const judgement_basis& basis, const scope_list& scopes, std::string& scratch) {
    return examine(call_reading(call, basis.settings().switches), tool, rules, basis, scopes, scratch);
}

call_findings examine(const call_reading& reading, const tool_facts& tool, const rule_set& rules,
                      const judgement_basis& basis, const scope_list& scopes, std::string& scratch) {
    call_findings found;
    found.definition = tool.definition;
    found.settings = tool.settings;
    found.trusted_tool = tool.trusted;
    found.disabled_category = tool.disabled;
    found.flaw = flaw_of(reading, basis, found.definition);
    if (!found.flaw.empty()) return found;

    const auto does = look_for_risk(found, reading, basis, tool, scratch);
    const auto passing = passing_by_policy(does.parts, does.parts_field, found.settings, basis.settings());
    found.rules = rules_about(rules, reading, tool, passing);
    if (found.rules.wall || basis.settings().of_effects(found.effects) == outcome::wall)
        found.wall = fit_of(reading, found.definition);
    hold_code(found, reading, tool, rules, basis.settings());
    if (found.rules.deny_doubt && found.rules.deny_doubt->tool_pattern() == path_rule_tool)
        found.reads_besides =
            said_of_reading(*found.rules.deny_doubt, find_read_besides(rules, reading, found.definition));
    if (basis.blocks()) {
        rule_findings blocked = basis.blocked().match(reading);
        add_rules_of_kin(blocked, basis.blocked(), reading, found.definition);
        found.blocked = std::move(blocked.deny);
        found.blocked_doubt = std::move(blocked.deny_doubt);
    }
    // A classifier of the host's may look at something else than the definition.
    if (found.settings != nullptr && found.settings->risk)
        found.risk.level = std::max(found.risk.level, *found.settings->risk);
    look_for_names(found, reading, rules, passing, scopes);
    found.keys.push_back(tool.key);
    find_scopes(found, reading, scopes);
    return found;
}

}  // namespace assent
