#pragma once

#include <assent/adapters/control/control_channel.hpp>
#include <assent/app/control_role.hpp>
#include <assent/app/permission_gate.hpp>
#include <assent/app/permission_requester.hpp>
#include <assent/app/permission_responder.hpp>
#include <assent/app/session.hpp>
#include <assent/domain/call/json.hpp>
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
    responder_options responder{};  ///< of the answering side only
    std::size_t pause_bytes = default_pause_bytes;
    std::size_t max_unsent_bytes = default_max_unsent_bytes;
};

/// Ties one transport to one channel and one side of the protocol: the side that answers an agent's
/// questions, or the agent's own, which asks them.
///
/// What became ready together leaves in one write. When the peer's output ends, what is still open
/// is denied. The answering side then flushes everything and closes the connection; an agent goes
/// on writing until `finish`.
///
/// Thread-safety: one thread at a time, the transport's. `wake` is called on any thread when
/// answers have come from elsewhere; call `mail_arrived` on the session's thread then.
///
/// Lifetime: make it with `std::make_shared`; the transport keeps it alive until it is closed.
class control_session final : public session,
                              public transport::handler,
                              public std::enable_shared_from_this<control_session> {
public:
    /// The answering side. \param gate  decides; may be null: then every use of a tool is denied
    control_session(std::unique_ptr<transport> connection, std::shared_ptr<permission_gate> gate,
                    session_options options = {});
    /// An agent's side, which asks. \param gate, link  see `permission_requester`
    control_session(std::unique_ptr<transport> connection, std::shared_ptr<permission_gate> gate,
                    std::shared_ptr<peer_link> link, requester_options requester,
                    session_options options = {});
    ~control_session() override;

    // session
    void start(std::function<void()> wake, finished on_finished) override;
    void mail_arrived() override;
    void tick() override;
    [[nodiscard]] std::optional<time_point> next_deadline() const override;
    void close() override;
    void detach() override;

    // What the host says. On the session's thread; before the start it waits for that.

    /// Sends a request to the peer.
    /// \param payload  a raw JSON object with the members that follow the subtype; empty: none
    /// \param done     hears of the answer, or why there is none; may be empty
    /// \param timeout  zero: waits for ever
    /// \return its id; empty when it was not sent, and `done` has heard of that
    std::string request(std::string_view subtype, std::string_view payload, on_outcome done,
                        duration timeout = default_request_timeout);
    /// The answering side's first request. Where `channel_options::guard_hook` names a hook, it is
    /// registered: the agent then shows every use of a tool here before it happens, also what its own rules
    /// and mode allow. It does not when this fails: `done` should end the session then.
    /// \param payload  see `request`; hooks in it stay
    std::string initialize(on_outcome done, std::string_view payload = {},
                           duration timeout = default_request_timeout);
    /// Takes such a request back.
    bool withdraw(std::string_view id);
    /// Writes a line of the host's own: what a user says, an agent's messages. \param line  without its LF
    void write_line(std::string_view line);
    /// The same for a frame that is made of values. What some line readers split at is escaped.
    /// \throws std::invalid_argument when a number in it is not finite: JSON cannot say it
    void write_frame(const json_object& frame);
    /// Flushes everything, then closes the connection. What is still open is denied.
    void finish();
    /// The same for the output only: the peer sees the end of it, and may go on speaking.
    void end_output();

    /// Why the session itself ended the connection; empty when it did not.
    [[nodiscard]] const std::string& end_reason() const noexcept { return close_reason_; }
    /// The connection is closed.
    [[nodiscard]] bool over() const noexcept { return over_; }
    [[nodiscard]] control_channel& channel() noexcept { return channel_; }

    // transport::handler
    [[nodiscard]] std::span<char> read_space() override;
    void on_nothing() override { channel_.leave_space(); }
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
    session_options options_;
    control_channel channel_;
    std::unique_ptr<control_role> role_;
    bool close_at_end_ = true;  // when the peer's output ends
    std::function<void()> wake_;
    finished on_finished_;
    std::optional<time_point> known_deadline_;
    std::string close_reason_;
    bool started_ = false;
    bool paused_ = false;
    bool ending_ = false;  // close once everything is sent
    bool output_ending_ = false;
    bool output_ended_ = false;
    bool over_ = false;
};

}  // namespace assent
