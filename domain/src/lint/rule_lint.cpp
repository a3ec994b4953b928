#include <assent/domain/lint/rule_lint.hpp>

#include "../match/glob_set.hpp"
#include "../programs/catalogue.hpp"
#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"
#include "../tools/mcp_names.hpp"
#include "missed_call.hpp"
#include "rule_cover.hpp"

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/programs/shell_runs.hpp>
#include <assent/domain/rules/permission_rule.hpp>
#include <assent/domain/shell/shell_command.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/agent_tools.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace assent {
namespace {

using field_pattern = permission_rule::field_pattern;

// What is said about one rule.
struct lint_remark {
    lint_kind what;
    std::string why;
    std::optional<permission_rule> better{};
};
using lint_remarks = std::vector<lint_remark>;

// The rule with other patterns; nothing when that is none.
std::optional<permission_rule> with(const permission_rule& rule, std::string_view tool_pattern,
                                    const json_object& fields) {
    auto made = permission_rule::make(tool_pattern, fields, rule.behavior(), rule.origin(), rule.overbroad());
    return made ? std::optional(made->with_condition(rule.shared_condition())) : std::nullopt;
}
std::optional<permission_rule> with_field(const permission_rule& rule, std::string_view name,
                                          json_value pattern) {
    json_object fields = rule.input_pattern();
    fields[name] = std::move(pattern);
    return with(rule, rule.tool_pattern(), fields);
}

// The text of a field's pattern, as it is written.
std::string_view written_in(const permission_rule& rule, std::string_view field) {
    return rule.input_pattern().at(field).get_string();
}

// The pattern with a `\` before each character of `which` that has none.
std::string with_escaped(std::string_view pattern, std::string_view which) {
    std::string text;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const char byte = pattern[at];
        if (which.find(byte) != std::string_view::npos && !escaped(pattern, at)) text += '\\';
        text += byte;
    }
    return text;
}

// The pattern without blanks at both ends; one that a `\` makes literal stays.
std::string_view without_outer_blanks(std::string_view pattern) noexcept {
    const auto from = pattern.find_first_not_of(detail::blanks);
    if (from == std::string_view::npos) return {};
    pattern.remove_prefix(from);
    while (detail::blanks.find(pattern.back()) != std::string_view::npos &&
           !escaped(pattern, pattern.size() - 1))
        pattern.remove_suffix(1);
    return pattern;
}

// Patterns in which characters stand for themselves that mean something in a shell.

constexpr std::string_view all_quotes = "'\"";

// The text as the pattern has it, where that covers nothing but this very text.
bool exact_text(const permission_rule& rule, const field_pattern& field) {
    if (const auto* text = std::get_if<glob>(&field.expected)) return text->literal();
    const auto* command = std::get_if<command_pattern>(&field.expected);
    return command != nullptr && command->whole().literal() && has_to_prove(rule.behavior());
}

// `{a,b}` or `[ab]`: something between them, and no blank.
bool holds_group(std::string_view pattern, std::string_view open, std::string_view close) {
    const auto from = find_unescaped(pattern, open);
    if (from == std::string_view::npos) return false;
    const auto to = find_unescaped(pattern, close, from + 1);
    if (to == std::string_view::npos || to == from + 1) return false;
    return pattern.substr(from, to - from).find_first_of(" \t") == std::string_view::npos;
}

// Quotes gone; what they held together is held together by `\`.
std::string without_quotes(std::string_view pattern) {
    std::string text;
    char open = '\0';
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const char byte = pattern[at];
        if (byte == '\\' && at + 1 < pattern.size()) {
            text.append(pattern.substr(at++, 2));
        } else if (open == '\0' && all_quotes.find(byte) != std::string_view::npos) {
            open = byte;
        } else if (byte == open) {
            open = '\0';
        } else {
            if (open != '\0' && (byte == ' ' || byte == '\t')) text += '\\';
            text += byte;
        }
    }
    return text;
}

