#pragma once

#include <assent/domain/tools/tool_definition.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent {

/// What the main field of a tool of this kind holds.
[[nodiscard]] constexpr field_kind main_kind(tool_kind kind) noexcept {
    switch (kind) {
        case tool_kind::execute: return field_kind::command;
        case tool_kind::read:
        case tool_kind::edit:
        case tool_kind::remove: return field_kind::path;
        case tool_kind::fetch: return field_kind::url;
        case tool_kind::search: return field_kind::glob;
        case tool_kind::other:
        case tool_kind::agent:
        case tool_kind::interact: break;
    }
    return field_kind::text;
}

using kind_list = std::vector<std::pair<std::string, field_kind>>;

/// The kind of a field: what the definition says; where it says nothing, what the field's name says; where
/// that says nothing either, and it is the main field, what tools of this kind work on. A search that takes a
/// pattern for paths in another field looks for its main field in files.
/// \param by_name  what its name says
[[nodiscard]] field_kind registered_kind(const tool_definition& tool, std::string_view field,
                                         field_kind by_name) noexcept;
[[nodiscard]] inline field_kind registered_kind(const tool_definition& tool,
                                                std::string_view field) noexcept {
    return registered_kind(tool, field, kind_of_field(field));
}
/// \param tool  null: it is not known
[[nodiscard]] inline field_kind registered_kind(const tool_definition* tool,
                                                std::string_view field) noexcept {
    return tool == nullptr ? kind_of_field(field) : registered_kind(*tool, field);
}

/// The fields of a tool that rules compare otherwise than their names say.
[[nodiscard]] kind_list odd_kinds(const tool_definition& tool);

/// The field of the tool that the name of another one differs from in the case of letters alone; empty: there
/// is none. Some programs take the one for the other, and others do not.
[[nodiscard]] std::string_view field_in_other_letters(const tool_definition& tool,
                                                      std::string_view name) noexcept;

}  // namespace assent
