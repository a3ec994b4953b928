#include "envelope.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/codec.hpp>
#include <assent/domain/call/json.hpp>
#include <assent/domain/rules/permission_rule.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

/// The words of a rule in the flat dialect.
namespace assent::flat_words {

inline constexpr std::string_view key_value = "value";
inline constexpr std::string_view key_tool_pattern = "tool_pattern";
inline constexpr std::string_view key_input_pattern = "input_pattern";

struct behavior_word {
    rule_behavior behavior;
    std::string_view word;
};
inline constexpr std::array behavior_words{
    behavior_word{rule_behavior::allow, "always_allow"},
    behavior_word{rule_behavior::deny, "always_deny"},
    behavior_word{rule_behavior::ask, "always_ask"},
};

[[nodiscard]] inline std::string_view view(const json_string& text) noexcept {
    return {text.data(), text.size()};
}

}  // namespace assent::flat_words

namespace assent {
namespace {

using namespace flat_words;

// Every key and word of the flat dialect, but for those of rules.
constexpr std::string_view key_result = "result";
constexpr std::string_view key_error = "error";
constexpr std::string_view key_code = "code";
constexpr std::string_view key_message = "message";
constexpr std::string_view key_type = "type";
constexpr std::string_view key_input = "input";
constexpr std::string_view key_update = "update";
constexpr std::string_view key_reason = "reason";
constexpr std::string_view key_rule = "rule";
constexpr std::string_view word_allow = "allow";
constexpr std::string_view word_deny = "deny";

std::string_view word_of(rule_behavior behavior) noexcept {
    for (const auto& each : behavior_words)
        if (each.behavior == behavior) return each.word;
    return "always_deny";  // the dialect has no word for it: no less than is meant
}

void append_rule(std::string& out, const permission_rule& rule) {
    out += '{';
    envelope::append_key(out, key_rule, true);
    append_flat_rule(out, rule);
    envelope::append_string_member(out, key_value, word_of(rule.behavior()));
    out += '}';
}

bool flat_shape(const json_value& value) noexcept {
    const auto* object = value.if_object();
    return object != nullptr && object->contains(key_rule) && object->contains(key_value);
}

// The flat dialect can only add rules; what it cannot say is not said.
void append_updates(std::string& out, std::string_view key, std::span<const permission_update> updates) {
    std::string list;
    const auto separate = [&] {
        if (!list.empty()) list += ',';
    };
    for (const auto& update : updates) {
        if (flat_shape(update.wire)) {
            separate();
            append_json(list, update.wire);
        } else if (update.what == permission_update::kind::add_rules) {
            for (const auto& rule : update.rules) {
                separate();
                append_rule(list, rule);
            }
        }
    }
    if (list.empty()) return;
    envelope::append_key(out, key);
    out.append("[").append(list).append("]");
}

// One element of a list of updates. A rule that cannot be accepted is carried, and stored nowhere.
boost::system::result<permission_update, decode_error> read_update(const json_value& value,
                                                                   const std::string& path) {
    const auto* element = value.if_object();
    if (element == nullptr)
        return envelope::wrong(envelope::expected(path, "object", envelope::kind_name(&value)));
    const auto* rule = element->if_contains(key_rule);
    if (rule == nullptr || !rule->is_object())
        return envelope::wrong(envelope::expected(path + ".rule", "object", envelope::kind_name(rule)));
    const auto* word = element->if_contains(key_value);
    if (word == nullptr || !word->is_string())
        return envelope::wrong(envelope::expected(path + ".value", "string", envelope::kind_name(word)));
    permission_update update;
    update.wire = value;
    const auto behavior = behavior_from_flat(*word);
    if (!behavior) return update;
    auto made = rule_from_flat(*rule, *behavior, rule_origin::peer, path + ".rule");
    if (!made) return update;
    update.what = permission_update::kind::add_rules;
    update.behavior = *behavior;
    update.rules.push_back(std::move(*made));
    return update;
}

boost::system::result<std::vector<permission_update>, decode_error> read_updates(const json_array& list,
                                                                                 std::string_view path) {
    std::vector<permission_update> updates;
    updates.reserve(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        auto update = read_update(list[i], std::string(path) + "[" + std::to_string(i) + "]");
        if (!update) return update.error();
        updates.push_back(std::move(*update));
    }
    return updates;
}

class flat final : public codec {
public:
    dialect which() const noexcept override { return dialect::flat; }

