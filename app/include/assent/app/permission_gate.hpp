#pragma once

#include <assent/domain/permission_mode.hpp>
#include <assent/domain/permission_request.hpp>
#include <assent/domain/permission_service.hpp>
#include <assent/domain/rules/rule_set.hpp>
#include <assent/domain/verdict.hpp>
#include <assent/ports/audit_sink.hpp>
#include <assent/ports/clock.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// How long a question waits for an answer unless told otherwise: long enough for a person who is
/// at the keyboard, short enough that a forgotten agent stops.
inline constexpr duration default_question_timeout = std::chrono::minutes(5);

/// Bounds of one gate. Over a bound a call is denied with source `limit`.
struct gate_limits {
    /// Questions open at once.
    std::size_t max_open_questions = 1024;
    /// Bytes that all open questions hold together, inputs, texts and suggestions: many large
    /// questions would multiply otherwise.
    std::size_t max_open_bytes = std::size_t{64} * 1024 * 1024;
    /// Updates and the rules in them that one answer may carry. Same cap as the agents' own.
    std::size_t max_updates = 4096;
};

/// What happens to calls whose audit record could not be written.
enum class audit_failure : unsigned char {
    deny,   ///< denied, until records are accepted again
    go_on,  ///< decided as usual; the gap record tells later what is missing
};

struct gate_options {
    permission_mode mode = permission_mode::ask;
    /// Whether a peer's `set_permission_mode` may change the mode.
    peer_mode peer_may_set = peer_mode::any;
    rule_set::pointer rules = rule_set::empty();
    /// Asked when neither rules nor mode decide. Without one, such calls are denied.
    can_use_tool callback{};
    /// 0: wait for ever.
    duration question_timeout = default_question_timeout;
    /// In allow mode, also accept and return the suggestions of peers that store what they are
    /// sent. Off: an agent that stored them would stop asking, and the gate would be blind.
    bool return_updates = false;
    audit_failure when_audit_fails = audit_failure::deny;
    gate_limits limits{};
};

/// The one object with effects around the decision: it reads the clock, asks the user, times
/// questions out and writes the record.
///
/// One gate per connection: mode, rules learned and open questions belong to one conversation.
///
/// Thread-safety: all members may be called from any thread. The user's callback, `on_settled`,
/// stop callbacks and the audit sink run outside the gate's lock and may call the gate again.
/// Lifetime: destroying the gate settles what is open as `closed`; handles that are still around
/// become inert.
class permission_gate {
public:
    /// Hears of the end of a question, exactly once, on the thread that ended it.
    using on_settled = std::function<void(const std::shared_ptr<const permission_question>&, settlement)>;

    /// \param time   must not be null
    /// \param audit  may be null: then nothing is recorded
    permission_gate(gate_options options, std::shared_ptr<const clock> time,
                    std::shared_ptr<audit_sink> audit = {});
    ~permission_gate();
    permission_gate(const permission_gate&) = delete;
    permission_gate& operator=(const permission_gate&) = delete;

    /// Decides a call as far as rules and mode do, without asking anybody. An allow or deny is on
    /// record when this returns; an ask is not a decision, and is not recorded.
    /// \param scratch  room for unescaped text, reused between calls
    verdict check(const tool_call& call, std::string_view request_id, std::string& scratch);

    /// Asks the user's callback about a call. Judges it again first, so it may settle at once;
    /// `settled` can run before this returns.
    /// \return the question's id, also when it is already settled
    question_id ask(const tool_call& call, std::string_view request_id, on_settled settled);

    /// Ends a question without an answer: denied, with `why` as its source. No effect when it is
    /// no longer open.
    void cancel(question_id id, decision_source why);

    [[nodiscard]] permission_mode mode() const;
    /// The host sets the mode. Open questions that the new mode decides are settled by it.
    void set_mode(permission_mode mode);
    /// A peer asks for a mode. \return false when it may not
    bool set_mode_for_peer(permission_mode mode);

    [[nodiscard]] rule_set::pointer rules() const;
    /// The host sets the rules. Open questions that they decide are settled by them.
    void set_rules(rule_set::pointer rules);

    /// Accepts a peer's suggestions without a question, as allow mode does: stores what has a
    /// meaning here. In another mode nothing is accepted. Unconstrained allow rules and mode changes are left
    /// out. \return what was accepted, to be returned to the peer
    std::vector<permission_update> accept_suggestions(std::span<const permission_update> suggestions);
    [[nodiscard]] bool returns_updates() const noexcept;

    /// When `tick` has something to do; nothing: not before something else happens.
    [[nodiscard]] std::optional<time_point> next_deadline() const;
    /// Times out the questions whose deadline has come.
    void tick();

    [[nodiscard]] std::size_t open_questions() const;

    /// Puts something on record that is no decision: a breach of the protocol.
    void record_protocol(std::string_view request_id, std::string_view what);

private:
    class core;
    std::shared_ptr<core> core_;
};

}  // namespace assent
