#include <assent/adapters/control/json/json_text.hpp>

#include "json_string.hpp"
#include "text_reader.hpp"
#include "utf8.hpp"
#include "value_builder.hpp"

#include <assent/adapters/control/json/json_scan.hpp>

#include <boost/assert.hpp>
#include <boost/json/parse.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace assent {
namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";

void append_unit(std::string& out, unsigned unit) {
    out += "\\u";
    for (unsigned shift = 16; shift != 0;) {
        shift -= 4;
        out += hex_digits[(unit >> shift) & 0xFU];
    }
}

void append_ascii(std::string& out, char letter) {
    switch (letter) {
        case '"': out += "\\\""; return;
        case '\\': out += "\\\\"; return;
        case '\b': out += "\\b"; return;
        case '\f': out += "\\f"; return;
        case '\n': out += "\\n"; return;
        case '\r': out += "\\r"; return;
        case '\t': out += "\\t"; return;
        default: append_unit(out, static_cast<unsigned char>(letter)); return;
    }
}

// What some line readers take for a line end: U+2028, U+2029, and U+0085 among the control characters of
// Latin 1. 0 for others.
unsigned escaped_unit(std::string_view sequence) noexcept {
    if (sequence == "\xE2\x80\xA8") return 0x2028;
    if (sequence == "\xE2\x80\xA9") return 0x2029;
    const bool control = sequence.size() == 2 && sequence[0] == '\xC2' && sequence[1] <= '\x9F';
    return control ? static_cast<unsigned char>(sequence[1]) : 0U;
}

// Appends the sequence at `at`, and tells where the next one begins.
const char* append_sequence(std::string& out, const char* at, const char* end) {
    const std::size_t length = detail::utf8_length(at, end);
    if (length == 0) {
        out += detail::replacement_character;
        return at + 1;
    }
    const std::string_view sequence(at, length);
    const unsigned unit = escaped_unit(sequence);
    if (unit == 0) {
        out += sequence;
    } else {
        append_unit(out, unit);
    }
    return at + length;
}

template <class Number>
std::string_view number_text(std::array<char, 32>& buffer, Number number) {
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return {buffer.data(), static_cast<std::size_t>(written.ptr - buffer.data())};
}

// The shortest text that a correct reader reads back as the same double, and as a double: 1 is `1.0`.
void append_double(std::string& out, double number) {
    BOOST_ASSERT(std::isfinite(number));
    if (!std::isfinite(number)) {  // JSON has no text for it, and `Infinity` would break the peer's parser
        out += "null";
        return;
    }
    std::array<char, 32> buffer{};
    const std::string_view text = number_text(buffer, number);
    out += text;
    if (text.find_first_of(".e") == text.npos) out += ".0";
}

void append_array(std::string& out, const json_array& array) {
    out += '[';
    for (const auto& element : array) {
        if (&element != array.begin()) out += ',';
        append_json(out, element);
    }
    out += ']';
}

}  // namespace

std::string_view string_text(std::string_view raw, std::string& scratch) {
    BOOST_ASSERT(raw.size() >= 2 && raw.front() == '"' && raw.back() == '"');
    const std::string_view body = raw.size() < 2 ? std::string_view{} : raw.substr(1, raw.size() - 2);
    if (body.find('\\') == body.npos) return body;
    scratch.resize(body.size());
    scratch.resize(detail::unescape(body, scratch.data()));
    return scratch;
}

void append_json_string(std::string& out, std::string_view text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    out += '"';
    while (at != end) {
        const char* const stop = detail::skip_plain(at, end);
        out.append(at, static_cast<std::size_t>(stop - at));
        at = stop;
        if (at == end) break;
        if (static_cast<unsigned char>(*at) >= 0x80) {
            at = append_sequence(out, at, end);
        } else {
            append_ascii(out, *at++);
        }
    }
    out += '"';
}

void append_json(std::string& out, const json_value& value) {
    std::array<char, 32> buffer{};
    switch (value.kind()) {
        case boost::json::kind::null: out += "null"; return;
        case boost::json::kind::bool_: out += value.get_bool() ? "true" : "false"; return;
        case boost::json::kind::int64: out += number_text(buffer, value.get_int64()); return;
        case boost::json::kind::uint64: out += number_text(buffer, value.get_uint64()); return;
        case boost::json::kind::double_: append_double(out, value.get_double()); return;
        case boost::json::kind::string: append_json_string(out, value.get_string()); return;
        case boost::json::kind::array: append_array(out, value.get_array()); return;
        case boost::json::kind::object: append_json(out, value.get_object()); return;
    }
}

void append_json(std::string& out, const json_object& value) {
    out += '{';
    for (const auto& member : value) {
        if (&member != value.begin()) out += ',';
        append_json_string(out, member.key());
        out += ':';
        append_json(out, member.value());
    }
    out += '}';
}

json_value parse_scanned(std::string_view text, boost::json::storage_ptr storage) {
    if (auto value = detail::build_value(text, storage)) return std::move(*value);
    // Boost.JSON tells what is wrong.
    boost::json::parse_options options;
    options.max_depth = max_json_depth;  // Boost's own default would throw on what the scan accepted
    // With white space behind it, the same number gives the same double wherever it stands in a text: a rule
    // must not miss a value because it was the last one.
    std::string padded;
    padded.reserve(text.size() + detail::boost_lookahead_bytes);
    padded.append(text).append(detail::boost_lookahead_bytes, ' ');
    return boost::json::parse(padded, std::move(storage), options);
}

bool holds_nul(std::string_view raw) noexcept {
    // A raw NUL is no JSON, so only the escape is left. An escape is a backslash and what follows it.
    for (auto at = raw.find('\\'); at != std::string_view::npos; at = raw.find('\\', at + 2)) {
        if (raw.substr(at + 1, 5) == "u0000") return true;
    }
    return false;
}

std::optional<std::string> one_line_object(std::string_view text) {
    json_scanner scanner;
    if (scanner.scan(text, json_scanner::duplicates::everywhere) || scanner.kind() != json_kind::object)
        return std::nullopt;
    // Inside strings they are escaped, so these stand between values.
    std::string line(text);
    for (char& each : line)
        if (each == '\n' || each == '\r') each = ' ';
    return line;
}

}  // namespace assent
