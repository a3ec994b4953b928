#pragma once

#include "../match/path_target.hpp"
#include "../tools/registered_kinds.hpp"

#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/tools/known_fields.hpp>
#include <assent/domain/tools/tool_definition.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Whether a tool of this definition may change files; one of which nothing is known may.
[[nodiscard]] inline bool may_write(const tool_definition* definition) noexcept {
    if (definition == nullptr) return true;
    const auto kind = definition->kind;
    return kind == tool_kind::edit || kind == tool_kind::remove || kind == tool_kind::execute ||
           kind == tool_kind::other;
}

[[nodiscard]] inline bool runs_commands(const tool_definition* definition) noexcept {
    return definition != nullptr && definition->kind == tool_kind::execute;
}

/// Most fields of one input that hold something else than plain text. A call with more is refused: names in
/// many spellings could make looking at it slow.
inline constexpr std::size_t max_known_fields = 64;

/// The value, where it is a list of paths and nothing else; null: it is not, or has more than can be looked
/// at.
[[nodiscard]] inline const json_array* list_of_paths(field_kind kind, const json_value& value) noexcept {
    const auto* const list = value.if_array();
    const bool short_list = list != nullptr && !list->empty() && list->size() <= max_known_fields;
    if (kind != field_kind::path || !short_list) return nullptr;
    return std::ranges::all_of(*list, [](const json_value& path) { return path.is_string(); }) ? list
                                                                                               : nullptr;
}

/// By what is registered or by its name.
[[nodiscard]] inline field_kind kind_of(const call_reading::named_field& field,
                                        const tool_definition* definition) noexcept {
    return definition == nullptr ? field.kind : registered_kind(*definition, field.name, field.kind);
}

/// Calls `visit(field_kind, const field_reading&)` for each field of the input that does not hold plain text,
/// by what is registered or by its name. A value that is null counts as absent. Of
/// a list of paths each is shown, as a field of its own; what else is no string is `field_view::kind::other`,
/// and may be anything.
template <typename Visit>
void each_field(const call_reading& reading, const tool_definition* definition, Visit visit) {
    std::size_t count = 0;
    for (const auto& named : reading.named_fields()) {
        const field_kind kind = kind_of(named, definition);
        if (kind == field_kind::text) continue;
        if (++count > max_known_fields) return;
        const field_reading& field = reading.field(named);
        if (field.what() == field_view::kind::absent) continue;
        if (field.what() == field_view::kind::other) {
            const auto& value = field.value();
            if (!value || value->is_null()) continue;
            if (const auto* const list = list_of_paths(kind, *value)) {
                for (const auto& path : *list)
                    visit(kind,
                          field_reading(reading.call(), reading.switches(), named.name, path.get_string()));
                continue;
            }
        }
        visit(kind, field);
    }
}

/// Calls `visit(const field_reading&)` for each command in the input that can be read.
template <typename Visit>
void each_command(const call_reading& reading, const tool_definition* definition, const Visit& visit) {
    each_field(reading, definition, [&](field_kind kind, const field_reading& field) {
        if (kind == field_kind::command && field.what() == field_view::kind::string &&
            field.text().size() <= max_command_bytes)
            visit(field);
    });
}

/// A path from the input as an absolute one. Empty: that is not known, as the working directory is not.
[[nodiscard]] inline std::string absolute(std::string_view path, std::string_view cwd) {
    if (path.starts_with('/')) return std::string(path);
    return cwd.starts_with('/') ? std::string(cwd).append("/").append(path) : std::string();
}

/// The folders below which a call searches: that of the input's path, as written and where it leads, or the
/// working directory. Empty: one that is not known.
[[nodiscard]] std::vector<std::string> searched_folders(const call_reading& reading,
                                                        const tool_definition* definition);

/// `!.env`: a pattern that chooses no file, and takes some out of a search.
[[nodiscard]] bool takes_out(std::string_view glob) noexcept;
/// Shows each pattern for paths by which the call searches, and the field that it stands in, with each folder
/// below which it does. Of a text that may be a list, each element, too.
void each_search_glob(
    const call_reading& reading, const tool_definition* definition,
    const std::function<void(std::string_view field, std::string_view glob, std::string_view folder)>& show);

/// \param definition  null: the tool is not known
[[nodiscard]] bool is_working_directory(field_role role, const tool_definition* definition) noexcept;

/// Whether a verb in the name of a tool says that what it does cannot be undone: `mcp__mail__delete_all`,
/// `KillShell`. Words end at `_`, `-`, `.` and before capitals; of `mcp__server__tool` only the tool's part
/// counts.
[[nodiscard]] bool irreversible_by_verb(std::string_view tool_name) noexcept;

}  // namespace assent
