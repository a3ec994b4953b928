#include <assent/adapters/control/rule_text.hpp>

#include <assent/adapters/control/codec.hpp>
#include <assent/adapters/control/json_scan.hpp>
#include <assent/adapters/control/json_text.hpp>

#include <algorithm>

namespace assent {
namespace {

constexpr std::string_view prefix_end = ":*";
constexpr std::string_view words_end = " *";
constexpr std::string_view domain_mark = "domain:";
constexpr std::string_view mcp_prefix = "mcp__";
constexpr std::string_view all_tools = "__*";  // behind a server's name

json_object one_field(std::string_view name, std::string_view pattern) {
    json_object fields;
    fields.emplace(name, json_string(pattern));
    return fields;
}

// `x:*` is how users of agents write `x *`.
std::string without_prefix_form(std::string_view pattern) {
    if (pattern.size() <= prefix_end.size() || !pattern.ends_with(prefix_end)) return std::string(pattern);
    return std::string(pattern.substr(0, pattern.size() - prefix_end.size())).append(words_end);
}

boost::system::result<permission_rule, invalid_rule> parse_json_rule(std::string_view text,
                                                                     rule_behavior behavior,
                                                                     rule_origin origin) {
    json_scanner scanner;
    if (const auto& fault = scanner.scan(text, json_scanner::duplicates::everywhere))
        return invalid_rule{"not a JSON object: " + std::string(to_string(fault.flaw)) + " at byte " +
                            std::to_string(fault.offset)};
    return rule_from_flat(parse_scanned(text), behavior, origin, "rule");
}

// The plain text of a content that has no wildcard; nothing when it has one.
std::optional<std::string> literal_content(std::string_view content) {
    std::string text;
    for (std::size_t at = 0; at < content.size(); ++at) {
        if (content[at] == '*') return std::nullopt;
        if (content[at] == '\\' && at + 1 < content.size() &&
            (content[at + 1] == '*' || content[at + 1] == '\\'))
            ++at;
        text += content[at];
    }
    return text;
}

// In the nested dialect a star is the only wildcard.
std::string escape_stars(std::string_view text) {
    std::string escaped;
    for (const char byte : text) {
        if (byte == '*' || byte == '\\') escaped += '\\';
        escaped += byte;
    }
    return escaped;
}

std::optional<permission_rule> accepted(boost::system::result<permission_rule, invalid_rule> made) {
    if (!made) return std::nullopt;
    return std::move(*made);
}

std::optional<permission_rule> bare(std::string_view tool, rule_behavior behavior, rule_origin origin) {
    // `mcp__server` means every tool of that server.
    const bool server =
        tool.starts_with(mcp_prefix) && tool.find("__", mcp_prefix.size()) == std::string_view::npos;
    std::string pattern(tool);
    if (server) pattern += all_tools;
    return accepted(permission_rule::make(pattern, {}, behavior, origin));
}

}  // namespace

std::string literal_pattern(std::string_view text) {
    std::string pattern;
    for (const char byte : text) {
        if (byte == '*' || byte == '?' || byte == '\\') pattern += '\\';
        pattern += byte;
    }
    return pattern;
}

boost::system::result<permission_rule, invalid_rule> parse_rule(std::string_view text, rule_behavior behavior,
                                                                rule_origin origin) {
    if (text.starts_with('{')) return parse_json_rule(text, behavior, origin);
    const auto open = text.find('(');
    if (open == std::string_view::npos) return permission_rule::make(text, {}, behavior, origin);
    if (!text.ends_with(')')) return invalid_rule{"expected `)` at the end"};
    const auto tool = text.substr(0, open);
    std::string_view pattern = text.substr(open + 1, text.size() - open - 2);
    const auto field = main_field(tool);
    if (field.empty())
        return invalid_rule{
            "`" + std::string(tool) +
            "` has no main field; write the tool alone, or the rule as JSON with the field's name"};
    std::string content(pattern);
    switch (kind_of_field(field)) {
        case field_kind::command: content = without_prefix_form(pattern); break;
        case field_kind::url:
            if (pattern.starts_with(domain_mark)) content = pattern.substr(domain_mark.size());
            break;
        case field_kind::path:
        case field_kind::text: break;
    }
    return permission_rule::make(tool, one_field(field, content), behavior, origin);
}

std::optional<permission_rule> from_nested(const nested_rule& rule, rule_behavior behavior,
                                           rule_origin origin) {
    const bool any_content = !rule.content || rule.content->empty() || *rule.content == "*";
    if (any_content) return bare(rule.tool_name, behavior, origin);
    if (rule.tool_name.find_first_of("*?\\") != std::string::npos) return std::nullopt;
    const auto field = main_field(rule.tool_name);
    // Paths and URLs have a syntax of their own in that dialect.
    const bool command = kind_of_field(field) == field_kind::command;
    if (field.empty() || (!command && kind_of_field(field) != field_kind::text)) return std::nullopt;
    std::string_view content = *rule.content;
    std::string_view tail;
    std::optional<std::string> text;
    if (command && content.size() > prefix_end.size() && content.ends_with(prefix_end)) {
        tail = words_end;
        text = content.substr(0, content.size() - prefix_end.size());  // literal, stars included
    } else if (content.find('*') == std::string_view::npos) {
        text = content;
    } else {
        if (command && content.size() > words_end.size() && content.ends_with(words_end)) {
            tail = words_end;
            content.remove_suffix(words_end.size());
        }
        text = literal_content(content);
    }
    if (!text) return std::nullopt;
    return accepted(permission_rule::make(
        rule.tool_name, one_field(field, literal_pattern(*text).append(tail)), behavior, origin));
}

std::optional<nested_rule> to_nested(const permission_rule& rule) {
    const std::string_view tool = rule.tool_pattern();
    if (rule.input_pattern().empty()) {
        // A tool name with a wildcard is understood there only as all tools of one server.
        const auto wildcard = tool.find_first_of("*?\\");
        const bool whole_server = tool.starts_with(mcp_prefix) && wildcard == tool.size() - 1 &&
                                  tool.ends_with(all_tools) &&
                                  tool.size() > mcp_prefix.size() + all_tools.size();
        if (wildcard != std::string_view::npos && !whole_server) return std::nullopt;
        return nested_rule{std::string(tool), std::nullopt};
    }
    const auto field = main_field(tool);
    const auto& [name, value] = *rule.input_pattern().begin();
    if (rule.input_pattern().size() != 1 || field.empty() || name != field || !value.is_string())
        return std::nullopt;
    const bool command = kind_of_field(field) == field_kind::command;
    if (!command && kind_of_field(field) != field_kind::text) return std::nullopt;
    std::string_view pattern(value.get_string().data(), value.get_string().size());
    std::string_view tail;
    if (command && pattern.size() > words_end.size() && pattern.ends_with(words_end)) {
        tail = words_end;
        pattern.remove_suffix(words_end.size());
    }
    const glob literal(pattern);
    if (!literal.literal() || dangling_escape(pattern)) return std::nullopt;
    std::string content = literal.literal_text();
    // Without a star the content is compared as it is; with one, backslashes escape.
    if (!tail.empty() || content.find('*') != std::string::npos) content = escape_stars(content).append(tail);
    return nested_rule{std::string(tool), std::move(content)};
}

}  // namespace assent