void remark_on_field(const permission_rule& rule, const field_pattern& field, std::string_view pattern,
                     lint_remarks& into) {
    const auto say = [&](lint_kind what, std::string why, const std::string& better) {
        into.push_back(
            {what, "`" + field.name + "`: " + why, with_field(rule, field.name, json_value(better))});
    };
    const bool path = std::holds_alternative<path_pattern>(field.expected);
    const bool braces = holds_group(pattern, "{", "}");
    const bool brackets = !path && holds_group(pattern, "[", "]");
    if ((braces || brackets) && !exact_text(rule, field))
        say(lint_kind::braces_or_brackets,
            std::string(braces ? "braces" : "brackets") +
                " are characters like others here; write one rule for each alternative, or `\\` before them",
            with_escaped(pattern, path ? "{}" : "{}[]"));
    const bool quoted = std::holds_alternative<command_pattern>(field.expected) &&
                        find_unescaped(pattern, all_quotes) != std::string_view::npos;
    if (quoted && !exact_text(rule, field))
        say(lint_kind::quotes,
            "words are compared without their quotes, so a quote in a pattern matches none",
            without_quotes(pattern));
    const auto inner = without_outer_blanks(pattern);
    if (inner.size() != pattern.size())
        say(lint_kind::outer_blank, "a blank stands at the beginning or the end", std::string(inner));
}

// Characters in patterns that mean something else than people may think.
void remark_on_characters(const permission_rule& rule, lint_remarks& into) {
    for (const auto& field : rule.fields())
        if (field.whole() != nullptr) remark_on_field(rule, field, written_in(rule, field.name), into);
}

// Allow rules that let more run than they seem to.

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
    if (std::ranges::none_of(rest, may_be_option)) return;
    const bool git = program->row().names == "git";
    const auto& second = rest.front();
    if (!second.many && second.one.literal())
        if (const auto* const subcommand = program->subcommand(second.one.literal_text()))
            program = subcommand;
    if (!programs::can_do_more(*program)) return;
    into.push_back(
        {lint_kind::executing_option,
         "the program has uses in which it runs others or writes files: these are asked about, and so are "
         "options that are not known; to allow one, write it out",
         git ? with_field(rule, field, json_value(harmless_git)) : std::nullopt});
}

void remark_on_running(const permission_rule& rule, lint_remarks& into) {
    if (!has_to_prove(rule.behavior())) return;
    for (const auto& field : rule.fields()) {
        const auto* const command = std::get_if<command_pattern>(&field.expected);
        if (command == nullptr) continue;
        const auto words = command->words();
        if (words.empty() || words.front().many || !words.front().one.literal()) continue;
        const auto* program = programs::find_program(words.front().one.literal_text());
        // What git runs, hooks, lies where agents may not edit.
        if (program == nullptr || programs::any(program->row().does & programs::effect::settings)) continue;
        if (words.size() > 1 && !words[1].many && words[1].one.literal())
            if (const auto* const subcommand = program->subcommand(words[1].one.literal_text()))
                program = subcommand;
        if (!programs::any(program->row().does & programs::effect::runs)) continue;
        into.push_back({lint_kind::runs_what_is_edited,
                        "it runs code of the project, and the policy lets agents edit that: together they "
                        "allow any code"});
    }
}

