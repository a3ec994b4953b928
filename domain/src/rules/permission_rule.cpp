#include <assent/domain/rules/permission_rule.hpp>

#include <assent/domain/rules/call_reading.hpp>

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
    named_field{"Task", "subagent_type"},  named_field{"Agent", "subagent_type"},
    named_field{"Monitor", "command"},     named_field{"NotebookRead", "notebook_path"},
};

constexpr std::array<bool, 256> letters_of_names = [] {
    std::array<bool, 256> table{};
    for (char byte = 'A'; byte <= 'Z'; ++byte) table[static_cast<unsigned char>(byte)] = true;
    for (char byte = 'a'; byte <= 'z'; ++byte) table[static_cast<unsigned char>(byte)] = true;
    for (char byte = '0'; byte <= '9'; ++byte) table[static_cast<unsigned char>(byte)] = true;
    for (const char byte : std::string_view("_.-")) table[static_cast<unsigned char>(byte)] = true;
    return table;
}();

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

// One simple command, as it stands or behind a wrapper that may be looked through.
bool covers_one(const command_pattern& pattern, const shell_command& text, std::size_t command) {
    if (pattern.covers(text[command])) return true;
    const auto wrapped = text.behind_wrapper(command);
    return !wrapped.empty() && pattern.covers(wrapped);
}

bool covers_all(const command_pattern& pattern, const field_reading& field) {
    if (pattern.covers_text(field.text())) return true;
    if (field.bare().surely_plain() && pattern.surely_covers(field.bare())) return true;
    const shell_command& text = field.command();
    for (std::size_t command = 0; command < text.size(); ++command)
        if (!covers_one(pattern, text, command)) return false;
    return text.size() > 0;
}

}  // namespace

