#pragma once

#include <assent/domain/decide/audit_event.hpp>
#include <assent/ports/audit_sink.hpp>

#include <cstddef>
#include <deque>
#include <mutex>
#include <vector>

namespace assent {

/// The number of events that a `memory_audit_sink` keeps by default.
inline constexpr std::size_t default_events_in_memory = 10'000;

/// Keeps the last events in memory, without inputs: for a host that shows them, or a program without a disk.
///
/// It never refuses one. What is over the limit is forgotten, the oldest first, and counted.
/// Thread-safety: any thread.
class memory_audit_sink final : public audit_sink {
public:
    /// \param most  how many events are kept
    /// \throws std::invalid_argument when it is 0
    explicit memory_audit_sink(std::size_t most = default_events_in_memory);

    [[nodiscard]] boost::system::error_code record(const audit_event& event) override;

    /// The kept events, the oldest first.
    [[nodiscard]] std::vector<kept_audit_event> events() const;
    /// The number of events that came and are not kept any more.
    [[nodiscard]] std::size_t forgotten() const;

private:
    const std::size_t most_;
    mutable std::mutex mutex_;
    std::deque<kept_audit_event> events_;
    std::size_t forgotten_ = 0;
};

}  // namespace assent
