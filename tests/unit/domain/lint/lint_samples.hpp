#pragma once

#include "unit/domain/rules/rule_samples.hpp"

#include <assent/domain/lint/rule_lint.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

/// Short ways to write rules for lint, and to look at what it finds.
namespace assent {

/// A rule in short.
struct lint_sample {
    rule_behavior behavior;
    std::string_view tool;
    std::string fields = "{}";
};

inline std::string bash(std::string_view pattern) {
    return std::string(R"({"command":")").append(pattern).append("\"}");
}
inline std::string file(std::string_view pattern) {
    return std::string(R"({"file_path":")").append(pattern).append("\"}");
}

inline permission_rule made(const lint_sample& of) {
    return permission_rule::make(of.tool, object(of.fields), of.behavior, rule_origin::host, true).value();
}

inline lint_report report(const std::vector<lint_sample>& samples, const lint_options& options = {}) {
    std::vector<permission_rule> rules;
    for (const auto& each : samples) rules.push_back(made(each));
    return lint(rules, *tool_registry::standard(), options);
}

inline const lint_finding* find(const lint_report& in, std::size_t rule, lint_kind what) {
    const auto found = std::find_if(in.findings.begin(), in.findings.end(),
                                    [&](const auto& each) { return each.rule == rule && each.what == what; });
    return found == in.findings.end() ? nullptr : &*found;
}

// "overbroad any_tool": what is found about the rule.
inline std::string kinds(const lint_report& in, std::size_t rule) {
    std::string names;
    for (const auto& each : in.findings)
        if (each.rule == rule) names.append(names.empty() ? "" : " ").append(to_string(each.what));
    return names;
}

}  // namespace assent