void remark_on_commands(const permission_rule& rule, const tool_registry& tools, lint_remarks& into) {
    if (!has_to_prove(rule.behavior())) return;
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

// Patterns for commands, beside what a shell makes of such a text.

// What joins commands, or takes their output elsewhere.
constexpr std::string_view operators = ";&|<>()`\n\r";

// So many commands are told.
constexpr std::size_t max_told_commands = 4;

// Why no text with this program is plain, whatever else stands in it, and whatever is switched on: commands
// of the shell itself such as `export`. Empty: some may be.
std::string_view never_plain(const command_pattern& command) {
    const auto& program = command.words().front();
    if (program.many || !program.one.literal()) return {};
    // `wait` is plain alone, and `time` with a program.
    const rule_switches lenient{.allow_sees_through_wrappers = true};
    const std::string with_word = program.one.literal_text() + " x";
    const shell_command alone(program.one.literal_text(), lenient);
    const shell_command more(with_word, lenient);
    if (alone.plain() || more.plain() || more.why_not()->offset != 0) return {};
    return more.why_not()->why;
}

// The programs that the text runs with their words, as patterns; those of which all words are known.
std::vector<std::string> single_commands(const shell_runs& runs) {
    std::vector<std::string> commands;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        const auto words = runs[run];
        if (!std::ranges::all_of(words, [](const auto& word) { return word.known; })) continue;
        std::string text;
        for (const auto& word : words) {
            if (!text.empty()) text += ' ';
            for (const char byte : escape_pattern(word.text, field_kind::command)) {
                if (byte == ' ' || byte == '\t') text += '\\';
                text += byte;
            }
        }
        if (std::ranges::find(commands, text) == commands.end()) commands.push_back(std::move(text));
    }
    return commands;
}

std::string listed(const std::vector<std::string>& commands) {
    std::string text;
    const std::size_t told = std::min(commands.size(), max_told_commands);
    for (std::size_t i = 0; i < told; ++i)
        text.append(i == 0 ? "`" : ", `").append(display_text(commands[i])).append("`");
    return commands.size() > told ? text + " ..." : text;
}

// A deny or ask rule whose text is no simple command meets calls with this very text, and no others.
void remark_on_several(const permission_rule& rule, std::string_view field, const command_pattern& command,
                       lint_remarks& into) {
    if (find_unescaped(written_in(rule, field), operators) == std::string_view::npos) return;
    const std::string& text = command.whole().literal_text();
    // With other blanks around it, it is still the same command, if it is one.
    const std::string same_command = " " + text + " ";
    if (command.catches(same_command, shell_runs(same_command)) == rule_match::yes) return;
    const auto commands = single_commands(shell_runs(text));
    std::string why = "`" + std::string(field) +
                      "`: several commands, or one with a redirection, are compared byte for byte, and the "
                      "smallest change passes by";
    if (commands.size() == 1) why += "; write the command alone";
    if (commands.size() > 1) why += "; write a rule for each command: " + listed(commands);
    into.push_back(
        {lint_kind::rarely_matches, std::move(why),
         commands.size() == 1 ? with_field(rule, field, json_value(commands.front())) : std::nullopt});
}

// Patterns for commands that match no command, or hardly one, for what a shell makes of it.
void remark_on_matching(const permission_rule& rule, lint_remarks& into) {
    const bool allow = has_to_prove(rule.behavior());
    for (const auto& field : rule.fields()) {
        const auto* const command = std::get_if<command_pattern>(&field.expected);
        if (command == nullptr || command->whole().any_text()) continue;
        if (command->whole().literal()) {
            if (!allow) remark_on_several(rule, field.name, *command, into);
            continue;
        }
        if (!allow) continue;
        if (const auto why = never_plain(*command); !why.empty())
            into.push_back(
                {lint_kind::never_matches, "`" + field.name + "`: no rule with a wildcard covers `" +
                                               display_text(command->words().front().one.literal_text()) +
                                               "`: " + std::string(why)});
    }
}

// Tool patterns and fields, beside the tools that are registered.

constexpr std::string_view wildcards = "*?";

// Whether it covers names of MCP tools, as far as its beginning tells.
bool may_be_mcp(std::string_view front) {
    return front.starts_with(mcp_prefix) || mcp_prefix.starts_with(front);
}

// Allow: in `mcp__server__tool` no wildcard stands for the server.
bool wild_server(std::string_view pattern) {
    if (!pattern.starts_with(mcp_prefix)) return false;
    const auto end = pattern.find(mcp_separator, mcp_prefix.size());
    return pattern.substr(0, end).find_first_of(wildcards) != std::string_view::npos;
}

