#pragma once

#include <assent/domain/tools/tool_registry.hpp>

#include <string>
#include <string_view>

namespace assent::detail {

/// Where in a schema or an input something is, for messages: `parameters.edits[2].path`.
[[nodiscard]] std::string member_of(std::string_view place, std::string_view name);

/// The part of a parameter schema that is enforced: the keywords that say what an input has to be. What only
/// describes (`description`, `format`, `$schema` ...) is left out, numbers are in one of two forms, signed
/// integers and doubles.
///
/// A keyword that would have to be enforced and is not supported is an error, never ignored.
[[nodiscard]] boost::system::result<json_value, invalid_tool> enforced_schema(const json_object& parameters);

/// Turns unsigned integers into signed ones where they fit, else into doubles: the validator sees no bounds
/// on unsigned ones. Recursive: the value's depth must have been checked.
void make_numbers_comparable(json_value& value);

}  // namespace assent::detail
