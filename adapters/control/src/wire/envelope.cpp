#include "envelope.hpp"

namespace assent::envelope {
namespace {

// As much of a peer's text as a message repeats.
constexpr std::size_t max_quoted_bytes = 64;

}  // namespace

std::string_view unescaped_text_of(const json_member& member, text_store& texts) {
    std::string scratch;
    const std::string_view text = string_text(member.value, scratch);
    if (scratch.empty()) return text;
    return texts.emplace_back(std::move(scratch));
}

bool says(const json_member* member, std::string_view word) {
    text_store texts;
    return is_string(member) && text_of(*member, texts) == word;
}

std::optional<decode_error> read_present_text(const json_member& member, std::string_view path,
                                              std::string_view& text, text_store& texts) {
    if (member.kind == json_kind::null) return std::nullopt;
    if (!is_string(&member))
        return wrong(expected(below(path, member.key), "string", to_string(member.kind)));
    text = text_of(member, texts);
    return std::nullopt;
}

std::string_view kind_name(const json_value* value) noexcept {
    if (value == nullptr) return "nothing";
    if (value->is_number()) return to_string(json_kind::number);
    if (value->is_bool()) return to_string(json_kind::boolean);
    return boost::json::to_string(value->kind());
}

std::string expected(std::string_view path, std::string_view what, std::string_view got) {
    std::string text = "`";
    text.append(path).append("`: expected ").append(what).append(", got ").append(got);
    return text;
}

std::string fault_text(const json_fault& fault) {
    std::string what(assent::to_string(fault.flaw));
    if (fault.flaw == json_flaw::duplicate_key)
        what += " " + quoted(std::string_view(fault.key).substr(0, max_quoted_bytes));
    return what + " at byte " + std::to_string(fault.offset);
}

std::optional<decode_error> scan_object(json_scanner& members, std::string_view text, std::size_t max_bytes,
                                        std::span<const std::string_view> path) {
    if (text.size() > max_bytes)
        return decode_error{control_error::too_large, "more than " + std::to_string(max_bytes) + " bytes"};
    if (const auto& fault = members.scan(text, json_scanner::duplicates::everywhere, path))
        return wrong(fault_text(fault));
    if (members.kind() != json_kind::object)
        return wrong("expected a JSON object, got " + std::string(to_string(members.kind())));
    return std::nullopt;
}

void append_key(std::string& out, std::string_view key, bool first) {
    out.append(first ? "\"" : ",\"").append(key).append("\":");
}

void append_string_member(std::string& out, std::string_view key, std::string_view value, bool first) {
    append_key(out, key, first);
    append_json_string(out, value);
}

}  // namespace assent::envelope
