#include "envelope.hpp"
#include "nested_codec_words.hpp"

#include <assent/adapters/control/hook_text.hpp>

namespace assent {

using envelope::found_kind;
using envelope::is_string;

boost::system::result<tool_call, decode_error> hook_text_reader::read(std::string_view text) {
    texts_.clear();
    if (text.size() > max_hook_text_bytes)
        return decode_error{control_error::too_large,
                            "more than " + std::to_string(max_hook_text_bytes) + " bytes"};
    if (const auto& fault = members_.scan(text, json_scanner::duplicates::everywhere))
        return envelope::wrong(envelope::fault_text(fault));
    if (members_.kind() != json_kind::object)
        return envelope::wrong("expected a JSON object, got " + std::string(to_string(members_.kind())));
    const auto* event = members_.find(nested_words::key_hook_event_name);
    const std::string expected_event = envelope::quoted(nested_words::word_before_use);
    if (!is_string(event))
        return envelope::wrong(
            envelope::expected(nested_words::key_hook_event_name, expected_event, found_kind(event)));
    if (envelope::text_of(*event, texts_) != nested_words::word_before_use)
        return envelope::wrong(
            envelope::expected(nested_words::key_hook_event_name, expected_event, "another event"));
    if (auto flaw = use_.read(members_.members(), envelope::tool_input, {}, texts_)) return std::move(*flaw);
    tool_call call = use_.call();
    if (auto flaw = nested_payloads::read_ids(members_.members(), {}, call, texts_)) return std::move(*flaw);
    if (auto flaw = envelope::read_text(members_.members(), envelope::cwd, {}, call.cwd, texts_))
        return std::move(*flaw);
    call.from_hook = true;
    return call;
}

std::string hook_answer(std::optional<outcome> decision, std::string_view reason) {
    std::string out;
    nested_payloads::append_hook_output(out, decision, reason);
    return out;
}

}  // namespace assent
