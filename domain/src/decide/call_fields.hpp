#pragma once

#include "../match/path_target.hpp"
#include "../text/word_list.hpp"
#include "../tools/kin_rules.hpp"

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/tools/tool_definition.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace assent {

/// The fields that are looked at without being registered.
struct known_field {
    std::string_view name;
    field_kind kind;
};
inline constexpr std::array known_fields{
    known_field{"command", field_kind::command},    known_field{"cmd", field_kind::command},
    known_field{"script", field_kind::command},     known_field{"file_path", field_kind::path},
    known_field{"filePath", field_kind::path},      known_field{"path", field_kind::path},
    known_field{"notebook_path", field_kind::path}, known_field{"notebookPath", field_kind::path},
    known_field{"directory", field_kind::path},     known_field{"url", field_kind::url},
};

inline constexpr word_lengths known_field_lengths = lengths_of(known_fields, &known_field::name);

/// Where the field is in `known_fields`; `known_fields.size()`: nowhere.
[[nodiscard]] constexpr std::size_t known_field_at(std::string_view name) noexcept {
    if (!known_field_lengths.may_have(name)) return known_fields.size();
    std::size_t at = 0;
    while (at < known_fields.size() && known_fields[at].name != name) ++at;
    return at;
}

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

/// Calls `visit(field_kind, const field_reading&)` for each command, path and url the input holds, until it
/// answers false. A value that is null counts as absent; one that is no string is `field_view::kind::other`.
template <typename Visit>
void each_field(const call_reading& reading, const tool_definition* definition, Visit visit) {
    const tool_call& call = reading.call();
    const auto look_at = [&](std::string_view name, field_kind kind) {
        if (kind == field_kind::text) return true;
        const field_reading& field = reading.field(name);
        if (field.what() == field_view::kind::absent) return true;
        if (field.what() == field_view::kind::other) {
            const auto& value = field.value();
            if (!value || value->is_null()) return true;
        }
        return visit(kind, field);
    };
    const auto declared = [&](std::string_view name) {
        return definition != nullptr &&
               std::any_of(definition->field_kinds.begin(), definition->field_kinds.end(),
                           [&](const auto& each) { return each.first == name; });
    };
    // Inputs have few of them.
    std::uint32_t present = 0;  // a bit for each known one
    static_assert(known_fields.size() < 32);
    for (std::size_t at = 0; at < call.input.size(); ++at)
        if (const auto known = known_field_at(call.input.name_at(at)); known < known_fields.size())
            present |= std::uint32_t{1} << known;
    for (; present != 0; present &= present - 1)
        if (const auto& each = known_fields[static_cast<std::size_t>(std::countr_zero(present))];
            !declared(each.name) && !look_at(each.name, each.kind))
            return;
    if (definition == nullptr) return;
    for (const auto& [name, kind] : definition->field_kinds)
        if (!look_at(name, kind)) return;
    const std::string_view main = definition->main_field;
    if (!main.empty() && known_field_at(main) == known_fields.size() && !declared(main))
        look_at(main, main_kind(definition->kind));
}

/// What the name of a field, however it is spelled, says of it.
enum class field_role : unsigned char {
    none,
    unfetters,              ///< lets the tool out of its sandbox, or act as root
    working_directory,      ///< where the tool works
    directory_of_commands,  ///< the same, for a tool that runs commands
    surroundings,           ///< for such a tool, as whom, by what or with which variables they run
};
[[nodiscard]] field_role role_of(std::string_view field);

/// \param definition  null: the tool is not known
[[nodiscard]] bool is_working_directory(field_role role, const tool_definition* definition) noexcept;

/// Whether `safety_by_verb` of this name is `always_confirm`.
[[nodiscard]] bool irreversible_by_verb(std::string_view tool_name) noexcept;

}  // namespace assent
