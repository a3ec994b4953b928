#pragma once

#include <assent/adapters/control/wire/control_channel.hpp>
#include <assent/adapters/control/wire/control_message.hpp>
#include <assent/app/gate/check_batch.hpp>
#include <assent/app/gate/judged_uses.hpp>
#include <assent/app/gate/log.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/app/session/control_role.hpp>
#include <assent/app/session/incoming_requests.hpp>
#include <assent/app/session/outgoing_requests.hpp>
#include <assent/app/session/peer_link.hpp>
#include <assent/app/session/peer_questions.hpp>
#include <assent/app/session/permission_requester.hpp>
#include <assent/ports/clock.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

struct responder_options {
    /// The agent's working directory, where the host knows it: relative paths are read from there.
    std::string cwd{};
    log_callback log{};
    /// For timeouts of requests that the host sends; null: they wait for ever.
    std::shared_ptr<const clock> time{};
    /// The host's chance to serve the agent's requests that are no questions: `hook_callback`, `mcp_message`
    /// and the like. Empty: they are refused as unsupported.
    serve_request on_request{};
    /// What the gate leaves open goes back to whoever asked, as a question under the same id: give the link's
    /// `callback()` to the gate. Null: it does not.
    std::shared_ptr<peer_link> link{};
    /// Writes the answer to a question in the responder's place. \return false when it has not
    std::function<bool(const permission_question&, const settlement&)> write_answer{};
    /// Something else has run than what was judged, and would not be allowed: from then on the guard hook
    /// denies everything. May be empty.
    std::function<void(std::string_view why)> on_stopped{};
    /// Gets every line that is no control frame, as it came. May be empty.
    std::function<void(std::string_view line)> on_foreign{};
};

/// The side that answers: takes an agent's control requests and decides them with a gate.
///
/// Every request that has an id gets exactly one answer, except those the agent withdraws; what
/// cannot be understood gets an error that names the member.
///
/// Thread-safety: it belongs to its session's thread. Answers that come from elsewhere wait in an
/// outbox until `deliver`.
class permission_responder final : public control_role {
public:
    /// \param gate     decides; may be null: then every use of a tool is denied
    /// \param channel  where answers are written; must outlive the responder
    permission_responder(std::shared_ptr<permission_gate> gate, control_channel& channel,
                         responder_options options = {});
    ~permission_responder() override;
    permission_responder(const permission_responder&) = delete;
    permission_responder& operator=(const permission_responder&) = delete;

    void on(const control_message& message) override;
    void deliver() override;
    /// Puts the decisions since the last time on record, with one write for all; on failure they become
    /// denials. Whoever takes bytes from the channel calls this before.
    void record() override { static_cast<void>(recorded()); }
    void end() override;
    void on_wake(std::function<void()> wake) override;
    [[nodiscard]] std::optional<time_point> next_deadline() const override;
    void tick() override;
    [[nodiscard]] bool busy() const override { return questions_.open() != 0; }
    [[nodiscard]] outgoing_requests& requests() noexcept override {
        return asker_ ? asker_->requests() : requests_;
    }

    /// Another input in the place of the one that the guard hook was asked about, which was judged, too.
    void given(const tool_call& call);

    [[nodiscard]] std::size_t open_questions() const noexcept { return questions_.open(); }
    /// A question of that id waits for its answer.
    [[nodiscard]] bool is_open(std::string_view request_id) const override;

private:
    /// Acts on one kind of message: a specialization each.
    template <class Message>
    void act(const Message& message);

    void answer(const verdict& decided, const can_use_tool_message& message);
    [[nodiscard]] std::vector<permission_update> accepted_suggestions(const can_use_tool_message& message);
    void refuse(std::string_view request_id, control_error code, std::string_view why);
    void settled(const permission_question& question, const settlement& outcome);
    [[nodiscard]] bool recorded();
    void guard(std::string_view request_id, const verdict& decided);
    void compare(const guard_hook_message& told);
    void stop(std::string why);

    responder_options options_;
    std::shared_ptr<mailbox> mail_;
    peer_questions questions_;
    incoming_requests incoming_;
    outgoing_requests requests_;
    std::unique_ptr<permission_requester> asker_;  // null: nothing goes back
    std::string scratch_;
    std::optional<check_batch> batch_;  // nothing: there is no gate
    unrecorded_allows allows_;
    judged_uses uses_;     // about which the guard hook was asked
    std::string stopped_;  // why; empty: they go on
};

}  // namespace assent
