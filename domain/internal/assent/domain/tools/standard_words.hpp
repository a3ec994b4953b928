#pragma once

#include <string_view>

/// The names of the standard tools and fields in which other protocols are told.
namespace assent::standard_words {

inline constexpr std::string_view bash = "Bash";
inline constexpr std::string_view read_tool = "Read";
inline constexpr std::string_view write_tool = "Write";
inline constexpr std::string_view edit_tool = "Edit";
inline constexpr std::string_view delete_tool = "delete";
inline constexpr std::string_view fetch_tool = "WebFetch";

inline constexpr std::string_view field_command = "command";
inline constexpr std::string_view field_file = "file_path";
inline constexpr std::string_view field_path = "path";
inline constexpr std::string_view field_content = "content";
inline constexpr std::string_view field_old = "old_string";
inline constexpr std::string_view field_new = "new_string";

}  // namespace assent::standard_words
