#pragma once

#include <assent/adapters/control/wire/control_channel.hpp>
#include <assent/adapters/control/wire/control_message.hpp>
#include <assent/app/gate/log.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/app/session/control_role.hpp>
#include <assent/app/session/incoming_requests.hpp>
#include <assent/app/session/outgoing_requests.hpp>
#include <assent/app/session/peer_link.hpp>
#include <assent/app/session/question_relay.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace assent {

/// Lines that an agent writes should stay below this, in bytes: the official Python SDK ends the
/// session at a longer one. What a question carries for display only is left out where that helps.
inline constexpr std::size_t peer_line_bytes = std::size_t{1024} * 1024;

struct requester_options {
    /// For timeouts of requests that the host sends; null: they wait for ever.
    std::shared_ptr<const clock> time{};
    log_callback log{};
    /// The host's chance to serve a request of the peer before Assent does.
    serve_request on_request{};
    /// The peer has set this mode, by a request or with an answer.
    std::function<void(permission_mode)> on_mode{};
    /// The peer interrupts the turn: what was open is denied, and has been withdrawn. Stop what runs.
    std::function<void()> on_interrupt{};
    /// Gets every line that is no control frame, as it came: what the user says, for one.
    std::function<void(std::string_view line)> on_foreign{};
    /// The peer will not say anything any more. Questions are denied from now on; the output is open.
    std::function<void()> on_end{};
};

/// The side that asks: an agent CLI, which takes to its peer what its gate leaves open.
///
/// The peer is one more `can_use_tool`: connect it with a `peer_link`. It may also set the mode,
/// interrupt, and send other requests. Each gets one answer; unknown ones an error.
///
/// Thread-safety: its session's thread, but questions may come from any.
class permission_requester final : public control_role {
public:
    /// \param gate     whose mode the peer sets and whose questions it answers; must not be null
    /// \param link     brings the gate's questions here; must not be null
    /// \param channel  must outlive this
    permission_requester(std::shared_ptr<permission_gate> gate, std::shared_ptr<peer_link> link,
                         control_channel& channel, requester_options options = {});
    ~permission_requester() override;
    permission_requester(const permission_requester&) = delete;
    permission_requester& operator=(const permission_requester&) = delete;

    void on(const control_message& message) override;
    void deliver() override;
    void record() override {}  // what is asked goes on record when it is answered
    void end() override;
    [[nodiscard]] bool outlasts_peer() const override { return true; }
    void on_wake(std::function<void()> wake) override;
    [[nodiscard]] std::optional<time_point> next_deadline() const override;
    void tick() override;
    [[nodiscard]] bool busy() const override { return incoming_.open() != 0; }
    [[nodiscard]] outgoing_requests& requests() noexcept override { return requests_; }

    /// Questions the peer has not answered yet.
    [[nodiscard]] std::size_t open_questions() const noexcept { return with_peer_.all().size(); }

private:
    /// Acts on one kind of message: a specialization each.
    template <class Message>
    void act(const Message& message);

    void ask(permission_request request);
    void write_question(std::string_view id, const permission_question& question);
    void answered(question_id id, const request_outcome& outcome);
    void settled_elsewhere(question_id id);
    void withdraw_all(decision_source why);
    [[nodiscard]] bool is_open(std::string_view request_id) const override {
        return incoming_.is_open(request_id);
    }

    requester_options options_;
    std::shared_ptr<mailbox> mail_;
    question_relay<question_id> with_peer_;
    incoming_requests incoming_;
    outgoing_requests requests_;
    bool over_ = false;
};

}  // namespace assent
