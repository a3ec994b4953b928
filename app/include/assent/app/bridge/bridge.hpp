#pragma once

#include <assent/adapters/control/wire/control_channel.hpp>
#include <assent/app/bridge/guarded_uses.hpp>
#include <assent/app/bridge/line_bridge.hpp>
#include <assent/app/gate/log.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/app/session/peer_link.hpp>
#include <assent/app/session/permission_responder.hpp>
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

/// Beside its own: those of `line_bridge_options`, under the same names.
struct bridge_options {
    dialect_choice speaks = dialect_choice::automatic;
    std::size_t max_line_bytes = bridge_max_line_bytes;
    std::size_t pause_bytes = line_bridge_options().pause_bytes;
    std::size_t max_unsent_bytes = line_bridge_options().max_unsent_bytes;
    std::string cwd{};
    std::shared_ptr<peer_link> link{};
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
/// The agent's input is ended once it has done what it was told (see `bridge_options::time`).
///
/// Thread-safety and lifetime: see `line_bridge`.
class bridge final : public line_bridge {
public:
    bridge(std::unique_ptr<transport> upstream, std::unique_ptr<transport> downstream,
           std::shared_ptr<permission_gate> gate, bridge_options options = {});
    ~bridge() override;

private:
    void upstream_read() override;
    void downstream_read() override;
    void upstream_finished() override;
    void upstream_gone() override;
    void forward(permission_request request) override;
    void deliver_answers() override { responder_.deliver(); }
    void end_questions() override { responder_.end(); }
    void record() override { responder_.record(); }
    void tick_questions() override { responder_.tick(); }
    [[nodiscard]] std::optional<time_point> question_deadline() const override;
    void wake_questions(std::function<void()> wake) override { responder_.on_wake(std::move(wake)); }
    [[nodiscard]] bool agent_may_ask() const override;

    void upstream_said(const control_message& message);
    void initialize(const initialize_message& message);
    void guard_answered(const foreign_message& answer);
    void answered(const response_message& response);
    void pass_answer(const response_message& response);
    void answer_question(const response_message& response, permission_request request);
    void pass_down(std::string_view line);
    [[nodiscard]] bool edit_passes(const response_message& response, const hooked_use& use);

    void decide(const control_message& message);
    void withdrawn(const cancel_message& message);
    void pass_request(const foreign_message& message);
    void answer_for_nobody(std::string_view id, std::string_view subtype, std::string_view why);
    void pass_foreign(const foreign_message& message);
    [[nodiscard]] bool uses_were_guarded();
    void pass_up(std::string_view line);

    void settled_here(const std::string& request_id);
    [[nodiscard]] bool write_answer(const permission_question& question, const settlement& outcome);
    void tell_allowed(const permission_question& question, const settlement& outcome);
    void rules_taken_out(std::string_view request_id);

    void refuse(const refused_message& refused, std::string_view who);
    void unreadable(const refused_message& answer);
    void spoilt(std::string_view id, std::string_view why);

    std::shared_ptr<permission_gate> gate_;
    bridge_options options_;
    control_channel driver_;  // reads upstream's lines; writes to it what the agent says
    control_channel agent_;   // reads the agent's lines; writes to it what upstream says, and our answers
    permission_responder responder_;

    // Requests of the agent that are no questions, and that upstream has to answer, by their ids.
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

    turn_watch turn_;
};

}  // namespace assent
