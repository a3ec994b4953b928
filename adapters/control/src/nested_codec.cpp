#include "envelope.hpp"

#include <assent/adapters/control/codec.hpp>
#include <assent/adapters/control/json_text.hpp>
#include <assent/adapters/control/rule_text.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace assent {
namespace {

// Every key and word of the nested dialect.
constexpr std::string_view key_response = "response";
constexpr std::string_view key_error = "error";
constexpr std::string_view key_error_code = "error_code";
constexpr std::string_view word_success = "success";
constexpr std::string_view word_error = "error";
constexpr std::string_view key_behavior = "behavior";
constexpr std::string_view word_allow = "allow";
constexpr std::string_view word_deny = "deny";
constexpr std::string_view key_updated_input = "updatedInput";
constexpr std::string_view key_updated_permissions = "updatedPermissions";
constexpr std::string_view key_message = "message";
constexpr std::string_view key_interrupt = "interrupt";
constexpr std::string_view key_update_type = "type";
constexpr std::string_view key_rules = "rules";
constexpr std::string_view key_tool_name = "toolName";
constexpr std::string_view key_rule_content = "ruleContent";
constexpr std::string_view key_destination = "destination";
constexpr std::string_view key_mode = "mode";
constexpr std::string_view key_tool_use_id = "tool_use_id";
constexpr std::string_view key_agent_id = "agent_id";
constexpr std::string_view key_title = "title";
constexpr std::string_view key_display_name = "display_name";
constexpr std::string_view key_description = "description";
constexpr std::string_view key_mcp_server = "mcp_server";
constexpr std::string_view key_decision_reason = "decision_reason";
constexpr std::string_view key_decision_reason_type = "decision_reason_type";
constexpr std::string_view key_needs_interaction = "requires_user_interaction";

// The agent's own reasons for asking that no rule of ours may override.
constexpr std::array reasons_for_a_person{std::string_view("safetyCheck"), std::string_view("rule")};

template <class Value>
struct word_for {
    Value value;
    std::string_view word;
};

constexpr std::array update_words{
    word_for<permission_update::kind>{permission_update::kind::add_rules, "addRules"},
    word_for<permission_update::kind>{permission_update::kind::replace_rules, "replaceRules"},
    word_for<permission_update::kind>{permission_update::kind::remove_rules, "removeRules"},
    word_for<permission_update::kind>{permission_update::kind::set_mode, "setMode"},
};
constexpr std::array behavior_words{
    word_for<rule_behavior>{rule_behavior::allow, "allow"},
    word_for<rule_behavior>{rule_behavior::deny, "deny"},
    word_for<rule_behavior>{rule_behavior::ask, "ask"},
};
constexpr std::array destination_words{
    word_for<update_destination>{update_destination::session, "session"},
    word_for<update_destination>{update_destination::local_settings, "localSettings"},
    word_for<update_destination>{update_destination::project_settings, "projectSettings"},
    word_for<update_destination>{update_destination::user_settings, "userSettings"},
    word_for<update_destination>{update_destination::cli_arg, "cliArg"},
};
// The first word of a mode is the one that is written. The agent's modes that have no counterpart
// here all still ask; for us they are `ask`.
constexpr std::array mode_words{
    word_for<permission_mode>{permission_mode::ask, "default"},
    word_for<permission_mode>{permission_mode::ask, "manual"},
    word_for<permission_mode>{permission_mode::ask, "plan"},
    word_for<permission_mode>{permission_mode::ask, "acceptEdits"},
    word_for<permission_mode>{permission_mode::ask, "auto"},
    word_for<permission_mode>{permission_mode::allow, "bypassPermissions"},
    word_for<permission_mode>{permission_mode::deny, "dontAsk"},
};
// Modes whose meaning is the same on both sides: only these may be stored from an update.
constexpr std::array exact_modes{std::string_view("default"), std::string_view("manual"),
                                 std::string_view("bypassPermissions")};

template <class Value, std::size_t N>
std::string_view word_of(const std::array<word_for<Value>, N>& words, Value value) noexcept {
    const auto found = std::find_if(words.begin(), words.end(), [&](const auto& each) { return each.value == value; });
    return found == words.end() ? std::string_view() : found->word;
}

template <class Value, std::size_t N>
std::optional<Value> value_of(const std::array<word_for<Value>, N>& words, std::string_view word) noexcept {
    const auto found = std::find_if(words.begin(), words.end(), [&](const auto& each) { return each.word == word; });
    return found == words.end() ? std::optional<Value>() : std::optional<Value>(found->value);
}

decode_error wrong(std::string text) { return {control_error::invalid_request, std::move(text)}; }

std::optional<std::string_view> text_in(const json_object& object, std::string_view key) noexcept {
    const auto* value = object.if_contains(key);
    if (value == nullptr || !value->is_string()) return std::nullopt;
    return std::string_view(value->get_string().data(), value->get_string().size());
}

std::optional<permission_rule> read_rule(const json_value& element, rule_behavior behavior) {
    const auto* object = element.if_object();
    const auto tool = object == nullptr ? std::nullopt : text_in(*object, key_tool_name);
    if (!tool) return std::nullopt;
    nested_rule text{std::string(*tool), {}};
    if (const auto* content = object->if_contains(key_rule_content); content != nullptr) {
        if (!content->is_string()) return std::nullopt;
        text.content = std::string(content->get_string().data(), content->get_string().size());
    }
    return from_nested(text, behavior, rule_origin::peer);
}

// Reads the rules of an update that have a meaning here. \return whether these are all
bool read_rules(const json_object& update, rule_behavior behavior, std::vector<permission_rule>& rules) {
    const auto* list = update.if_contains(key_rules);
    if (list == nullptr || !list->is_array()) return false;
    for (const auto& element : list->get_array())
        if (auto rule = read_rule(element, behavior)) rules.push_back(std::move(*rule));
    return rules.size() == list->get_array().size();
}

// Understands an update as far as it has a meaning here; leaves it opaque otherwise.
void understand(permission_update& update, const json_object& object) {
    const auto kind = value_of(update_words, text_in(object, key_update_type).value_or(""));
    const auto destination = value_of(destination_words, text_in(object, key_destination).value_or(""));
    // Also where the update stays opaque: a rule that must not be accepted has to be seen.
    const auto behavior = value_of(behavior_words, text_in(object, key_behavior).value_or(""));
    const bool all_rules = behavior && read_rules(object, *behavior, update.rules);
    if (!kind || !destination) return;
    update.destination = *destination;
    if (*kind == permission_update::kind::set_mode) {
        const auto name = text_in(object, key_mode).value_or("");
        if (std::find(exact_modes.begin(), exact_modes.end(), name) == exact_modes.end()) return;
        update.mode = *value_of(mode_words, name);
        update.what = *kind;
        return;
    }
    if (!all_rules) return;
    update.behavior = *behavior;
    update.what = *kind;
}

boost::system::result<std::vector<permission_update>, decode_error> read_updates(const json_array& list,
                                                                                 std::string_view path) {
    std::vector<permission_update> updates;
    updates.reserve(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string at = std::string(path) + "[" + std::to_string(i) + "]";
        const auto* object = list[i].if_object();
        if (object == nullptr) return wrong(envelope::expected(at, "object", envelope::kind_name(&list[i])));
        if (!text_in(*object, key_update_type))
            return wrong(envelope::expected(at + ".type", "string",
                                            envelope::kind_name(object->if_contains(key_update_type))));
        permission_update update;
        update.wire = list[i];
        understand(update, *object);
        updates.push_back(std::move(update));
    }
    return updates;
}

// One rule update as text; empty when a rule of it cannot be said in this dialect. An update is
// taken or dropped as a whole by the agent, so it is written as a whole or not at all.
std::string rule_update_text(const permission_update& update) {
    std::string rules;
    for (const auto& rule : update.rules) {
        const auto text = to_nested(rule);
        if (!text || rule.behavior() != update.behavior) return {};
        if (!rules.empty()) rules += ',';
        rules += '{';
        envelope::append_string_member(rules, key_tool_name, text->tool_name, true);
        if (text->content) envelope::append_string_member(rules, key_rule_content, *text->content);
        rules += '}';
    }
    std::string text = "{";
    envelope::append_string_member(text, key_update_type, word_of(update_words, update.what), true);
    envelope::append_key(text, key_rules);
    text.append("[").append(rules).append("]");
    envelope::append_string_member(text, key_behavior, word_of(behavior_words, update.behavior));
    envelope::append_string_member(text, key_destination, word_of(destination_words, update.destination));
    return text + "}";
}

std::string update_text(const permission_update& update) {
    std::string text;
    if (const auto* wire = update.wire.if_object(); wire != nullptr && text_in(*wire, key_update_type)) {
        append_json(text, update.wire);
        return text;
    }
    switch (update.what) {
        case permission_update::kind::add_rules:
        case permission_update::kind::replace_rules:
        case permission_update::kind::remove_rules: return rule_update_text(update);
        case permission_update::kind::set_mode:
            text += '{';
            envelope::append_string_member(text, key_update_type, word_of(update_words, update.what), true);
            envelope::append_string_member(text, key_mode, word_of(mode_words, update.mode));
            envelope::append_string_member(text, key_destination, word_of(destination_words, update.destination));
            return text + "}";
        case permission_update::kind::opaque: break;
    }
    return text;
}

void append_updates(std::string& out, std::string_view key, std::span<const permission_update> updates) {
    std::string list;
    for (const auto& update : updates) {
        const std::string text = update_text(update);
        if (text.empty()) continue;
        if (!list.empty()) list += ',';
        list += text;
    }
    if (list.empty()) return;
    envelope::append_key(out, key);
    out.append("[").append(list).append("]");
}

// Reads a string member that decides something, so that its type matters. Null counts as absent.
std::optional<decode_error> read_text(std::span<const json_member> members, std::string_view key,
                                      std::string_view& text, text_store& texts) {
    const auto* member = envelope::find(members, key);
    if (member == nullptr || member->kind == json_kind::null) return std::nullopt;
    if (member->kind != json_kind::string)
        return wrong(envelope::expected("request." + std::string(key), "string", envelope::to_string(member->kind)));
    text = envelope::text_of(*member, texts);
    return std::nullopt;
}

// Reads a string member that is for display only; anything else in its place is ignored.
void read_display(std::span<const json_member> members, std::string_view key, std::string_view& text,
                  text_store& texts) {
    const auto* member = envelope::find(members, key);
    if (member != nullptr && member->kind == json_kind::string) text = envelope::text_of(*member, texts);
}

class nested final : public codec {
public:
    dialect which() const noexcept override { return dialect::nested; }

