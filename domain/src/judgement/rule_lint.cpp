#include <assent/domain/judgement/rule_lint.hpp>

#include "lint_of_rule.hpp"
#include "rule_cover.hpp"
#include "wide_rules.hpp"

#include <assent/domain/display_text.hpp>
#include <assent/domain/judgement/tool_registry.hpp>

#include <algorithm>
#include <ostream>
#include <unordered_map>
#include <utility>

namespace assent {
namespace {

lint_remarks remarks_on(const permission_rule& rule, const tool_registry& tools) {
    lint_remarks made;
    remark_on_commands(rule, tools, made);
    remark_on_matching(rule, made);
    remark_on_characters(rule, made);
    remark_on_kinds(rule, tools, made);
    remark_on_tool(rule, tools, made);
    return made;
}

bool has(const lint_remarks& remarks, lint_kind what) {
    return std::any_of(remarks.begin(), remarks.end(), [&](const auto& each) { return each.what == what; });
}

// What is found where a rule allows too much: a better one allows less.
bool too_wide(lint_kind what) noexcept {
    switch (what) {
        case lint_kind::overbroad:
        case lint_kind::any_tool:
        case lint_kind::any_command:
        case lint_kind::leading_wildcard:
        case lint_kind::executing_option: return true;
        case lint_kind::braces_or_brackets:
        case lint_kind::quotes:
        case lint_kind::outer_blank:
        case lint_kind::prefix_form:
        case lint_kind::unknown_tool:
        case lint_kind::unknown_field:
        case lint_kind::plain_text:
        case lint_kind::never_matches:
        case lint_kind::rarely_matches:
        case lint_kind::duplicate:
        case lint_kind::redundant:
        case lint_kind::shadowed: break;
    }
    return false;
}

// A suggestion that does not help, or lets more pass than the rule itself, is none.
bool sound(const lint_remark& remark, const permission_rule& rule, const tool_registry& tools) {
    return !has(remarks_on(*remark.better, tools), remark.what) &&
           (!too_wide(remark.what) || covers_all_of(rule, *remark.better, tools));
}

// All rules of a list, to be found by what they cover.
class all_rules {
public:
    all_rules(const std::vector<permission_rule>& rules, const tool_registry& tools)
        : rules_(&rules), tools_(&tools), repeats_(rules.size(), none) {
        std::unordered_map<std::string, std::size_t> known;
        for (std::size_t i = 0; i < rules.size(); ++i) {
            const auto [first, fresh] = known.try_emplace(rules[i].key(), i);
            if (fresh)
                of(rules[i].behavior()).add(rules[i], i);
            else
                repeats_[i] = first->second;
        }
    }

    // The earlier rule that this one repeats.
    [[nodiscard]] std::optional<std::size_t> repeated(std::size_t rule) const {
        return repeats_[rule] == none ? std::nullopt : std::optional(repeats_[rule]);
    }

