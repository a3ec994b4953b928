#pragma once

#include "audit_trail.hpp"
#include "gate_state.hpp"

#include <initializer_list>
#include <memory>
#include <string_view>

namespace assent {

[[nodiscard]] audit_event event_of(const verdict& decided, const tool_call& call, std::string_view request_id,
                                   duration latency);

/// What a gate tells of itself: its audit record and its log, and the time of both. They are foreign code.
class gate_record {
public:
    gate_record(const gate_state& state, std::shared_ptr<const clock> time, std::shared_ptr<audit_sink> sink,
                log_callback log);

    [[nodiscard]] time_point now() const { return time_->now(); }
    [[nodiscard]] moment moment_now() const { return {time_->now(), time_->wall()}; }

    [[nodiscard]] audit_trail& trail() noexcept { return trail_; }
    /// \return whether what it tells of may go on: it was accepted, or the policy goes on without a record
    bool decision(const audit_event& event) { return trail_.record(event) || goes_on_without_record(); }
    [[nodiscard]] bool goes_on_without_record() const;
    /// Whoever reads the record shall know that allow rules meant more than they usually do.
    void switches(const policy& settings);
    void late(const permission_question& question);
    /// What came with an answer, or with a peer's call, and is not kept.
    void not_kept(const permission_question& question, std::string_view why);
    void not_kept(std::string_view why);

    void log(log_level level, std::string_view message, std::initializer_list<log_field> fields = {}) const;
    /// What people look for when they wonder why they were not asked.
    void log_decision(const verdict& decided, std::string_view tool_name) const;

private:
    const gate_state& state_;
    const std::shared_ptr<const clock> time_;
    audit_trail trail_;
    const log_callback log_;
};

}  // namespace assent