    bool claims_call(std::span<const json_member> request) const noexcept override {
        static constexpr std::array own{key_tool_use_id, key_display_name, key_description, key_mcp_server};
        return std::any_of(own.begin(), own.end(),
                           [&](std::string_view key) { return envelope::find(request, key) != nullptr; });
    }

    bool claims_suggestion(const json_object& suggestion) const noexcept override {
        return suggestion.contains(key_update_type);
    }

    std::optional<decode_error> read_call(std::span<const json_member> request, tool_call& call,
                                          text_store& texts) const override {
        std::string_view reason_type;
        if (auto error = read_text(request, key_tool_use_id, call.tool_use_id, texts)) return error;
        if (auto error = read_text(request, key_agent_id, call.agent_id, texts)) return error;
        if (auto error = read_text(request, key_decision_reason_type, reason_type, texts)) return error;
        read_display(request, key_title, call.title, texts);
        read_display(request, key_description, call.description, texts);
        read_display(request, key_decision_reason, call.ask_reason, texts);
        if (const auto* mark = envelope::find(request, key_needs_interaction);
            mark != nullptr && mark->kind != json_kind::null) {
            if (mark->kind != json_kind::boolean)
                return wrong(envelope::expected("request." + std::string(key_needs_interaction), "boolean",
                                                envelope::to_string(mark->kind)));
            call.needs_human = mark->value == "true";
        }
        if (std::find(reasons_for_a_person.begin(), reasons_for_a_person.end(), reason_type) !=
            reasons_for_a_person.end())
            call.needs_human = true;
        return std::nullopt;
    }

