#include "envelope.hpp"
#include "nested_codec_words.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/nested_rule.hpp>
#include <assent/domain/text/display_text.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace assent::nested_updates {
namespace {

using namespace nested_words;

std::optional<std::string_view> text_in(const json_object& object, std::string_view key) noexcept {
    const auto* value = object.if_contains(key);
    if (value == nullptr || !value->is_string()) return std::nullopt;
    return std::string_view(value->get_string().data(), value->get_string().size());
}

boost::system::result<permission_rule, invalid_rule> read_rule(const json_value& element,
                                                               rule_behavior behavior) {
    const auto* object = element.if_object();
    const auto tool = object == nullptr ? std::nullopt : text_in(*object, key_tool_name);
    if (!tool) return invalid_rule{"expected an object with a string `toolName`"};
    nested_rule text{std::string(*tool)};
    if (const auto* content = object->if_contains(key_rule_content); content != nullptr) {
        if (!content->is_string()) return invalid_rule{"`ruleContent`: expected a string"};
        text.content = std::string(content->get_string().data(), content->get_string().size());
    }
    auto made = from_nested(text, behavior, rule_origin::peer);
    if (!made) return invalid_rule{"`" + display_text(to_text(text)) + "`: " + made.error().message};
    return as_agent_holds(std::move(*made), text);
}

// Reads the rules of an update that have a meaning here, and says why others have none. \return whether these
// are all
bool read_rules(const json_object& object, rule_behavior behavior, permission_update& into) {
    const auto* list = object.if_contains(key_rules);
    if (list == nullptr || !list->is_array()) return false;
    for (const auto& element : list->get_array()) {
        if (auto rule = read_rule(element, behavior))
            into.rules.push_back(std::move(*rule));
        else if (into.why_opaque.empty())
            into.why_opaque = rule.error().message;
    }
    return into.rules.size() == list->get_array().size();
}

// Understands an update as far as it has a meaning here; leaves it opaque otherwise.
void understand(permission_update& update, const json_object& object) {
    const auto kind = value_of(update_words, text_in(object, key_update_type).value_or(""));
    const auto destination = parse_word<update_destination>(text_in(object, key_destination).value_or(""));
    // Also where the update stays opaque: a rule that must not be accepted has to be seen.
    const auto behavior = value_of(behavior_words, text_in(object, key_behavior).value_or(""));
    const bool all_rules = behavior && read_rules(object, *behavior, update);
    update.sets_mode = kind == permission_update::kind::set_mode;
    if (!kind || !destination) return;
    update.destination = *destination;
    if (*kind == permission_update::kind::set_mode) {
        const auto name = text_in(object, key_mode).value_or("");
        if (std::find(exact_modes.begin(), exact_modes.end(), name) != exact_modes.end()) {
            update.mode = *value_of(mode_words, name);
            update.what = *kind;
        } else if (name != word_mode_auto) {
            update.agent_mode = value_of(mode_words, name);
        }
        return;
    }
    if (!all_rules) return;
    update.behavior = *behavior;
    update.what = *kind;
}

std::string rules_flaw(const json_object& update, const std::string& at) {
    if (!value_of(behavior_words, text_in(update, key_behavior).value_or("")))
        return "`" + at + ".behavior`: expected allow, deny or ask";
    const auto* rules = update.if_contains(key_rules);
    if (rules == nullptr || !rules->is_array())
        return envelope::expected(at + ".rules", "array", envelope::kind_name(rules));
    for (const auto& rule : rules->get_array()) {
        if (!rule.is_object() || !text_in(rule.get_object(), key_tool_name))
            return "`" + at + ".rules`: expected objects with a string `toolName`";
        const auto* content = rule.get_object().if_contains(key_rule_content);
        if (content != nullptr && !content->is_string())
            return envelope::expected(at + ".rules.ruleContent", "string", envelope::kind_name(content));
    }
    return {};
}

std::string directories_flaw(const json_object& update, const std::string& at) {
    const auto* list = update.if_contains(key_directories);
    const auto is_text = [](const json_value& each) { return each.is_string(); };
    if (list != nullptr && list->is_array() &&
        std::all_of(list->get_array().begin(), list->get_array().end(), is_text))
        return {};
    return "`" + at + ".directories`: expected an array of strings";
}

std::string flaw_of(const json_object& update, const std::string& at) {
    const auto type = text_in(update, key_update_type).value_or("");
    const auto kind = value_of(update_words, type);
    const bool directories = type == word_add_directories || type == word_remove_directories;
    if (!kind && !directories)
        return "`" + at +
               ".type`: expected addRules, replaceRules, removeRules, setMode, addDirectories or "
               "removeDirectories";
    if (!parse_word<update_destination>(text_in(update, key_destination).value_or("")))
        return "`" + at +
               ".destination`: expected session, localSettings, projectSettings, userSettings or cliArg";
    if (directories) return directories_flaw(update, at);
    if (kind != permission_update::kind::set_mode) return rules_flaw(update, at);
    if (value_of(mode_words, text_in(update, key_mode).value_or(""))) return {};
    return "`" + at + ".mode`: expected one of " + std::string(nested_codec().mode_names());
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
    envelope::append_string_member(text, key_destination, to_string(update.destination));
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
            envelope::append_string_member(text, key_destination, to_string(update.destination));
            return text + "}";
        case permission_update::kind::opaque: break;
    }
    return text;
}

}  // namespace

boost::system::result<std::vector<permission_update>, decode_error> read(const json_array& list,
                                                                         std::string_view path) {
    std::vector<permission_update> updates;
    updates.reserve(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string at = std::string(path) + "[" + std::to_string(i) + "]";
        const auto* object = list[i].if_object();
        if (object == nullptr)
            return envelope::wrong(envelope::expected(at, "object", envelope::kind_name(&list[i])));
        if (!text_in(*object, key_update_type))
            return envelope::wrong(envelope::expected(
                at + ".type", "string", envelope::kind_name(object->if_contains(key_update_type))));
        permission_update update;
        update.wire = list[i];
        understand(update, *object);
        updates.push_back(std::move(update));
    }
    return updates;
}

std::string flaw_of(const json_array& list, std::string_view path) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string at = std::string(path) + "[" + std::to_string(i) + "]";
        const auto* object = list[i].if_object();
        if (object == nullptr) return envelope::expected(at, "object", envelope::kind_name(&list[i]));
        if (std::string flaw = flaw_of(*object, at); !flaw.empty()) return flaw;
    }
    return {};
}

void append(std::string& out, std::string_view key, std::span<const permission_update> updates) {
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

}  // namespace assent::nested_updates
