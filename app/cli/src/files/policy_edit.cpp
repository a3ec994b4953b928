#include "policy_edit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace assent::cli {
namespace {

constexpr std::string_view white = " \t\r\n";
constexpr std::string_view blanks = " \t\r";

// Where the line begins that a place is in.
std::size_t line_begin(std::string_view text, std::size_t place) {
    return place == 0 ? 0 : text.rfind('\n', place - 1) + 1;
}

bool blank(std::string_view text) { return text.find_first_not_of(blanks) == text.npos; }

// Takes away from `from` to `to`; the whole line, where nothing else but a comment is left of it.
void take_away(std::string& text, std::size_t from, std::size_t to) {
    const auto begin = line_begin(text, from);
    auto end = std::min(text.find('\n', to), text.size());
    const auto rest = std::string_view(text).substr(to, end - to);
    const auto first = std::min(rest.find_first_not_of(blanks), rest.size());
    const bool alone = blank(std::string_view(text).substr(begin, from - begin)) &&
                       (first == rest.size() || rest.substr(first).starts_with("//"));
    if (alone) {
        from = begin;
        to = std::min(end + 1, text.size());
    } else if (!blank(std::string_view(text).substr(begin, from - begin)) && text[from - 1] != ' ') {
        to += first;  // the blanks behind it: `[a, b]` is `[b]`
    }
    text.erase(from, to - from);
}

void remove(std::string& text, policy_bytes rule) {
    const std::string bare = without_json_comments(text);
    const auto end = rule.from + rule.size;
    auto behind = bare.find_first_not_of(white, end);
    // A comma behind the last element is blanked.
    if (bare[behind] != ',') behind = text.find_first_not_of(white, end);
    if (behind != text.npos && text[behind] == ',') return take_away(text, rule.from, behind + 1);
    const auto before = rule.from == 0 ? bare.npos : bare.find_last_not_of(white, rule.from - 1);
    take_away(text, rule.from, end);
    if (before == bare.npos || bare[before] != ',') return;
    text.erase(before, 1);
    if (text[before] == ' ' && before + 1 < text.size() && text[before + 1] == ']') text.erase(before, 1);
}

void put_before(std::string& text, std::size_t place, const std::string& value) {
    const auto begin = line_begin(text, place);
    const auto indent = text.substr(begin, place - begin);
    text.insert(place, value + (blank(indent) ? ",\n" + indent : ", "));
}

// In front of what stands in the list or object that begins here.
void put_first(std::string& text, std::size_t bracket, const std::string& values) {
    const auto place = text.find_first_not_of(white, bracket + 1);
    const bool is_empty = text[place] == ']' || text[place] == '}';
    is_empty ? static_cast<void>(text.insert(bracket + 1, values)) : put_before(text, place, values);
}

}  // namespace

std::string edited(std::string text, std::vector<rule_edit> edits) {
    // The last one first: what stands before it stays where it is.
    std::ranges::sort(edits, std::greater<>(), [](const rule_edit& each) { return each.rule.from; });
    for (const auto& each : edits) {
        if (each.instead.empty() && each.before.empty())
            remove(text, each.rule);
        else if (each.instead.empty())
            put_before(text, each.rule.from, each.before);
        else
            text.replace(each.rule.from, each.rule.size, each.instead);
    }
    return text;
}

std::string with_values(std::string text, const policy_draft& draft, std::string_view path,
                        const std::string& values, bool list) {
    const auto whole = fmt::format("{}{}{}", list ? '[' : '{', values, list ? ']' : '}');
    const auto dot = std::min(path.find('.'), path.size());
    const auto outer = path.substr(0, dot);
    const auto inner = path.substr(std::min(dot + 1, path.size()));
    if (const auto there = draft.members.find(path); there != draft.members.end())
        put_first(text, there->second.from, values);
    else if (const auto around = draft.members.find(outer); around != draft.members.end())
        put_first(text, around->second.from, fmt::format(R"("{}": {})", inner, whole));
    else
        put_first(text, without_json_comments(text).find('{'),
                  inner.empty() ? fmt::format(R"("{}": {})", outer, whole)
                                : fmt::format(R"("{}": {{"{}": {}}})", outer, inner, whole));
    return text;
}

}  // namespace assent::cli