// A name has at least one character for each that is not `*`.
std::size_t least_length(const permission_rule& rule) {
    const auto pattern = rule.tool_pattern();
    return rule.tool().literal_text().size() + static_cast<std::size_t>(std::ranges::count(pattern, '?'));
}

const json_object* properties_of(const tool_definition& tool) {
    const auto* const properties = tool.parameters.if_contains("properties");
    return properties != nullptr ? properties->if_object() : nullptr;
}

bool is_field(const tool_definition& tool, const json_object& properties, std::string_view name) {
    if (properties.contains(name) || name == tool.main_field) return true;
    return std::ranges::any_of(tool.field_kinds, [&](const auto& each) { return each.first == name; });
}

bool has_fields(const tool_definition& tool, const permission_rule& rule) {
    const auto* const properties = properties_of(tool);
    return properties != nullptr && std::ranges::all_of(rule.fields(), [&](const auto& field) {
               return is_field(tool, *properties, field.name);
           });
}

// A tool that an agent calls so in its own words: its calls come by the name that all agents share here.
void remark_on_own_name(const permission_rule& rule, lint_remarks& into) {
    const std::string& name = rule.tool().literal_text();
    const auto shared = standard_tool_called(name);
    if (shared.empty() || shared == name) return;
    into.push_back(
        {lint_kind::unknown_tool,
         fmt::format("`{0}` is called `{1}` here, whatever its agent calls it; did you mean `{1}`?", name,
                     shared),
         with(rule, shared, rule.input_pattern())});
}

void remark_on_name(const permission_rule& rule, const tool_registry& tools, lint_remarks& into) {
    if (least_length(rule) > max_tool_name_bytes) {
        into.push_back({lint_kind::never_matches,
                        "no tool's name is longer than " + std::to_string(max_tool_name_bytes) + " bytes"});
        return;
    }
    if (has_to_prove(rule.behavior()) && wild_server(rule.tool_pattern())) {
        into.push_back({lint_kind::never_matches,
                        "for allow, no wildcard stands for a server; name it, as in `mcp__server__*`"});
        return;
    }
    if (rule.tool().literal() && (tools.find(rule.tool().literal_text()) != nullptr ||
                                  !standard_tool_called(rule.tool().literal_text()).empty()))
        return remark_on_own_name(rule, into);
    const auto names = tools.names();
    const auto covered = [&](const std::string& name) { return rule.tool().matches(name); };
    if (std::ranges::any_of(names, covered)) return;
    if (!rule.tool().literal()) {
        if (!may_be_mcp(rule.tool().literal_front()))
            into.push_back({lint_kind::unknown_tool, "no tool is registered that this pattern covers"});
        return;
    }
    const std::string& name = rule.tool().literal_text();
    if (name.starts_with(mcp_prefix) || is_path_rule_tool(name)) return;
    // Of names that differ in case only, the tool that has the rule's fields.
    std::vector<std::string_view> known(names.begin(), names.end());
    std::erase_if(
        known, [&](std::string_view each) { return lower_case(each.front()) != lower_case(name.front()); });
    std::stable_partition(known.begin(), known.end(),
                          [&](std::string_view each) { return has_fields(*tools.find(each), rule); });
    const auto near = nearest_word(name, known);
    lint_remark remark{lint_kind::unknown_tool,
                       "no tool of that name is registered" + did_you_mean(name, known)};
    if (!near.empty()) remark.better = with(rule, near, rule.input_pattern());
    into.push_back(std::move(remark));
}

