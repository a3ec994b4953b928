#include "kin_rules.hpp"

#include "../call/renamed_input.hpp"
#include "../match/path_target.hpp"
#include "../tools/mcp_names.hpp"

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/tools/standard_words.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace assent {
namespace {

renamed_input::names names_for(const tool_kin& kin, bool hidden) {
    if (kin.field.empty()) return {};
    return {{kin.field, kin.as, hidden}};
}

resolved_paths renamed_paths(const resolved_paths& paths, const tool_kin& kin) {
    resolved_paths made = paths;
    for (auto& each : made)
        if (!kin.field.empty() && each.field == kin.field) each.field = kin.as;
    return made;
}

// The same use, as another tool would make it. \param hidden  its text is not told
class use_of_kin {
public:
    use_of_kin(const call_reading& call, const tool_kin& kin, std::string_view tool, bool hidden)
        : input_(call.call().input, names_for(kin, hidden)),
          paths_(call.call().resolved == nullptr ? resolved_paths()
                                                 : renamed_paths(*call.call().resolved, kin)),
          call_{.tool_name = tool,
                .input = input_,
                .cwd = call.call().cwd,
                .resolved = call.call().resolved == nullptr ? nullptr : &paths_,
                .resolved_cwd = call.call().resolved_cwd,
                .paths_ignore_case = call.call().paths_ignore_case},
          reading_(call_, call) {}
    use_of_kin(const use_of_kin&) = delete;
    use_of_kin& operator=(const use_of_kin&) = delete;

    [[nodiscard]] const call_reading& reading() const noexcept { return reading_; }

private:
    renamed_input input_;
    resolved_paths paths_;
    tool_call call_;
    call_reading reading_;
};

// Calls `visit(const tool_kin&, const call_reading&)` for each way in which a call is a use of other tools.
template <class Visit>
void each_use(const call_reading& call, const tool_definition* definition, const Visit& visit) {
    if (definition == nullptr) return;
    std::string scratch;
    for (const auto& kin : definition->kin) {
        // Which of the paths that it covers are there is another question.
        if (!kin.field.empty() && registered_kind(*definition, kin.field) == field_kind::glob) continue;
        const bool about_nothing = !kin.field.empty() && call.call().input.field(kin.field, scratch).what ==
                                                             field_view::kind::absent;
        if (about_nothing && !kin.whole) continue;
        visit(kin, use_of_kin(call, kin, kin.tool, false).reading());
        if (!kin.unread) continue;
        for (const std::string_view tool : {std::string_view(kin.tool), call.tool_name()})
            visit(kin, use_of_kin(call, kin, tool, true).reading());
    }
}

bool counts(const permission_rule& rule, const tool_kin& kin) {
    if (kin.whole) return true;
    const auto fields = rule.fields();
    return std::ranges::any_of(fields, [&](const auto& each) { return each.name == kin.as; });
}

constexpr std::array every_kind{field_kind::text, field_kind::command, field_kind::path, field_kind::url};

// Any pattern may be compared with a text: it is nothing but that text.
bool misread(field_kind compiled, field_kind registered) {
    return registered != field_kind::text && registered != compiled;
}

// Whether a text in a field stands for nothing else, as far as anybody has looked.
bool stands_for_itself(const call_reading& call, std::string_view field, field_kind registered) {
    if (registered != field_kind::path || call.call().resolved == nullptr) return true;
    const auto target = target_of(call.call(), field);
    return target.known && target.path == call.field(field).text();
}

bool present(const call_reading& call, std::string_view field) {
    return call.field(field).what() != field_view::kind::absent;
}

}  // namespace

namespace {

rule_findings rules_of_kin(const rule_set& rules, const call_reading& use, const tool_kin& kin) {
    const rule_filter of_kin = [&](const permission_rule& rule) { return counts(rule, kin); };
    rule_findings found;
    rules.match_deny_and_ask(use, &of_kin, found);
    return found;
}

// A field that holds a command by its name, of a tool that is not known to have one, may be run all the same:
// rules about the commands of the shell hold for it. Of a tool of a server only what they surely cover: there
// the name may mean something else.
void add_rules_about_odd_commands(rule_findings& found, const rule_set& rules, const call_reading& call,
                                  const tool_definition* definition) {
    const bool is_shell = call.tool_name() == standard_words::bash;
    const bool of_server = call.tool_name().starts_with(mcp_prefix);
    for (const auto& named : call.named_fields()) {
        if (named.kind != field_kind::command || (is_shell && named.name == standard_words::field_command))
            continue;
        const bool own =
            definition != nullptr && (definition->main_field == named.name ||
                                      std::ranges::any_of(definition->kin, [&](const tool_kin& kin) {
                                          return kin.field == named.name || kin.field.empty();
                                      }));
        if (own) continue;
        const tool_kin kin{.tool = std::string(standard_words::bash),
                           .field = std::string(named.name),
                           .as = std::string(standard_words::field_command)};
        auto more = rules_of_kin(rules, use_of_kin(call, kin, kin.tool, false).reading(), kin);
        if (of_server) more = {.deny = more.deny, .ask = more.ask};
        found.add(more);
    }
}

// What a tool for commands runs without one, nobody knows.
void add_doubt_about_missing_command(rule_findings& found, const rule_set& rules, const call_reading& call,
                                     const tool_definition* definition) {
    if (definition == nullptr || definition->kind != tool_kind::execute || definition->main_field.empty() ||
        present(call, definition->main_field))
        return;
    rules.add_doubt(found, call, definition->main_field, field_kind::command,
                    [&](const permission_rule& rule) { return rule.covers_tool(call.tool_name()); });
}

}  // namespace

void add_rules_of_kin(rule_findings& found, const rule_set& rules, const call_reading& call,
                      const tool_definition* definition) {
    if (rules.size(rule_behavior::deny) + rules.size(rule_behavior::ask) == 0) return;
    each_use(call, definition,
             [&](const tool_kin& kin, const call_reading& use) { found.add(rules_of_kin(rules, use, kin)); });
    add_rules_about_odd_commands(found, rules, call, definition);
    add_doubt_about_missing_command(found, rules, call, definition);
}

bool holds_unread_text(const tool_definition* definition, std::string_view field) noexcept {
    return definition != nullptr && std::ranges::any_of(definition->kin, [&](const tool_kin& kin) {
               return kin.unread && kin.field == field;
           });
}

std::string_view misread_field(const permission_rule& rule, const call_reading& call,
                               const tool_definition* definition) {
    if (definition == nullptr) return {};
    const bool allow = has_to_prove(rule.behavior());
    for (const auto& each : rule.fields()) {
        const auto compiled = rule.kind_in(each.name);
        const field_kind registered = pattern_kind(registered_kind(*definition, each.name));
        if (!compiled || !misread(*compiled, registered)) continue;
        const bool one_text =
            allow && rule.exact_in(each.name) && stands_for_itself(call, each.name, registered);
        // Without the field, a deny rule is about other calls.
        if (!one_text && (allow || present(call, each.name))) return each.name;
    }
    return {};
}

rule_match match_as_registered(const permission_rule& rule, const call_reading& call,
                               const tool_definition* definition) {
    const rule_match match = rule.match(call);
    if (misread_field(rule, call, definition).empty()) return match;
    if (has_to_prove(rule.behavior())) return rule_match::no;
    const bool may = rule.covers_tool(call.tool_name()) && rule.may_be_for(call);
    return match == rule_match::no && may ? rule_match::doubt : match;
}

void correct_for_registered_kinds(rule_findings& found, const rule_set& rules, const call_reading& call,
                                  const passing_commands& passing, const tool_definition* definition) {
    if (definition == nullptr) return;
    kind_list odd = odd_kinds(*definition);
    std::string scratch;
    const auto missing = [&](const auto& each) {
        return call.call().input.field(each.first, scratch).what == field_view::kind::absent;
    };
    odd.erase(std::remove_if(odd.begin(), odd.end(), missing), odd.end());
    if (odd.empty()) return;
    const auto misread_by = [&](const rule_pointer& rule) {
        return rule && !misread_field(*rule, call, definition).empty();
    };
    if (misread_by(found.allow) || std::ranges::any_of(found.allow_too, misread_by)) {
        const rule_filter sound = [&](const permission_rule& rule) {
            return misread_field(rule, call, definition).empty();
        };
        rules.match_allow(call, &sound, passing, found);
    }
    const rule_filter doubtful = [&](const permission_rule& rule) {
        return match_as_registered(rule, call, definition) == rule_match::doubt;
    };
    for (const auto& [field, kind] : odd)
        for (const auto compiled : every_kind)
            if (misread(compiled, kind)) rules.add_doubt(found, call, field, compiled, doubtful);
}

}  // namespace assent
