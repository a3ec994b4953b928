#pragma once

#include <assent/domain/decide/policy.hpp>
#include <assent/ports/audit_sink.hpp>

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace assent {

namespace detail {
class queued_event;
}

/// Bytes that the records in a queue hold together, unless told otherwise.
inline constexpr std::size_t default_audit_queue_bytes = std::size_t{64} * 1024 * 1024;

/// The limits on what may wait in a `queued_audit_sink`.
struct audit_queue_options {
    /// Records at once.
    std::size_t max_records = default_audit_queue_records;
    /// Bytes that they hold together.
    std::size_t max_bytes = default_audit_queue_bytes;
    audit_overflow on_overflow = audit_overflow::deny;
    /// The sink behind reads inputs, for their digest or as they are; else they are not copied.
    bool inputs = true;
    /// Hears, when the queue is destroyed, how many records were accepted and are neither written nor told as
    /// a gap. May be empty.
    std::function<void(std::size_t lost)> on_lost{};
};

/// The same, as a policy says it.
[[nodiscard]] audit_queue_options audit_queue_options_of(const audit_policy& policy);

/// Passes records on to another sink from a thread of its own: a record is accepted when it is in the queue,
/// and the answer does not wait for the other sink. A process that is killed loses what is in the queue.
///
/// - **Bounds.** Over a limit a record is refused with `no_buffer_space`, or waits until there is room. What
/// is put
///   into an empty queue always fits, however large it is.
/// - **Failure.** Records that were accepted, and that the other sink refuses later, are gone; the next one
/// that it
///   takes comes after a gap record that says how many. Until then nothing is queued: each record is passed
///   on at once, and accepted or refused as the other sink says. So calls are denied while the record cannot
///   be written.
/// - **Order.** The other sink gets records in the order in which they were accepted, and is called by one
/// thread
///   at a time.
///
/// Thread-safety: any thread; `close` and the destructor once.
class queued_audit_sink final : public audit_sink {
public:
    /// \throws std::invalid_argument when there is no sink, or a limit is 0
    /// \throws std::system_error when no thread can be started
    explicit queued_audit_sink(std::shared_ptr<audit_sink> sink, const audit_queue_options& options = {});
    /// Closes it.
    ~queued_audit_sink() override;
    queued_audit_sink(const queued_audit_sink&) = delete;
    queued_audit_sink& operator=(const queued_audit_sink&) = delete;

    [[nodiscard]] boost::system::error_code record(const audit_event& event) override;
    /// All of a batch is put into the queue together, or nothing of it.
    [[nodiscard]] std::unique_ptr<audit_batch> batch() override;

    /// Passes on what is left. Later records are refused with `operation_canceled`.
    /// \return how many records were accepted and are neither written nor told as a gap
    std::size_t close() noexcept;

private:
    class queue_batch;
    using events = std::vector<detail::queued_event>;

    [[nodiscard]] boost::system::error_code put(events& added);
    [[nodiscard]] boost::system::error_code put_through(std::unique_lock<std::mutex>& lock,
                                                        const events& added);
    // Under the lock.
    [[nodiscard]] bool has_room(std::size_t records, std::size_t bytes) const noexcept;
    void note_lost(const events& lost) noexcept;

    void run() noexcept;
    // Not under the lock, but under that of the sink.
    [[nodiscard]] boost::system::error_code pass_on(const events& each) noexcept;
    [[nodiscard]] boost::system::error_code tell_gap() noexcept;

    const std::shared_ptr<audit_sink> sink_;
    const audit_queue_options options_;

    std::mutex sink_mutex_;  // taken before the other one
    const std::unique_ptr<audit_batch> out_;

    std::mutex mutex_;
    std::condition_variable work_;
    std::condition_variable room_;
    events queue_;
    std::size_t waiting_records_ = 0;  // in the queue, and on their way from it
    std::size_t waiting_bytes_ = 0;
    std::size_t lost_ = 0;
    wall_time lost_at_{};
    boost::system::error_code failure_;  // why they were lost
    bool closed_ = false;

    std::thread thread_;
};

}  // namespace assent
