#pragma once

#include <assent/adapters/control/control_channel.hpp>
#include <assent/app/guarded_uses.hpp>
#include <assent/app/line_session.hpp>
#include <assent/app/log.hpp>
#include <assent/app/peer_link.hpp>
#include <assent/app/permission_gate.hpp>
#include <assent/app/permission_responder.hpp>
#include <assent/ports/clock.hpp>
#include <assent/ports/transport.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace assent {

/// Longest line that passes through a bridge, in bytes. Larger than a responder's, because whole
/// conversations pass here.
inline constexpr std::size_t bridge_max_line_bytes = std::size_t{64} * 1024 * 1024;
/// Requests of the agent that upstream has not answered yet, at most. Over it the answers to some do not
/// pass.
inline constexpr std::size_t max_passed_requests = 65536;

/// What becomes of a question that the gate leaves to upstream, when nobody is there to answer it. One that a
/// rule or the agent wants a person to look at (`permission_question::once_only`) is denied in any case.
enum class without_peer : unsigned char { deny, allow };

struct bridge_options {
    dialect_choice speaks = dialect_choice::automatic;
    std::size_t max_line_bytes = bridge_max_line_bytes;
    /// Reading from one side pauses while this many bytes wait for the other.
    std::size_t pause_bytes = std::size_t{256} * 1024;
    /// The last resort: the bridge ends when an agent does not read and this much waits for it. Room
    /// for the longest line of upstream and as much again of answers.
    std::size_t max_unsent_bytes = 2 * bridge_max_line_bytes;
    std::string cwd{};  ///< the agent's working directory
    /// The way from the gate to upstream: give its `callback()` to the gate. Questions that the gate leaves
    /// open are passed on then, as the agent asked them. Null: the gate has another callback, and upstream is
    /// asked nothing.
    std::shared_ptr<peer_link> link{};
    /// When upstream's output has ended, or it is gone.
    without_peer no_peer = without_peer::deny;
    /// Adds a hook to the agent's, so that the gate's deny and ask rules hold for uses the agent would not
    /// ask about: in a mode or under rules of its own that allow them. The bridge gives up when a tool was
    /// used and the hook had not been called about it.
    bool guard = false;
    /// With a clock, the agent's input stays open while it works on what upstream said before its end:
    /// answers to questions and to the guard hook go there. Null: the agent's input ends as soon as upstream
    /// does.
    std::shared_ptr<const clock> time{};
    log_callback log{};
};

/// Stands between an agent (downstream) and whoever drives it (upstream).
///
/// Every line passes unchanged and in order, except what is about permission:
///  - the agent's questions are decided here. What the gate leaves to upstream passes under the agent's own
///  id, and
///    only upstream's answer to such a question passes back, in the agent's dialect; an answer that the gate
///    does not agree with is replaced, and rules in it that speak of tools the gate has deny or ask rules for
///    are taken out. What it allows beyond the question is for the agent to keep, not for the gate;
///  - the guard hook is added to upstream's `initialize`, or an `initialize` is sent ahead where upstream
///  sends
///    none; its calls are answered here;
///  - answers of upstream's own hooks that bring another input are judged, where there is a guard;
///  - questions that the agent repeats in its answer to `initialize` are left out, unless upstream knows
///  them.
/// A line that different readers could understand differently (duplicate keys, broken JSON in an object) does
/// not pass in either direction: it could be one of these in disguise.
///
/// Upstream's `set_permission_mode` passes to the agent, and changes nothing here: a mode counts when the
/// agent acts in it. A request of upstream's that would switch the guard hook off does not pass.
///
/// When upstream ends its output, the agent's input is ended, once it has done what it was told (see
/// `bridge_options::time`); the bridge goes on until the agent's output ends. When upstream does not read any
/// more, nobody sees what the agent does: both connections are closed, and whoever has started the agent
/// should stop it.
///
/// Thread-safety: one thread at a time, that of its transports, as with `line_session`. Lifetime: make it
/// with `std::make_shared`; its transports do not keep it alive.
class bridge final : public session, public std::enable_shared_from_this<bridge> {
public:
    bridge(std::unique_ptr<transport> upstream, std::unique_ptr<transport> downstream,
           std::shared_ptr<permission_gate> gate, bridge_options options = {});
    ~bridge() override;

    void start(std::function<void()> wake, finished on_finished) override;
    void mail_arrived() override;
    void tick() override;
    [[nodiscard]] std::optional<time_point> next_deadline() const override;
    void close() override;
    void detach() override;

