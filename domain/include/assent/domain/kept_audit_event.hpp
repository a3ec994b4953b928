#pragma once

#include <assent/domain/audit_event.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assent {

/// A copy of an `audit_event` that owns its text.
struct kept_audit_event {
    audit_event::kind what = audit_event::kind::decision;
    wall_time time{};
    std::string request_id;
    std::string tool_name;
    std::string tool_use_id;
    std::string agent_id;
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
    bool succeeded = false;  ///< for executions
    std::size_t lost = 0;    ///< for gaps

    /// The input, where whoever keeps the event keeps content too: `keep` does not.
    std::shared_ptr<const kept_input> input{};
};

/// Copies an event while it lasts, all but its input.
[[nodiscard]] kept_audit_event keep(const audit_event& event);

}  // namespace assent