void remark_on_unknown_field(const permission_rule& rule, const tool_definition& tool,
                             const json_object& properties, std::string_view name, lint_remarks& into) {
    std::vector<std::string_view> known;
    for (const auto& each : properties) known.emplace_back(each.key().data(), each.key().size());
    const auto near = nearest_word(name, known);
    std::string why = "`" + tool.name + "` has no field `" + display_text(name) + "` that is known here";
    std::optional<permission_rule> better;
    if (!near.empty() && !rule.input_pattern().contains(near)) {
        why += did_you_mean(name, known);
        json_object fields = rule.input_pattern();
        json_value wanted = std::move(fields.at(name));
        fields.erase(name);
        fields.emplace(near, std::move(wanted));
        better = with(rule, rule.tool_pattern(), fields);
    } else {
        why += ": expected " + one_of_words(std::span<const std::string_view>(known));
    }
    into.push_back({lint_kind::unknown_field, std::move(why), std::move(better)});
}

// The one type that the schema gives the field; empty: none, or several.
std::string_view type_of(const json_object& properties, std::string_view name) {
    const auto* const property = properties.if_contains(name);
    const auto* const schema = property == nullptr ? nullptr : property->if_object();
    const auto* const type = schema == nullptr ? nullptr : schema->if_contains("type");
    const auto* const text = type == nullptr ? nullptr : type->if_string();
    return text == nullptr ? std::string_view() : std::string_view(text->data(), text->size());
}

// The value that a pattern's text is in JSON, where the field holds such values.
std::optional<json_value> value_of(std::string_view text, std::string_view type) {
    if (type == "boolean" && (text == "true" || text == "false")) return json_value(text == "true");
    std::int64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
    if (whole && (type == "integer" || type == "number")) return json_value(number);
    return std::nullopt;
}

void remark_on_type(const permission_rule& rule, std::string_view name, std::string_view type,
                    lint_remarks& into) {
    const json_value& pattern = rule.input_pattern().at(name);
    const bool allow = has_to_prove(rule.behavior());
    const std::string field = "`" + std::string(name) + "` holds ";
    if (pattern.is_string() && type != "string") {
        const auto value = value_of(pattern.get_string(), type);
        into.push_back({lint_kind::never_matches,
                        field + std::string(type) + " values, which a text pattern never covers" +
                            (allow ? "" : "; each call with one has to be asked"),
                        value ? with_field(rule, name, *value) : std::nullopt});
    } else if (!pattern.is_string() && type == "string") {
        into.push_back({lint_kind::never_matches, field + "text, which only a text pattern covers"});
    }
}

void remark_on_fields(const permission_rule& rule, const tool_definition& tool, lint_remarks& into) {
    const auto* const properties = properties_of(tool);
    if (properties == nullptr || properties->empty()) return;
    for (const auto& field : rule.fields()) {
        if (!is_field(tool, *properties, field.name))
            remark_on_unknown_field(rule, tool, *properties, field.name, into);
        else if (const auto type = type_of(*properties, field.name); !type.empty())
            remark_on_type(rule, field.name, type, into);
    }
}

// Tools that are not known or never match, and fields that the tool does not have or not with such values.
void remark_on_tool(const permission_rule& rule, const tool_registry& tools, lint_remarks& into) {
    remark_on_name(rule, tools, into);
    if (!rule.tool().literal()) return;
    if (const auto* const tool = tools.find(rule.tool().literal_text()); tool != nullptr)
        remark_on_fields(rule, *tool, into);
}

// Rules that look as if they came from another agent, where they mean something else.

// Folders of projects: nobody has them in the root of a machine.
constexpr std::array<std::string_view, 13> project_folders{
    "src",    "docs", "test",         "tests",   "packages",   "config", "scripts",
    "public", "dist", "node_modules", "secrets", "components", "client"};

constexpr std::string_view root_of_settings =
    "in Claude's settings a path with one `/` in front is below their folder, and `//` is the root of the "
    "machine; here `/` is that root";
constexpr std::string_view name_alone =
    "in Claude's settings a name alone is a file in any folder; here it is one in the working directory";

