#include <assent/domain/lint/policy_change.hpp>

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace assent {
namespace {

using texts = std::vector<std::string>;

// The rules of one set that another does not have. One that is built in is another than the same of a person.
std::vector<rule_pointer> only_in(const rule_set& rules, const rule_set& other, rule_behavior behavior) {
    const auto name = [](const rule_pointer& rule) {
        return std::pair(rule->key(), rule->origin() == rule_origin::built_in);
    };
    std::set<std::pair<std::string, bool>> known;
    for (const auto& rule : other.all(behavior)) known.insert(name(rule));
    auto found = rules.all(behavior);
    std::erase_if(found, [&](const rule_pointer& rule) { return known.contains(name(rule)); });
    std::ranges::stable_sort(found, {}, [](const rule_pointer& rule) { return rule->text().size(); });
    return found;
}

void say(texts& changes, std::string_view what, const std::vector<rule_pointer>& rules) {
    for (const auto& rule : rules)
        changes.push_back(fmt::format("{}: {}", what, display_text(rule->full_text())));
}

// Those of a list that are not in the other.
void say(texts& changes, std::string_view what, const texts& list, const texts& other) {
    for (const auto& each : list)
        if (std::ranges::find(other, each) == other.end())
            changes.push_back(fmt::format("{}: {}", what, display_text(each)));
}

}  // namespace

std::vector<std::string> loosened_by(const policy& before, const rule_set& rules_before, const policy& after,
                                     const rule_set& rules_after) {
    texts changes;
    if (!peer_may_change(peer_mode::stricter, before.mode, after.mode))
        changes.push_back(
            fmt::format("mode {} in the place of {}", to_string(after.mode), to_string(before.mode)));
    say(changes, "tool no longer blocked", before.blocked_tools, after.blocked_tools);
    say(changes, "command no longer blocked", before.blocked_commands, after.blocked_commands);
    say(changes, "category no longer disabled", before.disabled_categories, after.disabled_categories);
    say(changes, "tool trusted from now on", after.trusted_tools, before.trusted_tools);
    // What has been looked at is as before; examples decide nothing.
    policy rest = after;
    rest.mode = before.mode;
    rest.rules = before.rules;
    rest.blocked_tools = before.blocked_tools;
    rest.blocked_commands = before.blocked_commands;
    rest.disabled_categories = before.disabled_categories;
    rest.trusted_tools = before.trusted_tools;
    rest.examples = before.examples;
    if (after.snapshot) rest.snapshot = before.snapshot;
    if (rest != before) changes.emplace_back("other keys of the policy are others than before");
    // The widest first: a list that is long would hide them.
    say(changes, "no longer denied", only_in(rules_before, rules_after, rule_behavior::deny));
    say(changes, "no longer asked about", only_in(rules_before, rules_after, rule_behavior::ask));
    say(changes, "no longer behind a wall", only_in(rules_before, rules_after, rule_behavior::wall));
    say(changes, "allowed behind a wall from now on",
        only_in(rules_after, rules_before, rule_behavior::wall));
    say(changes, "allowed from now on", only_in(rules_after, rules_before, rule_behavior::allow));
    if (changes.size() > max_named_changes) {
        const auto more = changes.size() - max_named_changes;
        changes.resize(max_named_changes);
        changes.push_back(fmt::format("and {} more", more));
    }
    return changes;
}

boost::system::result<rule_set::pointer, invalid_rule> tightened_by(const rule_set& before,
                                                                    const rule_set& after) {
    std::vector<permission_rule> rules;
    for (const auto behavior : strictest_first) {
        for (const auto& rule : before.all(behavior)) rules.push_back(*rule);
        if (has_to_prove(behavior)) continue;
        for (const auto& rule : only_in(after, before, behavior)) rules.push_back(*rule);
    }
    return rule_set::make(std::move(rules), before.max_size());
}

}  // namespace assent
