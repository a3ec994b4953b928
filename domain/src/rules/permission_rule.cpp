#include <assent/domain/rules/permission_rule.hpp>

#include <assent/domain/tool_call.hpp>

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

namespace assent {
namespace {

constexpr std::string_view mcp_prefix = "mcp__";
constexpr std::string_view mcp_separator = "__";

struct named_field {
    std::string_view tool;
    std::string_view field;
};
// What the agents' built-in tools are mainly about; see docs/rules.md.
constexpr std::array main_fields{
    named_field{"Bash", "command"},        named_field{"Read", "file_path"},
    named_field{"Write", "file_path"},     named_field{"Edit", "file_path"},
    named_field{"MultiEdit", "file_path"}, named_field{"NotebookEdit", "notebook_path"},
    named_field{"Glob", "pattern"},        named_field{"Grep", "pattern"},
    named_field{"WebFetch", "url"},        named_field{"WebSearch", "query"},
    named_field{"Task", "subagent_type"},
};

bool is_letter_of_name(char byte) noexcept {
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') ||
           byte == '_' || byte == '.' || byte == '-';
}

invalid_rule at_field(std::string_view name, std::string_view message) {
    return {"`input_pattern." + std::string(name) + "`: " + std::string(message)};
}

// What every pattern has to be, whatever it is for. Empty when it is all right.
std::string pattern_flaw(std::string_view pattern) {
    if (pattern.empty()) return "expected a pattern, got an empty string";
    if (pattern.size() > max_pattern_bytes)
        return "pattern longer than " + std::to_string(max_pattern_bytes) + " bytes";
    if (dangling_escape(pattern)) return "pattern ends in a `\\` that escapes nothing";
    if (glob(pattern).wildcards() > max_pattern_wildcards)
        return "pattern with more than " + std::to_string(max_pattern_wildcards) + " wildcards";
    return {};
}

// Whether server and tool can be told apart in `mcp__server__tool`: one `__` between them, and no `_`
// beside it that may belong to the server.
bool one_mcp_split(std::string_view name, std::size_t server_end) {
    const auto tool = name.substr(std::min(server_end + mcp_separator.size(), name.size()));
    return !tool.empty() && tool.front() != '_' && tool.find(mcp_separator) == std::string_view::npos;
}

// The kind of a value, as JSON calls it.
std::string_view kind_name(const json_value& value) noexcept {
    if (value.is_number()) return "a number";
    if (value.is_bool()) return "a boolean";
    if (value.is_array()) return "an array";
    if (value.is_object()) return "an object";
    return "null";
}

}  // namespace

bool valid_tool_name(std::string_view name) noexcept {
    return !name.empty() && name.size() <= max_tool_name_bytes &&
           std::all_of(name.begin(), name.end(), is_letter_of_name);
}

field_kind kind_of_field(std::string_view name) noexcept {
    if (name == "command") return field_kind::command;
    if (name == "file_path" || name == "path" || name == "notebook_path" || name == "directory")
        return field_kind::path;
    if (name == "url") return field_kind::url;
    return field_kind::text;
}

std::string_view main_field(std::string_view tool_name) noexcept {
    const auto* found = std::find_if(main_fields.begin(), main_fields.end(),
                                     [&](const named_field& each) { return each.tool == tool_name; });
    return found == main_fields.end() ? std::string_view() : found->field;
}

boost::system::result<permission_rule::value_pattern, invalid_rule> permission_rule::compile(
    std::string_view name, const json_value& pattern, rule_behavior behavior) {
    if (!pattern.is_string()) {
        if (!all_finite(pattern)) return at_field(name, "expected finite numbers");
        return value_pattern(pattern);
    }
    const std::string_view text(pattern.get_string().data(), pattern.get_string().size());
    if (const auto flaw = pattern_flaw(text); !flaw.empty()) return at_field(name, flaw);
    const auto lift = [&](auto made) -> boost::system::result<value_pattern, invalid_rule> {
        if (!made) return at_field(name, made.error().message);
        return value_pattern(std::move(*made));
    };
    switch (kind_of_field(name)) {
        case field_kind::command: return lift(command_pattern::make(text, behavior));
        case field_kind::path: return lift(path_pattern::make(text, behavior));
        case field_kind::url: return lift(url_pattern::make(text));
        case field_kind::text: break;
    }
    return value_pattern(glob(text));
}

boost::system::result<permission_rule, invalid_rule> permission_rule::make(std::string_view tool_pattern,
                                                                           const json_object& input_pattern,
                                                                           rule_behavior behavior,
                                                                           rule_origin origin) {
    if (const auto flaw = pattern_flaw(tool_pattern); !flaw.empty())
        return invalid_rule{"`tool_pattern`: " + flaw};
    const auto nameable = [](char byte) {
        return is_letter_of_name(byte) || byte == '*' || byte == '?' || byte == '\\';
    };
    if (!std::all_of(tool_pattern.begin(), tool_pattern.end(), nameable))
        return invalid_rule{"`tool_pattern`: expected letters, digits, `_`, `.`, `-`, `*` and `?`, got `" +
                            std::string(tool_pattern) + "`"};
    if (input_pattern.size() > max_rule_fields)
        return invalid_rule{"`input_pattern`: more than " + std::to_string(max_rule_fields) + " fields"};
    permission_rule made;
    made.behavior_ = behavior;
    made.origin_ = origin;
    made.tool_text_ = tool_pattern;
    made.tool_ = glob(tool_pattern);
    made.input_pattern_ = input_pattern;
    for (const auto& member : input_pattern) {
        auto compiled = compile(member.key(), member.value(), behavior);
        if (!compiled) return compiled.error();
        made.fields_.push_back({std::string(member.key()), std::move(*compiled)});
    }
    return made;
}

// In `mcp__server__tool` the server is what is trusted: a wildcard neither stands in for it nor
// crosses into a second `__`, where server and tool could not be told apart.
bool permission_rule::tool_allowed(std::string_view tool_name) const {
    if (!tool_.matches(tool_name)) return false;
    if (tool_.literal() || !tool_name.starts_with(mcp_prefix)) return true;
    const std::string_view pattern = tool_text_;
    const auto server_end = pattern.find(mcp_separator, mcp_prefix.size());
    if (!pattern.starts_with(mcp_prefix) || server_end == std::string_view::npos) return false;
    if (pattern.substr(0, server_end).find_first_of("*?\\") != std::string_view::npos) return false;
    if (!tool_name.starts_with(pattern.substr(0, server_end + mcp_separator.size()))) return false;
    return one_mcp_split(tool_name, server_end);
}

rule_match permission_rule::match(const tool_call& call, std::string& scratch) const {
    return behavior_ == rule_behavior::allow ? match_allow(call, scratch) : match_catch(call, scratch);
}

rule_match permission_rule::match_allow(const tool_call& call, std::string& scratch) const {
    if (!tool_allowed(call.tool_name)) return rule_match::no;
    for (const auto& field : fields_)
        if (!allows(field, call, scratch)) return rule_match::no;
    return rule_match::yes;
}

bool permission_rule::allows(const field_pattern& field, const tool_call& call, std::string& scratch) const {
    const auto& [name, expected] = field;
    if (const auto* value = std::get_if<json_value>(&expected)) {
        const auto found = call.input.value_of(name);
        return found && compare(*found, *value) == json_equality::equal;
    }
    const field_view found = call.input.field(name, scratch);
    if (found.what != field_view::kind::string) return false;
    if (const auto* text = std::get_if<glob>(&expected)) return text->matches(found.text);
    if (const auto* command = std::get_if<command_pattern>(&expected)) return command->allows(found.text);
    if (const auto* path = std::get_if<path_pattern>(&expected)) return path->allows(found.text, call.cwd);
    if (const auto* url = std::get_if<url_pattern>(&expected)) return url->allows(found.text);
    return false;
}

rule_match permission_rule::match_catch(const tool_call& call, std::string& scratch) const {
    rule_match sum = catches_tool(call.tool_name);
    for (const auto& field : fields_) {
        if (sum == rule_match::no) return rule_match::no;
        const rule_match part = catches(field, call, scratch);
        if (part != rule_match::yes) sum = part;
    }
    return sum;
}

// Tools whose names differ in case only may be the same to whoever runs them.
rule_match permission_rule::catches_tool(std::string_view tool_name) const {
    if (tool_.matches(tool_name)) return rule_match::yes;
    return tool_.matches_ignoring_case(tool_name) ? rule_match::doubt : rule_match::no;
}

rule_match permission_rule::catches(const field_pattern& field, const tool_call& call,
                                    std::string& scratch) const {
    const auto& [name, expected] = field;
    const field_view found = call.input.field(name, scratch);
    if (found.what == field_view::kind::absent) return rule_match::no;
    if (const auto* value = std::get_if<json_value>(&expected)) {
        const auto equality = compare(call.input.value_of(name).value_or(nullptr), *value);
        if (equality == json_equality::equal) return rule_match::yes;
        return equality == json_equality::unprovable ? rule_match::doubt : rule_match::no;
    }
    // Not text: what the tool makes of it is unknown.
    if (found.what == field_view::kind::other) return rule_match::doubt;
    if (const auto* text = std::get_if<glob>(&expected))
        return text->matches(found.text) ? rule_match::yes : rule_match::no;
    if (const auto* command = std::get_if<command_pattern>(&expected)) return command->catches(found.text);
    if (const auto* path = std::get_if<path_pattern>(&expected)) return path->catches(found.text, call.cwd);
    if (const auto* url = std::get_if<url_pattern>(&expected)) return url->catches(found.text);
    return rule_match::doubt;
}

bool permission_rule::covers_tool(std::string_view tool_name) const {
    return behavior_ == rule_behavior::allow ? tool_allowed(tool_name)
                                             : catches_tool(tool_name) != rule_match::no;
}

std::string_view permission_rule::uncovered_field(const tool_call& call, std::string& scratch) const {
    for (const auto& field : fields_) {
        const bool covered = behavior_ == rule_behavior::allow
                                 ? allows(field, call, scratch)
                                 : catches(field, call, scratch) != rule_match::no;
        if (!covered) return field.name;
    }
    return {};
}

bool permission_rule::exact_in(std::string_view field_name) const noexcept {
    const auto literal = [](const auto& pattern) {
        if constexpr (std::is_same_v<std::decay_t<decltype(pattern)>, json_value>)
            return true;
        else if constexpr (std::is_same_v<std::decay_t<decltype(pattern)>, glob>)
            return pattern.literal();
        else
            return pattern.whole().literal();
    };
    return std::any_of(fields_.begin(), fields_.end(), [&](const field_pattern& field) {
        return field.name == field_name && std::visit(literal, field.expected);
    });
}

bool permission_rule::plain() const {
    if (input_pattern_.empty()) return true;
    const auto main = main_field(tool_text_);
    return input_pattern_.size() == 1 && !main.empty() && input_pattern_.begin()->key() == main &&
           input_pattern_.begin()->value().is_string();
}

std::string permission_rule::text() const {
    if (input_pattern_.empty()) return tool_text_;
    if (plain()) {
        const auto main = main_field(tool_text_);
        const auto& pattern = input_pattern_.begin()->value().get_string();
        const std::string text(pattern.data(), pattern.size());
        const bool domain =
            kind_of_field(main) == field_kind::url && text != "*" && text.find("://") == std::string::npos;
        return tool_text_ + (domain ? "(domain:" : "(") + text + ")";
    }
    std::string text = tool_text_ + "{";
    for (const auto& member : input_pattern_) {
        if (text.back() != '{') text += ",";
        text += std::string(member.key()) + "=";
        if (member.value().is_string())
            text.append(member.value().get_string().data(), member.value().get_string().size());
        else
            text += "(" + std::string(kind_name(member.value())) + ")";
    }
    return text + "}";
}

permission_rule permission_rule::with_origin(rule_origin origin) const {
    permission_rule copy = *this;
    copy.origin_ = origin;
    return copy;
}

bool permission_rule::same_as(const permission_rule& other) const {
    return behavior_ == other.behavior_ && tool_text_ == other.tool_text_ &&
           input_pattern_ == other.input_pattern_;
}

std::string_view to_string(rule_origin origin) noexcept {
    switch (origin) {
        case rule_origin::host: return "host";
        case rule_origin::command_line: return "command line";
        case rule_origin::peer: return "peer";
        case rule_origin::answer: return "answer";
        case rule_origin::stored: return "stored";
    }
    return "?";
}

}  // namespace assent
