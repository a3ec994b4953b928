#pragma once

#include "gate_record.hpp"

#include <span>
#include <string>
#include <vector>

namespace assent {

class call_reading;

/// What updates count for against `gate_limits::max_updates`: each of them, and each of their rules.
[[nodiscard]] std::size_t weight(std::span<const permission_update> updates);

/// What comes with answers and suggestions: which updates are accepted, and what becomes of them.
class gate_updates {
public:
    gate_updates(gate_state& state, gate_record& record, const gate_limits& limits, updates_callback told)
        : state_(state), record_(record), limits_(limits), told_(std::move(told)) {}

    /// Updates that may be accepted from a peer or an answer.
    std::vector<permission_update> acceptable(std::vector<permission_update> updates) const;
    /// Takes out of an answer the updates that are not kept. \return why; empty when all are
    std::string leave_out(allow_result& answer, const gate_state::snapshot& now,
                          const call_reading& reading) const;

    struct applied {
        bool changed = false;    // open questions are to be judged again
        std::string left_out{};  // why updates were not kept; empty: all were
    };
    /// Takes out of the updates those that are not kept.
    applied apply(std::vector<permission_update>& updates, rule_origin origin);
    /// All of them, or none.
    applied apply_together(std::vector<permission_update>& updates);
    void tell(const permission_question& question, std::span<const permission_update> updates) const;

private:
    std::string without_looser_modes(std::vector<permission_update>& updates) const;
    std::string not_acceptable(std::span<const permission_update> updates) const;
    std::string apply_rules(std::span<const permission_update> updates, rule_origin origin);
    std::string over_limits(const rule_set& before, const rule_set& after) const;
    bool set_mode(const permission_update& update);

    gate_state& state_;
    gate_record& record_;
    const gate_limits& limits_;
    const updates_callback told_;
};

}  // namespace assent
