#pragma once

#include <assent/app/gate/permission_gate.hpp>
#include <assent/domain/decide/audit_event.hpp>
#include <assent/ports/audit_sink.hpp>
#include <assent/ports/clock.hpp>

#include <atomic>
#include <cstddef>
#include <limits>
#include <memory>

namespace assent {

/// The sink as the gate uses it: counts what was lost, and tells about the gap when the sink works
/// again. Any thread.
class audit_trail {
public:
    class batch;

    audit_trail(std::shared_ptr<audit_sink> sink, std::shared_ptr<const clock> time) noexcept;
    /// Tells what it has only counted.
    ~audit_trail();
    audit_trail(const audit_trail&) = delete;
    audit_trail& operator=(const audit_trail&) = delete;

    [[nodiscard]] bool present() const noexcept { return sink_ != nullptr; }
    /// Fills in the time and hands the event to the sink. \return whether it was accepted
    bool record(audit_event event);

private:
    bool accepted(const audit_event& event) noexcept;
    /// Whether it is a denial over a limit that is only counted.
    bool only_counts(const audit_event& event) noexcept;
    /// How many were, where it is time to tell; 0: nothing is to be told.
    std::size_t refusals_to_tell() noexcept;

    std::shared_ptr<audit_sink> sink_;
    std::shared_ptr<const clock> time_;
    std::atomic<std::size_t> lost_{0};
    std::atomic<std::size_t> refused_{0};  // since the last record of one
    std::atomic<std::size_t> to_tell_{0};  // before it
    std::atomic<duration::rep> tell_from_{std::numeric_limits<duration::rep>::min()};
};

/// Events that the sink accepts together. One thread at a time; it does not outlive its trail.
class audit_trail::batch {
public:
    explicit batch(audit_trail& trail);

    /// How many events wait for `commit`.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// Adds an event. All events of a batch have the time of its first one.
    void record(audit_event event) noexcept;
    /// The next event reads the clock again.
    void time_passed() noexcept { timed_ = false; }
    /// \return whether all of them were accepted; if not, all count as lost
    bool commit() noexcept;

private:
    void hand_over(const audit_event& event) noexcept;

    audit_trail& trail_;
    std::unique_ptr<audit_batch> events_;  // null: there is no sink
    wall_time time_{};
    bool timed_ = false;
    bool failed_ = false;
    std::size_t size_ = 0;
    std::size_t gap_ = 0;  // lost before, as the gap record of this batch says
};

}  // namespace assent
