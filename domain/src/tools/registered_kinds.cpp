#include "registered_kinds.hpp"

#include "../text/word_list.hpp"

#include <algorithm>

namespace assent {
namespace {

const json_object* properties_of(const tool_definition& tool) noexcept {
    const auto* const properties = tool.parameters.if_contains("properties");
    return properties == nullptr ? nullptr : properties->if_object();
}

bool takes_globs_beside(const tool_definition& tool) noexcept {
    const auto* const properties = properties_of(tool);
    return properties != nullptr && std::ranges::any_of(*properties, [&](const auto& property) {
               return property.key() != tool.main_field && kind_of_field(property.key()) == field_kind::glob;
           });
}

bool differ_in_case_alone(std::string_view one, std::string_view other) noexcept {
    return one != other && equal_ignoring_case(one, other);
}

}  // namespace

field_kind registered_kind(const tool_definition& tool, std::string_view field, field_kind by_name) noexcept {
    for (const auto& [name, kind] : tool.field_kinds)
        if (name == field) return kind;
    if (by_name != field_kind::text || field.empty() || field != tool.main_field) return by_name;
    const field_kind main = main_kind(tool.kind);
    return main == field_kind::glob && takes_globs_beside(tool) ? field_kind::search : main;
}

kind_list odd_kinds(const tool_definition& tool) {
    kind_list odd;
    const auto add = [&](const std::string& field) {
        const field_kind kind = pattern_kind(registered_kind(tool, field));
        if (kind != pattern_kind(kind_of_field(field))) odd.emplace_back(field, kind);
    };
    for (const auto& [field, kind] : tool.field_kinds) add(field);
    const auto is_main = [&](const auto& registered) { return registered.first == tool.main_field; };
    if (std::ranges::none_of(tool.field_kinds, is_main)) add(tool.main_field);
    return odd;
}

std::string_view field_in_other_letters(const tool_definition& tool, std::string_view name) noexcept {
    if (name == tool.main_field) return {};
    const auto* const properties = properties_of(tool);
    if (properties != nullptr && properties->contains(name)) return {};
    if (differ_in_case_alone(name, tool.main_field)) return tool.main_field;
    std::string_view other;
    for (const auto& [field, kind] : tool.field_kinds) {
        if (name == field) return {};
        if (differ_in_case_alone(name, field)) other = field;
    }
    if (properties == nullptr || !other.empty()) return other;
    for (const auto& property : *properties)
        if (differ_in_case_alone(name, property.key())) other = property.key();
    return other;
}

}  // namespace assent
