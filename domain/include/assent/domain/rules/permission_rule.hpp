#pragma once

#include <assent/domain/call/json.hpp>
#include <assent/domain/match/glob.hpp>
#include <assent/domain/match/path_pattern.hpp>
#include <assent/domain/match/rule_match.hpp>
#include <assent/domain/match/url_pattern.hpp>
#include <assent/domain/rules/command_pattern.hpp>
#include <assent/domain/rules/rule_condition.hpp>
#include <assent/domain/text/enum_words.hpp>
#include <assent/domain/tools/tool_fields.hpp>

#include <boost/system/result.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace assent {

class call_reading;

/// The origin of a rule. The host's own rules stay; what a peer or an answer brought can be
/// replaced and removed by later updates.
enum class rule_origin : unsigned char {
    host,          ///< configuration in code
    command_line,  ///< `--allow`, `--ask`, `--deny`
    peer,          ///< suggested by the peer and accepted in allow mode
    answer,        ///< part of an answer to a question
    stored,        ///< loaded by the host from what an earlier session had it keep
    built_in,      ///< of a policy that is built in, such as `standard`: nobody wrote it for this host
    managed,       ///< of a policy that holds for all who use this machine
    project,       ///< of a policy that lies in the agent's project: it came with what is worked on
};

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
    /// \param allow_overbroad  an allow rule may give a program that runs others free rein: `bash *`
    [[nodiscard]] static boost::system::result<permission_rule, invalid_rule> make(
        std::string_view tool_pattern, const json_object& input_pattern, rule_behavior behavior,
        rule_origin origin, bool allow_overbroad = false);

    [[nodiscard]] rule_behavior behavior() const noexcept { return behavior_; }
    [[nodiscard]] rule_origin origin() const noexcept { return origin_; }
    [[nodiscard]] std::string_view tool_pattern() const noexcept { return tool_text_; }
    /// The same with a server of MCP written out: `mcp__server` is `mcp__server__*`.
    [[nodiscard]] std::string written_out_tools() const;
    [[nodiscard]] const json_object& input_pattern() const noexcept { return input_pattern_; }

    /// The calls that it is for at all; null: any.
    [[nodiscard]] const rule_condition* condition() const noexcept { return condition_.get(); }
    [[nodiscard]] const std::shared_ptr<const rule_condition>& shared_condition() const noexcept {
        return condition_;
    }
    /// The same rule for these calls alone. \param condition  null: for all
    [[nodiscard]] permission_rule with_condition(std::shared_ptr<const rule_condition> condition) const;
    /// False: it is surely not for this call, whatever its patterns cover.
    [[nodiscard]] bool may_be_for(const call_reading& call) const {
        return !condition_ || condition_->holds(call) != rule_match::no;
    }

    /// True for a rule that covers every tool with every input: no literal character in the tool
    /// pattern, and no input pattern. The host may write an allow rule like that; a peer may not.
    [[nodiscard]] bool unconstrained() const noexcept { return !tool_.has_literal() && fields_.empty(); }

    /// It gives a program that runs others free rein, and was made with `allow_overbroad`.
    [[nodiscard]] bool overbroad() const noexcept { return overbroad_; }

    /// Matches this rule, alone, with a call. Allow rules answer `no` or `yes` only. In a set, several allow
    /// rules may share the simple commands of one shell text: see `command_field`.
    [[nodiscard]] rule_match match(const call_reading& call) const;

    /// Its tool pattern covers this tool (for deny and ask rules: may cover it).
    [[nodiscard]] bool covers_tool(std::string_view tool_name) const;
    /// The first field whose pattern does not cover the call; empty when all do.
    [[nodiscard]] std::string_view uncovered_field(const call_reading& call) const;

    /// Allow rules: the field whose simple commands it may cover one by one; empty: none. That is its only
    /// command pattern, unless that is a lone `*`.
    [[nodiscard]] std::string_view command_field() const noexcept;
    /// Allow rules with a `command_field`: everything else about the call is covered.
    [[nodiscard]] bool covers_but_commands(const call_reading& call) const;
    /// Allow rules with a `command_field`: one simple command of it is covered.
    [[nodiscard]] bool covers_command(const shell_command& text, std::size_t command) const;

    /// It constrains this field, and without a wildcard.
    [[nodiscard]] bool exact_in(std::string_view field_name) const noexcept;
    /// Its pattern for this field, one for commands, has the word without a wildcard in it.
    [[nodiscard]] bool names_word(std::string_view field_name, std::string_view word) const noexcept;
    /// It does not constrain this field.
    [[nodiscard]] bool any_in(std::string_view field_name) const noexcept;

    /// The rule as a person writes it: `Bash(npm *)`, or `tool{field=pattern,...}` where that form
    /// cannot hold it. Without its condition.
    [[nodiscard]] std::string text() const;
    /// The same, behind what `out` holds.
    void append_text(std::string& out) const;
    /// For people: `text()` between backticks, and what it is for: "`Bash(npm *)` for ~/work/shop".
    void append_named(std::string& out) const;
    [[nodiscard]] std::string named() const;
    /// The same without backticks.
    [[nodiscard]] std::string full_text() const;
    /// Behavior and patterns as a text that no rule of another meaning has: `allow Bash(npm *)`, or
    /// `allow tool{"field"="pattern",...}` where the form above leaves something out. To store things under,
    /// and for people to read; nothing reads it back.
    [[nodiscard]] std::string key() const;

    /// The kind that a field was compiled as; nothing: the rule has no text pattern for it.
    [[nodiscard]] std::optional<field_kind> kind_in(std::string_view field_name) const noexcept;
    /// The same rule, where fields are of the given kinds; the names of fields that are not listed say
    /// theirs. For rules of one tool of which more is known than the names of its fields. \return or why a
    /// pattern is none of that kind
    [[nodiscard]] boost::system::result<permission_rule, invalid_rule> with_kinds(
        std::span<const std::pair<std::string, field_kind>> kinds) const;

    /// The same rule with another origin.
    [[nodiscard]] permission_rule with_origin(rule_origin origin) const;

    /// Bytes of memory this rule counts for, where rules are bounded: its texts and its fields.
    [[nodiscard]] std::size_t memory_bytes() const;

    /// Same patterns and behavior. Of the origin it only counts whether the rule is built in.
    [[nodiscard]] bool same_as(const permission_rule& other) const;
    friend bool operator==(const permission_rule& one, const permission_rule& other) {
        return one.same_as(other);
    }

    using value_pattern = std::variant<glob, command_pattern, path_pattern, url_pattern, json_value>;
    struct field_pattern {
        std::string name;
        value_pattern expected;

        /// The pattern as a text; null: it is another value.
        [[nodiscard]] const glob* whole() const noexcept;
    };
    /// The compiled patterns, in the order of the input pattern.
    [[nodiscard]] std::span<const field_pattern> fields() const noexcept { return fields_; }
    /// The compiled tool pattern.
    [[nodiscard]] const glob& tool() const noexcept { return tool_; }

