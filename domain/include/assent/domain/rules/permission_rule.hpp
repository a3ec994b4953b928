#pragma once

#include <assent/domain/json.hpp>
#include <assent/domain/rules/command_pattern.hpp>
#include <assent/domain/rules/glob.hpp>
#include <assent/domain/rules/path_pattern.hpp>
#include <assent/domain/rules/rule_match.hpp>
#include <assent/domain/rules/url_pattern.hpp>

#include <boost/system/result.hpp>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace assent {

struct tool_call;

/// Where a rule came from. The host's own rules stay; what a peer or an answer brought can be
/// replaced and removed by later updates.
enum class rule_origin : unsigned char {
    host,          ///< configuration in code
    command_line,  ///< `--allow`, `--ask`, `--deny`
    peer,          ///< suggested by the peer and accepted in allow mode
    answer,        ///< part of an answer to a question
    stored,        ///< loaded by the host from what an earlier session had it keep
};

/// What kind of text an input field holds, which decides how a pattern is compared with it.
enum class field_kind : unsigned char { command, path, url, text };

/// The kind of a field by its name: `command`; `file_path`, `path`, `notebook_path`, `directory`;
/// `url`; anything else is plain text.
[[nodiscard]] field_kind kind_of_field(std::string_view name) noexcept;

/// The field that `Tool(pattern)` speaks of, such as `command` for `Bash`; empty for tools that
/// have none.
[[nodiscard]] std::string_view main_field(std::string_view tool_name) noexcept;

/// A rule: a tool pattern, patterns for some input fields, and a behavior.
///
/// Compiled once, on construction; a bad rule is an error at that moment and never a silent
/// non-match. What a pattern means is written in docs/rules.md. In short: `*` and `?` are
/// wildcards, `\` makes the next character literal, a pattern covers the whole value. Allow rules
/// have to prove that they cover a call. Deny and ask rules match when any reading of the call is
/// covered, and report `doubt` where that cannot be excluded.
///
/// Immutable; any thread may use it.
class permission_rule {
public:
    /// Compiles a rule.
    /// \param input_pattern  field name -> pattern. A string is a pattern; any other value compares
    ///                       by JSON equality. Empty: any input of that tool
    [[nodiscard]] static boost::system::result<permission_rule, invalid_rule> make(
        std::string_view tool_pattern, const json_object& input_pattern, rule_behavior behavior,
        rule_origin origin);

    [[nodiscard]] rule_behavior behavior() const noexcept { return behavior_; }
    [[nodiscard]] rule_origin origin() const noexcept { return origin_; }
    [[nodiscard]] std::string_view tool_pattern() const noexcept { return tool_text_; }
    [[nodiscard]] const json_object& input_pattern() const noexcept { return input_pattern_; }

    /// True for a rule that covers every tool with every input: no literal character in the tool
    /// pattern, and no input pattern. The host may write an allow rule like that; a peer may not.
    [[nodiscard]] bool unconstrained() const noexcept { return !tool_.has_literal() && fields_.empty(); }

    /// How this rule stands to a call. Allow rules answer `no` or `yes` only.
    /// \param scratch  room for unescaped text, reused between calls
    [[nodiscard]] rule_match match(const tool_call& call, std::string& scratch) const;

    /// Its tool pattern covers this tool (for deny and ask rules: may cover it).
    [[nodiscard]] bool covers_tool(std::string_view tool_name) const;
    /// The first field whose pattern does not cover the call; empty when all do.
    [[nodiscard]] std::string_view uncovered_field(const tool_call& call, std::string& scratch) const;
    /// It constrains this field, and without a wildcard.
    [[nodiscard]] bool exact_in(std::string_view field_name) const noexcept;

    /// The rule as a person writes it: `Bash(npm *)`, or `tool{field=pattern,...}` where that form
    /// cannot hold it.
    [[nodiscard]] std::string text() const;
    /// Behavior and patterns as a text that no rule of another meaning has: `allow Bash(npm *)`, or
    /// `allow tool{"field"="pattern",...}` where the form above leaves something out. To store things under,
    /// and for people to read; nothing reads it back.
    [[nodiscard]] std::string key() const;

    /// The same rule with another origin.
    [[nodiscard]] permission_rule with_origin(rule_origin origin) const;

    /// Same patterns and behavior; the origin does not count.
    [[nodiscard]] bool same_as(const permission_rule& other) const;

private:
    using value_pattern = std::variant<glob, command_pattern, path_pattern, url_pattern, json_value>;
    struct field_pattern {
        std::string name;
        value_pattern expected;
    };

    permission_rule() = default;
    // `Tool` or `Tool(pattern)` says everything about it.
    [[nodiscard]] bool plain() const;
    [[nodiscard]] static boost::system::result<value_pattern, invalid_rule> compile(std::string_view name,
                                                                                    const json_value& pattern,
                                                                                    rule_behavior behavior);
    [[nodiscard]] bool tool_allowed(std::string_view tool_name) const;
    [[nodiscard]] rule_match match_allow(const tool_call& call, std::string& scratch) const;
    [[nodiscard]] rule_match match_catch(const tool_call& call, std::string& scratch) const;
    [[nodiscard]] rule_match catches_tool(std::string_view tool_name) const;
    [[nodiscard]] bool allows(const field_pattern& field, const tool_call& call, std::string& scratch) const;
    [[nodiscard]] rule_match catches(const field_pattern& field, const tool_call& call,
                                     std::string& scratch) const;

    rule_behavior behavior_ = rule_behavior::deny;
    rule_origin origin_ = rule_origin::host;
    std::string tool_text_;
    glob tool_;
    json_object input_pattern_;
    std::vector<field_pattern> fields_;
};

[[nodiscard]] std::string_view to_string(rule_origin origin) noexcept;

}  // namespace assent
