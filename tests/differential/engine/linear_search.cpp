#include "linear_search.hpp"

#include <algorithm>

namespace assent::differential {
namespace {

void search(const rule_set& rules, rule_behavior behavior, const call_reading& call, rule_pointer& sure,
            rule_pointer& doubt) {
    for (const auto& rule : rules.all(behavior)) {
        const auto match = rule->match(call);
        if (match == rule_match::yes && !sure) sure = rule;
        if (match == rule_match::doubt && !doubt) doubt = rule;
    }
    if (sure) doubt = nullptr;
}

void share(const rule_set& rules, const call_reading& call, rule_findings& found) {
    const auto& field = call.field("command");
    if (field.what() != field_view::kind::string || field.command().size() < 2) return;
    std::vector<rule_pointer> together;
    for (std::size_t command = 0; command < field.command().size(); ++command) {
        const auto all = rules.all(rule_behavior::allow);
        const auto first = std::find_if(all.begin(), all.end(), [&](const auto& rule) {
            return rule->command_field() == "command" && rule->covers_but_commands(call) &&
                   rule->covers_command(field.command(), command);
        });
        if (first == all.end()) return;
        if (std::find(together.begin(), together.end(), *first) == together.end()) together.push_back(*first);
    }
    found.allow = together.front();
    found.allow_too.assign(together.begin() + 1, together.end());
}

std::string name(const rule_pointer& rule) { return rule ? rule->key() : "nothing"; }

}  // namespace

rule_findings search_one_by_one(const rule_set& rules, const call_reading& call) {
    rule_findings found;
    rule_pointer none;
    search(rules, rule_behavior::deny, call, found.deny, found.deny_doubt);
    search(rules, rule_behavior::ask, call, found.ask, found.ask_doubt);
    search(rules, rule_behavior::allow, call, found.allow, none);
    if (!found.allow) share(rules, call, found);
    return found;
}

std::string difference(const rule_findings& found, const rule_findings& expected) {
    std::string text;
    const auto compare = [&](const char* what, const rule_pointer& one, const rule_pointer& other) {
        if (one != other) text.append(what) += ": found " + name(one) + ", expected " + name(other) + "; ";
    };
    compare("deny", found.deny, expected.deny);
    compare("deny in doubt", found.deny_doubt, expected.deny_doubt);
    compare("ask", found.ask, expected.ask);
    compare("ask in doubt", found.ask_doubt, expected.ask_doubt);
    compare("allow", found.allow, expected.allow);
    if (!std::equal(found.allow_too.begin(), found.allow_too.end(), expected.allow_too.begin(),
                    expected.allow_too.end()))
        text += "other rules share the commands; ";
    return text;
}

}  // namespace assent::differential
