#pragma once

#include <assent/domain/audit_event.hpp>
#include <assent/ports/audit_sink.hpp>
#include <assent/ports/clock.hpp>

#include <atomic>
#include <cstddef>
#include <memory>

namespace assent {

/// The sink as the gate uses it: counts what was lost, and tells about the gap when the sink works
/// again. Any thread.
class audit_trail {
public:
    audit_trail(std::shared_ptr<audit_sink> sink, std::shared_ptr<const clock> time) noexcept;

    [[nodiscard]] bool present() const noexcept { return sink_ != nullptr; }
    /// Fills in the time and hands the event to the sink. \return whether it was accepted
    bool record(audit_event event);

private:
    bool accepted(const audit_event& event) noexcept;

    std::shared_ptr<audit_sink> sink_;
    std::shared_ptr<const clock> time_;
    std::atomic<std::size_t> lost_{0};
};

}  // namespace assent