    boost::system::result<std::vector<permission_update>, decode_error> suggestions(
        const json_array& value) const override {
        return read_updates(value, "request.permission_suggestions");
    }

    std::optional<permission_mode> mode(std::string_view name) const noexcept override {
        return value_of(mode_words, name);
    }
    std::string_view mode_names() const noexcept override {
        return "acceptEdits, auto, bypassPermissions, default, dontAsk, plan";
    }
    std::string_view mode_name(permission_mode mode) const noexcept override { return word_of(mode_words, mode); }

    void append_allow(std::string& out, std::string_view id, std::string_view input,
                      std::span<const permission_update> updates) const override {
        begin(out, word_success, id);
        envelope::append_key(out, key_response);
        out += '{';
        envelope::append_string_member(out, key_behavior, word_allow, true);
        envelope::append_key(out, key_updated_input);
        out += input;
        append_updates(out, key_updated_permissions, updates);
        out += "}}";
    }

    void append_deny(std::string& out, std::string_view id, std::string_view reason, bool interrupt) const override {
        begin(out, word_success, id);
        envelope::append_key(out, key_response);
        out += '{';
        envelope::append_string_member(out, key_behavior, word_deny, true);
        envelope::append_string_member(out, key_message, reason);
        if (interrupt) {
            envelope::append_key(out, key_interrupt);
            out += "true";
        }
        out += "}}";
    }