    // The flat dialect adds nothing to a request that the nested one does not have too.
    bool claims_call(json_members) const noexcept override { return false; }
    bool claims_suggestion(const json_object& suggestion) const noexcept override {
        return suggestion.contains(key_rule) && suggestion.contains(key_value);
    }
    std::optional<decode_error> read_call(json_members, std::string_view, tool_call&,
                                          text_store&) const override {
        return std::nullopt;
    }

    boost::system::result<std::vector<permission_update>, decode_error> suggestions(
        const json_array& value) const override {
        return read_updates(value, "request.permission_suggestions");
    }

    std::optional<permission_mode> mode(std::string_view name) const noexcept override {
        const auto mode = parse_word<permission_mode>(name);
        return mode && assent::to_string(*mode) == mode_name(*mode) ? mode : std::nullopt;
    }
    bool exact_mode(std::string_view name) const noexcept override { return mode(name).has_value(); }
    std::string_view mode_names() const noexcept override { return "ask, allow, deny"; }
    // This dialect knows three modes; the others are written as the one of them that comes closest.
    std::string_view mode_name(permission_mode mode) const noexcept override {
        switch (mode) {
            case permission_mode::allow: return assent::to_string(permission_mode::allow);
            case permission_mode::deny:
            case permission_mode::dont_ask: return assent::to_string(permission_mode::deny);
            case permission_mode::ask:
            case permission_mode::accept_edits:
            case permission_mode::plan: break;
        }
        return assent::to_string(permission_mode::ask);
    }

    void begin_allow(std::string& out, std::string_view id) const override {
        begin_result(out, id);
        out += '{';
        envelope::append_string_member(out, key_type, word_allow, true);
        envelope::append_key(out, key_input);
    }

    void end_allow(std::string& out, std::span<const permission_update> updates) const override {
        append_updates(out, key_update, updates);
        out += '}';
    }

    void append_deny(std::string& out, std::string_view id, std::string_view reason, bool) const override {
        begin_result(out, id);
        out += '{';
        envelope::append_string_member(out, key_type, word_deny, true);
        envelope::append_string_member(out, key_reason, reason);
        out += '}';
    }

    // This dialect has no hooks; what was meant to be denied is denied.
    void append_guard(std::string& out, std::string_view id, std::optional<outcome> decision,
                      std::string_view reason) const override {
        if (decision)
            append_deny(out, id, reason, false);
        else
            append_success(out, id, "{}");
    }
    void append_success(std::string& out, std::string_view id, std::string_view payload) const override {
        begin_result(out, id);
        out += payload;
    }

    // This dialect does not repeat questions.
    void append_initialized(std::string& out, std::string_view id, std::string_view payload,
                            std::string_view /*questions*/) const override {
        append_success(out, id, payload);
    }
    std::optional<std::string> stock_answer(std::string_view /*subtype*/,
                                            json_members /*request*/) const override {
        return std::nullopt;
    }

    void append_mode_set(std::string& out, std::string_view id, permission_mode mode) const override {
        begin_result(out, id);
        out += '{';
        envelope::append_string_member(out, envelope::mode, mode_name(mode), true);
        out += '}';
    }

    void append_error(std::string& out, std::string_view id, control_error code,
                      std::string_view text) const override {
        envelope::append_string_member(out, envelope::request_id, id);
        envelope::append_key(out, key_error);
        out += '{';
        envelope::append_string_member(out, key_code, assent::to_string(code), true);
        envelope::append_string_member(out, key_message, text);
        out += '}';
    }

