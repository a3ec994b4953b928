#include "mirror.hpp"

#include "json_settings.hpp"

#include <assent/adapters/control/wire/nested_rule.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace assent::cli {
namespace {

// `name:value`, which the agent may take for a member of the input, and not for text. `:*` at the end is its
// own way of saying any words; the same holds for `domain:` of WebFetch.
bool may_name_a_member(const nested_rule& rule) {
    if (!rule.content || (rule.tool_name == "WebFetch" && rule.content->starts_with("domain:"))) return false;
    const std::string_view content = *rule.content;
    const auto name = content.substr(0, content.find(':'));
    const bool is_name = !name.empty() && std::ranges::all_of(name, [](char byte) {
        return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
               byte == '_';
    });
    return is_name && name.size() < content.size() && content.substr(name.size()) != ":*";
}

}  // namespace

mirror mirror_of(const rule_set& rules, bool asks_itself) {
    mirror made;
    std::size_t built_in = 0;
    for (const auto behavior : {rule_behavior::deny, rule_behavior::ask})
        for (const auto& rule : rules.all(behavior)) {
            if (rule->origin() == rule_origin::built_in) {
                ++built_in;
                continue;
            }
            const auto leave_out = [&](std::string_view why) {
                made.left_out.push_back(
                    fmt::format("{} {}: {}", to_string(behavior), rule->full_text(), why));
            };
            const auto said = to_nested(*rule);
            if (rule->condition() != nullptr || !said || may_name_a_member(*said))
                leave_out("the agent's own words cannot say just that");
            else if (behavior == rule_behavior::ask && asks_itself)
                leave_out("the daemon asks, and the agent would ask again");
            else
                made.rules.push_back({std::string(to_string(behavior)), to_text(*said)});
        }
    if (built_in > 0)
        made.left_out.push_back(fmt::format(
            "the built-in rules about secrets, {}: the agent's own words cannot say just that", built_in));
    return made;
}

std::string with_mirrored(const hook_place& place, std::string text, const mirror& wanted,
                          std::vector<mirrored_rule>& into) {
    for (const auto& rule : wanted.rules) {
        if (json_settings::has_text(text, place.rules_key, rule.list, rule.text)) continue;
        auto changed = json_settings::with_text(std::move(text), place.rules_key, rule.list, rule.text);
        text = std::move(changed.text);
        into.push_back({rule.list, rule.text, std::move(changed.inserted.back())});
    }
    return text;
}

std::string without_mirrored(const hook_place& place, std::string text,
                             const std::vector<mirrored_rule>& rules) {
    for (auto rule = rules.rbegin(); rule != rules.rend(); ++rule)
        text = json_settings::without_text(std::move(text), place.rules_key, rule->list, rule->text,
                                           rule->inserted);
    return text;
}

const mirrored_rule* first_missing(const hook_place& place, std::string_view text,
                                   const std::vector<mirrored_rule>& rules) {
    const auto missing = std::ranges::find_if_not(rules, [&](const mirrored_rule& rule) {
        return json_settings::has_text(text, place.rules_key, rule.list, rule.text);
    });
    return missing == rules.end() ? nullptr : &*missing;
}

}  // namespace assent::cli
