#include "lint_of_rule.hpp"

#include "pattern_text.hpp"

#include <string_view>

// Patterns in which characters stand for themselves that mean something in a shell.
namespace assent {
namespace {

using field_pattern = permission_rule::field_pattern;

constexpr std::string_view all_quotes = "'\"";

// The text as the pattern has it, where that covers nothing but this very text.
bool exact_text(const permission_rule& rule, const field_pattern& field) {
    if (const auto* text = std::get_if<glob>(&field.expected)) return text->literal();
    const auto* command = std::get_if<command_pattern>(&field.expected);
    return command != nullptr && command->whole().literal() && rule.behavior() == rule_behavior::allow;
}

// `{a,b}` or `[ab]`: something between them, and no blank.
bool holds_group(std::string_view pattern, std::string_view open, std::string_view close) {
    const auto from = find_unescaped(pattern, open);
    if (from == std::string_view::npos) return false;
    const auto to = find_unescaped(pattern, close, from + 1);
    if (to == std::string_view::npos || to == from + 1) return false;
    return pattern.substr(from, to - from).find_first_of(" \t") == std::string_view::npos;
}

// Quotes gone; what they held together is held together by `\`.
std::string without_quotes(std::string_view pattern) {
    std::string text;
    char open = '\0';
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const char byte = pattern[at];
        if (byte == '\\' && at + 1 < pattern.size()) {
            text.append(pattern.substr(at++, 2));
        } else if (open == '\0' && all_quotes.find(byte) != std::string_view::npos) {
            open = byte;
        } else if (byte == open) {
            open = '\0';
        } else {
            if (open != '\0' && (byte == ' ' || byte == '\t')) text += '\\';
            text += byte;
        }
    }
    return text;
}

void remark_on_field(const permission_rule& rule, const field_pattern& field, std::string_view pattern,
                     lint_remarks& into) {
    const auto say = [&](lint_kind what, std::string why, const std::string& better) {
        into.push_back(
            {what, "`" + field.name + "`: " + why, with_field(rule, field.name, json_value(better))});
    };
    const bool path = std::holds_alternative<path_pattern>(field.expected);
    const bool braces = holds_group(pattern, "{", "}");
    const bool brackets = !path && holds_group(pattern, "[", "]");
    if ((braces || brackets) && !exact_text(rule, field))
        say(lint_kind::braces_or_brackets,
            std::string(braces ? "braces" : "brackets") +
                " are characters like others here; write one rule for each alternative, or `\\` before them",
            with_escaped(pattern, path ? "{}" : "{}[]"));
    const bool quoted = std::holds_alternative<command_pattern>(field.expected) &&
                        find_unescaped(pattern, all_quotes) != std::string_view::npos;
    if (quoted && !exact_text(rule, field))
        say(lint_kind::quotes,
            "words are compared without their quotes, so a quote in a pattern matches none",
            without_quotes(pattern));
    const auto inner = without_outer_blanks(pattern);
    if (inner.size() != pattern.size())
        say(lint_kind::outer_blank, "a blank stands at the beginning or the end", std::string(inner));
}

}  // namespace

void remark_on_characters(const permission_rule& rule, lint_remarks& into) {
    for (const auto& field : rule.fields()) {
        const json_value& written = rule.input_pattern().at(field.name);
        if (!written.is_string()) continue;
        const auto& pattern = written.get_string();
        remark_on_field(rule, field, {pattern.data(), pattern.size()}, into);
    }
}

}  // namespace assent
