#include <assent/domain/judgement/path_fields.hpp>

#include "authority_fields.hpp"
#include "call_fields.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace assent {

std::vector<path_field> path_fields(const tool_call& call, const tool_definition* definition) {
    std::vector<path_field> found;
    std::string scratch;
    const auto look_at = [&](std::string_view name) {
        const auto seen = [&](const path_field& each) { return each.name == name; };
        if (std::any_of(found.begin(), found.end(), seen)) return;
        const auto field = call.input.field(name, scratch);
        if (field.what != field_view::kind::string) return;
        path_field made{name, {}};
        if (field.text.starts_with('/'))
            made.path = field.text;
        else if (call.cwd.starts_with('/'))
            made.path.append(call.cwd).append("/").append(field.text);
        found.push_back(std::move(made));
    };
    // By name also where something else is registered: rules are compiled by the names of fields.
    for (const auto& each : known_fields)
        if (each.kind == field_kind::path) look_at(each.name);
    // Where a tool works may lie behind a link, too.
    for (std::size_t at = 0; at < call.input.size(); ++at)
        if (const auto name = call.input.name_at(at); names_working_directory(name, definition))
            look_at(name);
    if (definition == nullptr) return found;
    for (const auto& [name, kind] : definition->field_kinds)
        if (kind == field_kind::path) look_at(name);
    if (!definition->main_field.empty() && main_kind(definition->kind) == field_kind::path)
        look_at(definition->main_field);
    return found;
}

}  // namespace assent
