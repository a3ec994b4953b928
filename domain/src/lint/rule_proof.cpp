#include <assent/domain/lint/rule_lint.hpp>

#include "../decide/command_look.hpp"
#include "../rules/kin_rules.hpp"
#include "../shell/shell_characters.hpp"
#include "rule_cover.hpp"

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/decide/guard.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

namespace assent {
namespace {

using field_pattern = permission_rule::field_pattern;

constexpr std::string_view path_specials = "*?[\\";

std::string_view text_of(const permission_rule& rule, std::string_view field) {
    return rule.input_pattern().at(field).get_string();
}

bool covers_tools(const permission_rule& wide, const permission_rule& narrow) {
    if (wide.tool_pattern() == narrow.tool_pattern()) return true;
    if (narrow.tool().literal()) {
        const std::string_view name = narrow.tool().literal_text();
        return has_to_prove(wide.behavior()) ? wide.covers_tool(name) : wide.tool().matches(name);
    }
    return !has_to_prove(wide.behavior()) && wide.tool().any_text();
}

// Words that a shell takes as they stand, however they are separated.
bool plain_words(std::span<const std::string_view> words) {
    return std::ranges::all_of(
        words, [](std::string_view word) { return std::ranges::all_of(word, detail::program_letter); });
}

// An allow rule for one command, be it written with other blanks: the matcher has the word about it.
bool covers_words(const command_pattern& wide, bool allow, const shell_command& text) {
    if (allow) return wide.covers(text[0]);
    std::string spaced;
    for (const auto word : text[0]) spaced.append("  ").append(word);
    return wide.catches(spaced, shell_runs(spaced)) == rule_match::yes;
}

// `git push *` beside `git *`: the same words as far as these go, then anything.
bool covers_front(const command_pattern& wide, const command_pattern& narrow) {
    const auto elements = wide.words();
    const auto others = narrow.words();
    const std::size_t front = elements.size() - 1;
    if (elements.empty() || !elements[front].many || others.size() < front + elements[front].at_least)
        return false;
    for (std::size_t at = 0; at < front; ++at) {
        if (elements[at].many || others[at].many || !elements[at].one.literal() || !others[at].one.literal())
            return false;
        if (elements[at].one.literal_text() != others[at].one.literal_text()) return false;
    }
    // What stands for the words behind the front in `wide` has to be at least one word in `narrow`.
    return elements[front].at_least == 0 || !others[front].many || others[front].at_least > 0;
}

bool covers(const command_pattern& wide, const command_pattern& narrow, const permission_rule& wider,
            const permission_rule& narrower) {
    if (!narrow.whole().literal()) return covers_front(wide, narrow);
    const shell_command text(narrow.whole().literal_text());
    if (!text.plain() || text.size() != 1 || !plain_words(text[0])) return false;
    if (!has_to_prove(narrower.behavior())) return covers_front(wide, narrow);
    return covers_words(wide, has_to_prove(wider.behavior()), text);
}

// Components that no wildcard has to be let into: none is hidden, or may be.
bool open_components(std::string_view rest) {
    if (rest.find_first_of("[\\") != std::string_view::npos) return false;
    return !rest.starts_with('.') && rest.find("/.") == std::string_view::npos;
}

// `/a/b/*` beside `/a/**`.
bool covers_below(std::string_view wide, bool allow, std::string_view narrow) {
    const bool whole_folder = !allow && wide.size() > 1 && wide.ends_with('/');
    const bool deep = whole_folder || wide.ends_with("/**");
    if (!deep && !wide.ends_with("/*")) return false;
    const auto folder = wide.substr(0, wide.rfind('/') + 1);
    if (!folder.starts_with('/') || folder.find_first_of(path_specials) != std::string_view::npos)
        return false;
    if (!narrow.starts_with(folder) || narrow.size() == folder.size()) return false;
    const auto rest = narrow.substr(folder.size());
    if (!allow) return deep || rest != "**";  // which is the folder, too
    if (!open_components(rest)) return false;
    return deep || (rest.find('/') == std::string_view::npos && rest != "**");
}

bool covers(const path_pattern& wide, const path_pattern& narrow, const permission_rule& wider,
            const permission_rule& narrower, std::string_view field) {
    const bool allow = has_to_prove(wider.behavior());
    if (covers_below(text_of(wider, field), allow, text_of(narrower, field))) return true;
    if (!narrow.whole().literal() || !has_to_prove(narrower.behavior())) return false;
    const path_reading path(narrow.whole().literal_text(), {});
    if (path.clean().empty()) return false;
    return allow ? wide.allows(path) : wide.catches(path) == rule_match::yes;
}

bool covers(const glob& wide, const glob& narrow) {
    if (narrow.literal()) return wide.matches(narrow.literal_text());
    return wide.wildcards() == 1 && wide.open_ended() &&
           narrow.literal_front().starts_with(wide.literal_text());
}

// A domain beside one URL of it.
bool covers(const url_pattern& wide, const url_pattern& narrow, const permission_rule& wider,
            const permission_rule& narrower, std::string_view field) {
    if (text_of(wider, field).find("://") != std::string_view::npos || !narrow.whole().literal() ||
        !has_to_prove(narrower.behavior()))
        return false;
    const url_reading url(narrow.whole().literal_text());
    return has_to_prove(wider.behavior()) ? wide.allows(url) : wide.catches(url) == rule_match::yes;
}

bool covers_field(const permission_rule& wide, const field_pattern& expected, const permission_rule& narrow,
                  const field_pattern& other) {
    const json_value& written = wide.input_pattern().at(expected.name);
    if (written == narrow.input_pattern().at(other.name)) return true;
    if (expected.expected.index() != other.expected.index()) return false;
    if (expected.whole() != nullptr && expected.whole()->any_text()) return true;
    if (const auto* text = std::get_if<glob>(&expected.expected))
        return covers(*text, std::get<glob>(other.expected));
    if (const auto* command = std::get_if<command_pattern>(&expected.expected))
        return covers(*command, std::get<command_pattern>(other.expected), wide, narrow);
    if (const auto* path = std::get_if<path_pattern>(&expected.expected))
        return covers(*path, std::get<path_pattern>(other.expected), wide, narrow, expected.name);
    if (const auto* url = std::get_if<url_pattern>(&expected.expected))
        return covers(*url, std::get<url_pattern>(other.expected), wide, narrow, expected.name);
    return false;
}

bool covers_fields(const permission_rule& wide, const permission_rule& narrow) {
    return std::ranges::all_of(wide.fields(), [&](const field_pattern& expected) {
        const auto other = std::ranges::find(narrow.fields(), expected.name, &field_pattern::name);
        return other != narrow.fields().end() && covers_field(wide, expected, narrow, *other);
    });
}

// Such a field is read as another kind than the rule was compiled for.
bool misread(const permission_rule& rule, std::string_view name, const tool_registry& tools) {
    const tool_definition* const tool = tools.find(name);
    return tool != nullptr && std::ranges::any_of(rule.fields(), [&](const auto& field) {
               return pattern_kind(registered_kind(*tool, field.name)) !=
                      pattern_kind(kind_of_field(field.name));
           });
}

// Deny and ask: some other tool does the same with a field of which only `narrow` says anything, so that only
// that one holds for it.
bool reaches_more_kin(const permission_rule& narrow, const permission_rule& wide,
                      const tool_registry& tools) {
    if (has_to_prove(narrow.behavior()) || wide.tool().any_text()) return false;
    return std::ranges::any_of(narrow.fields(), [&](const field_pattern& field) {
        if (!wide.any_in(field.name)) return false;
        return std::ranges::any_of(tools.names(), [&](const std::string& name) {
            return std::ranges::any_of(tools.find(name)->kin, [&](const tool_kin& kin) {
                return !kin.whole && kin.as == field.name && narrow.tool().matches(kin.tool);
            });
        });
    });
}

// Whether it has words that the guard would ask about, and that `wide` does not have.
bool names_words(const permission_rule& narrow, const permission_rule& wide) {
    return std::ranges::any_of(narrow.fields(), [&](const auto& field) {
        const auto* const command = std::get_if<command_pattern>(&field.expected);
        if (command == nullptr) return false;
        const auto look = look_at_command(command->literal_words());
        return std::ranges::any_of(look.words, [&](const std::string& word) {
            return narrow.names_word(field.name, word) && !wide.names_word(field.name, word);
        });
    });
}

// Whether it lets calls pass that the guard would have asked about otherwise: it names something that the
// guard looks for without a wildcard, where `wide` does not.
bool passes_the_guard(const permission_rule& narrow, const permission_rule& wide,
                      const tool_registry& tools) {
    if (names_words(narrow, wide)) return true;
    json_object named;
    for (const auto& field : narrow.fields()) {
        if (!narrow.exact_in(field.name) || wide.exact_in(field.name)) continue;
        const auto* const whole = field.whole();
        named.emplace(field.name, whole == nullptr ? narrow.input_pattern().at(field.name)
                                                   : json_value(whole->literal_text()));
    }
    if (named.empty()) return false;
    if (!narrow.tool().literal()) return true;
    const std::string& tool = narrow.tool().literal_text();
    const auto input = make_input(std::move(named));
    std::string scratch;
    constexpr std::array folders{std::string_view(), std::string_view("/a/folder")};
    return std::ranges::any_of(folders, [&](std::string_view cwd) {
        const tool_call call{.tool_name = tool, .input = *input, .cwd = cwd};
        return static_cast<bool>(guard(call, tools.find(tool), scratch));
    });
}

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
            if (!has_to_prove(rule.behavior())) continue;
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

bool covers_all_of(const permission_rule& wide, const permission_rule& narrow, const tool_registry& tools) {
    const bool of_other_calls = wide.condition() != nullptr && (narrow.condition() == nullptr ||
                                                                !(*wide.condition() == *narrow.condition()));
    if (of_other_calls || !covers_tools(wide, narrow) || !covers_fields(wide, narrow)) return false;
    if (narrow.tool().literal()) {
        const std::string_view tool = narrow.tool().literal_text();
        if (misread(wide, tool, tools) || misread(narrow, tool, tools)) return false;
    }
    if (reaches_more_kin(narrow, wide, tools)) return false;
    return !has_to_prove(wide.behavior()) || !passes_the_guard(narrow, wide, tools);
}

bool loosens_nothing(const std::vector<permission_rule>& before, const std::vector<permission_rule>& after,
                     const tool_registry& tools) {
    const auto as_strict = [](rule_behavior each, rule_behavior rule) {
        return each == rule || (each == rule_behavior::deny && rule == rule_behavior::ask);
    };
    const auto as_lax = [](rule_behavior each, rule_behavior rule) {
        return each == rule || (each == rule_behavior::allow && rule == rule_behavior::wall);
    };
    // What is built in counts less than the same of a person.
    const auto name = [](const permission_rule& rule) {
        return (rule.origin() == rule_origin::built_in ? "built in " : "") + rule.key();
    };
    const auto names = [&](const std::vector<permission_rule>& rules) {
        std::unordered_set<std::string> made;
        for (const auto& each : rules) made.insert(name(each));
        return made;
    };
    const auto names_before = names(before);
    const auto names_after = names(after);
    const auto covered = [&](const permission_rule& rule, const std::vector<permission_rule>& by,
                             const auto& stands_for) {
        if ((&by == &after ? names_after : names_before).contains(name(rule))) return true;
        return std::ranges::any_of(by, [&](const permission_rule& each) {
            const bool weaker =
                each.origin() == rule_origin::built_in && rule.origin() != rule_origin::built_in;
            return stands_for(each.behavior(), rule.behavior()) && !weaker &&
                   covers_all_of(each, rule, tools);
        });
    };
    const auto allows = [](const permission_rule& rule) { return rule.behavior() == rule_behavior::allow; };
    // A wall rule lets something run, and keeps something from running without a wall.
    return std::ranges::all_of(
               before, [&](const auto& rule) { return allows(rule) || covered(rule, after, as_strict); }) &&
           std::ranges::all_of(after, [&](const auto& rule) {
               return !has_to_prove(rule.behavior()) || covered(rule, before, as_lax);
           });
}

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
