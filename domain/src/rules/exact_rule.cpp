#include <assent/domain/rules/exact_rule.hpp>

#include <assent/domain/display_text.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/path_pattern.hpp>
#include <assent/domain/tool_call.hpp>

#include <algorithm>

namespace assent {
namespace {

// The pattern for a value; a string is escaped, anything else stands for itself.
json_value pattern_of(const field_reading& field, field_kind kind) {
    if (field.what() != field_view::kind::string) return field.value().value_or(nullptr);
    if (kind != field_kind::path) return json_string(escape_pattern(field.text(), kind));
    std::string_view path = field.path().clean().empty() ? field.text() : field.path().clean();
    // In a pattern a `/` at the end means all below.
    if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    return json_string(escape_pattern(path, kind));
}

}  // namespace

std::string escape_pattern(std::string_view text, field_kind kind) {
    std::string pattern;
    pattern.reserve(text.size() + 1);
    if (kind == field_kind::path && !text.empty() &&
        path_signs_expanded_elsewhere.find(text.front()) != std::string_view::npos)
        pattern += '\\';
    for (const char byte : text) {
        const bool special =
            byte == '*' || byte == '?' || byte == '\\' || (byte == '[' && kind == field_kind::path);
        if (special) pattern += '\\';
        pattern += byte;
    }
    return pattern;
}

boost::system::result<permission_rule, invalid_rule> rule_for_call(const tool_call& call,
                                                                   std::string_view field,
                                                                   rule_behavior behavior, rule_origin origin,
                                                                   field_kinds kinds) {
    const std::string tool = "`" + display_text(call.tool_name) + "`";
    if (!valid_tool_name(call.tool_name)) return invalid_rule{tool + " is no tool's name"};
    const std::string_view name = field.empty() ? main_field(call.tool_name) : field;
    if (name.empty()) return invalid_rule{tool + " has no main field; name the field that the rule is about"};
    const call_reading reading(call);
    const field_reading& found = reading.field(name);
    const std::string where = "`" + display_text(name) + "`";
    if (found.what() == field_view::kind::absent)
        return invalid_rule{"the input of " + tool + " has no " + where};
    json_object fields;
    const auto listed =
        std::find_if(kinds.begin(), kinds.end(), [&](const auto& each) { return each.first == name; });
    fields.emplace(name, pattern_of(found, listed == kinds.end() ? kind_of_field(name) : listed->second));
    auto made = permission_rule::make(call.tool_name, fields, behavior, origin);
    if (made && !kinds.empty()) made = made->with_kinds(kinds);
    if (!made) return made;
    // A URL or path that can be read in several ways, or a value that compares equal to nothing.
    if (made->match(reading) != rule_match::yes)
        return invalid_rule{"no " + std::string(to_string(behavior)) + " rule can be shown to cover this " +
                            where};
    return made;
}

}  // namespace assent
