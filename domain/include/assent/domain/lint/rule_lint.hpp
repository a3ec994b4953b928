#pragma once

#include <assent/domain/decide/call_findings.hpp>
#include <assent/domain/decide/policy.hpp>
#include <assent/domain/rules/permission_rule.hpp>
#include <assent/domain/rules/permission_update.hpp>
#include <assent/domain/text/enum_words.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace assent {

class tool_registry;
struct tool_call;

/// A possible mistake in a rule that is accepted all the same.
enum class lint_kind : unsigned char {
    overbroad,            ///< allow: a wildcard gives a program that runs others free rein: `bash *`
    any_tool,             ///< allow: every tool with any input
    any_command,          ///< allow: every shell text
    leading_wildcard,     ///< allow: a command whose program is a wildcard
    executing_option,     ///< allow: covers options with which the program runs others or writes files
    braces_or_brackets,   ///< braces or brackets that are plain characters here
    quotes,               ///< quotes that are plain characters here
    outer_blank,          ///< a blank at the beginning or the end
    unknown_tool,         ///< no tool of that name is registered, or an agent's calls come by another name
    unknown_field,        ///< the tool's definition has no field of that name
    never_matches,        ///< can cover no call
    rarely_matches,       ///< deny, ask: several commands, or a redirection, compared as one text
    means_other,          ///< a path that means something else in the agent whose rules look like that
    missed_call,          ///< deny, ask: a call that a reader takes for covered is decided otherwise
    duplicate,            ///< says the same as an earlier rule
    redundant,            ///< another rule of the same behavior covers everything that it covers
    shadowed,             ///< a deny or ask rule covers everything that it covers
    runs_what_is_edited,  ///< allow: runs code of the project, which the agent may edit: any code, together
};
inline constexpr std::size_t lint_kind_count = 18;

enum class lint_severity : unsigned char {
    warning,
    error,  ///< such a rule is refused unless the host allows it
};

/// What can be done about a finding without a person's judgement: nothing is allowed then that was not, and
/// nothing is denied or asked about no more. It is proven.
enum class lint_mend : unsigned char {
    none,
    remove,   ///< the rule goes
    replace,  ///< `better` takes its place
    add,      ///< `beside` is put beside it
};

struct lint_finding {
    std::size_t rule = 0;  ///< its index in the list
    std::string text{};    ///< the rule as a person writes it
    lint_kind what = lint_kind::overbroad;
    lint_severity severity = lint_severity::warning;
    std::string why{};  ///< one sentence, safe to show
    /// A rule that may have been meant. It has not the same finding; and where the rule was found to allow
    /// too much, it is proven to allow nothing else than the rule does.
    std::optional<permission_rule> better{};
    /// The other rule that makes this one a duplicate, redundant or shadowed: its index.
    std::optional<std::size_t> other{};
    /// A rule that may be meant beside this one. It denies or asks.
    std::optional<permission_rule> beside{};
    /// The call that is missed, as an example: what it says is expected, the policy decides otherwise. It has
    /// been tried.
    std::optional<policy_example> missed{};
    outcome decided = outcome::ask;  ///< what the policy decides about `missed`
    lint_mend mend = lint_mend::none;
};

struct lint_report {
    /// In the order of the rules, for each in the order of `lint_kind`.
    std::vector<lint_finding> findings{};
    /// The worst that was found; nothing: nothing was.
    [[nodiscard]] std::optional<lint_severity> worst() const noexcept;
};

struct lint_options {
    /// The host allows overbroad rules: they are warnings.
    bool allow_overbroad = false;
    /// The policy allows what edits files of the project (`call_effect::edits`).
    bool edits_allowed = false;
    /// The policy with these rules: calls are tried that deny and ask rules may miss. Null: none is.
    judgement_basis::pointer tried_by{};
};

/// Looks for what may be wrong with rules, each by itself and all together.
///
/// That a rule is redundant, shadowed or never matches is said only where it is certain: it could be left
/// out, and every call would be decided as before. Each rule is compared with the others of its tool. Pure;
/// any thread.
/// \param tools  the tools that are known; those of MCP servers (`mcp__server__tool`) need not be
[[nodiscard]] lint_report lint(const std::vector<permission_rule>& rules, const tool_registry& tools,
                               const lint_options& options = {});

[[nodiscard]] constexpr auto enum_words(lint_kind) noexcept {
    return word_table("overbroad", "any_tool", "any_command", "leading_wildcard", "executing_option",
                      "braces_or_brackets", "quotes", "outer_blank", "unknown_tool", "unknown_field",
                      "never_matches", "rarely_matches", "means_other", "missed_call", "duplicate",
                      "redundant", "shadowed", "runs_what_is_edited");
}
[[nodiscard]] constexpr auto enum_words(lint_severity) noexcept { return word_table("warning", "error"); }

/// True if the rules after allow nothing that those before did not, and deny or ask about all that those
/// before did: for each there is one that is proven to cover it. Mending leaves such rules.
[[nodiscard]] bool loosens_nothing(const std::vector<permission_rule>& before,
                                   const std::vector<permission_rule>& after, const tool_registry& tools);

class call_reading;

/// True if a rule, alone, covers the call that it was made for, as it will be matched later: read with the
/// switches of the policy, and with the kinds of fields that are registered. What may be covered is not.
[[nodiscard]] bool proven(const permission_rule& rule, const call_reading& call,
                          const judgement_basis& basis);

/// The allow rule for the same command with any other words behind what says what is done: `Bash(git add *)`
/// for `git add src`, `Bash(npm run test *)` for `npm run test`; of an edit, that for its working directory.
/// As any rule with a wildcard it covers what the program is for, and words that are known. Nothing: the call
/// is more than one plain command, no row of the catalogue knows all of it, what it runs, fetches or writes
/// is up to its words, it removes, sends or shows secrets, or it edits a file outside.
[[nodiscard]] std::optional<permission_rule> wider_rule(const tool_call& call, const judgement_basis& basis);

/// Takes out of the updates of an answer each allow rule that does not cover the call that was asked about.
///
/// The rules of all updates may share a shell text: one that covers some of its simple commands stays when
/// they and `rules` together cover all. An update that replaces rules is left out as a whole when one of its
/// rules is. Rules that deny or ask, and rules that are removed, are not looked at.
/// \param rules  those in force
/// \return what was taken out and why, one sentence; empty: nothing
[[nodiscard]] std::string keep_proven(std::vector<permission_update>& updates, const rule_set& rules,
                                      const call_reading& call, const judgement_basis& basis);

}  // namespace assent