    void append_call(std::string& out, const tool_call& call) const override {
        append_updates(out, envelope::suggestions, call.suggestions);
        if (!call.blocked_path.empty())
            envelope::append_string_member(out, envelope::blocked_path, call.blocked_path);
    }

    std::optional<response_message> response(json_members frame, text_store& texts) const override {
        const auto* id = frame.find(envelope::request_id);
        if (id == nullptr || id->kind != json_kind::string) return std::nullopt;
        const auto* result = frame.find(key_result);
        const auto* error = frame.find(key_error);
        if ((result == nullptr) == (error == nullptr)) return std::nullopt;
        response_message message{.request_id = envelope::text_of(*id, texts), .shape = dialect::flat};
        message.success = result != nullptr;
        if (message.success) {
            message.payload = result->value;
        } else if (json_scanner members; !members.scan(error->value, json_scanner::duplicates::outermost)) {
            if (const auto* code = members.find(key_code); envelope::is_string(code))
                message.error_code = envelope::text_of(*code, texts);
            if (const auto* text = members.find(key_message); envelope::is_string(text))
                message.error = envelope::text_of(*text, texts);
        }
        return message;
    }

    std::string_view answered_id(json_members frame, text_store& texts) const override {
        const auto* id = frame.find(envelope::request_id);
        return envelope::is_string(id) ? envelope::text_of(*id, texts) : std::string_view();
    }

