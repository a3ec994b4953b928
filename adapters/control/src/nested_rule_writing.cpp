#include <assent/adapters/control/nested_rule.hpp>

#include "rule_marks.hpp"

#include <assent/adapters/control/json_text.hpp>
#include <assent/domain/rules/glob.hpp>

#include <algorithm>
#include <optional>

// How a rule of ours is written for the nested dialect, and the text form of that dialect.
namespace assent {
namespace {

invalid_rule cannot_say(std::string_view why) {
    return {"the nested dialect cannot say it: " + std::string(why)};
}

// The text of the one field that it constrains, where that is the tool's main field.
std::optional<std::string_view> main_pattern(const permission_rule& rule) {
    const auto field = main_field(rule.tool_pattern());
    if (rule.input_pattern().size() != 1 || field.empty()) return std::nullopt;
    const auto& [name, value] = *rule.input_pattern().begin();
    if (name != field || !value.is_string()) return std::nullopt;
    return std::string_view(value.get_string().data(), value.get_string().size());
}

// A path there also covers what is below it, and files whose names begin with a dot; an Edit rule also covers
// other tools. That leaves single files, for reading.
std::optional<std::string> path_content(std::string_view tool, const glob& pattern) {
    if (tool != "Read" || !pattern.literal() || !pattern.begins_with('/')) return std::nullopt;
    return "/" + pattern.literal_text();
}

std::optional<std::string> content_of(std::string_view tool, std::string_view text) {
    const glob pattern(text);
    switch (kind_of_field(main_field(tool))) {
        case field_kind::command:
            // Contents of other tools are not known to mean the same there.
            if (tool != "Bash") return std::nullopt;
            if (pattern.literal()) return pattern.literal_text();
            // A star that is not at the end reaches further there.
            return text.find('*') + 1 == text.size() ? std::optional<std::string>(text) : std::nullopt;
        case field_kind::path: return path_content(tool, pattern);
        case field_kind::url:
            if (text == "*" || text.find("://") != std::string_view::npos) return std::nullopt;
            return std::string(domain_mark).append(text);
        case field_kind::text: break;
    }
    return pattern.literal() ? std::optional(pattern.literal_text()) : std::nullopt;
}

bool escaped_for_text(char byte) noexcept { return byte == '(' || byte == ')' || byte == '\\'; }

}  // namespace

boost::system::result<nested_rule, invalid_rule> to_nested(const permission_rule& rule) {
    nested_rule made{std::string(rule.tool_pattern())};
    if (rule.unconstrained()) return cannot_say("it covers every tool");
    if (!rule.input_pattern().empty()) {
        const auto pattern = main_pattern(rule);
        if (!pattern) return cannot_say("it has room for one text about the tool's main field");
        made.content = content_of(made.tool_name, *pattern);
        if (!made.content || made.content->empty())
            return cannot_say("the nearest form covers something else there");
    }
    const auto back = from_nested(made, rule.behavior(), rule.origin());
    if (!back) return cannot_say(back.error().message);
    if (!back->same_as(rule)) return cannot_say("the nearest form covers something else there");
    return made;
}

boost::system::result<nested_rule, invalid_rule> parse_nested(std::string_view text) {
    if (!valid_utf8(text)) return invalid_rule{"expected UTF-8"};
    const auto open = text.find('(');
    if (open == std::string_view::npos) {
        if (text.empty() || text.find(')') != std::string_view::npos)
            return invalid_rule{"expected `Tool` or `Tool(content)`"};
        return nested_rule{std::string(text)};
    }
    if (open == 0 || !text.ends_with(')') ||
        text.substr(0, open).find_first_of(")\\") != std::string_view::npos)
        return invalid_rule{"expected `Tool` or `Tool(content)`"};
    std::string content;
    const auto inside = text.substr(open + 1, text.size() - open - 2);
    for (std::size_t at = 0; at < inside.size(); ++at) {
        const bool escape = inside[at] == '\\' && at + 1 < inside.size() && escaped_for_text(inside[at + 1]);
        // The `)` at the end belongs to the content.
        if (inside[at] == '\\' && at + 1 == inside.size())
            return invalid_rule{"expected a `)` at the end that is not escaped"};
        if (escape) ++at;
        content += inside[at];
    }
    nested_rule made{std::string(text.substr(0, open))};
    if (!content.empty() && content != "*") made.content = std::move(content);
    return made;
}

std::string to_text(const nested_rule& rule) {
    if (!rule.content) return rule.tool_name;
    std::string text = rule.tool_name + "(";
    for (const char byte : *rule.content) {
        if (escaped_for_text(byte)) text += '\\';
        text += byte;
    }
    return text + ")";
}

}  // namespace assent
