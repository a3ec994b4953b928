#pragma once

#include <assent/adapters/control/wire/control_channel.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/app/session/control_role.hpp>
#include <assent/app/session/line_session.hpp>
#include <assent/app/session/permission_requester.hpp>
#include <assent/app/session/permission_responder.hpp>
#include <assent/domain/call/json.hpp>
#include <assent/ports/transport.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace assent {

struct session_options {
    channel_options channel{};
    responder_options responder{};  ///< of the answering side only
    std::size_t pause_bytes = default_pause_bytes;
    std::size_t max_unsent_bytes = default_max_unsent_bytes;
};

/// A session of the control protocol: the side that answers an agent's questions, or the agent's own, which
/// asks them and goes on writing until `finish`.
class control_session final : public line_session {
public:
    /// The answering side. \param gate  decides; may be null: then every use of a tool is denied
    /// \throws std::invalid_argument when `connection` is null
    control_session(std::unique_ptr<transport> connection, std::shared_ptr<permission_gate> gate,
                    session_options options = {});
    /// An agent's side, which asks. \param gate, link  see `permission_requester`
    control_session(std::unique_ptr<transport> connection, std::shared_ptr<permission_gate> gate,
                    std::shared_ptr<peer_link> link, requester_options requester,
                    session_options options = {});
    ~control_session() override;

    // Messages of the host. On the session's thread; before the start it waits for that.

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

    [[nodiscard]] control_channel& channel() noexcept { return channel_; }

private:
    [[nodiscard]] line_channel& lines() noexcept override { return channel_; }
    [[nodiscard]] line_role& role() const noexcept override { return *role_; }

    control_channel channel_;
    std::unique_ptr<control_role> role_;
};

}  // namespace assent