    boost::system::result<decoded_answer, decode_error> answer(std::string_view payload) const override {
        json_scanner members;
        if (members.scan(payload, json_scanner::duplicates::outermost) || members.kind() != json_kind::object)
            return envelope::wrong(envelope::expected("result", "object", "something else"));
        text_store texts;
        const auto* type = members.find(key_type);
        const auto word =
            type != nullptr && type->kind == json_kind::string ? envelope::text_of(*type, texts) : "";
        if (word == word_deny) {
            const auto* reason = members.find(key_reason);
            if (reason != nullptr && reason->kind != json_kind::string)
                return envelope::wrong(
                    envelope::expected("result.reason", "string", to_string(reason->kind)));
            return decoded_answer{
                deny_result{reason == nullptr ? "" : std::string(envelope::text_of(*reason, texts))}, {}, {}};
        }
        if (word != word_allow) return envelope::wrong("`result.type`: expected `allow` or `deny`");
        decoded_answer read{allow_result{}, {}, {}};
        if (const auto* input = members.find(key_input); input != nullptr) {
            if (input->kind != json_kind::object)
                return envelope::wrong(envelope::expected("result.input", "object", to_string(input->kind)));
            read.input = input->value;
        }
        if (const auto* list = members.find(key_update); list != nullptr && list->kind != json_kind::null) {
            if (list->kind != json_kind::array)
                return envelope::wrong(envelope::expected("result.update", "array", to_string(list->kind)));
            auto updates = read_updates(parse_scanned(list->value).get_array(), "result.update");
            if (!updates) return updates.error();
            std::get<allow_result>(read.result).updates = std::move(*updates);
        }
        return read;
    }

private:
    static void begin_result(std::string& out, std::string_view id) {
        envelope::append_string_member(out, envelope::request_id, id);
        envelope::append_key(out, key_result);
    }
};

}  // namespace

const codec& flat_codec() noexcept {
    static const flat instance;
    return instance;
}

// Rules in the shape of the flat dialect, which is also how configuration writes them.

using namespace flat_words;

std::optional<rule_behavior> behavior_from_flat(const json_value& value) noexcept {
    const auto* word = value.if_string();
    if (word == nullptr) return std::nullopt;
    for (const auto& each : behavior_words)
        if (each.word == view(*word)) return each.behavior;
    return std::nullopt;
}

void append_flat_rule(std::string& out, const permission_rule& rule) {
    out += '{';
    envelope::append_string_member(out, key_tool_pattern, rule.tool_pattern(), true);
    if (!rule.input_pattern().empty()) {
        envelope::append_key(out, key_input_pattern);
        append_json(out, rule.input_pattern());
    }
    out += '}';
}

namespace {

std::string at(const std::string& path, std::string_view key) {
    return path.empty() ? std::string(key) : path + "." + std::string(key);
}

// A key that is not known may be a known one misspelt: without it, the rule would cover more.
std::optional<invalid_rule> unknown_key(const json_object& rule, std::string_view path,
                                        std::span<const std::string_view> known) {
    for (const auto& member : rule) {
        if (std::find(known.begin(), known.end(), std::string_view(member.key())) != known.end()) continue;
        std::string expected;
        for (const auto key : known) expected.append(expected.empty() ? "" : ", ").append(key);
        return invalid_rule{"`" + at(std::string(path), member.key()) + "`: unknown key, expected " +
                            expected};
    }
    return std::nullopt;
}

// Whether every number in it reads the same when it is written again. Boost.JSON does not round all of them
// correctly: a rule with such a number would be another rule once it was stored.
bool comes_back(const json_value& value) {
    if (value.is_double()) {
        std::string text;
        append_json(text, value);
        return parse_scanned(text) == value;
    }
    if (const auto* array = value.if_array()) return std::all_of(array->begin(), array->end(), comes_back);
    if (const auto* object = value.if_object())
        return std::all_of(object->begin(), object->end(),
                           [](const auto& member) { return comes_back(member.value()); });
    return true;
}

boost::system::result<permission_rule, invalid_rule> make_rule(const json_object& rule,
                                                               rule_behavior behavior, rule_origin origin,
                                                               const std::string& path,
                                                               bool allow_overbroad = false) {
    const auto* tool = rule.if_contains(key_tool_pattern);
    if (tool == nullptr || !tool->is_string())
        return invalid_rule{
            envelope::expected(at(path, key_tool_pattern), "string", envelope::kind_name(tool))};
    const auto* input = rule.if_contains(key_input_pattern);
    if (input != nullptr && !input->is_object())
        return invalid_rule{
            envelope::expected(at(path, key_input_pattern), "object", envelope::kind_name(input))};
    if (input != nullptr && !comes_back(*input))
        return invalid_rule{
            "`" + at(path, key_input_pattern) +
            "`: expected numbers that read the same when they are written again, got one that "
            "has too many digits"};
    static const json_object any_input;
    return permission_rule::make(view(tool->get_string()), input == nullptr ? any_input : input->get_object(),
                                 behavior, origin, allow_overbroad);
}

}  // namespace

boost::system::result<permission_rule, invalid_rule> rule_from_flat(const json_value& value,
                                                                    rule_behavior behavior,
                                                                    rule_origin origin, std::string_view path,
                                                                    bool allow_overbroad) {
    static constexpr std::array known{key_tool_pattern, key_input_pattern};
    const auto* rule = value.if_object();
    if (rule == nullptr) return invalid_rule{envelope::expected(path, "object", envelope::kind_name(&value))};
    if (auto unknown = unknown_key(*rule, path, known)) return std::move(*unknown);
    return make_rule(*rule, behavior, origin, std::string(path), allow_overbroad);
}

boost::system::result<permission_rule, invalid_rule> valued_rule_from_flat(const json_value& value,
                                                                           rule_origin origin,
                                                                           std::string_view path) {
    static constexpr std::array known{key_tool_pattern, key_input_pattern, key_value};
    const auto* rule = value.if_object();
    if (rule == nullptr) return invalid_rule{envelope::expected(path, "object", envelope::kind_name(&value))};
    if (auto unknown = unknown_key(*rule, path, known)) return std::move(*unknown);
    const auto* word = rule->if_contains(key_value);
    const auto behavior = word == nullptr ? std::nullopt : behavior_from_flat(*word);
    if (!behavior)
        return invalid_rule{"`" + std::string(path) +
                            ".value`: expected always_allow, always_deny or always_ask"};
    return make_rule(*rule, *behavior, origin, std::string(path));
}

}  // namespace assent
