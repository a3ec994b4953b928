#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assent {

struct tool_call;
struct tool_definition;

/// A field of a call's input that holds a path.
struct path_field {
    std::string_view name;  ///< valid as long as the definition and the call's input
    /// Absolute: joined to the call's working directory where it is relative. Not cleaned, for a `..` in it
    /// may stand behind a link. Empty: it is relative, and the working directory is not known.
    std::string path;
};

/// The fields that hold a path or a working directory by their name, or a path by what is registered about
/// the tool, and whose value is a text, in the order of the input. These are what a `path_resolver` is asked
/// about before a call is judged (`tool_call::resolved`). \param definition  null: the tool is not known
[[nodiscard]] std::vector<path_field> path_fields(const tool_call& call, const tool_definition* definition);

}  // namespace assent