    // A rule of this behavior that covers all that the given one covers.
    [[nodiscard]] std::optional<std::size_t> wider(rule_behavior behavior, std::size_t rule,
                                                   bool& too_many) const {
        std::optional<std::size_t> found;
        std::size_t compared = 0;
        of(behavior).each_wider((*rules_)[rule], [&](std::size_t other) {
            if (other == rule) return true;
            if (compared++ == max_lint_comparisons) {
                too_many = true;
                return false;
            }
            if (covers(other, rule)) found = other;
            return !found;
        });
        return found;
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    // Of two rules that cover the same, the earlier one is the wider one.
    [[nodiscard]] bool covers(std::size_t wide, std::size_t narrow) const {
        const permission_rule& wider = (*rules_)[wide];
        const permission_rule& narrower = (*rules_)[narrow];
        if (!covers_all_of(wider, narrower, *tools_)) return false;
        return wide < narrow || wider.behavior() != narrower.behavior() ||
               !covers_all_of(narrower, wider, *tools_);
    }

    [[nodiscard]] wide_rules& of(rule_behavior behavior) {
        return by_behavior_[static_cast<std::size_t>(behavior)];
    }
    [[nodiscard]] const wide_rules& of(rule_behavior behavior) const {
        return by_behavior_[static_cast<std::size_t>(behavior)];
    }

    const std::vector<permission_rule>* rules_;
    const tool_registry* tools_;
    wide_rules by_behavior_[3];
    std::vector<std::size_t> repeats_;
};

std::string named(const permission_rule& rule) {
    return std::string(to_string(rule.behavior())) + " rule `" + display_text(rule.text()) + "`";
}

// The first rule that makes this one needless.
std::optional<lint_finding> needless(const std::vector<permission_rule>& rules, const all_rules& all,
                                     std::size_t index, bool& too_many) {
    lint_finding found{.rule = index};
    const rule_behavior own = rules[index].behavior();
    if ((found.other = all.repeated(index))) {
        found.what = lint_kind::duplicate;
        found.why = "it is there already";
        return found;
    }
    for (const auto stricter : {rule_behavior::deny, rule_behavior::ask}) {
        if (own == rule_behavior::deny || own == stricter) continue;
        if (!(found.other = all.wider(stricter, index, too_many))) continue;
        found.what = lint_kind::shadowed;
        found.why = named(rules[*found.other]) + " covers all that it covers, and wins";
        return found;
    }
    if (!(found.other = all.wider(own, index, too_many))) return std::nullopt;
    found.what = lint_kind::redundant;
    found.why = named(rules[*found.other]) + " covers all that it covers";
    return found;
}

}  // namespace

std::optional<lint_severity> lint_report::worst() const noexcept {
    std::optional<lint_severity> worst;
    for (const auto& each : findings) worst = std::max(worst.value_or(lint_severity::warning), each.severity);
    return worst;
}

lint_report lint(const std::vector<permission_rule>& rules, const tool_registry& tools,
                 const lint_options& options) {
    lint_report report;
    const all_rules all(rules, tools);
    for (std::size_t i = 0; i < rules.size(); ++i) {
        std::vector<lint_finding> found;
        lint_remarks remarks = remarks_on(rules[i], tools);
        if (std::binary_search(options.prefix_forms.begin(), options.prefix_forms.end(), i))
            remark_on_prefix_form(rules[i], remarks);
        for (auto& remark : remarks) {
            const bool refused = remark.what == lint_kind::overbroad && !options.allow_overbroad;
            if (remark.better && !sound(remark, rules[i], tools)) remark.better.reset();
            found.push_back({.rule = i,
                             .what = remark.what,
                             .severity = refused ? lint_severity::error : lint_severity::warning,
                             .why = std::move(remark.why),
                             .better = std::move(remark.better)});
        }
        bool too_many = false;
        if (auto each = needless(rules, all, i, too_many))
            found.push_back(std::move(*each));
        else if (too_many)
            ++report.not_compared;
        std::stable_sort(found.begin(), found.end(),
                         [](const auto& left, const auto& right) { return left.what < right.what; });
        for (auto& each : found) {
            each.text = rules[i].text();
            report.findings.push_back(std::move(each));
        }
    }
    return report;
}

std::string_view to_string(lint_kind kind) noexcept {
    switch (kind) {
        case lint_kind::overbroad: return "overbroad";
        case lint_kind::any_tool: return "any_tool";
        case lint_kind::any_command: return "any_command";
        case lint_kind::leading_wildcard: return "leading_wildcard";
        case lint_kind::executing_option: return "executing_option";
        case lint_kind::braces_or_brackets: return "braces_or_brackets";
        case lint_kind::quotes: return "quotes";
        case lint_kind::outer_blank: return "outer_blank";
        case lint_kind::prefix_form: return "prefix_form";
        case lint_kind::unknown_tool: return "unknown_tool";
        case lint_kind::unknown_field: return "unknown_field";
        case lint_kind::plain_text: return "plain_text";
        case lint_kind::never_matches: return "never_matches";
        case lint_kind::rarely_matches: return "rarely_matches";
        case lint_kind::duplicate: return "duplicate";
        case lint_kind::redundant: return "redundant";
        case lint_kind::shadowed: return "shadowed";
    }
    return "?";
}

std::string_view to_string(lint_severity severity) noexcept {
    switch (severity) {
        case lint_severity::warning: return "warning";
        case lint_severity::error: return "error";
    }
    return "?";
}

std::ostream& operator<<(std::ostream& out, lint_kind kind) { return out << to_string(kind); }
std::ostream& operator<<(std::ostream& out, lint_severity severity) { return out << to_string(severity); }

}  // namespace assent
