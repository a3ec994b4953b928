#include "field_mismatch.hpp"

#include <assent/domain/rules/call_reading.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace assent {
namespace {

// Longest value that a mismatch shows, in bytes.
constexpr std::size_t max_shown_bytes = 60;

std::string quoted(std::string_view text) {
    if (text.size() <= max_shown_bytes) return fmt::format("`{}`", text);
    std::size_t end = max_shown_bytes;
    // Between two characters.
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
    return fmt::format("`{}…`", text.substr(0, end));
}

// A value in a few words: what can be long, or would have to be written as JSON, by its kind.
std::string short_value(const json_value& value) {
    switch (value.kind()) {
        case boost::json::kind::null: return "null";
        case boost::json::kind::bool_: return value.get_bool() ? "true" : "false";
        case boost::json::kind::int64: return fmt::format("{}", value.get_int64());
        case boost::json::kind::uint64: return fmt::format("{}", value.get_uint64());
        case boost::json::kind::double_: return fmt::format("{}", value.get_double());
        case boost::json::kind::string: return quoted({value.get_string().data(), value.get_string().size()});
        case boost::json::kind::array: return "a list";
        case boost::json::kind::object: return "an object";
    }
    return "a value";
}

std::string value_mismatch(const json_value& expected, const field_reading& found) {
    const auto& value = found.value();
    const std::string wanted = short_value(expected);
    const std::string got = value ? short_value(*value) : "a value that cannot be read";
    // Lists and objects look the same here when they are not.
    if (wanted == got) return fmt::format("it is another {}", wanted.substr(wanted.find(' ') + 1));
    return fmt::format("it is {}, not {}", got, wanted);
}

std::string pattern_mismatch(const permission_rule::value_pattern& expected, rule_behavior behavior,
                             const field_reading& found, const rule_switches& switches) {
    if (const auto* value = std::get_if<json_value>(&expected)) return value_mismatch(*value, found);
    if (found.what() != field_view::kind::string)
        return fmt::format("it is {}, no text",
                           found.value() ? short_value(*found.value()) : "something else");
    if (const auto* path = std::get_if<path_pattern>(&expected)) return path->why_not(found.path(), switches);
    if (const auto* url = std::get_if<url_pattern>(&expected)) return url->why_not(found.url());
    if (const auto* command = std::get_if<command_pattern>(&expected)) {
        if (behavior != rule_behavior::allow) return "nothing that it runs is covered";
        return command->why_not(found.command());
    }
    return {};
}

}  // namespace

std::string mismatch(const permission_rule& rule, const call_reading& call) {
    const auto name = rule.uncovered_field(call);
    const auto fields = rule.fields();
    const auto field =
        std::find_if(fields.begin(), fields.end(), [&](const auto& each) { return each.name == name; });
    if (field == fields.end()) return "the tool pattern does not cover it";
    const field_reading& found = call.field(field->name);
    if (found.what() == field_view::kind::absent) return fmt::format("there is no `{}`", field->name);
    const auto why = pattern_mismatch(field->expected, rule.behavior(), found, call.switches());
    return why.empty() ? fmt::format("`{}` is not covered", field->name)
                       : fmt::format("`{}`: {}", field->name, why);
}

std::string part_covered(const permission_rule& rule, const call_reading& call) {
    const auto name = rule.command_field();
    if (rule.behavior() != rule_behavior::allow || name.empty() || !rule.covers_but_commands(call)) return {};
    if (call.field(name).what() != field_view::kind::string) return {};
    const shell_command& text = call.field(name).command();
    std::string which;
    for (std::size_t at = 0; at < text.size(); ++at)
        if (rule.covers_command(text, at)) which += fmt::format("{}{}", which.empty() ? "" : ", ", at + 1);
    if (which.empty()) return which;
    return fmt::format("covers command{} {} of {}", which.find(',') == which.npos ? "" : "s", which,
                       text.size());
}

}  // namespace assent
