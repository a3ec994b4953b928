#include "tool_schema.hpp"

#include "schema_keywords.hpp"

#include <assent/domain/call/json.hpp>
#include <assent/domain/call/tool_call.hpp>

#include <algorithm>

namespace assent::detail {
namespace {

constexpr std::string_view kind_keyword = "x-permission-kind";

constexpr std::pair<std::string_view, field_kind> field_kinds[] = {
    {"command", field_kind::command}, {"path", field_kind::path}, {"url", field_kind::url},
    {"domain", field_kind::url},      {"text", field_kind::text}, {"glob", field_kind::glob},
    {"search", field_kind::search},
};

using fault = std::optional<invalid_tool>;

fault check_names(const tool_definition& definition) {
    if (!valid_tool_name(definition.name))
        return invalid_tool{"name: expected 1 to 128 letters, digits, `_`, `.` or `-`, got something else"};
    // The first `:` ends the application in a decision's key, so it must be the only one that can.
    if (definition.application.find(':') != std::string::npos)
        return invalid_tool{"application: expected a name without `:`, got one"};
    return std::nullopt;
}

fault check_kin(const tool_definition& definition) {
    for (const auto& kin : definition.kin) {
        if (!valid_tool_name(kin.tool) || kin.tool == definition.name)
            return invalid_tool{"kin: expected the name of another tool, got something else"};
        if (kin.field.empty() != kin.as.empty())
            return invalid_tool{"kin: expected a field of both tools or of none, got one of one tool"};
        if (kin.unread && kin.field.empty())
            return invalid_tool{"kin: expected a field whose text is not read, got none"};
    }
    return std::nullopt;
}

fault check_levels(tool_definition& definition) {
    if (definition.trustable && definition.safety == safety_class::always_confirm)
        return invalid_tool{"trustable: expected false for a tool that is always confirmed, got true"};
    if (definition.permission_required) return std::nullopt;
    if (definition.decision == tool_default::deny)
        return invalid_tool{"permission_required: expected true for a tool that is denied, got false"};
    if (definition.safety == safety_class::always_confirm)
        return invalid_tool{
            "permission_required: expected true for a tool that is always confirmed, got false"};
    definition.decision = tool_default::allow;
    return std::nullopt;
}

// Whether the keyword stands anywhere but in the input's own fields, where it would have no effect. Something
// that is a property's name is no keyword. The schema has been checked: its depth is bounded.
bool misplaced(const json_value& schema, bool names_properties) {
    if (schema.is_array())
        return std::ranges::any_of(schema.get_array(),
                                   [](const json_value& each) { return misplaced(each, false); });
    if (!schema.is_object()) return false;
    for (const auto& member : schema.get_object()) {
        if (!names_properties && member.key() == kind_keyword) return true;
        const bool named = !names_properties && member.key() == "properties";
        if (misplaced(member.value(), named)) return true;
    }
    return false;
}

fault add_kind(tool_definition& definition, std::string_view field, field_kind kind) {
    auto& kinds = definition.field_kinds;
    const auto known = std::ranges::find_if(kinds, [&](const auto& each) { return each.first == field; });
    if (known == kinds.end())
        kinds.emplace_back(field, kind);
    else if (known->second != kind)
        return invalid_tool{member_of("parameters.properties", field) +
                            ".x-permission-kind: expected the kind that `field_kinds` has, got another"};
    return std::nullopt;
}

fault read_kind(tool_definition& definition, std::string_view field, const json_object& property) {
    const auto* value = property.if_contains(kind_keyword);
    if (value == nullptr) return std::nullopt;
    const auto* const name = value->if_string();
    const auto* const kind = name == nullptr
                                 ? std::end(field_kinds)
                                 : std::ranges::find(field_kinds, std::string_view(*name),
                                                     &std::pair<std::string_view, field_kind>::first);
    if (kind != std::end(field_kinds)) return add_kind(definition, field, kind->second);
    return invalid_tool{member_of("parameters.properties", field) +
                        ".x-permission-kind: expected command, path, url, domain, text, glob or search, got "
                        "something else"};
}

fault check_kinds(tool_definition& definition) {
    auto& kinds = definition.field_kinds;
    for (auto one = kinds.begin(); one != kinds.end(); ++one) {
        const auto same = [&](const auto& other) { return other.first == one->first; };
        if (one->first.empty() || std::any_of(kinds.begin(), one, same))
            return invalid_tool{
                "field_kinds: expected each field once, by its name, got an empty or repeated one"};
    }
    for (const auto& member : definition.parameters) {
        if (member.key() == kind_keyword)
            return invalid_tool{
                "parameters.x-permission-kind: expected it in a field of the input, got it here"};
        if (member.key() != "properties") {
            if (misplaced(member.value(), member.key() == "definitions" || member.key() == "$defs"))
                return invalid_tool{
                    member_of("parameters", member.key()) +
                    ": expected x-permission-kind in the input's own fields only, got it here"};
            continue;
        }
        for (const auto& property : member.value().as_object()) {
            if (!property.value().is_object()) continue;
            const auto& schema = property.value().get_object();
            if (auto wrong = read_kind(definition, property.key(), schema)) return wrong;
            for (const auto& inside : schema)
                if (misplaced(inside.value(), inside.key() == "properties"))
                    return invalid_tool{
                        member_of("parameters.properties", property.key()) +
                        ": expected x-permission-kind in the input's own fields only, got it deeper"};
        }
    }
    return std::nullopt;
}

}  // namespace

fault complete(tool_definition& definition) {
    if (auto wrong = check_names(definition)) return wrong;
    if (auto wrong = check_kin(definition)) return wrong;
    if (auto wrong = check_levels(definition)) return wrong;
    return check_kinds(definition);
}

}  // namespace assent::detail
