#pragma once

#include <assent/adapters/control/lines/line_channel.hpp>
#include <assent/app/session/line_role.hpp>
#include <assent/app/session/session.hpp>
#include <assent/app/session/unread_budget.hpp>
#include <assent/ports/transport.hpp>

#include <boost/system/error_code.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace assent {

/// Reading pauses while this many bytes wait to be sent: a peer that does not read is not read from.
inline constexpr std::size_t default_pause_bytes = std::size_t{256} * 1024;
/// The last resort: over this many unsent bytes the connection is closed.
inline constexpr std::size_t default_max_unsent_bytes = std::size_t{64} * 1024 * 1024;

/// A connection whose bytes go through a channel.
class line_link {
public:
    explicit line_link(std::unique_ptr<transport> connection) : connection_(std::move(connection)) {}

    /// Room in `channel`; none, and reading pauses, where `waits`.
    [[nodiscard]] std::span<char> read_space(line_channel& channel, bool waits);
    /// Reads on where `read_space` had none to give.
    void resume_if_paused();

    enum class output : unsigned char {
        sending,     ///< something is on its way, or has to wait until that is sent
        idle,        ///< everything is sent
        over_limit,  ///< more than `max_unsent_bytes` wait: nothing was sent
    };
    /// Sends what was written.
    output push(line_channel& channel, std::size_t max_unsent_bytes);

    [[nodiscard]] transport& connection() noexcept { return *connection_; }
    void reset() noexcept { connection_.reset(); }

private:
    std::unique_ptr<transport> connection_;
    bool paused_ = false;
};

/// Ties one transport to one channel and one role: bytes go in, messages are acted on, what was decided is
/// put on record, and what became ready together leaves in one write. What differs from protocol to protocol
/// is in the channel and the role.
///
/// When the peer's output ends, what is still open is denied. Then everything is flushed and the connection
/// closed, unless the role outlasts its peer: it goes on writing until `finish`.
///
/// Thread-safety: one thread at a time, the transport's. `wake` is called on any thread when
/// answers have come from elsewhere; call `mail_arrived` on the session's thread then.
///
/// Lifetime: make it with `std::make_shared`; the transport keeps it alive until it is closed.
class line_session : public session,
                     public transport::handler,
                     public std::enable_shared_from_this<line_session> {
public:
    // session
    void start(std::function<void()> wake, finished on_finished) override;
    void mail_arrived() override;
    void tick() override;
    [[nodiscard]] std::optional<time_point> next_deadline() const override;
    void close() override;
    void detach() override;

    /// Counts there what it has read of a line that has not ended. Before `start`.
    void count_unread(std::unique_ptr<unread_budget::share> share) { unread_ = std::move(share); }

    /// Flushes everything, then closes the connection. What is still open is denied.
    void finish();
    /// The same for the output only: the peer sees the end of it, and may go on speaking.
    void end_output();

    /// Why the session itself ended the connection; empty when it did not.
    [[nodiscard]] const std::string& end_reason() const noexcept { return close_reason_; }
    /// The connection is closed.
    [[nodiscard]] bool over() const noexcept { return phase_ == phase::over; }

    // transport::handler
    [[nodiscard]] std::span<char> read_space() override;
    void on_nothing() override { lines().leave_space(); }
    void on_read(std::size_t bytes) override;
    void on_end() override;
    void on_sent() override;
    void on_closed(boost::system::error_code error) override;

protected:
    line_session(std::unique_ptr<transport> connection, std::size_t pause_bytes,
                 std::size_t max_unsent_bytes);

    [[nodiscard]] virtual line_channel& lines() noexcept = 0;
    [[nodiscard]] virtual line_role& role() const noexcept = 0;

    /// Sends what the role has written.
    void flush();
    /// A deadline may have come nearer: whoever drives the session has to come back earlier than it knows.
    void note_deadline();

private:
    enum class phase : unsigned char {
        reading,
        ending,  // nothing is read any more; it closes once everything is sent
        over,
    };
    enum class output : unsigned char { open, ending, ended };
    void drain();
    void end(std::string reason);

    line_link link_;
    std::unique_ptr<unread_budget::share> unread_;  // null: it counts nowhere
    std::size_t pause_bytes_;
    std::size_t max_unsent_bytes_;
    phase phase_ = phase::reading;
    bool started_ = false;  // until then nothing is sent
    output output_ = output::open;
    std::function<void()> wake_;
    finished on_finished_;
    std::optional<time_point> known_deadline_;
    std::string close_reason_;
};

}  // namespace assent
