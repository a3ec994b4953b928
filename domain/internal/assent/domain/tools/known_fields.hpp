#pragma once

#include <assent/domain/tools/tool_fields.hpp>

#include <span>
#include <string_view>

namespace assent {

/// What the name of a field says of it, beside the kind of its text.
enum class field_role : unsigned char {
    none,
    file,                   ///< the one file that the tool works on
    unfetters,              ///< lets the tool out of its sandbox, or act as root
    working_directory,      ///< where the tool works
    directory_of_commands,  ///< the same, for a tool that runs commands
    surroundings,           ///< for such a tool, as whom, by what or with which variables they run
};

/// A field that is known by its name.
struct known_field {
    std::string_view name{};  ///< in small letters and without `_` and `-`: tools spell them in many ways
    field_kind kind = field_kind::text;
    field_role role = field_role::none;
};

[[nodiscard]] std::span<const known_field> all_known_fields() noexcept;
/// \param name  as it stands in an input   \return one that says nothing where the name is not known
[[nodiscard]] known_field known_field_of(std::string_view name) noexcept;

[[nodiscard]] inline field_role role_of(std::string_view field) noexcept {
    return known_field_of(field).role;
}

}  // namespace assent
