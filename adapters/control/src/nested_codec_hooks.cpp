#include "envelope.hpp"
#include "nested_codec_payloads.hpp"
#include "nested_codec_words.hpp"

#include <assent/adapters/control/hook_edit.hpp>

#include <array>
#include <utility>

// Hooks of the nested dialect that are not ours. The flat one has none.
namespace assent {

using envelope::is_string;
using envelope::says;
using namespace nested_words;

namespace {

constexpr std::string_view word_permission_request = "PermissionRequest";

// Of what a hook is told, that which rules and the record look at.
constexpr std::array kept_keys{envelope::tool_name, key_tool_use_id, key_agent_id, envelope::cwd};

// Reads an object's members. \return whether it is one
boost::system::result<bool, decode_error> enter(json_scanner& scanner, std::string_view object) {
    const json_fault& fault = scanner.scan(object, json_scanner::duplicates::outermost);
    if (fatal(fault.flaw)) return envelope::wrong(envelope::fault_text(fault));
    return scanner.kind() == json_kind::object;
}

}  // namespace

std::optional<hooked_use> read_hooked_use(json_members request) {
    if (!says(request.find(envelope::subtype), envelope::hook_callback)) return std::nullopt;
    hooked_use use;
    const auto* input = request.find(envelope::input);
    json_scanner told;
    // What cannot be read may be about a use of a tool: no other input will do then.
    if (input == nullptr) return use;
    if (const auto entered = enter(told, input->value); !entered || !*entered) return use;
    const auto* event = told.find(key_hook_event_name);
    use.permission_request = says(event, word_permission_request);
    if (is_string(event) && !use.permission_request && !says(event, word_before_use)) return std::nullopt;
    for (const std::string_view key : kept_keys) {
        const auto* member = told.find(key);
        if (!is_string(member)) continue;
        envelope::append_key(use.members, key, use.members.empty());
        use.members += member->value;
    }
    if (use.members.size() > max_hooked_use_bytes) use.members.clear();
    return use;
}

// Before a use, the new input is in the output; where a question is answered, in the output's decision.
boost::system::result<std::string_view, decode_error> hook_edit_reader::edited_input(
    std::string_view payload) {
    std::string_view found;
    auto entered = enter(members_, payload);
    if (!entered) return entered.error();
    holds_back_ = says(members_.find(key_decision), word_block);
    for (const std::string_view key : {key_hook_output, key_decision}) {
        const auto* member = members_.find(key);
        if (member == nullptr || member->kind != json_kind::object) break;
        entered = enter(members_, member->value);
        if (!entered) return entered.error();
        if (const auto* decision = members_.find(key_permission_decision))
            holds_back_ = holds_back_ || !says(decision, word_allow);
        const auto* edit = members_.find(key_updated_input);
        if (edit == nullptr || edit->kind == json_kind::null) continue;
        if (edit->kind != json_kind::object)
            return envelope::wrong(
                envelope::expected(key_updated_input, "object", envelope::to_string(edit->kind)));
        if (!found.empty()) return envelope::wrong("two inputs in one answer");
        found = edit->value;
    }
    return found;
}

boost::system::result<std::optional<tool_call>, decode_error> hook_edit_reader::read(
    const hooked_use& use, std::string_view payload) {
    holds_back_ = false;
    if (payload.empty()) return std::optional<tool_call>();
    const auto input = edited_input(payload);
    if (!input) return input.error();
    if (input->empty()) return std::optional<tool_call>();

    if (use.members.empty()) return envelope::wrong("the use that it is about could not be read");

    text_.assign("{").append(use.members);
    envelope::append_key(text_, envelope::tool_input);
    text_.append(*input).append("}");
    texts_.clear();
    if (const auto& fault = members_.scan(text_, json_scanner::duplicates::everywhere))
        return envelope::wrong(envelope::fault_text(fault));
    if (auto flaw = use_.read(members_.members(), envelope::tool_input, {}, texts_)) return std::move(*flaw);
    tool_call call = use_.call();
    if (auto flaw = nested_payloads::read_ids(members_.members(), {}, call, texts_)) return std::move(*flaw);
    if (auto flaw = envelope::read_text(members_.members(), envelope::cwd, {}, call.cwd, texts_))
        return std::move(*flaw);
    call.from_hook = true;
    return std::optional<tool_call>(call);
}

std::string hook_denial(std::string_view reason) {
    std::string out = "{";
    envelope::append_key(out, key_hook_output, true);
    out += '{';
    envelope::append_string_member(out, key_hook_event, word_permission_request, true);
    envelope::append_key(out, key_decision);
    nested_payloads::append_deny(out, reason, false);
    return out + "}}";
}

std::string hook_question(std::string_view input, std::string_view reason) {
    std::string out = "{";
    envelope::append_key(out, key_hook_output, true);
    out += '{';
    envelope::append_string_member(out, key_hook_event, word_before_use, true);
    envelope::append_string_member(out, key_permission_decision, word_ask);
    envelope::append_string_member(out, key_permission_reason, reason);
    envelope::append_key(out, key_updated_input);
    out.append(input).append("}}");
    return out;
}

}  // namespace assent
