#pragma once

#include <assent/domain/rules/permission_rule.hpp>
#include <assent/domain/text/enum_words.hpp>
#include <assent/domain/text/time.hpp>
#include <assent/domain/tools/risk.hpp>

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace assent {

enum class outcome : unsigned char {
    allow,
    deny,
    ask,
    /// It may run behind a wall, and not without one. Only who can make one (`tool_call::walls`) is told so:
    /// all others are told to ask.
    wall,
};

/// The step of the decision that spoke. Each verdict has exactly one.
enum class decision_source : unsigned char {
    malformed,      ///< the call is not well formed, or its input does not fit its tool's schema
    rate_limit,     ///< too many calls; `verdict::retry_after` says when to try again
    mode,           ///< the permission mode
    rule,           ///< a rule; `verdict::rule` says which
    blocked_list,   ///< the policy's blocked tools, commands or categories
    peer,           ///< the peer says that a person has to answer
    guard,          ///< the call does more than its name says
    gate,           ///< the call changes or stops what decides about agents
    grant,          ///< a live grant of time or uses
    remembered,     ///< a decision of this session that was to be remembered
    persistent,     ///< a decision or rule that the host has loaded from an earlier session
    trust,          ///< the tool is trusted for this session
    trusted_tool,   ///< the policy's trusted tools
    tool_override,  ///< what the policy says about this tool
    effect,         ///< what the policy says about what the call does
    tool_default,   ///< what the tool's definition says
    risk,           ///< the call is always safe, or its risk is below the policy's threshold
    pause,          ///< a person has paused the questions, and this would be one
    undecided,      ///< nothing decided: somebody has to be asked
    callback,       ///< the user's callback, or that there is none
    timeout,        ///< nobody answered in time
    cancelled,      ///< the peer withdrew the question, or interrupted
    closed,         ///< the session ended while the question was open
    limit,          ///< a bound on open questions was reached
    fault,          ///< something failed: an exception, a lost audit record, an answer that is not valid
};
inline constexpr std::size_t decision_source_count = 25;

/// Most rules that a reason names.
inline constexpr std::size_t max_named_rules = 8;

/// A decision about one call, and why.
///
/// Made without formatting anything: text exists when somebody calls `reason()`.
struct verdict {
    outcome decision = outcome::deny;
    decision_source source = decision_source::fault;
    /// The rule that decided, for `rule` verdicts. Shared, so that it outlives the rule set.
    std::shared_ptr<const permission_rule> rule{};
    /// The allow rules that cover what `rule` does not, where several share the commands of one shell text.
    boost::container::small_vector<std::shared_ptr<const permission_rule>, 2> rules_too{};
    /// The rule is a deny or ask rule that may or may not cover the call.
    bool doubt = false;
    /// Nothing stored could ever answer this call: a question about it offers only "once" and "deny".
    bool must_ask = false;
    /// With `must_ask`: the policy's word on effects leaves such calls to the agent's own rules.
    bool left_to_agent = false;
    /// Further words of the sources other than rules; may be empty.
    std::string detail{};
    /// The action of the call that keeps it from being allowed, in words that hold some of its input
    /// (`put_into_words`): for whoever asks or is asked, and for no record. Empty: nothing is said of that.
    std::string concern{};
    /// How risky the call was found to be. A call that a rule or list denies is at least critical, one over a
    /// rate limit medium, whatever the classifier says.
    risk_level risk = risk_level::high;
    risk_factors factors{};
    bool may_change_files = true;           ///< false where it is known to read alone
    std::optional<duration> retry_after{};  ///< for `rate_limit`; nothing: never
    std::string by{};                       ///< who decided, where that is somebody

    /// A stored decision of somebody's answered: nobody was asked for this call.
    [[nodiscard]] bool was_remembered() const noexcept;
    [[nodiscard]] bool rate_limited() const noexcept { return source == decision_source::rate_limit; }
    [[nodiscard]] bool allowed() const noexcept { return decision == outcome::allow; }
    [[nodiscard]] bool denied() const noexcept { return decision == outcome::deny; }
    [[nodiscard]] bool asks() const noexcept { return decision == outcome::ask; }
    /// Allowed behind a wall, and not without one: `allowed()` is false.
    [[nodiscard]] bool walled() const noexcept { return decision == outcome::wall; }
    /// It runs, whatever stands around it.
    [[nodiscard]] bool runs() const noexcept { return allowed() || walled(); }
    /// A person has to answer, whatever the agent would do by its own rules and modes: not only where nothing
    /// allows the call.
    [[nodiscard]] bool insists() const noexcept {
        const bool by_wall_rule = rule && rule->behavior() == rule_behavior::wall;
        return asks() && ((must_ask && !left_to_agent) || source == decision_source::effect || by_wall_rule);
    }

    /// One line for the model and the human: what the call does, where that is said, and the rule, mode or
    /// other cause. Never empty.
    [[nodiscard]] std::string reason() const;
    /// The same, behind what `out` holds.
    void append_reason(std::string& out) const;
    /// Only the rule, mode or other cause: for records. Never empty, and never holds the input's content.
    void append_cause(std::string& out) const;
    [[nodiscard]] std::string cause() const;
};

/// The end of a question, for those who want to tell the four ends apart.
enum class question_end : unsigned char { approved, denied, timed_out, cancelled };
[[nodiscard]] question_end end_of(const verdict& settled) noexcept;

[[nodiscard]] constexpr auto enum_words(outcome) noexcept {
    return word_table("allow", "deny", "ask", "wall");
}
[[nodiscard]] constexpr auto enum_words(decision_source) noexcept {
    return word_table("malformed", "rate_limit", "mode", "rule", "blocked_list", "peer", "guard", "gate",
                      "grant", "remembered", "persistent", "trust", "trusted_tool", "tool_override", "effect",
                      "tool_default", "risk", "pause", "undecided", "callback", "timeout", "cancelled",
                      "closed", "limit", "fault");
}
/// For people: "a rule".
[[nodiscard]] constexpr std::string_view in_words(decision_source source) noexcept {
    switch (source) {
        case decision_source::malformed: return "not well formed";
        case decision_source::rate_limit: return "a limit of calls";
        case decision_source::mode: return "the permission mode";
        case decision_source::rule: return "a rule";
        case decision_source::blocked_list: return "a list of what is blocked";
        case decision_source::peer: return "the agent's own demand";
        case decision_source::guard: return "more than the rule names";
        case decision_source::gate: return "what protects Assent itself";
        case decision_source::grant: return "a grant";
        case decision_source::remembered: return "an answer of the session";
        case decision_source::persistent: return "a kept answer";
        case decision_source::trust: return "trust in the tool";
        case decision_source::trusted_tool: return "the policy's trusted tools";
        case decision_source::tool_override: return "the policy's word on the tool";
        case decision_source::effect: return "the policy's word on what calls do";
        case decision_source::tool_default: return "the usual for the tool";
        case decision_source::risk: return "it only looks, or risks little";
        case decision_source::pause: return "a pause of questions";
        case decision_source::undecided: return "nothing";
        case decision_source::callback: return "a person";
        case decision_source::timeout: return "nobody in time";
        case decision_source::cancelled: return "taken back by the agent";
        case decision_source::closed: return "the end of the session";
        case decision_source::limit: return "too many open questions";
        case decision_source::fault: return "a fault";
    }
    return "a fault";
}
[[nodiscard]] constexpr auto enum_words(question_end) noexcept {
    return word_table("approved", "denied", "timed_out", "cancelled");
}

}  // namespace assent
