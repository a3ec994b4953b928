#include "wide_rules.hpp"

#include <algorithm>
#include <utility>

namespace assent {
namespace {

// So much of a beginning is looked at: each length that occurs costs a look-up.
constexpr std::size_t max_front_bytes = 128;

std::string front_of(const command_pattern& command) {
    std::string front;
    for (const auto& element : command.words()) {
        if (element.many) break;
        if (!front.empty()) front += ' ';
        front += element.one.literal_front();
        if (!element.one.literal()) break;
    }
    return front;
}

// What each text begins with that the pattern covers, the same for a pattern and for one beside it that
// covers less, as far as that one is longer.
std::string front_of(const permission_rule::field_pattern& field) {
    if (const auto* text = std::get_if<glob>(&field.expected)) return std::string(text->literal_front());
    if (const auto* command = std::get_if<command_pattern>(&field.expected)) return front_of(*command);
    if (const auto* url = std::get_if<url_pattern>(&field.expected)) {
        // A domain is no beginning of a URL.
        const auto front = url->whole().literal_front();
        return front.find("://") == std::string_view::npos ? std::string() : std::string(front);
    }
    if (const auto* path = std::get_if<path_pattern>(&field.expected)) {
        std::string front(path->whole().literal_front());
        while (front.ends_with('/')) front.pop_back();
        return front;
    }
    return std::to_string(std::hash<json_value>()(std::get<json_value>(field.expected)));
}

}  // namespace

void wide_rules::fronts::add(std::string front, std::size_t index) {
    front.resize(std::min(front.size(), max_front_bytes));
    lengths_.insert(front.size());
    rules_[std::move(front)].push_back(index);
}

// The longest first: what is nearest is the best explanation.
bool wide_rules::fronts::each_of(std::string_view text, const std::function<bool(std::size_t)>& visit) const {
    for (auto length = lengths_.rbegin(); length != lengths_.rend(); ++length) {
        if (*length > text.size()) continue;
        const auto found = rules_.find(std::string(text.substr(0, *length)));
        if (found != rules_.end() && !std::all_of(found->second.begin(), found->second.end(), visit))
            return false;
    }
    return true;
}

void wide_rules::add(const permission_rule& rule, std::size_t index) {
    if (!rule.tool().literal()) wildcard_tools_.add(std::string(rule.tool().literal_front()), index);
    tool_rules& of_tool = tools_[std::string(rule.tool_pattern())];
    if (rule.fields().empty()) {
        of_tool.any_input.push_back(index);
        return;
    }
    // One field is enough to find it by: the longest beginning leads to the fewest rules.
    const permission_rule::field_pattern* best = nullptr;
    std::string longest;
    for (const auto& field : rule.fields()) {
        auto front = front_of(field);
        if (best != nullptr && front.size() <= longest.size()) continue;
        best = &field;
        longest = std::move(front);
    }
    of_tool.by_field[best->name].add(std::move(longest), index);
}

void wide_rules::each_wider(const permission_rule& narrow,
                            const std::function<bool(std::size_t)>& visit) const {
    if (const auto found = tools_.find(std::string(narrow.tool_pattern())); found != tools_.end()) {
        const tool_rules& of_tool = found->second;
        if (!std::all_of(of_tool.any_input.begin(), of_tool.any_input.end(), visit)) return;
        for (const auto& field : narrow.fields()) {
            const auto rules = of_tool.by_field.find(field.name);
            if (rules != of_tool.by_field.end() && !rules->second.each_of(front_of(field), visit)) return;
        }
    }
    static_cast<void>(wildcard_tools_.each_of(narrow.tool().literal_front(), visit));
}

}  // namespace assent
