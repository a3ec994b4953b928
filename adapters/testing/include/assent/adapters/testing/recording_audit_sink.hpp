#pragma once

#include <assent/ports/audit_sink.hpp>

#include <cstddef>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent::testing {

/// A copy of an `audit_event` that owns its text.
struct kept_audit_event {
    audit_event::kind what = audit_event::kind::decision;
    wall_time time{};
    std::string request_id;
    std::string tool_name;

    // Decisions only.
    outcome decision = outcome::deny;
    decision_source source = decision_source::fault;
    std::string rule;  ///< text of the deciding rule; empty when no rule decided
    duration latency{};

    std::string reason;    ///< the decision's reason, or what a late answer or a breach is about
    std::size_t lost = 0;  ///< for gaps
};

/// Copies an event while it lasts.
[[nodiscard]] kept_audit_event keep(const audit_event& event);

/// An audit sink that keeps every event it accepts, and can refuse them.
///
/// A refused event is counted as an attempt and not kept; the sink returns `io_error`.
/// Thread-safety: any thread.
class recording_audit_sink final : public audit_sink {
public:
    [[nodiscard]] boost::system::error_code record(const audit_event& event) override;

    /// Everything accepted so far, in order.
    [[nodiscard]] std::vector<kept_audit_event> events() const;
    /// The accepted events of one kind, in order.
    [[nodiscard]] std::vector<kept_audit_event> events(audit_event::kind kind) const;
    /// The accepted decision about a request; nothing when there is none. The last one counts.
    [[nodiscard]] std::optional<kept_audit_event> decision(std::string_view request_id) const;
    /// How often `record` was called, refusals included.
    [[nodiscard]] std::size_t attempts() const;

    /// Refuses one attempt. \param nth  1 is the next one
    void fail_nth(std::size_t nth);
    /// Refuses attempts until `work_again`. \param nth  the first to fail; 1 is the next one
    void fail_from(std::size_t nth = 1);
    /// Accepts everything again.
    void work_again();

private:
    static constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

    mutable std::mutex mutex_;
    std::vector<kept_audit_event> events_;
    std::size_t attempts_ = 0;
    std::size_t first_failing_ = never;  // attempts, counted from 1
    std::size_t last_failing_ = never;
};

}  // namespace assent::testing
