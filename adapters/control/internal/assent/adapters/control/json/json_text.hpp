#pragma once

#include <assent/domain/call/json.hpp>

#include <boost/json/storage_ptr.hpp>
#include <boost/system/result.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace assent {

/// The text of a JSON string. `raw` is a valid string with its quotes, as a scan yields it.
/// \param scratch  used when something has to be unescaped; the result may point into it
[[nodiscard]] std::string_view string_text(std::string_view raw, std::string& scratch);

/// What is between the quotes of a string.
[[nodiscard]] inline std::string_view inside_quotes(std::string_view raw) noexcept {
    return {raw.data() + 1, raw.size() - 2};
}

/// True when a string or key in `raw`, a valid JSON text, holds U+0000. Whatever is behind it is cut
/// off by every program in C that it reaches, so what is judged would not be what runs.
[[nodiscard]] bool holds_nul(std::string_view raw) noexcept;

/// Appends `text` as a JSON string with quotes. Everything Assent writes itself goes this way:
/// control characters and U+2028/U+2029 are escaped (some line readers split there), bytes that
/// are not UTF-8 become U+FFFD.
void append_json_string(std::string& out, std::string_view text);

/// Appends a value as compact JSON, with the same escaping.
/// Precondition: `all_finite(value)`.
void append_json(std::string& out, const json_value& value);
void append_json(std::string& out, const json_object& value);

/// A JSON object of a host, fit to be written into a line: white space that would end the line is replaced.
/// Nothing where it is no object, or has a flaw (see `json_scanner`).
[[nodiscard]] std::optional<std::string> one_line_object(std::string_view text);

/// Parses a text that a `json_scanner` has accepted, with the scanner's depth limit.
/// \param storage  where the value gets its memory from
/// \throws boost::system::system_error when the text was not accepted by the scanner before
[[nodiscard]] json_value parse_scanned(std::string_view text, boost::json::storage_ptr storage = {});

/// True when `text` is a valid RFC 3629 UTF-8 sequence.
[[nodiscard]] bool valid_utf8(std::string_view text) noexcept;

}  // namespace assent
