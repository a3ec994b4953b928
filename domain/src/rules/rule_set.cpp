#include <assent/domain/rules/rule_set.hpp>

#include <assent/domain/tool_call.hpp>

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace assent {
namespace {

using rule_pointer = std::shared_ptr<const permission_rule>;

struct hash_rule {
    std::size_t operator()(const rule_pointer& rule) const {
        return std::hash<std::string_view>()(rule->tool_pattern()) * 31 +
               std::hash<json_object>()(rule->input_pattern());
    }
};

struct same_rule {
    bool operator()(const rule_pointer& left, const rule_pointer& right) const {
        return left->same_as(*right);
    }
};

bool changeable(const permission_rule& rule) {
    return rule.origin() == rule_origin::peer || rule.origin() == rule_origin::answer;
}

// The place of each rule in its list, so that adding n rules to m costs n + m and not n x m.
using places = std::unordered_map<rule_pointer, std::size_t, hash_rule, same_rule>;

// Adds a rule, or lets it take the place of an equal one that could be removed where this one could not.
void put(std::vector<rule_pointer>& rules, places& known, rule_pointer rule) {
    const auto [found, fresh] = known.try_emplace(rule, rules.size());
    if (fresh)
        rules.push_back(std::move(rule));
    else if (changeable(*rules[found->second]) && !changeable(*rule))
        rules[found->second] = std::move(rule);
}

invalid_rule too_many(std::size_t limit) { return {"more than " + std::to_string(limit) + " rules"}; }

}  // namespace

rule_set::list& rule_set::rules_of(rule_behavior behavior) noexcept {
    switch (behavior) {
        case rule_behavior::allow: return allow_;
        case rule_behavior::deny: return deny_;
        case rule_behavior::ask: return ask_;
    }
    return deny_;
}

std::span<const rule_pointer> rule_set::of(rule_behavior behavior) const noexcept {
    switch (behavior) {
        case rule_behavior::allow: return allow_;
        case rule_behavior::deny: return deny_;
        case rule_behavior::ask: return ask_;
    }
    return deny_;
}

std::size_t rule_set::size() const noexcept { return allow_.size() + deny_.size() + ask_.size(); }

rule_set::pointer rule_set::empty() {
    struct access : rule_set {};
    return std::make_shared<const access>();
}

boost::system::result<rule_set::pointer, invalid_rule> rule_set::make(std::vector<permission_rule> rules,
                                                                      std::size_t max_rules) {
    const auto made = std::shared_ptr<rule_set>(new rule_set);
    made->max_rules_ = max_rules;
    places known;
    for (auto& rule : rules) {
        auto& list = made->rules_of(rule.behavior());
        put(list, known, std::make_shared<const permission_rule>(std::move(rule)));
        if (known.size() > max_rules) return too_many(max_rules);
    }
    return pointer(made);
}

rule_findings rule_set::match(const tool_call& call, std::string& scratch) const {
    rule_findings found;
    // A rule that surely matches ends the search; one that may match is kept in case none does.
    const auto search = [&](const list& rules, rule_pointer& sure, rule_pointer& doubt) {
        for (const auto& rule : rules) {
            const auto match = rule->match(call, scratch);
            if (match == rule_match::yes) {
                sure = rule;
                return;
            }
            if (match == rule_match::doubt && !doubt) doubt = rule;
        }
    };
    search(deny_, found.deny, found.deny_doubt);
    search(ask_, found.ask, found.ask_doubt);
    rule_pointer no_doubt;  // allow rules know none
    search(allow_, found.allow, no_doubt);
    return found;
}

boost::system::result<rule_set::pointer, invalid_rule> rule_set::apply(const permission_update& update,
                                                                       rule_origin origin) const {
    const auto made = std::shared_ptr<rule_set>(new rule_set(*this));
    std::vector<rule_pointer> incoming;
    for (const auto& rule : update.rules)
        incoming.push_back(std::make_shared<const permission_rule>(rule.with_origin(origin)));
    const std::unordered_set<rule_pointer, hash_rule, same_rule> named(incoming.begin(), incoming.end());
    const auto lists = {&made->allow_, &made->deny_, &made->ask_};
    switch (update.what) {
        case permission_update::kind::set_mode:
        case permission_update::kind::opaque: break;
        case permission_update::kind::remove_rules:
            for (list* const rules : lists)
                std::erase_if(*rules,
                              [&](const auto& rule) { return changeable(*rule) && named.contains(rule); });
            break;
        case permission_update::kind::replace_rules:
            std::erase_if(made->rules_of(update.behavior),
                          [](const auto& rule) { return changeable(*rule); });
            [[fallthrough]];
        case permission_update::kind::add_rules:
            places known;
            for (const list* const rules : lists)
                for (std::size_t i = 0; i < rules->size(); ++i)
                    if (named.contains((*rules)[i])) known.emplace((*rules)[i], i);
            for (auto& rule : incoming) put(made->rules_of(rule->behavior()), known, rule);
            break;
    }
    if (made->size() > max_rules_) return too_many(max_rules_);
    return pointer(made);
}

}  // namespace assent