    void append_success(std::string& out, std::string_view id, std::string_view payload) const override {
        begin(out, word_success, id);
        envelope::append_key(out, key_response);
        out.append(payload).append("}");
    }

    void append_mode_set(std::string& out, std::string_view id, permission_mode mode) const override {
        std::string payload = "{";
        envelope::append_string_member(payload, key_mode, mode_name(mode), true);
        append_success(out, id, payload + "}");
    }

    void append_error(std::string& out, std::string_view id, control_error code, std::string_view text) const override {
        begin(out, word_error, id);
        envelope::append_string_member(out, key_error, text);
        envelope::append_string_member(out, key_error_code, assent::to_string(code));
        out += '}';
    }

    void append_call(std::string& out, const tool_call& call) const override {
        append_updates(out, envelope::suggestions, call.suggestions);
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

    std::optional<response_message> response(std::span<const json_member> frame, text_store& texts) const override {
        const auto* body = envelope::find(frame, key_response);
        if (body == nullptr || body->kind != json_kind::object) return std::nullopt;
        json_scanner members;
        if (members.scan(body->value, json_scanner::duplicates::outermost)) return std::nullopt;
        const auto* id = members.find(envelope::request_id);
        const auto* subtype = members.find(envelope::subtype);
        if (id == nullptr || id->kind != json_kind::string || subtype == nullptr || subtype->kind != json_kind::string)
            return std::nullopt;
        response_message message{.request_id = envelope::text_of(*id, texts), .shape = dialect::nested};
        const auto word = envelope::text_of(*subtype, texts);
        message.success = word == word_success;
        if (!message.success && word != word_error) return std::nullopt;
        if (const auto* payload = members.find(key_response); message.success && payload != nullptr)
            message.payload = payload->value;
        if (const auto* text = members.find(key_error); text != nullptr && text->kind == json_kind::string)
            message.error = envelope::text_of(*text, texts);
        if (const auto* code = members.find(key_error_code); code != nullptr && code->kind == json_kind::string)
            message.error_code = envelope::text_of(*code, texts);
        return message;
    }

    boost::system::result<decoded_answer, decode_error> answer(std::string_view payload) const override;

private:
    static void begin(std::string& out, std::string_view subtype, std::string_view id) {
        envelope::append_key(out, key_response);
        out += '{';
        envelope::append_string_member(out, envelope::subtype, subtype, true);
        envelope::append_string_member(out, envelope::request_id, id);
    }
};

boost::system::result<decoded_answer, decode_error> read_allow(const json_scanner& members) {
    decoded_answer read{allow_result{}, {}};
    if (const auto* input = members.find(key_updated_input); input != nullptr) {
        if (input->kind != json_kind::object)
            return wrong(envelope::expected("response.updatedInput", "object", envelope::to_string(input->kind)));
        // The agents take an empty object to mean the original input.
        if (input->value.find(':') != std::string_view::npos) read.input = input->value;
    }
    // Anything but a list of updates is ignored, as the agents do.
    if (const auto* list = members.find(key_updated_permissions); list != nullptr && list->kind == json_kind::array) {
        auto updates = read_updates(parse_scanned(list->value).get_array(), "response.updatedPermissions");
        if (updates) std::get<allow_result>(read.result).updates = std::move(*updates);
    }
    return read;
}

boost::system::result<decoded_answer, decode_error> nested::answer(std::string_view payload) const {
    json_scanner members;
    if (members.scan(payload, json_scanner::duplicates::outermost) || members.kind() != json_kind::object)
        return wrong("`response.response`: expected object");
    text_store texts;
    const auto* behavior = members.find(key_behavior);
    const auto word = behavior != nullptr && behavior->kind == json_kind::string
                          ? envelope::text_of(*behavior, texts)
                          : std::string_view();
    if (word == word_allow) return read_allow(members);
    if (word != word_deny) return wrong("`response.behavior`: expected `allow` or `deny`");
    const auto* message = members.find(key_message);
    if (message == nullptr || message->kind != json_kind::string)
        return wrong(envelope::expected("response.message", "string",
                                        message == nullptr ? "nothing" : envelope::to_string(message->kind)));
    const auto* interrupt = members.find(key_interrupt);
    if (interrupt != nullptr && interrupt->kind != json_kind::boolean)
        return wrong(envelope::expected("response.interrupt", "boolean", envelope::to_string(interrupt->kind)));
    return decoded_answer{deny_result{std::string(envelope::text_of(*message, texts)),
                                      interrupt != nullptr && interrupt->value == "true"},
                          {}};
}

}  // namespace

const codec& nested_codec() noexcept {
    static const nested instance;
    return instance;
}

}  // namespace assent
