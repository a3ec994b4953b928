#include "envelope.hpp"
#include "flat_codec_words.hpp"

#include <assent/adapters/control/codec.hpp>
#include <assent/adapters/control/json_text.hpp>

#include <algorithm>
#include <array>
#include <utility>

// Rules in the shape of the flat dialect, which is also how configuration writes them.
namespace assent {

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