// The first component of an absolute path is one of a project's.
bool begins_in_project(std::string_view pattern) {
    if (!pattern.starts_with('/')) return false;
    const auto first = pattern.substr(1, pattern.find('/', 1) - 1);
    return first.starts_with('.') || std::ranges::find(project_folders, first) != project_folders.end();
}

void remark_on_agents(const permission_rule& rule, lint_remarks& into) {
    if (rule.fields().size() != 1 || rule.tool_pattern() == path_rule_tool) return;
    const auto& field = rule.fields()[0];
    if (!std::holds_alternative<path_pattern>(field.expected)) return;
    const auto pattern = written_in(rule, field.name);
    const bool allow = has_to_prove(rule.behavior());
    const bool name = !allow && pattern.substr(0, pattern.size() - 1).find('/') == pattern.npos &&
                      !pattern.starts_with('*') && !pattern.starts_with('/');
    if (!name && !begins_in_project(pattern)) return;
    std::optional<permission_rule> better;
    if (!allow) {
        const auto anywhere = (name ? "**/" : "**") + std::string(pattern);
        better = with_field(rule, field.name, json_value(anywhere));
    }
    into.push_back(
        {lint_kind::means_other, std::string(name ? name_alone : root_of_settings), std::move(better)});
}

lint_remarks remarks_on(const permission_rule& rule, const tool_registry& tools) {
    lint_remarks made;
    remark_on_agents(rule, made);
    remark_on_commands(rule, tools, made);
    remark_on_matching(rule, made);
    remark_on_characters(rule, made);
    const auto others = made.size();
    remark_on_tool(rule, tools, made);
    // Of a rule about no tool, what it would allow does not matter.
    const auto about_none = [](const auto& each) { return each.what == lint_kind::unknown_tool; };
    if (std::any_of(made.begin() + static_cast<std::ptrdiff_t>(others), made.end(), about_none))
        made.erase(made.begin(), made.begin() + static_cast<std::ptrdiff_t>(others));
    return made;
}

bool has(const lint_remarks& remarks, lint_kind what) {
    return std::ranges::any_of(remarks, [&](const auto& each) { return each.what == what; });
}

// What is found where a rule allows too much: a better one allows less.
bool too_wide(lint_kind what) noexcept {
    constexpr std::array wide{lint_kind::overbroad, lint_kind::any_tool, lint_kind::any_command,
                              lint_kind::leading_wildcard, lint_kind::executing_option};
    return std::ranges::find(wide, what) != wide.end();
}

// A suggestion that does not help, or lets more pass than the rule itself, is none.
bool sound(const lint_remark& remark, const permission_rule& rule, const tool_registry& tools) {
    return !has(remarks_on(*remark.better, tools), remark.what) &&
           (!too_wide(remark.what) || covers_all_of(rule, *remark.better, tools));
}

// What each text begins with that the pattern covers, the same for a pattern and for one beside it that
// covers less, as far as that one is longer.
std::string front_of(const field_pattern& field) {
    const auto* const whole = field.whole();
    if (whole == nullptr)
        return std::to_string(std::hash<json_value>()(std::get<json_value>(field.expected)));
    std::string front(whole->literal_front());
    if (const auto* const command = std::get_if<command_pattern>(&field.expected)) {
        front.clear();
        for (const auto& element : command->words()) {
            if (element.many) break;
            front.append(front.empty() ? "" : " ").append(element.one.literal_front());
            if (!element.one.literal()) break;
        }
    }
    // A domain is no beginning of a URL.
    if (std::holds_alternative<url_pattern>(field.expected) && front.find("://") == front.npos) return {};
    while (std::holds_alternative<path_pattern>(field.expected) && front.ends_with('/')) front.pop_back();
    return front;
}

// Whether such a pattern covers no more than one with wildcards says itself: its last word is no `*`.
bool is_closed(const field_pattern& field) {
    const auto* const command = std::get_if<command_pattern>(&field.expected);
    return command != nullptr && !command->words().empty() && !command->words().back().many;
}

