#include "envelope.hpp"
#include "nested_codec_payloads.hpp"
#include "nested_codec_updates.hpp"
#include "nested_codec_words.hpp"

#include <assent/adapters/control/codec.hpp>
#include <assent/adapters/control/json_text.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace assent {
namespace {
using namespace nested_words;

// Reads a string member that is for display only; anything else in its place is ignored.
void read_display(json_members members, std::string_view key, std::string_view& text, text_store& texts) {
    const auto* member = members.find(key);
    if (member != nullptr && member->kind == json_kind::string) text = envelope::text_of(*member, texts);
}

class nested final : public codec {
public:
    dialect which() const noexcept override { return dialect::nested; }

    bool claims_call(json_members request) const noexcept override {
        static constexpr std::array own{key_tool_use_id, key_display_name, key_description, key_mcp_server};
        return std::any_of(own.begin(), own.end(),
                           [&](std::string_view key) { return request.find(key) != nullptr; });
    }

    bool claims_suggestion(const json_object& suggestion) const noexcept override {
        return suggestion.contains(key_update_type);
    }

    std::optional<decode_error> read_call(json_members request, tool_call& call,
                                          text_store& texts) const override {
        std::string_view reason_type;
        if (auto error = nested_payloads::read_ids(request, envelope::request, call, texts)) return error;
        if (auto error =
                envelope::read_text(request, key_decision_reason_type, envelope::request, reason_type, texts))
            return error;
        read_display(request, key_title, call.title, texts);
        read_display(request, key_description, call.description, texts);
        read_display(request, key_decision_reason, call.ask_reason, texts);
        if (const auto* mark = request.find(key_needs_interaction);
            mark != nullptr && mark->kind != json_kind::null) {
            if (mark->kind != json_kind::boolean)
                return envelope::wrong(envelope::expected("request." + std::string(key_needs_interaction),
                                                          "boolean", envelope::to_string(mark->kind)));
            call.needs_human = mark->value == "true";
        }
        if (std::find(reasons_for_a_person.begin(), reasons_for_a_person.end(), reason_type) !=
            reasons_for_a_person.end())
            call.needs_human = true;
        return std::nullopt;
    }

    boost::system::result<std::vector<permission_update>, decode_error> suggestions(
        const json_array& value) const override {
        return nested_updates::read(value, "request.permission_suggestions");
    }

    std::optional<permission_mode> mode(std::string_view name) const noexcept override {
        return value_of(mode_words, name);
    }
    bool exact_mode(std::string_view name) const noexcept override {
        return mode(name) && name != word_mode_auto;
    }
    std::string_view mode_names() const noexcept override {
        return "acceptEdits, auto, bypassPermissions, default, dontAsk, plan";
    }
    std::string_view mode_name(permission_mode mode) const noexcept override {
        return word_of(mode_words, mode);
    }

    void begin_allow(std::string& out, std::string_view id) const override {
        begin_success(out, id);
        envelope::append_key(out, key_response);
        nested_payloads::begin_allow(out);
    }

    void end_allow(std::string& out, std::span<const permission_update> updates) const override {
        nested_payloads::end_allow(out, updates);
        out += '}';
    }

    void append_deny(std::string& out, std::string_view id, std::string_view reason,
                     bool interrupt) const override {
        begin_success(out, id);
        envelope::append_key(out, key_response);
        nested_payloads::append_deny(out, reason, interrupt);
        out += '}';
    }

    void append_guard(std::string& out, std::string_view id, std::optional<outcome> decision,
                      std::string_view reason) const override {
        std::string payload;
        nested_payloads::append_hook_output(payload, decision, reason);
        append_success(out, id, payload);
    }

    void append_success(std::string& out, std::string_view id, std::string_view payload) const override {
        begin_success(out, id);
        envelope::append_key(out, key_response);
        out.append(payload).append("}");
    }

    void append_initialized(std::string& out, std::string_view id, std::string_view payload,
                            std::string_view questions) const override {
        begin_success(out, id);
        envelope::append_key(out, key_response);
        out += payload;
        envelope::append_key(out, key_pending_questions);
        out.append(questions).append("}");
    }

    void append_mode_set(std::string& out, std::string_view id, permission_mode mode) const override {
        std::string payload = "{";
        envelope::append_string_member(payload, key_mode, mode_name(mode), true);
        append_success(out, id, payload + "}");
    }

    void append_error(std::string& out, std::string_view id, control_error code,
                      std::string_view text) const override {
        begin_error(out, id);
        envelope::append_string_member(out, key_error, text);
        envelope::append_string_member(out, key_error_code, assent::to_string(code));
        out += '}';
    }

    std::optional<std::string> stock_answer(std::string_view subtype, json_members request) const override {
        if (subtype == word_mcp_status) {
            std::string payload = "{";
            envelope::append_key(payload, key_mcp_servers, true);
            return payload + "[]}";
        }
        if (subtype == word_set_max_thinking_tokens) return "{}";
        if (subtype != word_set_model) return std::nullopt;
        const auto* model = request.find(key_model);
        if (model == nullptr || model->kind != json_kind::string) return "{}";
        std::string payload = "{";
        envelope::append_key(payload, key_model, true);
        return payload.append(model->value).append("}");
    }

