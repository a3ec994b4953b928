#include "lint_of_rule.hpp"

#include <assent/domain/display_text.hpp>
#include <assent/domain/judgement/tool_registry.hpp>
#include <assent/domain/near_words.hpp>
#include <assent/domain/tool_call.hpp>

#include <algorithm>
#include <charconv>
#include <span>
#include <string_view>

// Tool patterns and fields, beside the tools that are registered.
namespace assent {
namespace {

constexpr std::string_view mcp_prefix = "mcp__";
constexpr std::string_view mcp_separator = "__";
constexpr std::string_view wildcards = "*?";

bool same_but_for_case(std::string_view left, std::string_view right) {
    return left.size() == right.size() && glob(left).matches_ignoring_case(right);
}

// The registered name that was probably meant; empty: none.
std::string_view meant(std::string_view name, std::span<const std::string_view> known) {
    const auto same = std::find_if(known.begin(), known.end(),
                                   [&](std::string_view each) { return same_but_for_case(name, each); });
    return same == known.end() ? nearest_word(name, known) : *same;
}

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
    return rule.tool().literal_text().size() +
           static_cast<std::size_t>(std::count(pattern.begin(), pattern.end(), '?'));
}

const json_object* properties_of(const tool_definition& tool) {
    const auto* const properties = tool.parameters.if_contains("properties");
    return properties != nullptr ? properties->if_object() : nullptr;
}

bool is_field(const tool_definition& tool, const json_object& properties, std::string_view name) {
    if (properties.contains(name) || name == tool.main_field) return true;
    return std::any_of(tool.field_kinds.begin(), tool.field_kinds.end(),
                       [&](const auto& each) { return each.first == name; });
}

bool has_fields(const tool_definition& tool, const permission_rule& rule) {
    const auto* const properties = properties_of(tool);
    return properties != nullptr &&
           std::all_of(rule.fields().begin(), rule.fields().end(),
                       [&](const auto& field) { return is_field(tool, *properties, field.name); });
}

void remark_on_name(const permission_rule& rule, const tool_registry& tools, lint_remarks& into) {
    if (least_length(rule) > max_tool_name_bytes) {
        into.push_back({lint_kind::never_matches,
                        "no tool's name is longer than " + std::to_string(max_tool_name_bytes) + " bytes"});
        return;
    }
    if (rule.behavior() == rule_behavior::allow && wild_server(rule.tool_pattern())) {
        into.push_back({lint_kind::never_matches,
                        "for allow, no wildcard stands for a server; name it, as in `mcp__server__*`"});
        return;
    }
    if (rule.tool().literal() && tools.find(rule.tool().literal_text()) != nullptr) return;
    const auto names = tools.names();
    const auto covered = [&](const std::string& name) { return rule.tool().matches(name); };
    if (std::any_of(names.begin(), names.end(), covered)) return;
    if (!rule.tool().literal()) {
        if (!may_be_mcp(rule.tool().literal_front()))
            into.push_back({lint_kind::unknown_tool, "no tool is registered that this pattern covers"});
        return;
    }
    const std::string& name = rule.tool().literal_text();
    if (name.starts_with(mcp_prefix)) return;
    // Of names that differ in case only, the tool that has the rule's fields.
    std::vector<std::string_view> known(names.begin(), names.end());
    std::stable_partition(known.begin(), known.end(),
                          [&](std::string_view each) { return has_fields(*tools.find(each), rule); });
    const auto near = meant(name, known);
    std::string why = "no tool `" + name + "` is registered";
    if (near.empty()) {
        into.push_back({lint_kind::unknown_tool, std::move(why)});
    } else {
        into.push_back({lint_kind::unknown_tool, why + "; did you mean `" + std::string(near) + "`?",
                        with_tool(rule, near)});
    }
}

void remark_on_unknown_field(const permission_rule& rule, const tool_definition& tool,
                             const json_object& properties, std::string_view name, lint_remarks& into) {
    std::vector<std::string_view> known;
    for (const auto& each : properties) known.emplace_back(each.key().data(), each.key().size());
    const auto near = meant(name, known);
    std::string why = "`" + tool.name + "` has no field `" + display_text(name) + "` that is known here";
    std::optional<permission_rule> better;
    if (!near.empty() && !rule.input_pattern().contains(near)) {
        why += "; did you mean `" + std::string(near) + "`?";
        json_object fields = rule.input_pattern();
        json_value wanted = std::move(fields.at(name));
        fields.erase(name);
        fields.emplace(near, std::move(wanted));
        auto made = permission_rule::make(rule.tool_pattern(), fields, rule.behavior(), rule.origin());
        if (made) better = std::move(*made);
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
    const bool allow = rule.behavior() == rule_behavior::allow;
    const std::string field = "`" + std::string(name) + "` holds ";
    if (pattern.is_string() && type != "string") {
        const auto& text = pattern.get_string();
        const auto value = value_of({text.data(), text.size()}, type);
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

}  // namespace

std::optional<permission_rule> with_tool(const permission_rule& rule, std::string_view tool_pattern) {
    auto made = permission_rule::make(tool_pattern, rule.input_pattern(), rule.behavior(), rule.origin(),
                                      rule.overbroad());
    if (!made) return std::nullopt;
    return std::move(*made);
}

std::optional<permission_rule> with_field(const permission_rule& rule, std::string_view name,
                                          json_value pattern) {
    json_object fields = rule.input_pattern();
    fields[name] = std::move(pattern);
    auto made =
        permission_rule::make(rule.tool_pattern(), fields, rule.behavior(), rule.origin(), rule.overbroad());
    if (!made) return std::nullopt;
    return std::move(*made);
}

void remark_on_tool(const permission_rule& rule, const tool_registry& tools, lint_remarks& into) {
    remark_on_name(rule, tools, into);
    if (!rule.tool().literal()) return;
    if (const auto* const tool = tools.find(rule.tool().literal_text()); tool != nullptr)
        remark_on_fields(rule, *tool, into);
}

}  // namespace assent
