#include <assent/domain/call/json.hpp>
#include <assent/domain/rules/permission_rule.hpp>

#include "../shell/shell_characters.hpp"
#include "../tools/mcp_names.hpp"
#include "../tools/registered_kinds.hpp"

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/match/path_pattern.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

// How a rule is compiled, and what it was compiled as.
namespace assent {
namespace {

// `mcp__server`, which is `mcp__server__*`.
bool whole_server(std::string_view tool_pattern) noexcept {
    return tool_pattern.size() > mcp_prefix.size() && tool_pattern.starts_with(mcp_prefix) &&
           tool_pattern.find(mcp_separator, mcp_prefix.size()) == std::string_view::npos &&
           tool_pattern.find_first_of("*?\\") == std::string_view::npos;
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

// Rules as keys: a text for each, and for each another one.

void put(std::string& key, const json_value& value);

void put_text(std::string& key, std::string_view text) {
    key += '"';
    for (const char byte : text) {
        if (byte == '"' || byte == '\\') key += '\\';
        key += byte;
    }
    key += '"';
}

// Two numbers that are equal give the same text. One with a point is no integer.
void put_number(std::string& key, const json_value& value) {
    if (value.is_int64()) {
        key += std::to_string(value.get_int64());
    } else if (value.is_uint64()) {
        key += std::to_string(value.get_uint64());
    } else {
        const double number = value.get_double();
        const bool whole = std::abs(number) < max_exact_number && std::trunc(number) == number;
        key += whole ? std::to_string(static_cast<std::int64_t>(number)) : fmt::format("{:#}", number);
    }
}

void put_object(std::string& key, const json_object& object) {
    std::vector<const json_object::value_type*> members;
    for (const auto& member : object) members.push_back(&member);
    std::ranges::sort(members, [](const auto* one, const auto* other) { return one->key() < other->key(); });
    key += '{';
    for (const auto* member : members) {
        if (member != members.front()) key += ',';
        put_text(key, {member->key().data(), member->key().size()});
        key += '=';
        put(key, member->value());
    }
    key += '}';
}

void put(std::string& key, const json_value& value) {
    if (value.is_null()) {
        key += "null";
    } else if (value.is_bool()) {
        key += value.get_bool() ? "true" : "false";
    } else if (value.is_string()) {
        put_text(key, {value.get_string().data(), value.get_string().size()});
    } else if (value.is_array()) {
        key += '[';
        for (const auto& element : value.get_array()) {
            put(key, element);
            key += ',';
        }
        key += ']';
    } else if (value.is_object()) {
        put_object(key, value.get_object());
    } else {
        put_number(key, value);
    }
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

// One simple command, as it stands or behind a wrapper that may be looked through.
bool covers_one(const command_pattern& pattern, const shell_command& text, std::size_t command) {
    if (pattern.covers(text[command])) return true;
    const auto wrapped = text.behind_wrapper(command);
    return !wrapped.empty() && pattern.covers(wrapped);
}

bool covers_all(const command_pattern& pattern, const field_reading& field) {
    if (pattern.covers_text(field.text())) return true;
    const shell_command& text = field.command();
    for (std::size_t command = 0; command < text.size(); ++command)
        if (!covers_one(pattern, text, command)) return false;
    return text.size() > 0;
}

// The pattern for a value; a string is escaped, anything else stands for itself.
json_value pattern_of(const field_reading& field, field_kind kind) {
    if (field.what() != field_view::kind::string) return field.value().value_or(nullptr);
    if (kind != field_kind::path) return json_string(escape_pattern(field.text(), kind));
    std::string_view path = field.path().clean().empty() ? field.text() : field.path().clean();
    // In a pattern a `/` at the end means all below.
    if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    return json_string(escape_pattern(path, kind));
}

}  // namespace

boost::system::result<permission_rule::value_pattern, invalid_rule> permission_rule::compile(
    std::string_view name, const json_value& pattern, field_kind kind, rule_behavior behavior,
    bool allow_overbroad) {
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
    switch (kind) {
        case field_kind::command: return lift(command_pattern::make(text, behavior, allow_overbroad));
        case field_kind::path: return lift(path_pattern::make(text, behavior));
        case field_kind::url: return lift(url_pattern::make(text));
        case field_kind::text:
        case field_kind::glob:
        case field_kind::search: break;
    }
    return value_pattern(glob(text));
}

std::optional<invalid_rule> permission_rule::add_field(std::string_view name, const json_value& pattern,
                                                       field_kind kind, bool allow_overbroad) {
    auto compiled = compile(name, pattern, kind, behavior_, false);
    if (!compiled && allow_overbroad) {
        compiled = compile(name, pattern, kind, behavior_, true);
        overbroad_ = overbroad_ || compiled.has_value();
    }
    if (!compiled) return compiled.error();
    fields_.push_back({std::string(name), std::move(*compiled)});
    return std::nullopt;
}

boost::system::result<permission_rule, invalid_rule> permission_rule::make(std::string_view tool_pattern,
                                                                           const json_object& input_pattern,
                                                                           rule_behavior behavior,
                                                                           rule_origin origin,
                                                                           bool allow_overbroad) {
    if (const auto flaw = pattern_flaw(tool_pattern); !flaw.empty())
        return invalid_rule{"`tool_pattern`: " + flaw};
    const auto nameable = [](const char& byte) {
        return valid_tool_name({&byte, 1}) || byte == '*' || byte == '?' || byte == '\\';
    };
    if (!std::ranges::all_of(tool_pattern, nameable))
        return invalid_rule{"`tool_pattern`: expected letters, digits, `_`, `.`, `-`, `*` and `?`, got `" +
                            std::string(tool_pattern) + "`"};
    if (input_pattern.size() > max_rule_fields)
        return invalid_rule{"`input_pattern`: more than " + std::to_string(max_rule_fields) + " fields"};
    if (is_path_rule_tool(tool_pattern)) {
        const auto flaw = [&](std::string_view expected) {
            return invalid_rule{"`" + std::string(tool_pattern) + "`: expected " + std::string(expected)};
        };
        if (has_to_prove(behavior)) return flaw("a rule that denies or asks, got one that allows");
        if (input_pattern.size() != 1 || !input_pattern.contains("path"))
            return flaw("a pattern for the path, such as `" + std::string(tool_pattern) + "(**/.env)`");
    }
    permission_rule made;
    made.behavior_ = behavior;
    made.origin_ = origin;
    made.tool_text_ = tool_pattern;
    made.tool_ = glob(made.written_out_tools());
    made.input_pattern_ = input_pattern;
    for (const auto& member : input_pattern) {
        const std::string_view name = member.key();
        if (auto flaw = made.add_field(name, member.value(), kind_of_field(name), allow_overbroad))
            return std::move(*flaw);
    }
    return made;
}

const glob* permission_rule::field_pattern::whole() const noexcept {
    if (const auto* const text = std::get_if<glob>(&expected)) return text;
    if (const auto* const command = std::get_if<command_pattern>(&expected)) return &command->whole();
    if (const auto* const path = std::get_if<path_pattern>(&expected)) return &path->whole();
    const auto* const url = std::get_if<url_pattern>(&expected);
    return url == nullptr ? nullptr : &url->whole();
}

std::string permission_rule::written_out_tools() const {
    return whole_server(tool_text_) ? tool_text_ + "__*" : tool_text_;
}

std::optional<field_kind> permission_rule::kind_in(std::string_view field_name) const noexcept {
    const auto found = std::ranges::find(fields_, field_name, &field_pattern::name);
    if (found == fields_.end()) return std::nullopt;
    if (std::holds_alternative<glob>(found->expected)) return field_kind::text;
    if (std::holds_alternative<command_pattern>(found->expected)) return field_kind::command;
    if (std::holds_alternative<path_pattern>(found->expected)) return field_kind::path;
    if (std::holds_alternative<url_pattern>(found->expected)) return field_kind::url;
    return std::nullopt;
}

boost::system::result<permission_rule, invalid_rule> permission_rule::with_kinds(
    std::span<const std::pair<std::string, field_kind>> kinds) const {
    permission_rule made = *this;
    made.fields_.clear();
    made.overbroad_ = false;
    for (const auto& member : input_pattern_) {
        const std::string_view name = member.key();
        const auto known = std::ranges::find_if(kinds, [&](const auto& each) { return each.first == name; });
        const field_kind kind = known == kinds.end() ? kind_of_field(name) : known->second;
        if (auto flaw = made.add_field(name, member.value(), kind, overbroad_)) return std::move(*flaw);
    }
    return made;
}

std::string permission_rule::key() const {
    std::string key(to_string(behavior_));
    key += ' ';
    if (plain()) {
        append_text(key);
    } else {
        key += tool_text_;
        put_object(key, input_pattern_);
    }
    if (condition_) key.append(" for ").append(condition_->key());
    return key;
}

bool valid_tool_name(std::string_view name) noexcept {
    return !name.empty() && name.size() <= max_tool_name_bytes && std::ranges::all_of(name, [](char byte) {
        return detail::name_letter(byte) || byte == '.' || byte == '-';
    });
}

// In `mcp__server__tool` the server is what is trusted: a wildcard neither stands in for it nor
// crosses into a second `__`, where server and tool could not be told apart.
bool permission_rule::tool_allowed(std::string_view tool_name) const {
    if (tool_.literal() && tool_.matches(tool_name)) return true;
    if (whole_server(tool_text_))
        return tool_name == tool_text_ ||
               (tool_.matches(tool_name) && one_mcp_split(tool_name, tool_text_.size()));
    if (!tool_.matches(tool_name)) return false;
    if (!tool_name.starts_with(mcp_prefix)) return true;
    const std::string_view pattern = tool_text_;
    const auto server_end = pattern.find(mcp_separator, mcp_prefix.size());
    if (!pattern.starts_with(mcp_prefix) || server_end == std::string_view::npos) return false;
    if (pattern.substr(0, server_end).find_first_of("*?\\") != std::string_view::npos) return false;
    if (!tool_name.starts_with(pattern.substr(0, server_end + mcp_separator.size()))) return false;
    return one_mcp_split(tool_name, server_end);
}

rule_match permission_rule::match(const call_reading& call) const {
    if (has_to_prove(behavior_)) {
        const bool covered =
            tool_allowed(call.tool_name()) &&
            std::ranges::all_of(fields_, [&](const field_pattern& field) { return allows(field, call); }) &&
            surely_for(call);
        return covered ? rule_match::yes : rule_match::no;
    }
    rule_match sum = catches_tool(call.tool_name());
    for (const auto& field : fields_) {
        if (sum == rule_match::no) return rule_match::no;
        const rule_match part = catches(field, call);
        if (part != rule_match::yes) sum = part;
    }
    return sum != rule_match::no && may_be_for(call) ? sum : rule_match::no;
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
    const bool server = whole_server(tool_text_);
    if (server && tool_name == tool_text_) return rule_match::yes;
    const bool similar = tool_.matches_ignoring_case(tool_name) ||
                         (server && glob(tool_text_).matches_ignoring_case(tool_name));
    return similar ? rule_match::doubt : rule_match::no;
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
    return has_to_prove(behavior_) ? tool_allowed(tool_name) : catches_tool(tool_name) != rule_match::no;
}

std::string_view permission_rule::uncovered_field(const call_reading& call) const {
    for (const auto& field : fields_) {
        const bool covered =
            has_to_prove(behavior_) ? allows(field, call) : catches(field, call) != rule_match::no;
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
           std::ranges::all_of(fields_,
                               [&](const field_pattern& field) {
                                   return std::holds_alternative<command_pattern>(field.expected) ||
                                          allows(field, call);
                               }) &&
           surely_for(call);
}

bool permission_rule::covers_command(const shell_command& text, std::size_t command) const {
    const auto of_field = [&](const field_pattern& field) {
        const auto* pattern = std::get_if<command_pattern>(&field.expected);
        return pattern != nullptr && covers_one(*pattern, text, command);
    };
    return std::ranges::any_of(fields_, of_field);
}

bool permission_rule::exact_in(std::string_view field_name) const noexcept {
    return std::ranges::any_of(fields_, [&](const field_pattern& field) {
        return field.name == field_name && (field.whole() == nullptr || field.whole()->literal());
    });
}

bool permission_rule::names_word(std::string_view field_name, std::string_view word) const noexcept {
    return std::ranges::any_of(fields_, [&](const field_pattern& field) {
        const auto* const command = std::get_if<command_pattern>(&field.expected);
        if (command == nullptr || field.name != field_name) return false;
        return std::ranges::any_of(command->words(), [word](const auto& element) {
            return !element.many && element.one.literal() && element.one.literal_text() == word;
        });
    });
}

bool permission_rule::any_in(std::string_view field_name) const noexcept {
    return std::ranges::none_of(fields_, [&](const field_pattern& field) {
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

std::string permission_rule::named() const {
    std::string text;
    append_named(text);
    return text;
}

std::string permission_rule::full_text() const {
    std::string text = this->text();
    if (condition_) condition_->append_text(text);
    return text;
}

void permission_rule::append_named(std::string& out) const {
    out += '`';
    append_text(out);
    out += '`';
    if (condition_) condition_->append_text(out);
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

permission_rule permission_rule::with_condition(std::shared_ptr<const rule_condition> condition) const {
    permission_rule copy = *this;
    copy.condition_ = std::move(condition);
    return copy;
}

void place_folders(std::vector<permission_rule>& rules, std::string_view home,
                   const rule_condition::path_lookup& look) {
    // The rules of one set share its condition.
    std::map<std::shared_ptr<const rule_condition>, std::shared_ptr<const rule_condition>> placed;
    for (auto& rule : rules) {
        if (rule.condition() == nullptr || rule.condition()->folder.empty()) continue;
        auto& made = placed[rule.shared_condition()];
        if (!made) made = std::make_shared<const rule_condition>(rule.condition()->placed(home, look));
        rule = rule.with_condition(made);
    }
}

bool permission_rule::same_as(const permission_rule& other) const {
    const bool built_in = origin_ == rule_origin::built_in;
    const bool same_calls = condition_ == other.condition_ ||
                            (condition_ && other.condition_ && *condition_ == *other.condition_);
    return same_calls && behavior_ == other.behavior_ && tool_text_ == other.tool_text_ &&
           input_pattern_ == other.input_pattern_ && built_in == (other.origin_ == rule_origin::built_in);
}

std::string escape_pattern(std::string_view text, field_kind kind) {
    std::string pattern;
    pattern.reserve(text.size() + 1);
    if (kind == field_kind::path && !text.empty() &&
        path_signs_expanded_elsewhere.find(text.front()) != std::string_view::npos)
        pattern += '\\';
    for (const char byte : text) {
        const bool special =
            byte == '*' || byte == '?' || byte == '\\' || (byte == '[' && kind == field_kind::path);
        if (special) pattern += '\\';
        pattern += byte;
    }
    return pattern;
}

boost::system::result<permission_rule, invalid_rule> rule_for_call(const tool_call& call,
                                                                   std::string_view field,
                                                                   rule_behavior behavior, rule_origin origin,
                                                                   field_kinds kinds) {
    const std::string tool = "`" + display_text(call.tool_name) + "`";
    if (!valid_tool_name(call.tool_name)) return invalid_rule{tool + " is no tool's name"};
    const std::string_view name = field.empty() ? main_field(call.tool_name) : field;
    if (name.empty()) return invalid_rule{tool + " has no main field; name the field that the rule is about"};
    const call_reading reading(call);
    const field_reading& found = reading.field(name);
    const std::string where = "`" + display_text(name) + "`";
    if (found.what() == field_view::kind::absent)
        return invalid_rule{"the input of " + tool + " has no " + where};
    json_object fields;
    const auto listed = std::ranges::find_if(kinds, [&](const auto& each) { return each.first == name; });
    fields.emplace(name, pattern_of(found, listed == kinds.end() ? kind_of_field(name) : listed->second));
    auto made = permission_rule::make(call.tool_name, fields, behavior, origin);
    if (made && !kinds.empty()) made = made->with_kinds(kinds);
    if (!made) return made;
    // A URL or path that can be read in several ways, or a value that compares equal to nothing.
    if (made->match(reading) != rule_match::yes)
        return invalid_rule{"no " + std::string(to_string(behavior)) + " rule can be shown to cover this " +
                            where};
    return made;
}

boost::system::result<permission_rule, invalid_rule> rule_for_call(const tool_registry& tools,
                                                                   const tool_call& call,
                                                                   std::string_view field,
                                                                   rule_behavior behavior,
                                                                   rule_origin origin) {
    const auto* const definition = tools.find(call.tool_name);
    if (definition == nullptr) return rule_for_call(call, field, behavior, origin);
    const std::string_view name = field.empty() ? definition->main_field : field;
    return rule_for_call(call, name, behavior, origin, odd_kinds(*definition));
}

}  // namespace assent
