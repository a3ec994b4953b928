#include "mirror.hpp"

#include "json_settings.hpp"

#include <assent/adapters/control/wire/nested_rule.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace assent::cli {

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
                made.left_out.push_back(fmt::format("{} {}: {}", to_string(behavior), rule->text(), why));
            };
            const auto said = to_nested(*rule);
            if (!said)
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
        into.push_back({rule.list, rule.text, std::move(changed.inserted.front())});
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
