#include "reference_matcher.hpp"

#include "reference_parts.hpp"

#include <assent/domain/json.hpp>
#include <assent/domain/rules/shell_command.hpp>

#include <algorithm>

namespace assent::differential {
namespace reference {
namespace {

std::size_t one_character(text from) {
    std::size_t size = 1;
    while (size < from.size() && (static_cast<unsigned char>(from[size]) & 0xC0U) == 0x80U) ++size;
    return size;
}

}  // namespace

std::string lower(text from) {
    std::string made(from);
    std::transform(made.begin(), made.end(), made.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return made;
}

// `*`, `?`, `\x`; with `sets` also `[ab]` and `[!ab]`.
bool fits(text pattern, text value, bool sets) {
    if (pattern.empty()) return value.empty();
    if (pattern[0] == '*') {
        if (fits(pattern.substr(1), value, sets)) return true;
        return !value.empty() && fits(pattern, value.substr(one_character(value)), sets);
    }
    if (value.empty()) return false;
    if (pattern[0] == '?') return fits(pattern.substr(1), value.substr(one_character(value)), sets);
    if (sets && pattern[0] == '[') {
        const bool negated = pattern[1] == '!';
        const auto end = pattern.find(']');
        const auto members = pattern.substr(negated ? 2 : 1, end - (negated ? 2 : 1));
        return value[0] != '/' && (members.find(value[0]) == text::npos) == negated &&
               fits(pattern.substr(end + 1), value.substr(one_character(value)), sets);
    }
    if (pattern[0] == '\\') pattern.remove_prefix(1);
    return pattern[0] == value[0] && fits(pattern.substr(1), value.substr(1), sets);
}

bool wild(text pattern) {
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] == '*' || pattern[at] == '?') return true;
        if (pattern[at] == '\\') ++at;
    }
    return false;
}

list split(text from, text at, bool escapes) {
    list parts(1);
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (at.find(from[i]) != text::npos) {
            parts.emplace_back();
            continue;
        }
        parts.back() += from[i];
        if (escapes && from[i] == '\\' && i + 1 < from.size()) parts.back() += from[++i];
    }
    std::erase(parts, "");
    return parts;
}

// A list of patterns and one of items. `many(n)`: the n-th pattern stands for that many items at least; -1:
// for one.
bool fit_lists(std::size_t size, const std::function<int(std::size_t)>& many,
               std::span<const std::string> items, const fit& one, const fit& any, std::size_t at) {
    if (at == size) return items.empty();
    if (const int least = many(at); least >= 0) {
        for (std::size_t taken = 0; taken <= items.size(); ++taken) {
            if (taken > 0 && !any(at, items[taken - 1])) return false;
            if (static_cast<int>(taken) >= least &&
                fit_lists(size, many, items.subspan(taken), one, any, at + 1))
                return true;
        }
        return false;
    }
    return !items.empty() && one(at, items[0]) && fit_lists(size, many, items.subspan(1), one, any, at + 1);
}
bool has_parent(text path) {
    const auto parts = split(path, "/");
    return std::find(parts.begin(), parts.end(), "..") != parts.end();
}

}  // namespace reference

namespace {

using namespace reference;

// All parts have to match; one in doubt puts the whole in doubt.
answers both(answers one, answers other) {
    answers sum = 0;
    for (answers a = 1; a <= 4; a *= 2)
        for (answers b = 1; b <= 4; b *= 2)
            if ((one & a) != 0 && (other & b) != 0) sum |= std::min(a, b);
    return sum;
}
answers tool_answers(text pattern, text name, bool deny) {
    if (deny) return fits(pattern, name) ? sure_yes : fits(lower(pattern), lower(name)) ? doubtful : sure_no;
    if (!fits(pattern, name)) return sure_no;
    if (!wild(pattern) || !name.starts_with("mcp__")) return sure_yes;
    const auto server = pattern.find("__", 5);
    if (!pattern.starts_with("mcp__") || server == text::npos || wild(pattern.substr(0, server)))
        return sure_no;
    const auto tool = name.substr(server + 2);
    return exactly(name.starts_with(pattern.substr(0, server + 2)) && !tool.empty() && tool[0] != '_' &&
                   tool.find("__") == text::npos);
}

answers field_answers(text name, const json_value& pattern, const permission_rule& rule,
                      const tool_call& call, const rule_switches& switches) {
    const bool deny = rule.behavior() != rule_behavior::allow;
    const auto value = call.input.value_of(name);
    if (!value) return sure_no;
    if (!pattern.is_string()) {
        const auto equality = compare(*value, pattern);
        if (equality == json_equality::unprovable) return deny ? doubtful : sure_no;
        return exactly(equality == json_equality::equal);
    }
    if (!value->is_string()) return deny ? doubtful : sure_no;
    const text expected(pattern.get_string().data(), pattern.get_string().size());
    const text found(value->get_string().data(), value->get_string().size());
    if (expected == "*") return sure_yes;
    if (name == "command") return command_answers(expected, found, switches, deny);
    if (name == "file_path") return path_answers(expected, found, call, switches, deny);
    if (name == "url") return url_answers(expected, found, deny);
    return exactly(fits(expected, found));
}

answers all_answers(const permission_rule& rule, const tool_call& call, const rule_switches& switches,
                    text skipped) {
    answers sum = tool_answers(rule.tool_pattern(), call.tool_name, rule.behavior() != rule_behavior::allow);
    for (const auto& member : rule.input_pattern()) {
        const text name(member.key().data(), member.key().size());
        if (name != skipped) sum = both(sum, field_answers(name, member.value(), rule, call, switches));
    }
    return sum;
}

}  // namespace

bool reference_accepts(const permission_rule& rule, const tool_call& call, const rule_switches& switches,
                       rule_match match) {
    const answers accepted = all_answers(rule, call, switches, {});
    return (accepted & (match == rule_match::no      ? sure_no
                        : match == rule_match::doubt ? doubtful
                                                     : sure_yes)) != 0;
}

bool reference_allows(const std::vector<const permission_rule*>& rules, const tool_call& call,
                      const rule_switches& switches) {
    const auto alone = [&](const auto* rule) { return all_answers(*rule, call, switches, {}) == sure_yes; };
    if (std::any_of(rules.begin(), rules.end(), alone)) return true;
    const auto value = call.input.value_of("command");
    if (!value || !value->is_string()) return false;
    const text raw(value->get_string().data(), value->get_string().size());
    const shell_command shell(raw, switches);
    bool all = shell.size() > 0;
    for (std::size_t at = 0; at < shell.size(); ++at)
        all =
            all && std::any_of(rules.begin(), rules.end(), [&](const auto* rule) {
                const auto* pattern = rule->input_pattern().if_contains("command");
                return pattern != nullptr && pattern->is_string() &&
                       all_answers(*rule, call, switches, "command") == sure_yes &&
                       covers_simple({pattern->get_string().data(), pattern->get_string().size()}, shell, at);
            });
    return all;
}

}  // namespace assent::differential