bool valid_tool_name(std::string_view name) noexcept {
    return !name.empty() && name.size() <= max_tool_name_bytes &&
           std::all_of(name.begin(), name.end(),
                       [](char byte) { return letters_of_names[static_cast<unsigned char>(byte)]; });
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

rule_match permission_rule::match(const call_reading& call) const {
    if (behavior_ == rule_behavior::allow) {
        const bool covered = tool_allowed(call.tool_name()) &&
                             std::all_of(fields_.begin(), fields_.end(),
                                         [&](const field_pattern& field) { return allows(field, call); });
        return covered ? rule_match::yes : rule_match::no;
    }
    rule_match sum = catches_tool(call.tool_name());
    for (const auto& field : fields_) {
        if (sum == rule_match::no) return rule_match::no;
        const rule_match part = catches(field, call);
        if (part != rule_match::yes) sum = part;
    }
    return sum;
}

bool permission_rule::allows(const field_pattern& field, const call_reading& call) {
    const field_reading& found = call.field(field.name);
    if (const auto* value = std::get_if<json_value>(&field.expected))
        return found.value() && compare(*found.value(), *value) == json_equality::equal;
    if (found.what() != field_view::kind::string) return false;
    if (const auto* text = std::get_if<glob>(&field.expected)) return text->matches(found.text());
    if (const auto* path = std::get_if<path_pattern>(&field.expected))
        return path->allows(found.path(), call.switches());
    if (const auto* url = std::get_if<url_pattern>(&field.expected)) return url->allows(found.url());
    const auto* command = std::get_if<command_pattern>(&field.expected);
    return command != nullptr && covers_all(*command, found);
}

// Tools whose names differ in case only may be the same to whoever runs them.
rule_match permission_rule::catches_tool(std::string_view tool_name) const {
    if (tool_.matches(tool_name)) return rule_match::yes;
    return tool_.matches_ignoring_case(tool_name) ? rule_match::doubt : rule_match::no;
}

rule_match permission_rule::catches(const field_pattern& field, const call_reading& call) {
    const field_reading& found = call.field(field.name);
    if (found.what() == field_view::kind::absent) return rule_match::no;
    if (const auto* value = std::get_if<json_value>(&field.expected)) {
        const auto equality = compare(found.value().value_or(nullptr), *value);
        if (equality == json_equality::equal) return rule_match::yes;
        return equality == json_equality::unprovable ? rule_match::doubt : rule_match::no;
    }
    // Not text: what the tool makes of it is unknown.
    if (found.what() == field_view::kind::other) return rule_match::doubt;
    if (const auto* text = std::get_if<glob>(&field.expected))
        return text->matches(found.text()) ? rule_match::yes : rule_match::no;
    if (const auto* command = std::get_if<command_pattern>(&field.expected))
        return command->catches_text(found.text()) ? rule_match::yes : command->catches_runs(found.runs());
    if (const auto* path = std::get_if<path_pattern>(&field.expected)) return path->catches(found.path());
    if (const auto* url = std::get_if<url_pattern>(&field.expected)) return url->catches(found.url());
    return rule_match::doubt;
}

bool permission_rule::covers_tool(std::string_view tool_name) const {
    return behavior_ == rule_behavior::allow ? tool_allowed(tool_name)
                                             : catches_tool(tool_name) != rule_match::no;
}

std::string_view permission_rule::uncovered_field(const call_reading& call) const {
    for (const auto& field : fields_) {
        const bool covered =
            behavior_ == rule_behavior::allow ? allows(field, call) : catches(field, call) != rule_match::no;
        if (!covered) return field.name;
    }
    return {};
}

std::string_view permission_rule::command_field() const noexcept {
    std::string_view found;
    for (const auto& field : fields_) {
        const auto* command = std::get_if<command_pattern>(&field.expected);
        if (command == nullptr) continue;
        if (!found.empty() || command->whole().any_text()) return {};
        found = field.name;
    }
    return found;
}

bool permission_rule::covers_but_commands(const call_reading& call) const {
    return tool_allowed(call.tool_name()) &&
           std::all_of(fields_.begin(), fields_.end(), [&](const field_pattern& field) {
               return std::holds_alternative<command_pattern>(field.expected) || allows(field, call);
           });
}

bool permission_rule::covers_command(const shell_command& text, std::size_t command) const {
    const auto of_field = [&](const field_pattern& field) {
        const auto* pattern = std::get_if<command_pattern>(&field.expected);
        return pattern != nullptr && covers_one(*pattern, text, command);
    };
    return std::any_of(fields_.begin(), fields_.end(), of_field);
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

bool permission_rule::names_word(std::string_view field_name, std::string_view word) const noexcept {
    return std::any_of(fields_.begin(), fields_.end(), [&](const field_pattern& field) {
        const auto* const command = std::get_if<command_pattern>(&field.expected);
        if (command == nullptr || field.name != field_name) return false;
        return std::any_of(command->words().begin(), command->words().end(), [word](const auto& element) {
            return !element.many && element.one.literal() && element.one.literal_text() == word;
        });
    });
}

bool permission_rule::any_in(std::string_view field_name) const noexcept {
    return std::none_of(fields_.begin(), fields_.end(), [&](const field_pattern& field) {
        if (field.name != field_name) return false;
        const auto* const command = std::get_if<command_pattern>(&field.expected);
        return command == nullptr || !command->whole().any_text();
    });
}

bool permission_rule::plain() const {
    if (input_pattern_.empty()) return true;
    const auto main = main_field(tool_text_);
    return input_pattern_.size() == 1 && !main.empty() && input_pattern_.begin()->key() == main &&
           input_pattern_.begin()->value().is_string();
}

std::string permission_rule::text() const {
    std::string text;
    append_text(text);
    return text;
}

void permission_rule::append_text(std::string& out) const {
    out += tool_text_;
    if (input_pattern_.empty()) return;
    if (plain()) {
        const std::string_view text = input_pattern_.begin()->value().get_string();
        const bool domain = kind_of_field(main_field(tool_text_)) == field_kind::url && text != "*" &&
                            text.find("://") == std::string_view::npos;
        out.append(domain ? "(domain:" : "(").append(text).append(")");
        return;
    }
    char between = '{';
    for (const auto& member : input_pattern_) {
        out += std::exchange(between, ',');
        out.append(member.key()).append("=");
        if (member.value().is_string())
            out += std::string_view(member.value().get_string());
        else
            out.append("(").append(kind_name(member.value())).append(")");
    }
    out += '}';
}

std::size_t permission_rule::memory_bytes() const {
    std::size_t written = tool_text_.size();
    for (const auto& member : input_pattern_)
        written += member.key().size() + assent::memory_bytes(member.value());
    // Compiled, each pattern holds its text once more.
    return sizeof(permission_rule) + 2 * written + fields_.size() * sizeof(field_pattern);
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
