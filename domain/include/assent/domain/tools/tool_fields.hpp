#pragma once

#include <string_view>

namespace assent {

/// The tool of rules for paths: `Path(**/.env)` speaks of every tool that touches such a path, and of
/// commands with words that name one. It can deny and ask, and never allows.
inline constexpr std::string_view path_rule_tool = "Path";
/// The same for what changes a path: `Change(~/.bashrc)` speaks of every tool that writes or removes it, and
/// of commands that do; not of who only reads it.
inline constexpr std::string_view change_rule_tool = "Change";

/// Whether rules for this tool speak of paths, whatever the tool.
[[nodiscard]] constexpr bool is_path_rule_tool(std::string_view tool) noexcept {
    return tool == path_rule_tool || tool == change_rule_tool;
}

/// What kind of text an input field holds. Commands, paths and URLs are compared with patterns of their own,
/// all others as text.
enum class field_kind : unsigned char {
    command,
    path,
    url,
    text,
    glob,    ///< a pattern for the paths of files, as a search takes it: `src/**/*.c`
    search,  ///< what is looked for in files
};

/// The kind of pattern that a rule has for a field of that kind.
[[nodiscard]] constexpr field_kind pattern_kind(field_kind kind) noexcept {
    return kind == field_kind::glob || kind == field_kind::search ? field_kind::text : kind;
}

/// The kind of a field by its name, whichever case its letters have, with or without `_` and `-`: `command`,
/// `cmd`, `script` hold commands, `file_path`, `path`, `root` paths, `url` a URL, `glob` a pattern for paths;
/// docs/rules.md has them all. Anything else is plain text.
[[nodiscard]] field_kind kind_of_field(std::string_view name) noexcept;

/// The field that `Tool(pattern)` speaks of, such as `command` for `Bash`, of a standard tool or `Path`;
/// empty for tools that have none.
[[nodiscard]] std::string_view main_field(std::string_view tool_name) noexcept;

}  // namespace assent
