#include "lint_of_rule.hpp"

#include "../programs/program_use.hpp"

#include <assent/domain/judgement/tool_registry.hpp>

#include <algorithm>
#include <span>
#include <string_view>

// Allow rules that let more run than they seem to.
namespace assent {
namespace {

// A subcommand of git that has no option with which it runs others or writes files.
constexpr std::string_view harmless_git = "git status *";

constexpr std::string_view any_command_text =
    "every command is allowed; only deny rules, ask rules and the guard stand before it";

// Whether it covers a word that may be an option.
bool may_be_option(const sequence_element& element) {
    if (element.many) return true;
    return !element.one.literal() && (element.one.literal_front().empty() || element.one.begins_with('-'));
}

// Why the rule is refused where the host does not allow it, without the name of the rule's own member.
std::string overbroad_text(const permission_rule& rule) {
    constexpr std::string_view member = "input_pattern.";
    const auto made =
        permission_rule::make(rule.tool_pattern(), rule.input_pattern(), rule.behavior(), rule.origin());
    std::string text = made ? std::string() : made.error().message;
    if (const auto at = text.find(member); at != std::string::npos) text.erase(at, member.size());
    return text;
}

void remark_on_options(const permission_rule& rule, std::string_view field,
                       std::span<const sequence_element> words, lint_remarks& into) {
    const auto& first = words.front().one;
    const auto* program = first.literal() ? programs::find_program(first.literal_text()) : nullptr;
    if (program == nullptr) return;
    const auto rest = words.subspan(1);
    if (std::none_of(rest.begin(), rest.end(), may_be_option)) return;
    const bool git = program->row().names == "git";
    const auto& second = rest.front();
    if (!second.many && second.one.literal())
        if (const auto* const subcommand = program->subcommand(second.one.literal_text()))
            program = subcommand;
    if (!programs::can_do_more(*program)) return;
    into.push_back(
        {lint_kind::executing_option,
         "`" + first.literal_text() +
             "` has uses in which it runs other programs or writes files; the guard asks about them, and "
             "about what it does not know of it",
         git ? with_field(rule, field, json_value(harmless_git)) : std::nullopt});
}

}  // namespace

void remark_on_commands(const permission_rule& rule, const tool_registry& tools, lint_remarks& into) {
    if (rule.behavior() != rule_behavior::allow) return;
    if (rule.unconstrained()) {
        into.push_back(
            {lint_kind::any_tool, "every tool but those of MCP servers is allowed, with any input"});
        return;
    }
    if (rule.overbroad()) into.push_back({lint_kind::overbroad, overbroad_text(rule)});
    if (rule.fields().empty() && rule.tool().literal()) {
        const auto* const tool = tools.find(rule.tool().literal_text());
        if (tool != nullptr && tool->kind == tool_kind::execute && !tool->main_field.empty())
            into.push_back({lint_kind::any_command, std::string(any_command_text)});
    }
    for (const auto& field : rule.fields()) {
        const auto* const command = std::get_if<command_pattern>(&field.expected);
        if (command == nullptr || command->whole().literal()) continue;
        const auto& first = command->words().front();
        if (command->whole().any_text()) {
            into.push_back(
                {lint_kind::any_command, "`" + field.name + "`: " + std::string(any_command_text)});
        } else if (first.many || (!first.one.literal() && first.one.literal_front().empty())) {
            into.push_back(
                {lint_kind::leading_wildcard,
                 "`" + field.name + "`: any program is allowed with these words; name the program"});
        } else if (!rule.overbroad()) {
            remark_on_options(rule, field.name, command->words(), into);
        }
    }
}

}  // namespace assent
