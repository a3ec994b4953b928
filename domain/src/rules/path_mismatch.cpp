#include <assent/domain/rules/path_pattern.hpp>

#include "path_components.hpp"

#include <algorithm>

// Why a path is not covered, for people.
namespace assent {
namespace {

std::string quoted(std::string_view text) { return "`" + std::string(text) + "`"; }

std::string component_text(std::size_t index, std::string_view component) {
    return "component " + std::to_string(index + 1) + ", " + quoted(component) + ",";
}

}  // namespace

std::string path_pattern::why_uncovered(std::string_view path) const {
    const auto components = split_components(path);
    const auto begins = split_components(front());
    for (std::size_t at = 0; at < begins.size(); ++at) {
        if (at == components.size()) return "it is not below " + quoted(front());
        if (components[at] != begins[at])
            return component_text(at, components[at]) + " is not " + quoted(begins[at]);
    }
    // The hidden component without which all would be covered.
    for (std::size_t hidden = begins.size(); hidden < components.size(); ++hidden) {
        if (!components[hidden].starts_with('.')) continue;
        const char* const here = components[hidden].data();
        const auto wild = [here](std::string_view each) { return each.data() != here; };
        const auto same = [&](const glob& pattern, std::string_view each) {
            return (wild(each) || pattern.begins_with('.')) && pattern.matches(each);
        };
        const std::span rest(components.begin() + static_cast<std::ptrdiff_t>(begins.size()),
                             components.end());
        const auto any = [](std::string_view) { return true; };
        const auto matches = [](const glob& pattern, std::string_view each) { return pattern.matches(each); };
        if (covers(behind_, rest, matches, any) && !covers(behind_, rest, same, wild))
            return component_text(hidden, components[hidden]) +
                   " is hidden, and the pattern does not write its dot";
    }
    const bool fixed_depth =
        std::none_of(behind_.begin(), behind_.end(), [](const auto& each) { return each.many; });
    if (!fixed_depth)
        return "what stands behind " + quoted(begins.empty() ? "/" : front()) + " is not covered";
    for (std::size_t at = begins.size(); at < components.size(); ++at) {
        const std::size_t index = at - begins.size();
        if (index == behind_.size()) return component_text(at, components[at]) + " is a level too deep";
        if (!behind_[index].one.matches(components[at]))
            return component_text(at, components[at]) + " does not fit the pattern";
    }
    return "it has fewer components than the pattern";
}

std::string path_pattern::why_not(const path_reading& path, const rule_switches& switches) const {
    if (wider_) return catches(path) == rule_match::no ? "it is not covered" : std::string();
    if (allows(path, switches)) return {};
    if (!path.flaw().empty()) return std::string(path.flaw());
    if (path.unresolvable()) return "where it leads could not be found out";
    if (!covers_clean(path.clean(), switches)) return why_uncovered(path.clean());
    return "it leads to " + quoted(path.resolved()) +
           ", which is not covered: " + why_uncovered(path.resolved());
}

}  // namespace assent
