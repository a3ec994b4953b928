#include "glob_rules.hpp"

#include "../facts/protected_places.hpp"
#include "../match/glob_overlap.hpp"
#include "call_fields.hpp"

namespace assent {

std::string whole_pattern(std::string_view pattern) {
    std::string whole(pattern.starts_with('/') ? "" : pattern.starts_with("**/") ? "*" : "*/");
    return whole.append(pattern.starts_with("**/") ? pattern.substr(2) : pattern);
}

std::string whole_path(std::string_view path, std::string_view folder) {
    while (path.starts_with("./")) path.remove_prefix(2);
    std::string whole(path.starts_with('/') ? std::string_view() : folder);
    if (!path.starts_with('/')) whole += '/';
    return whole.append(path);
}

std::string_view name_below_any(std::string_view pattern) noexcept {
    if (!pattern.starts_with("**/")) return {};
    pattern.remove_prefix(3);
    if (pattern.ends_with("/**")) pattern.remove_suffix(3);
    return pattern.find('/') == pattern.npos ? pattern : std::string_view();
}

bool may_cover(std::string_view pattern, std::string_view glob, std::string_view folder) {
    if (const auto name = name_below_any(pattern); !name.empty()) return is_after(glob, name);
    const auto covered = whole_pattern(pattern);
    const auto paths = whole_path(glob, folder);
    return globs_overlap(covered, paths, true) || globs_overlap(covered + "/*", paths, true);
}

namespace {

bool may_cover_glob(const permission_rule& rule, const tool_kin& kin, std::string_view glob,
                    std::string_view folder) {
    if (!rule.covers_tool(kin.tool)) return false;
    const auto* const pattern = rule.input_pattern().if_contains(kin.as);
    return pattern != nullptr && pattern->is_string() && may_cover(pattern->get_string(), glob, folder);
}

// Calls `visit(const tool_kin&, glob, folder)` for each way in which a glob is a use of another tool.
template <class Visit>
void each_use_of_glob(const call_reading& call, const tool_definition* definition, const Visit& visit) {
    if (definition == nullptr || definition->kin.empty()) return;
    each_search_glob(call, definition,
                     [&](std::string_view field, std::string_view glob, std::string_view folder) {
                         for (const auto& kin : definition->kin)
                             if (kin.field == field) visit(kin, glob, folder);
                     });
}

}  // namespace

void add_rules_about_globs(rule_findings& found, const rule_set& rules, const call_reading& call,
                           const tool_definition* definition) {
    if (rules.size(rule_behavior::deny) + rules.size(rule_behavior::ask) == 0) return;
    each_use_of_glob(call, definition,
                     [&](const tool_kin& kin, std::string_view glob, std::string_view folder) {
                         const rule_filter is = [&](const permission_rule& rule) {
                             return may_cover_glob(rule, kin, glob, folder);
                         };
                         rules.add_doubt(found, call, kin.as, field_kind::path, is);
                     });
}

}  // namespace assent