// All rules of a list, to be found by what they cover.
class all_rules {
public:
    all_rules(const std::vector<permission_rule>& rules, const tool_registry& tools)
        : rules_(rules), tools_(tools), repeats_(rules.size()) {
        std::unordered_map<std::string, std::size_t> known;
        for (std::size_t index = 0; index < rules.size(); ++index) {
            const permission_rule& rule = rules[index];
            const auto [first, fresh] =
                known.try_emplace((built_in(index) ? "built in " : "") + rule.key(), index);
            if (!fresh) {
                repeats_[index] = first->second;
                continue;
            }
            auto& of_tool = by_tool_[std::string(rule.tool().literal_front())];
            if (rule.fields().size() != 1) {
                of_tool[{}].push_back(index);
                continue;
            }
            const auto& field = rule.fields()[0];
            of_tool[filed_under(field, is_closed(field))].push_back(index);
            if (is_closed(field)) of_tool[filed_as_written(rule, field)].push_back(index);
        }
    }

    // The earlier rule that this one repeats.
    [[nodiscard]] std::optional<std::size_t> repeated(std::size_t rule) const { return repeats_[rule]; }

    // A rule of this behavior that covers all that the given one covers.
    [[nodiscard]] std::optional<std::size_t> wider(rule_behavior behavior, std::size_t rule) const {
        for (const auto other : candidates(rule))
            if (other != rule && rules_[other].behavior() == behavior && covers(other, rule)) return other;
        return std::nullopt;
    }

private:
    using places = std::vector<std::size_t>;

    [[nodiscard]] bool built_in(std::size_t rule) const {
        return rules_[rule].origin() == rule_origin::built_in;
    }
    using filed_rules = std::unordered_map<std::string, places>;

    static std::string filed_under(const field_pattern& field, bool closed) {
        return field.name + (closed ? '\1' : '\2') + front_of(field);
    }

    static std::string filed_as_written(const permission_rule& rule, const field_pattern& field) {
        return field.name + '\3' + std::string(written_in(rule, field.name));
    }

    // Those whose tool and whose pattern begin as this one's do.
    [[nodiscard]] places candidates(std::size_t index) const {
        const permission_rule& rule = rules_[index];
        places found;
        const auto add = [&](const filed_rules& filed, const std::string& under) {
            if (const auto same = filed.find(under); same != filed.end())
                found.insert(found.end(), same->second.begin(), same->second.end());
        };
        const std::string tool(rule.tool().literal_front());
        for (std::size_t length = 0; length <= tool.size(); ++length) {
            const auto of_tool = by_tool_.find(tool.substr(0, length));
            if (of_tool == by_tool_.end()) continue;
            add(of_tool->second, {});
            for (const auto& field : rule.fields()) {
                // What has an end of its own covers texts, and no pattern but itself.
                if (is_closed(field)) add(of_tool->second, filed_as_written(rule, field));
                for (const bool closed : {false, true}) {
                    if (closed && (field.whole() == nullptr || !field.whole()->literal())) continue;
                    const auto under = filed_under(field, closed);
                    for (auto end = field.name.size() + 1; end <= under.size(); ++end)
                        add(of_tool->second, under.substr(0, end));
                }
            }
        }
        std::ranges::sort(found);
        return found;
    }

    // Of two rules that cover the same, the earlier one is the wider one.
    [[nodiscard]] bool covers(std::size_t wide, std::size_t narrow) const {
        const permission_rule& wider = rules_[wide];
        const permission_rule& narrower = rules_[narrow];
        if (built_in(wide) && !built_in(narrow)) return false;  // it counts less
        return covers_all_of(wider, narrower, tools_) &&
               (wide < narrow || wider.behavior() != narrower.behavior() ||
                !covers_all_of(narrower, wider, tools_));
    }

