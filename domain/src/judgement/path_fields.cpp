#include <assent/domain/judgement/path_fields.hpp>

#include "authority_fields.hpp"
#include "call_fields.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace assent {
namespace {

// By name also where something else is registered: rules are compiled by the names of fields. Where a tool
// works may lie behind a link, too.
bool may_be_path(std::string_view name, const tool_definition* definition) {
    const auto known = known_field_at(name);
    const bool is_known = known != known_fields.size();
    if (is_known ? known_fields[known].kind == field_kind::path : names_working_directory(name, definition))
        return true;
    if (definition == nullptr || name.empty()) return false;
    const auto is_path = [name](const auto& each) {
        return each.second == field_kind::path && each.first == name;
    };
    return std::any_of(definition->field_kinds.begin(), definition->field_kinds.end(), is_path) ||
           (main_kind(definition->kind) == field_kind::path && definition->main_field == name);
}

}  // namespace

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
    for (std::size_t at = 0; at < call.input.size(); ++at)
        if (const auto name = call.input.name_at(at); may_be_path(name, definition)) look_at(name);
    return found;
}

}  // namespace assent
