#include "envelope.hpp"
#include "nested_codec_words.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/codec.hpp>
#include <assent/adapters/control/wire/hook_edit.hpp>
#include <assent/adapters/control/wire/nested_rule.hpp>
#include <assent/domain/text/display_text.hpp>

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

    std::optional<decode_error> read_call(json_members members, std::string_view path, tool_call& call,
                                          text_store& texts) const override {
        std::string_view reason_type;
        if (auto error = envelope::read_text(members, envelope::blocked_path, path, call.blocked_path, texts))
            return error;
        if (auto error = nested_payloads::read_ids(members, path, call, texts)) return error;
        if (auto error = envelope::read_text(members, key_decision_reason_type, path, reason_type, texts))
            return error;
        read_display(members, key_title, call.title, texts);
        read_display(members, key_description, call.description, texts);
        read_display(members, key_decision_reason, call.ask_reason, texts);
        if (const auto* mark = members.find(key_needs_interaction);
            mark != nullptr && mark->kind != json_kind::null) {
            if (mark->kind != json_kind::boolean)
                return envelope::wrong(envelope::expected(envelope::below(path, key_needs_interaction),
                                                          "boolean", to_string(mark->kind)));
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
                envelope::expected("response.updatedInput", "object", to_string(input->kind)));
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
        return envelope::wrong(envelope::expected("response.message", "string",
                                                  message == nullptr ? "nothing" : to_string(message->kind)));
    const auto* interrupt = members.find(key_interrupt);
    if (interrupt != nullptr && interrupt->kind != json_kind::boolean)
        return envelope::wrong(
            envelope::expected("response.interrupt", "boolean", to_string(interrupt->kind)));
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

// Hooks of the nested dialect that are not ours. The flat one has none.

using envelope::is_string;
using envelope::says;
using namespace nested_words;

namespace {

constexpr std::string_view word_permission_request = "PermissionRequest";

// Of what a hook is told, that which rules and the record look at.
constexpr std::array kept_keys{envelope::tool_name, key_tool_use_id, key_agent_id, envelope::cwd};

// Reads an object's members. \return whether it is one
boost::system::result<bool, decode_error> enter_object(json_scanner& scanner, std::string_view object) {
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
    if (const auto entered = enter_object(told, input->value); !entered || !*entered) return use;
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
    auto entered = enter_object(members_, payload);
    if (!entered) return entered.error();
    holds_back_ = says(members_.find(key_decision), word_block);
    for (const std::string_view key : {key_hook_output, key_decision}) {
        const auto* member = members_.find(key);
        if (member == nullptr || member->kind != json_kind::object) break;
        entered = enter_object(members_, member->value);
        if (!entered) return entered.error();
        if (const auto* decision = members_.find(key_permission_decision))
            holds_back_ = holds_back_ || !says(decision, word_allow);
        const auto* edit = members_.find(key_updated_input);
        if (edit == nullptr || edit->kind == json_kind::null) continue;
        if (edit->kind != json_kind::object)
            return envelope::wrong(envelope::expected(key_updated_input, "object", to_string(edit->kind)));
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
    if (auto flaw = use_.read(members_.members(), {envelope::tool_name, envelope::tool_input}, {}, texts_))
        return std::move(*flaw);
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
