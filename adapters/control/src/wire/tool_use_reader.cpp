#include "envelope.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/tool_use_reader.hpp>

#include <string>

namespace assent {

using envelope::found_kind;
using envelope::is_string;
using envelope::quoted;

namespace {

decode_error too_many(const std::string& what) {
    return {control_error::too_large, what + ": more than " + std::to_string(max_input_members) + " members"};
}

}  // namespace

std::optional<decode_error> tool_use_reader::read(json_members members, tool_use_keys keys,
                                                  std::string_view path, text_store& texts,
                                                  const std::optional<scanned_input>& scanned) {
    const auto at = [&](std::string_view key) { return envelope::below(path, key); };
    const auto* tool = members.find(keys.tool);
    if (!is_string(tool))
        return envelope::wrong(envelope::expected(at(keys.tool), "string", found_kind(tool)));
    const auto* input = members.find(keys.input);
    if (input == nullptr || input->kind != json_kind::object)
        return envelope::wrong(envelope::expected(at(keys.input), "object", found_kind(input)));
    tool_name_ = envelope::text_of(*tool, texts);
    if (!valid_tool_name(tool_name_))
        return envelope::wrong(quoted(at(keys.tool)) +
                               ": expected 1 to 128 letters, digits, `_`, `.` or `-`");
    if (!scanned) input_members_.scan(input->value, json_scanner::duplicates::outermost);
    const auto of_input = scanned ? scanned->members : input_members_.members();
    if ((!scanned || scanned->may_hold_nul) && holds_nul(input->value))
        return envelope::wrong(quoted(at(keys.input)) + ": a string holds U+0000");
    if (of_input.size() > max_input_members) return too_many(quoted(at(keys.input)));
    input_.emplace(input->value, of_input, scanned ? scanned->values : input_members_.value_count());
    return std::nullopt;
}

std::optional<decode_error> tool_use_reader::read_whole(std::string_view text, const json_scanner& members,
                                                        std::string_view tool) {
    tool_name_ = tool;
    if (holds_nul(text)) return envelope::wrong("a string holds U+0000");
    if (members.members().size() > max_input_members) return too_many("the text");
    input_.emplace(text, members.members(), members.value_count());
    return std::nullopt;
}

}  // namespace assent