    const std::vector<permission_rule>& rules_;
    const tool_registry& tools_;
    std::vector<std::optional<std::size_t>> repeats_;
    std::unordered_map<std::string, filed_rules> by_tool_;  // by the beginning of its name
};

std::string named(const permission_rule& rule) {
    return std::string(to_string(rule.behavior())) + " rule " + display_text(rule.named());
}

// The first rule that makes this one needless.
std::optional<lint_finding> needless(const std::vector<permission_rule>& rules, const all_rules& all,
                                     std::size_t index) {
    lint_finding found{.rule = index};
    const rule_behavior own = rules[index].behavior();
    if ((found.other = all.repeated(index))) {
        found.what = lint_kind::duplicate;
        found.why = "it is there already, and can go";
        return found;
    }
    for (const auto stricter : strictest_first) {
        if (own == stricter) break;
        if (!(found.other = all.wider(stricter, index))) continue;
        found.what = lint_kind::shadowed;
        found.why = named(rules[*found.other]) + " covers all that it covers, and wins: it never decides";
        return found;
    }
    if (!(found.other = all.wider(own, index))) return std::nullopt;
    found.what = lint_kind::redundant;
    found.why = named(rules[*found.other]) + " covers all that it covers: it can go";
    return found;
}

}  // namespace

std::optional<lint_severity> lint_report::worst() const noexcept {
    std::optional<lint_severity> worst;
    for (const auto& each : findings) worst = std::max(worst.value_or(lint_severity::warning), each.severity);
    return worst;
}

namespace {

// What can be done about it without a person's judgement.
lint_mend mend_of(const lint_finding& found, const permission_rule& rule, const tool_registry& tools) {
    if (found.what == lint_kind::duplicate || found.what == lint_kind::redundant) return lint_mend::remove;
    if (found.beside) return lint_mend::add;
    if (!found.better || found.better->behavior() != rule.behavior()) return lint_mend::none;
    const bool as_wide = covers_all_of(*found.better, rule, tools);
    const bool wider = !has_to_prove(rule.behavior()) || covers_all_of(rule, *found.better, tools);
    return as_wide && wider ? lint_mend::replace : lint_mend::none;
}

// All that is found about one rule, but whether others make it needless.
std::vector<lint_finding> findings_about(const permission_rule& rule, const tool_registry& tools,
                                         const lint_options& options) {
    std::vector<lint_finding> found;
    lint_remarks remarks = remarks_on(rule, tools);
    if (options.edits_allowed) remark_on_running(rule, remarks);
    for (auto& remark : remarks) {
        const bool refused = remark.what == lint_kind::overbroad && !options.allow_overbroad;
        if (remark.better && !sound(remark, rule, tools)) remark.better.reset();
        found.push_back({.what = remark.what,
                         .severity = refused ? lint_severity::error : lint_severity::warning,
                         .why = std::move(remark.why),
                         .better = std::move(remark.better)});
    }
    return found;
}

}  // namespace

lint_report lint(const std::vector<permission_rule>& rules, const tool_registry& tools,
                 const lint_options& options) {
    lint_report report;
    const all_rules all(rules, tools);
    for (std::size_t i = 0; i < rules.size(); ++i) {
        if (rules[i].origin() == rule_origin::built_in) continue;
        auto found = findings_about(rules[i], tools, options);
        auto unneeded = needless(rules, all, i);
        // What a rule misses that is not needed, another one may hold.
        if (unneeded)
            found.push_back(std::move(*unneeded));
        else if (auto missed = options.tried_by ? find_missed_call(rules[i], options.tried_by) : std::nullopt)
            found.push_back(std::move(*missed));
        std::ranges::stable_sort(found,
                                 [](const auto& left, const auto& right) { return left.what < right.what; });
        for (auto& each : found) {
            each.rule = i;
            each.text = rules[i].text();
            each.mend = mend_of(each, rules[i], tools);
            report.findings.push_back(std::move(each));
        }
    }
    return report;
}

}  // namespace assent
