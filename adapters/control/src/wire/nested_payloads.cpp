#include "envelope.hpp"
#include "nested_codec_words.hpp"

#include <assent/adapters/control/json/json_text.hpp>

#include <array>

namespace assent::nested_payloads {

using namespace nested_words;

namespace {

constexpr std::array decision_words{
    word_for<outcome>{outcome::allow, word_allow},
    word_for<outcome>{outcome::deny, word_deny},
    word_for<outcome>{outcome::ask, word_ask},
    // Who cannot make a wall asks.
    word_for<outcome>{outcome::wall, word_ask},
};

}  // namespace

void begin_allow(std::string& out) { out += opening_of_allow; }

void end_allow(std::string& out, std::span<const permission_update> updates) {
    if (!updates.empty()) nested_updates::append(out, key_updated_permissions, updates);
    out += '}';
}

void append_deny(std::string& out, std::string_view reason, bool interrupt) {
    out += '{';
    envelope::append_string_member(out, key_behavior, word_deny, true);
    envelope::append_string_member(out, key_message, reason);
    if (interrupt) {
        envelope::append_key(out, key_interrupt);
        out += "true";
    }
    out += '}';
}

void append_behavior(std::string& out, outcome decision, std::string_view reason) {
    out += '{';
    envelope::append_string_member(out, key_behavior, word_of(decision_words, decision), true);
    if (decision != outcome::allow) envelope::append_string_member(out, key_message, reason);
    out += '}';
}

void append_hook_output(std::string& out, std::optional<outcome> decision, std::string_view reason) {
    out += '{';
    if (decision) {
        envelope::append_key(out, key_hook_output, true);
        out += '{';
        envelope::append_string_member(out, key_hook_event, word_before_use, true);
        envelope::append_string_member(out, key_permission_decision, word_of(decision_words, *decision));
        envelope::append_string_member(out, key_permission_reason, reason);
        out += '}';
    }
    out += '}';
}

// They decide nothing, but they go on record, and an answer is found by them: their type matters.
std::optional<decode_error> read_ids(json_members members, std::string_view path, tool_call& call,
                                     text_store& texts) {
    if (auto error = envelope::read_text(members, key_tool_use_id, path, call.tool_use_id, texts))
        return error;
    if (const auto* const mode = members.find(key_permission_mode); envelope::is_string(mode))
        call.asking_is_in_vain = envelope::text_of(*mode, texts) == word_mode_allow;
    return envelope::read_text(members, key_agent_id, path, call.agent_id, texts);
}

}  // namespace assent::nested_payloads