private:
    permission_rule() = default;
    // `Tool` or `Tool(pattern)` says everything about it.
    [[nodiscard]] bool plain() const;
    [[nodiscard]] static boost::system::result<value_pattern, invalid_rule> compile(std::string_view name,
                                                                                    const json_value& pattern,
                                                                                    field_kind kind,
                                                                                    rule_behavior behavior,
                                                                                    bool allow_overbroad);
    // Compiles a pattern for `fields_`; empty when that is done.
    [[nodiscard]] std::optional<invalid_rule> add_field(std::string_view name, const json_value& pattern,
                                                        field_kind kind, bool allow_overbroad);
    [[nodiscard]] bool tool_allowed(std::string_view tool_name) const;
    [[nodiscard]] rule_match catches_tool(std::string_view tool_name) const;
    [[nodiscard]] static bool allows(const field_pattern& field, const call_reading& call);
    [[nodiscard]] static rule_match catches(const field_pattern& field, const call_reading& call);

    // Allow rules: its condition surely holds.
    [[nodiscard]] bool surely_for(const call_reading& call) const {
        return !condition_ || condition_->holds(call) == rule_match::yes;
    }

    rule_behavior behavior_ = rule_behavior::deny;
    rule_origin origin_ = rule_origin::host;
    bool overbroad_ = false;
    std::string tool_text_;
    glob tool_;
    json_object input_pattern_;
    std::vector<field_pattern> fields_;
    std::shared_ptr<const rule_condition> condition_;
};

[[nodiscard]] constexpr auto enum_words(rule_origin) noexcept {
    return word_table("host", "command line", "peer", "answer", "stored", "built in", "managed", "project");
}

/// For people: "your policy".
[[nodiscard]] constexpr std::string_view in_words(rule_origin origin) noexcept {
    switch (origin) {
        case rule_origin::host: return "your policy";
        case rule_origin::command_line: return "an option";
        case rule_origin::peer: return "the agent";
        case rule_origin::answer: return "an answer";
        case rule_origin::stored: return "a kept answer";
        case rule_origin::built_in: return "built in";
        case rule_origin::managed: return "the policy of this machine";
        case rule_origin::project: return "the project's own policy";
    }
    return {};
}

/// Finds the folders of the rules' conditions (`rule_condition::placed`). To be done before a host puts a
/// policy in force that it has read: what is for a folder that nobody has found is in doubt.
void place_folders(std::vector<permission_rule>& rules, std::string_view home,
                   const rule_condition::path_lookup& look);

struct tool_call;
class tool_registry;

/// Fields and what they hold.
using field_kinds = std::span<const std::pair<std::string, field_kind>>;

/// The pattern that covers exactly this text: with `*`, `?` and `\` escaped, and for paths `[` and a leading
/// `~`, `$` or `%`, too.
[[nodiscard]] std::string escape_pattern(std::string_view text, field_kind kind = field_kind::text);

/// The rule that covers this call and no call with another value in that field: what "always this" stands
/// for.
///
/// It has been seen to cover the call. A relative path is joined to the call's working directory, so that the
/// rule means the same file later. What an allow rule covers no call of (a path that is not clean, a URL with
/// more than one reading) is refused.
/// \param field  empty: the tool's main field
/// \param kinds  the fields whose kind is another one than their names say
[[nodiscard]] boost::system::result<permission_rule, invalid_rule> rule_for_call(
    const tool_call& call, std::string_view field = {}, rule_behavior behavior = rule_behavior::allow,
    rule_origin origin = rule_origin::answer, field_kinds kinds = {});

/// The same, where fields hold what is registered. No field: the registered main field, too.
[[nodiscard]] boost::system::result<permission_rule, invalid_rule> rule_for_call(
    const tool_registry& tools, const tool_call& call, std::string_view field = {},
    rule_behavior behavior = rule_behavior::allow, rule_origin origin = rule_origin::answer);

}  // namespace assent
