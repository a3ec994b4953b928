#pragma once

#include "call_judge.hpp"
#include "gate_memory.hpp"
#include "gate_questions.hpp"
#include "gate_record.hpp"
#include "gate_state.hpp"
#include "gate_updates.hpp"

#include <assent/app/gate/use_decision.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace assent {

/// What a gate is made of, each part after those that it uses; and the checks, for which they work together.
/// Whoever calls foreign code holds all of it meanwhile: that code may destroy the gate.
///
/// INVARIANT: nothing foreign runs under the lock of `state`: no callback, no stop callback, no audit sink,
/// no rule matching, no classifier, no path resolver, no log. INVARIANT: no allow leaves before its audit
/// record was accepted (unless the host chose so).
class gate_parts {
public:
    gate_parts(gate_options options, std::shared_ptr<const clock> time, std::shared_ptr<audit_sink> audit);

    /// \param now   nothing: the clock is read
    /// \param into  where the record waits to be accepted; null: it is accepted when this returns
    verdict check(const tool_call& call, std::string_view request_id, std::string& scratch,
                  std::optional<time_point> now, audit_trail::batch* into = nullptr);
    /// All calls of a use in one step: see <assent/app/gate/use_decision.hpp>.
    use_decision check(const standard_use& use, std::string_view request_id, std::string& scratch,
                       const answered_parts& answered);

    /// Ends the pause, if there is one that is live, or one that is over. \return whether there was
    bool take_pause(bool live);

    const gate_limits limits;
    const bool asked_elsewhere;
    gate_state state;
    gate_record record;
    call_judge judge;
    gate_memory memory;
    gate_updates updates;
    gate_questions questions;

private:
    std::optional<verdict> decided_by_hook(const tool_call& given, std::string& scratch);
    [[nodiscard]] bool is_recorded(const verdict& decided) const noexcept {
        return !decided.asks() || asked_elsewhere;
    }
    void settle_checked(const tool_call& call, std::string_view request_id, time_point from, bool of_batch,
                        audit_trail::batch* into, verdict& decided);
};

}  // namespace assent
