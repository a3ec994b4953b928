#include <assent/domain/decide/call_findings.hpp>

#include "../rules/kin_rules.hpp"

#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/known_fields.hpp>

#include <algorithm>
#include <set>

namespace assent {
namespace {

// Each field of a registered tool that holds a command although its name does not say so.
template <class Visit>
void each_odd_command(const tool_registry& tools, const Visit& visit) {
    for (const auto& name : tools.names()) {
        const kind_list odd = odd_kinds(*tools.find(name));
        for (const auto& [field, kind] : odd)
            if (kind == field_kind::command) visit(name, field, odd);
    }
}

// Blocked tools and commands are deny rules that speak with another source.
boost::system::result<rule_set::pointer, invalid_policy> blocked_rules(const policy& settings,
                                                                       const tool_registry& tools) {
    std::vector<permission_rule> rules;
    std::optional<invalid_policy> flaw;  // the first one
    const auto add = [&](std::string_view tool, const json_object& input, std::string where,
                         const kind_list& kinds = {}) {
        auto rule = permission_rule::make(tool, input, rule_behavior::deny, rule_origin::host);
        if (rule && !kinds.empty()) rule = rule->with_kinds(kinds);
        if (rule)
            rules.push_back(std::move(*rule));
        else if (!flaw)
            flaw = invalid_policy{std::move(where), rule.error().message};
    };
    for (std::size_t i = 0; i < settings.blocked_tools.size(); ++i)
        add(settings.blocked_tools[i], {}, "blocked_tools[" + std::to_string(i) + "]");
    for (std::size_t i = 0; i < settings.blocked_commands.size(); ++i)
        for (const auto& field : all_known_fields())
            if (field.kind == field_kind::command)
                add("*", {{field.name, settings.blocked_commands[i]}},
                    "blocked_commands[" + std::to_string(i) + "]");
    each_odd_command(tools, [&](const std::string& tool, const std::string& field, const kind_list& kinds) {
        for (const auto& command : settings.blocked_commands)
            add(tool, {{field, command}}, "blocked_commands", kinds);
    });
    if (flaw) return std::move(*flaw);
    auto made = rule_set::make(std::move(rules));
    if (!made) return invalid_policy{"blocked_commands", made.error().message};
    return *made;
}

// A category that no tool has would disable nothing.
std::optional<invalid_policy> unknown_category(const policy& settings, const tool_registry& tools) {
    std::set<std::string_view> known;
    for (const auto& name : tools.names())
        if (const auto& category = tools.find(name)->category; !category.empty()) known.insert(category);
    const auto& disabled = settings.disabled_categories;
    for (std::size_t i = 0; i < disabled.size(); ++i) {
        if (known.contains(disabled[i])) continue;
        std::string names;
        for (const auto each : known) names.append(names.empty() ? "" : ", ").append(each);
        return invalid_policy{
            "disabled_categories[" + std::to_string(i) + "]",
            "expected a category that a tool has (" + names + "), got `" + display_text(disabled[i]) + "`"};
    }
    return std::nullopt;
}

bool same_kinds(const permission_rule& left, const permission_rule& right) {
    return std::ranges::all_of(
        left.fields(), [&](const auto& each) { return left.kind_in(each.name) == right.kind_in(each.name); });
}

// The tool as the policy sees it: with another risk to begin from.
tool_definition with_risk(const tool_definition* known, const std::string& name, risk_level risk) {
    tool_definition adjusted = known != nullptr ? *known : tool_definition{.name = name};
    adjusted.risk = risk;
    adjusted.risk_from_policy = true;
    return adjusted;
}

}  // namespace

boost::system::result<judgement_basis::pointer, invalid_policy> judgement_basis::make(
    policy settings, std::shared_ptr<const tool_registry> tools,
    std::shared_ptr<const risk_classifier> risk) {
    if (auto flaw = settings.validate()) return std::move(*flaw);
    if (!tools) tools = tool_registry::standard();
    auto blocked = blocked_rules(settings, *tools);
    if (!blocked) return blocked.error();

    const std::shared_ptr<judgement_basis> made(new judgement_basis);
    made->settings_ = std::move(settings);
    made->tools_ = std::move(tools);
    made->risk_ = risk ? std::move(risk) : standard_risk_classifier();
    made->standard_risk_ = made->risk_ == standard_risk_classifier();
    made->blocked_ = std::move(*blocked);
    made->blocks_ = made->blocked_->size() > 0;
    made->has_limits_ = made->settings_.limits != rate_limits() ||
                        std::ranges::any_of(made->settings_.tools,
                                            [](const auto& tool) { return tool.second.limits.has_value(); });
    if (auto flaw = unknown_category(made->settings_, *made->tools_)) return std::move(*flaw);
    for (const auto& [name, tool] : made->settings_.tools) {
        const tool_definition* const known = made->tools_->find(name);
        if (tool.risk) made->with_set_risk_.emplace(name, with_risk(known, name, *tool.risk));
        if (tool.trustable.value_or(false) && known != nullptr && !can_be_trusted(*known))
            return invalid_policy{
                "tools." + name + ".trustable",
                "expected false for a tool that runs commands, deletes or cannot be undone, got true"};
    }
    for (const auto& name : made->tools_->names()) {
        const tool_definition* const tool = made->tools_->find(name);
        if (auto odd = odd_kinds(*tool); !odd.empty()) made->odd_kinds_.emplace(tool->name, std::move(odd));
        if (auto key = tool->decision_key(); key != tool->name)
            made->keys_.emplace(tool->name, std::move(key));
    }
    made->collect_facts();
    auto rules = rule_set::make(made->settings_.rules);
    if (rules) rules = made->as_registered(std::move(*rules));
    if (!rules) return invalid_policy{"rules", rules.error().message};
    made->rules_ = std::move(*rules);
    return pointer(made);
}

void judgement_basis::collect_facts() {
    const auto collect = [this](std::string_view name) {
        tool_facts& facts = facts_[name];
        const tool_definition* const registered = tools_->find(name);
        const auto with_risk = with_set_risk_.find(name);
        facts.classified_as = with_risk == with_set_risk_.end() ? registered : &with_risk->second;
        facts.definition = registered == nullptr ? nullptr : facts.classified_as;
        const auto settings = settings_.tools.find(name);
        facts.settings = settings == settings_.tools.end() ? nullptr : &settings->second;
        const auto key = keys_.find(name);
        facts.key = key == keys_.end() ? name : std::string_view(key->second);
        facts.trusted = std::ranges::find(settings_.trusted_tools, name) != settings_.trusted_tools.end();
        const auto& disabled = settings_.disabled_categories;
        facts.disabled = registered != nullptr && !registered->category.empty() &&
                         std::ranges::find(disabled, registered->category) != disabled.end();
        facts.odd_kinds = odd_kinds_.contains(name);
    };
    for (const auto& name : tools_->names()) collect(tools_->find(name)->name);
    for (const auto& [name, tool] : settings_.tools) collect(name);
    for (const auto& name : settings_.trusted_tools) collect(name);
}

tool_facts judgement_basis::about(std::string_view tool) const {
    const auto known = facts_.find(tool);
    return known == facts_.end() ? tool_facts{.key = tool} : known->second;
}

bool judgement_basis::names_odd_kinds(const permission_rule& rule) const noexcept {
    return rule.tool().literal() && !rule.fields().empty() && odd_kinds_.contains(rule.tool().literal_text());
}

boost::system::result<permission_rule, invalid_rule> judgement_basis::as_registered(
    const permission_rule& rule) const {
    if (!names_odd_kinds(rule)) return rule;
    auto made = rule.with_kinds(odd_kinds_.find(rule.tool().literal_text())->second);
    if (!made) return invalid_rule{"rule `" + rule.text() + "`: " + made.error().message};
    return made;
}

boost::system::result<rule_set::pointer, invalid_rule> judgement_basis::as_registered(
    rule_set::pointer rules) const {
    // Nearly always: then no rule is copied.
    const auto concerned = [&](rule_behavior behavior) {
        const auto all = rules->all(behavior);
        return std::ranges::any_of(all, [this](const auto& rule) { return names_odd_kinds(*rule); });
    };
    if (std::ranges::none_of(strictest_first, concerned)) return rules;
    std::vector<permission_rule> made;
    bool changed = false;
    for (const auto behavior : strictest_first)
        for (const auto& rule : rules->all(behavior)) {
            auto compiled = as_registered(*rule);
            if (!compiled) return compiled.error();
            changed = changed || !same_kinds(*rule, *compiled);
            made.push_back(std::move(*compiled));
        }
    if (!changed) return rules;
    return rule_set::make(std::move(made), rules->max_size());
}

}  // namespace assent
