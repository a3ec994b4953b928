#pragma once

#include <assent/adapters/control/control_channel.hpp>
#include <assent/app/permission_gate.hpp>
#include <assent/app/permission_responder.hpp>
#include <assent/app/session.hpp>
#include <assent/ports/transport.hpp>

#include <boost/system/error_code.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assent {

/// Reading pauses while this many bytes wait to be sent: a peer that does not read is not read from.
inline constexpr std::size_t default_pause_bytes = std::size_t{256} * 1024;
/// The last resort: over this many unsent bytes the connection is closed.
inline constexpr std::size_t default_max_unsent_bytes = std::size_t{64} * 1024 * 1024;

struct session_options {
    channel_options channel{};
    responder_options responder{};
    std::size_t pause_bytes = default_pause_bytes;
    std::size_t max_unsent_bytes = default_max_unsent_bytes;
};

/// Ties one transport to one channel and one gate: what an agent asks comes in, answers go out.
///
/// Answers that became ready together leave in one write. When the agent's output ends, what is
/// still open is denied, everything is flushed, and the connection is closed.
///
/// Thread-safety: one thread at a time, the transport's. `wake` is called on any thread when
/// answers have come from elsewhere; call `mail_arrived` on the session's thread then.
///
/// Lifetime: make it with `std::make_shared`; the transport keeps it alive until it is closed.
class control_session final : public session,
                              public transport::handler,
                              public std::enable_shared_from_this<control_session> {
public:
    control_session(std::unique_ptr<transport> connection, std::shared_ptr<permission_gate> gate,
                    session_options options = {});
    ~control_session() override;

    // session
    void start(std::function<void()> wake, finished on_finished) override;
    void mail_arrived() override;
    void tick() override;
    [[nodiscard]] std::optional<time_point> next_deadline() const override;
    void close() override;
    void detach() override;

    /// Why the session itself ended the connection; empty when it did not.
    [[nodiscard]] const std::string& end_reason() const noexcept { return close_reason_; }
    /// The connection is closed.
    [[nodiscard]] bool over() const noexcept { return over_; }
    [[nodiscard]] control_channel& channel() noexcept { return channel_; }

    // transport::handler
    [[nodiscard]] std::span<char> read_space() override;
    void on_read(std::size_t bytes) override;
    void on_end() override;
    void on_sent() override;
    void on_closed(boost::system::error_code error) override;

private:
    void drain();
    void note_deadline();
    void flush();
    void close_because(std::string reason);

    std::unique_ptr<transport> connection_;
    std::shared_ptr<permission_gate> gate_;
    session_options options_;
    control_channel channel_;
    permission_responder responder_;
    std::function<void()> wake_;
    finished on_finished_;
    std::optional<time_point> known_deadline_;
    std::string close_reason_;
    bool paused_ = false;
    bool ending_ = false;  // close once everything is sent
    bool over_ = false;
};

}  // namespace assent
