#pragma once

#include <assent/domain/lint/rule_lint.hpp>
#include <assent/domain/rules/permission_rule.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// Patterns as they are written.
namespace assent {

/// The place of the first character of `which` that no `\` makes literal; `npos`: there is none.
[[nodiscard]] std::size_t find_unescaped(std::string_view pattern, std::string_view which,
                                         std::size_t from = 0) noexcept;

/// The pattern with a `\` before each character of `which` that has none.
[[nodiscard]] std::string with_escaped(std::string_view pattern, std::string_view which);

/// The pattern without blanks at both ends; one that a `\` makes literal stays.
[[nodiscard]] std::string_view without_outer_blanks(std::string_view pattern) noexcept;

/// Rules by what they begin with: finds those that may cover all that another one covers, without looking at
/// the others.
class wide_rules {
public:
    /// \param index  of the rule, for whoever looks
    void add(const permission_rule& rule, std::size_t index);

    /// Shows the rules that may cover all that this one covers.
    /// \param visit  false: no more
    void each_wider(const permission_rule& narrow, const std::function<bool(std::size_t)>& visit) const;

private:
    // Texts, and which of them another text begins with.
    class fronts {
    public:
        void add(std::string front, std::size_t index);
        [[nodiscard]] bool each_of(std::string_view text,
                                   const std::function<bool(std::size_t)>& visit) const;

    private:
        std::unordered_map<std::string, std::vector<std::size_t>> rules_;
        std::set<std::size_t> lengths_;
    };
    struct tool_rules {
        std::vector<std::size_t> any_input;
        std::map<std::string, fronts, std::less<>> by_field;
    };

    std::unordered_map<std::string, tool_rules> tools_;  // by tool pattern, as it is written
    fronts wildcard_tools_;
};

/// What is said about one rule.
struct lint_remark {
    lint_kind what;
    std::string why;
    std::optional<permission_rule> better{};
};
using lint_remarks = std::vector<lint_remark>;

/// The rule with another tool pattern, or with another pattern for one field; nothing when that is no rule.
[[nodiscard]] std::optional<permission_rule> with_tool(const permission_rule& rule,
                                                       std::string_view tool_pattern);
[[nodiscard]] std::optional<permission_rule> with_field(const permission_rule& rule, std::string_view name,
                                                        json_value pattern);

/// Tools that are not known or never match, and fields that the tool does not have or not with such values.
void remark_on_tool(const permission_rule& rule, const tool_registry& tools, lint_remarks& into);
/// Allow rules for commands that let too much run.
void remark_on_commands(const permission_rule& rule, const tool_registry& tools, lint_remarks& into);
/// Patterns for commands that match no command, or hardly one, for what a shell makes of it.
void remark_on_matching(const permission_rule& rule, lint_remarks& into);
/// A rule that was written `x:*`.
void remark_on_prefix_form(const permission_rule& rule, lint_remarks& into);
/// Characters in patterns that mean something else than people may think.
void remark_on_characters(const permission_rule& rule, lint_remarks& into);

}  // namespace assent
