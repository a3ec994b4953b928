#pragma once

#include <assent/domain/decide/audit_event.hpp>
#include <assent/ports/audit_sink.hpp>

#include <cstddef>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

namespace assent::testing {

using assent::kept_audit_event;

/// An audit sink that keeps every event it accepts, with its input, and can refuse them.
///
/// A refused event is counted as an attempt and not kept; the sink returns `io_error`. In a batch the error
/// comes out at `commit`, as with a file, and nothing of that batch is kept. Thread-safety: any thread.
class recording_audit_sink final : public audit_sink {
public:
    [[nodiscard]] boost::system::error_code record(const audit_event& event) override;
    [[nodiscard]] std::unique_ptr<audit_batch> batch() override;

    /// Everything accepted so far, in order.
    [[nodiscard]] std::vector<kept_audit_event> events() const;
    /// The accepted events of one kind, in order.
    [[nodiscard]] std::vector<kept_audit_event> events(audit_event::kind kind) const;
    /// The accepted decision about a request; nothing when there is none. The last one counts.
    [[nodiscard]] std::optional<kept_audit_event> decision(std::string_view request_id) const;
    /// The number of calls of `record`, refusals and batches included.
    [[nodiscard]] std::size_t attempts() const;
    /// The number of batches with events in them that were committed, refused ones included.
    [[nodiscard]] std::size_t commits() const;

    /// Refuses one attempt. \param nth  1 is the next one
    void fail_nth(std::size_t nth);
    /// Refuses attempts until `work_again`. \param nth  the first to fail; 1 is the next one
    void fail_from(std::size_t nth = 1);
    /// Accepts everything again.
    void work_again();

private:
    class kept_batch;

    [[nodiscard]] bool refuses_next();  // under the lock

    static constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

    mutable std::mutex mutex_;
    std::vector<kept_audit_event> events_;
    std::size_t attempts_ = 0;
    std::size_t commits_ = 0;
    std::size_t first_failing_ = never;  // attempts, counted from 1
    std::size_t last_failing_ = never;
};

}  // namespace assent::testing