    /// Bytes the agent has written so far.
    [[nodiscard]] std::uint64_t agent_bytes() const noexcept { return agent_bytes_; }
    /// Something of the agent's still waits for upstream to read it.
    [[nodiscard]] bool upstream_waits() const noexcept { return driver_.unsent_bytes() != 0; }
    /// Upstream does not read any more, and nobody sees what the agent does.
    [[nodiscard]] bool upstream_left() const noexcept { return upstream_left_; }
    /// It has ended both connections itself, because it could not go on as it has to.
    [[nodiscard]] bool gave_up() const noexcept { return !reason_.empty(); }
    /// Questions that upstream has and has not answered.
    [[nodiscard]] std::size_t forwarded() const noexcept { return forwarded_.size(); }

private:
    class side;           // one of the two connections
    class open_question;  // one that upstream has

    void upstream_read();
    void upstream_said(const control_message& message);
    void upstream_ended();
    void initialize(const initialize_message& message);
    void guard_answered(const foreign_message& answer);
    void answered(const response_message& response);
    void pass_answer(const response_message& response);
    void answer_question(const response_message& response, permission_request request);
    void pass_down(std::string_view line);
    [[nodiscard]] bool edit_passes(const response_message& response, const hooked_use& use);

    void downstream_read();
    void decide(const control_message& message);
    void withdrawn(const cancel_message& message);
    void pass_request(const foreign_message& message);
    void answer_for_nobody(std::string_view id, std::string_view subtype, std::string_view why);
    void pass_foreign(const foreign_message& message);
    [[nodiscard]] bool uses_were_guarded();
    void pass_up(std::string_view line);
    void downstream_ended();

    void forward(permission_request request);
    void settled_here(const std::string& request_id);
    void upstream_gone();
    [[nodiscard]] bool write_answer(const permission_question& question, const settlement& outcome);
    void tell_allowed(const permission_question& question, const settlement& outcome);
    void rules_taken_out(std::string_view request_id);

    [[nodiscard]] const side& other(const side& which) const noexcept;
    void side_read(const side& which, std::size_t bytes);
    void side_ended(const side& which);
    void side_sent(const side& which);
    void side_closed(const side& which, boost::system::error_code error);
    void deliver();
    void flush();
    void flush_down();
    void flush_up();
    void give_up(std::string reason);
    void refuse(const refused_message& refused, std::string_view who);
    void unreadable(const refused_message& answer);
    void spoilt(std::string_view id, std::string_view why);
    void note_deadline();
    [[nodiscard]] bool agent_may_ask() const;
    void log(log_level level, const std::string& text) const;

    std::shared_ptr<permission_gate> gate_;
    bridge_options options_;
    control_channel driver_;  // reads upstream's lines; writes to it what the agent says
    control_channel agent_;   // reads the agent's lines; writes to it what upstream says, and our answers
    std::shared_ptr<side> up_;
    std::shared_ptr<side> down_;
    std::shared_ptr<mailbox> mail_ = std::make_shared<mailbox>();
    permission_responder responder_;

    // Questions that upstream has, and other requests of the agent that it has to answer, by their ids.
    std::unordered_map<std::string, std::unique_ptr<open_question>> forwarded_;
    struct passed_request {
        std::string subtype;
        std::optional<hooked_use> hook{};  // what a hook of upstream's looks at
    };
    std::unordered_map<std::string, passed_request> passed_requests_;
    // Calls of the guard hook, and `initialize` requests that carry it and are not answered, by their ids.
    std::unordered_set<std::string> guard_calls_;
    guarded_uses uses_;
    std::unordered_set<std::string> guarded_;
    // The answer of upstream that the gate is looking at.
    struct given_answer {
        std::string_view request_id;
        bool passes = false;  // the agent understands it as it is; else it is told in our words
        bool allows = false;
        std::vector<permission_update> updates{};
        std::vector<bool> kept{};  // which of them
    };
    std::optional<given_answer> given_;
    std::string_view asking_;    // the id of the question that the agent is asking just now
    std::string guard_request_;  // the id of our own `initialize`; empty: none was sent
    bool initialized_ = false;   // upstream has sent its own
    bool guard_holds_ = false;   // the agent has taken the guard hook

    std::function<void()> wake_;
    finished on_finished_;
    std::optional<time_point> known_deadline_;
    boost::system::error_code error_;
    std::string reason_;
    turn_watch turn_;
    std::uint64_t agent_bytes_ = 0;
    bool agent_ended_ = false;
    bool upstream_ended_ = false;
    bool upstream_left_ = false;
};

}  // namespace assent