    void append_call(std::string& out, const tool_call& call) const override {
        nested_updates::append(out, envelope::suggestions, call.suggestions);
        const auto append = [&](std::string_view key, std::string_view value) {
            if (!value.empty()) envelope::append_string_member(out, key, value);
        };
        append(envelope::blocked_path, call.blocked_path);
        append(key_title, call.title);
        append(key_description, call.description);
        append(key_decision_reason, call.ask_reason);
        append(key_tool_use_id, call.tool_use_id);
        append(key_agent_id, call.agent_id);
        if (call.needs_human) {
            envelope::append_key(out, key_needs_interaction);
            out += "true";
        }
    }

    std::optional<response_message> response(json_members frame, text_store& texts) const override {
        const auto* body = frame.find(key_response);
        if (body == nullptr || body->kind != json_kind::object) return std::nullopt;
        json_scanner members;
        // What is odd further inside is for whoever reads the payload; the one who waits has to be found.
        if (fatal(members.scan(body->value, json_scanner::duplicates::outermost).flaw)) return std::nullopt;
        const auto* id = members.find(envelope::request_id);
        const auto* subtype = members.find(envelope::subtype);
        if (id == nullptr || id->kind != json_kind::string || subtype == nullptr ||
            subtype->kind != json_kind::string)
            return std::nullopt;
        response_message message{.request_id = envelope::text_of(*id, texts), .shape = dialect::nested};
        const auto word = envelope::text_of(*subtype, texts);
        message.success = word == word_success;
        if (!message.success && word != word_error) return std::nullopt;
        if (const auto* payload = members.find(key_response); message.success && payload != nullptr)
            message.payload = payload->value;
        if (const auto* text = members.find(key_error); text != nullptr && text->kind == json_kind::string)
            message.error = envelope::text_of(*text, texts);
        if (const auto* code = members.find(key_error_code);
            code != nullptr && code->kind == json_kind::string)
            message.error_code = envelope::text_of(*code, texts);
        return message;
    }

    std::string_view answered_id(json_members frame, text_store& texts) const override {
        const auto* body = frame.find(key_response);
        if (body == nullptr || body->kind != json_kind::object) return {};
        json_scanner members;
        members.scan(body->value, json_scanner::duplicates::outermost);
        const auto* id = members.find(envelope::request_id);
        return envelope::is_string(id) ? envelope::text_of(*id, texts) : std::string_view();
    }

    boost::system::result<decoded_answer, decode_error> answer(std::string_view payload) const override;

private:
    static void begin_success(std::string& out, std::string_view id) {
        out += opening_of_success;
        append_json_string(out, id);
    }
    static void begin_error(std::string& out, std::string_view id) {
        envelope::append_key(out, key_response);
        out += '{';
        envelope::append_string_member(out, envelope::subtype, word_error, true);
        envelope::append_string_member(out, envelope::request_id, id);
    }
};

boost::system::result<decoded_answer, decode_error> read_allow(const json_scanner& members) {
    decoded_answer read{allow_result{}, {}, {}};
    if (const auto* input = members.find(key_updated_input); input != nullptr) {
        if (input->kind != json_kind::object)
            return envelope::wrong(
                envelope::expected("response.updatedInput", "object", envelope::to_string(input->kind)));
        // The agents take an empty object to mean the original input.
        if (input->value.find(':') != std::string_view::npos) read.input = input->value;
    }
    // Anything but a list of updates is ignored, as the agents do.
    if (const auto* list = members.find(key_updated_permissions);
        list != nullptr && list->kind == json_kind::array) {
        constexpr std::string_view path = "response.updatedPermissions";
        const json_value written = parse_scanned(list->value);
        read.updates_flaw = nested_updates::flaw_of(written.get_array(), path);
        auto updates = nested_updates::read(written.get_array(), path);
        if (updates) std::get<allow_result>(read.result).updates = std::move(*updates);
    }
    return read;
}

boost::system::result<decoded_answer, decode_error> nested::answer(std::string_view payload) const {
    json_scanner members;
    if (members.scan(payload, json_scanner::duplicates::outermost) || members.kind() != json_kind::object)
        return envelope::wrong("`response.response`: expected object");
    text_store texts;
    const auto* behavior = members.find(key_behavior);
    const auto word = behavior != nullptr && behavior->kind == json_kind::string
                          ? envelope::text_of(*behavior, texts)
                          : std::string_view();
    if (word == word_allow) return read_allow(members);
    if (word != word_deny) return envelope::wrong("`response.behavior`: expected `allow` or `deny`");
    const auto* message = members.find(key_message);
    if (message == nullptr || message->kind != json_kind::string)
        return envelope::wrong(
            envelope::expected("response.message", "string",
                               message == nullptr ? "nothing" : envelope::to_string(message->kind)));
    const auto* interrupt = members.find(key_interrupt);
    if (interrupt != nullptr && interrupt->kind != json_kind::boolean)
        return envelope::wrong(
            envelope::expected("response.interrupt", "boolean", envelope::to_string(interrupt->kind)));
    return decoded_answer{deny_result{std::string(envelope::text_of(*message, texts)),
                                      interrupt != nullptr && interrupt->value == "true"},
                          {},
                          {}};
}

}  // namespace

const codec& nested_codec() noexcept {
    static const nested instance;
    return instance;
}

}  // namespace assent
