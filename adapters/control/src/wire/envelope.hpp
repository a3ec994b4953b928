#pragma once

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/codec.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

/// The keys that both dialects share, and small tools for reading members.
namespace assent::envelope {

inline constexpr std::string_view type = "type";
inline constexpr std::string_view request_id = "request_id";
inline constexpr std::string_view request = "request";
inline constexpr std::string_view subtype = "subtype";

inline constexpr std::string_view control_request = "control_request";
inline constexpr std::string_view control_response = "control_response";
inline constexpr std::string_view control_cancel_request = "control_cancel_request";
// What holds an answer in the nested dialect, and in the flat one.
inline constexpr std::string_view response = "response";
inline constexpr std::string_view result = "result";
inline constexpr std::string_view error = "error";
inline constexpr std::string_view keep_alive = "keep_alive";

inline constexpr std::string_view can_use_tool = "can_use_tool";
inline constexpr std::string_view tool_name = "tool_name";
inline constexpr std::string_view input = "input";
inline constexpr std::string_view suggestions = "permission_suggestions";
inline constexpr std::string_view blocked_path = "blocked_path";

inline constexpr std::string_view initialize = "initialize";
inline constexpr std::string_view interrupt = "interrupt";
inline constexpr std::string_view hook_callback = "hook_callback";
inline constexpr std::string_view callback_id = "callback_id";
inline constexpr std::string_view tool_input = "tool_input";
inline constexpr std::string_view cwd = "cwd";

/// Such a line says nothing.
[[nodiscard]] inline bool blank(std::string_view line) noexcept {
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

/// In front of a line it is no white space of JSON's: readers that take it off and those that do not
/// disagree.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
inline constexpr std::string_view marked_line = "a line with a byte-order mark in front";

inline constexpr std::string_view set_permission_mode = "set_permission_mode";
inline constexpr std::string_view mode = "mode";

/// The unescaped text of a string that may have escapes.
[[nodiscard]] std::string_view unescaped_text_of(const json_member& member, text_store& texts);

/// The unescaped text of a string member.
[[nodiscard]] inline std::string_view text_of(const json_member& member, text_store& texts) {
    return member.plain ? inside_quotes(member.value) : unescaped_text_of(member, texts);
}

/// Whether a member is there, a string, and this text.
[[nodiscard]] bool says(const json_member* member, std::string_view word);

/// Reads a string member that is there.
[[nodiscard]] std::optional<decode_error> read_present_text(const json_member& member, std::string_view path,
                                                            std::string_view& text, text_store& texts);

/// Reads a string member whose type matters; null counts as absent.
/// \param path  where the member stands, for messages; empty: it is the whole text's
/// \return what is wrong with it; nothing when nothing is
[[nodiscard]] inline std::optional<decode_error> read_text(json_members members, std::string_view key,
                                                           std::string_view path, std::string_view& text,
                                                           text_store& texts) {
    const auto* const member = members.find(key);
    if (member == nullptr) return std::nullopt;
    return read_present_text(*member, path, text, texts);
}

/// The kind of a value, in the same words; "nothing" for null pointers.
[[nodiscard]] std::string_view kind_name(const json_value* value) noexcept;

[[nodiscard]] inline std::string_view found_kind(const json_member* member) noexcept {
    return member == nullptr ? std::string_view("nothing") : to_string(member->kind);
}
[[nodiscard]] inline bool is_string(const json_member* member) noexcept {
    return member != nullptr && member->kind == json_kind::string;
}
[[nodiscard]] inline std::string quoted(std::string_view text) {
    return std::string("`").append(text).append("`");
}

/// Where a member stands; `path` is empty for those of the whole text.
[[nodiscard]] inline std::string below(std::string_view path, std::string_view key) {
    return std::string(path).append(path.empty() ? "" : ".").append(key);
}

/// "`path`: expected X, got Y"
[[nodiscard]] std::string expected(std::string_view path, std::string_view what, std::string_view got);

/// What is wrong with a text, and where. Repeats little of what the peer wrote.
[[nodiscard]] std::string fault_text(const json_fault& fault);

/// Scans a text that has to be one JSON object. \param path  see `json_scanner::scan`
/// \return what is wrong with it; nothing when nothing is
[[nodiscard]] std::optional<decode_error> scan_object(json_scanner& members, std::string_view text,
                                                      std::size_t max_bytes,
                                                      std::span<const std::string_view> path = {});

/// The error of a request that is not what it should be.
[[nodiscard]] inline decode_error wrong(std::string text) {
    return {control_error::invalid_request, std::move(text)};
}

/// `,"key":` and an opening bracket's equivalent for members written by hand.
void append_key(std::string& out, std::string_view key, bool first = false);
void append_string_member(std::string& out, std::string_view key, std::string_view value, bool first = false);

}  // namespace assent::envelope
