#pragma once

#include <assent/domain/call/tool_input.hpp>
#include <assent/domain/decide/permission_request.hpp>
#include <assent/domain/decide/verdict.hpp>
#include <assent/domain/text/enum_words.hpp>
#include <assent/domain/text/time.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// One line of the record: a decision, or something that must not pass unseen.
///
/// The views and pointers are valid during the call that carries them; a sink that keeps events copies them
/// (`kept_audit_event`). `input` is there for its digest: a sink writes content only where its host has
/// opted in.
struct audit_event {
    enum class kind : unsigned char {
        decision,     ///< a call was allowed or denied
        execution,    ///< a tool that was allowed has run, or failed to
        late_answer,  ///< an answer came after the question was over; ignored
        not_kept,     ///< what an answer or a suggestion wanted to be kept is not; `reason` says what and why
        settings,     ///< a gate lets rules mean more than is safe; `reason` names the settings that are on
        protocol,     ///< the peer broke the protocol; `reason` says how
        gap,          ///< the sink failed before: `lost` records are missing here
        policy,       ///< the policy file has changed and is in force; `reason` has both digests
        change,       ///< a person has changed how calls are decided, such as by a pause; `reason` says how
        refusals,     ///< calls over a limit were denied, `refused` of them without a record of their own
    };

    kind what = kind::decision;
    wall_time time{};
    std::string_view request_id{};
    std::string_view tool_name{};
    std::string_view own_name{};  ///< what the agent itself calls the tool; empty: the same
    std::string_view tool_use_id{};
    std::string_view agent_id{};
    std::string_view agent{};            ///< which program asks, such as `claude`; empty: not known
    std::string_view session_id{};       ///< of that agent, where it is known
    std::string_view cwd{};              ///< the agent's working directory, where it is known
    std::string_view user_id{};          ///< of the execution context, where there is one
    std::string_view conversation_id{};  ///< of the execution context, where there is one
    std::string_view message_id{};       ///< of the execution context, where there is one
    /// Decisions and executions: what the tool was called with. May be null.
    const tool_input* input = nullptr;
    /// Decisions only from here on.
    const verdict* decided = nullptr;
    /// Why somebody was asked, where somebody was.
    std::optional<decision_source> asked_because{};
    /// The question of this gate that the decision ends. It is no part of a record.
    question_id question = question_id::none;
    /// The answer changed the input: `input` is what was allowed, and not what was asked about.
    bool edited = false;
    /// From the moment the call was seen to the decision.
    duration latency{};
    std::string_view reason{};  ///< for late_answer, not_kept, protocol, policy and change; for a failed
                                ///< execution its error
    bool succeeded = false;     ///< for execution
    std::size_t lost = 0;       ///< for gap
    std::size_t refused = 0;    ///< for refusals
};

[[nodiscard]] constexpr auto enum_words(audit_event::kind) noexcept {
    return word_table("decision", "execution", "late_answer", "not_kept", "settings", "protocol", "gap",
                      "policy", "change", "refusals");
}

/// A copy of an `audit_event` that owns its text.
struct kept_audit_event {
    audit_event::kind what = audit_event::kind::decision;
    wall_time time{};
    std::string request_id;
    std::string tool_name;
    std::string own_name;
    std::string tool_use_id;
    std::string agent_id;
    std::string agent;
    std::string session_id;
    std::string cwd;
    std::string user_id;
    std::string conversation_id;
    std::string message_id;

    // Decisions only.
    outcome decision = outcome::deny;
    decision_source source = decision_source::fault;
    std::string rule;                     ///< text of the deciding rule; empty when no rule decided
    std::optional<rule_origin> origin{};  ///< of that rule
    std::vector<std::string> rules_too;   ///< texts of the other rules, where several share a shell text
    risk_level risk = risk_level::high;
    std::vector<std::string> factors;  ///< their ids
    std::optional<duration> retry_after{};
    std::string by;
    std::optional<decision_source> asked_because{};
    bool edited = false;
    bool remembered = false;
    duration latency{};

    /// The decision's reason, what a late answer or a breach is about, or a failed execution's error.
    std::string reason;
    bool succeeded = false;   ///< for executions
    std::size_t lost = 0;     ///< for gaps
    std::size_t refused = 0;  ///< for refusals

    /// The input, where whoever keeps the event keeps content too: `kept_copy` does not.
    std::shared_ptr<const kept_input> input{};
};

/// Copies an event while it lasts, all but its input.
[[nodiscard]] kept_audit_event kept_copy(const audit_event& event);

}  // namespace assent
