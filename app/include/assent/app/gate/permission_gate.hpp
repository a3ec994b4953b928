#pragma once

#include <assent/app/gate/log.hpp>
#include <assent/domain/call/permission_mode.hpp>
#include <assent/domain/decide/call_findings.hpp>
#include <assent/domain/decide/decision_step.hpp>
#include <assent/domain/decide/permission_request.hpp>
#include <assent/domain/decide/permission_service.hpp>
#include <assent/domain/decide/policy.hpp>
#include <assent/domain/decide/verdict.hpp>
#include <assent/domain/memory/grant_table.hpp>
#include <assent/domain/memory/rate_limiter.hpp>
#include <assent/domain/memory/remembered_decisions.hpp>
#include <assent/domain/rules/rule_set.hpp>
#include <assent/ports/audit_sink.hpp>
#include <assent/ports/clock.hpp>
#include <assent/ports/path_resolver.hpp>
#include <assent/ports/repository_settings.hpp>

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

/// Bounds of one gate. Over a bound a call is denied with source `limit`.
struct gate_limits {
    /// Questions open at once.
    std::size_t max_open_questions = 1024;
    /// Bytes that all open questions hold together, inputs, texts and suggestions: many large
    /// questions would multiply otherwise.
    std::size_t max_open_bytes = std::size_t{64} * 1024 * 1024;
    /// Updates and the rules in them that one answer may carry. Same cap as the agents' own.
    std::size_t max_updates = 4096;
    /// Bytes that all rules of peers and answers hold together (`permission_rule::memory_bytes`). An update
    /// that goes over it is not kept, which is in the audit record; the call is allowed all the same.
    std::size_t max_loose_rule_bytes = std::size_t{64} * 1024 * 1024;
    /// Rules of peers, which nobody has looked at. An update that goes over it is not kept either.
    std::size_t max_suggested_rules = 4096;
};

/// Why a call is denied whose record was not accepted.
inline constexpr std::string_view unrecorded_reason = "the audit record could not be written";

/// Of denials over a limit, one in so long has a record of its own; of those that follow it, their number
/// has.
inline constexpr duration refusals_told_every = std::chrono::minutes(1);
/// Most decisions of hooks that wait for the question about the same use; over it the oldest is forgotten.
inline constexpr std::size_t max_hook_decisions = 1024;
/// The time for which a hook's decision waits for its question.
inline constexpr duration hook_decision_lifetime = std::chrono::minutes(5);
/// Rules that remembered decisions and grants are narrowed to, at once in one gate.
inline constexpr std::size_t max_decision_scopes = 1024;

/// Hears of the updates that came with an answer and hold from now on, those that mean nothing here included:
/// for the host to persist, as their destinations say. It runs before anybody hears of the decision, on the
/// thread that answered. An exception is logged; the updates hold all the same, until the gate is gone.
using updates_callback =
    std::function<void(const permission_question& question, std::span<const permission_update> updates)>;

struct gate_options {
    /// The policy, which decides beforehand. By default nothing but rules and mode decide.
    assent::policy policy{};
    /// Rules to start from, shared by many gates; null: those of the policy. Otherwise they stand in their
    /// place, and have to hold all of them that are no allow rules. Beside a `basis` they are taken as they
    /// are: see `judgement_basis::as_registered`.
    rule_set::pointer rules{};
    /// The tools that are known; null: `tool_registry::standard()`.
    std::shared_ptr<const tool_registry> tools{};
    /// Null: `standard_risk_classifier()`.
    std::shared_ptr<const risk_classifier> risk{};
    /// A policy made ready before, shared by many gates. It has a policy, tools and a classifier of its own:
    /// beside it, `policy`, `tools` and `risk` have to say nothing, or the same.
    judgement_basis::pointer basis{};
    /// Asked when nothing else decides. Without one, such calls are denied.
    can_use_tool callback{};
    /// Somebody else asks people, such as the agent whose hook this is. What `check` leaves to be asked goes
    /// on record, too, as an ask: a decision about it is not heard of.
    bool asked_elsewhere = false;
    gate_limits limits{};
    /// Finds out where the paths of a call lead, each time that the call is looked at: when it is checked,
    /// asked and explained, when an answer comes, and when other rules or another mode may decide an open
    /// question. Null: links are not followed, and rules look at the text of paths only.
    std::shared_ptr<path_resolver> paths{};
    /// Finds out what git would run by itself where a command uses it, as often. Null: no command of git
    /// counts as one that only looks.
    std::shared_ptr<repository_settings> repositories{};
    updates_callback on_updates{};
    /// Hears of each call before it is decided, asked about or explained, on the thread that does so; it may
    /// put other rules in force. \return why the call is denied; empty: it is decided. Not set: the same
    std::function<std::string(const tool_call& call)> before_call{};
    /// Hears of what is remembered, cleared, limited and refused.
    log_callback log{};
};

class check_batch;
class gate_parts;

/// The one object with effects around the decision: it reads the clock, asks the user, times
/// questions out and writes the record.
///
/// One gate per connection: mode, rules learned, decisions remembered, grants and open questions belong to
/// one conversation.
///
/// Thread-safety: all members may be called from any thread. The user's callback, `on_settled`,
/// stop callbacks, the audit sink, the risk classifier, the path resolver and rule matching run outside the
/// gate's lock; they may call the gate again, and a slow one holds up no other call. Lifetime: destroying the
/// gate settles what is open as `closed`; handles that are still around become inert.
class permission_gate {
public:
    /// Hears of the end of a question, exactly once, on the thread that ended it.
    using on_settled = std::function<void(const std::shared_ptr<const permission_question>&, settlement)>;

    /// \param audit  may be null: then nothing is recorded
    /// \throws std::invalid_argument when the policy or its rules are not valid, something beside a `basis`
    /// contradicts it, or `time` is null; the text names the member
    permission_gate(gate_options options, std::shared_ptr<const clock> time,
                    std::shared_ptr<audit_sink> audit = {});
    ~permission_gate();
    permission_gate(const permission_gate&) = delete;
    permission_gate& operator=(const permission_gate&) = delete;

    /// Decides a call as far as that goes without asking anybody. An allow or deny is on
    /// record when this returns; an ask is not a decision, and is not recorded
    /// (but see `gate_options::asked_elsewhere`).
    ///
    /// A hook's decision (`tool_call::from_hook`) also answers the question about the same use and input that
    /// follows it, once: that one is not counted, recorded or taken from a grant again.
    /// \param scratch  room for unescaped text, reused between calls
    /// \param now      the time that counts for limits, grants and memory, and from which the latency on
    ///                 record is measured: for hosts that check many calls at once and read the clock once
    ///                 for them. Nothing: the clock is read
    verdict check(const tool_call& call, std::string_view request_id, std::string& scratch,
                  std::optional<time_point> now = std::nullopt);

    /// The same for a call that is nobody's request.
    verdict check(const tool_call& call) {
        std::string scratch;
        return check(call, {}, scratch);
    }

    /// For many checks at once, whose records are accepted together: see <assent/app/gate/check_batch.hpp>.
    [[nodiscard]] check_batch batch();

    /// Tells what `check` would say now, and why. Changes nothing, and is not recorded.
    [[nodiscard]] explanation explain(const tool_call& call) const;

    /// Asks the user's callback about a call. Judges it again first, so it may settle at once;
    /// `settled` can run before this returns.
    /// \return the question's id, also when it is already settled
    question_id ask(const tool_call& call, std::string_view request_id, on_settled settled);

    /// Answers a question in the place of whoever holds its handle: for a prompt of one's own beside a peer.
    /// The first answer counts; it triggers the handle's `stop()`. See `permission_request::answer`.
    /// \return false when the question is no longer open
    bool answer(question_id id, permission_result result);

    /// Ends a question without an answer: denied, with `why` as its source. No effect when it is
    /// no longer open.
    void cancel(question_id id, decision_source why);

    [[nodiscard]] permission_mode mode() const;
    /// The host sets the mode. Open questions that the new mode decides are settled by it.
    void set_mode(permission_mode mode);
    /// A peer asks for a mode. \return false when it may not
    bool set_mode_for_peer(permission_mode mode);

    [[nodiscard]] rule_set::pointer rules() const;
    /// The host puts these rules in the place of all there are, those of the policy included: to add some,
    /// `set_rules(rules()->apply(add_rules(more), rule_origin::host).value())`. Open questions that they
    /// decide are settled by them.
    void set_rules(rule_set::pointer rules);

    /// Takes back a rule that an answer or a peer brought; those of the host stay.
    /// \param key  `permission_rule::key` \return false when there is no such rule
    bool remove_rule(std::string_view key);

    [[nodiscard]] judgement_basis::pointer basis() const;
    /// The host puts another policy in force. Its mode counts where it differs from the policy's before;
    /// rules that answers brought stay, all others are replaced. Rules that peers suggested stay too; but
    /// where the policy's mode is not `allow`, their allow rules are dropped, for nobody has looked at them.
    /// Open questions that this decides are settled by it. \param basis  null: nothing changes \param rules
    /// null: those of the policy \return false, and nothing changes, when there is no basis, or the rules are
    /// too many or lack a rule of the basis that is no allow rule
    [[nodiscard]] bool set_policy(judgement_basis::pointer basis, rule_set::pointer rules = {});

    /// Accepts a peer's suggestions without a question, as allow mode does: stores what has a
    /// meaning here. In another mode nothing is accepted. Unconstrained allow rules, mode changes and what
    /// goes over `gate_limits` are left out. Rules that answers brought are neither replaced nor removed.
    /// \return what was accepted, to be returned to the peer
    std::vector<permission_update> accept_suggestions(std::span<const permission_update> suggestions);
    [[nodiscard]] bool returns_updates() const;

    // ---- A pause

    /// Allows for a while what would be asked, but for what `question_pause` goes on asking. Open questions
    /// stay open. Its beginning and its end are on record, and each call that it allows (source `pause`). It
    /// loosens: let a person say so, and not an agent.
    /// \param by  who wants it, for the record
    /// \return false, and nothing changes: it would last no time or longer than `max_pause`, or the record
    /// was
    ///         not accepted
    bool pause(duration lasts, std::string by = "host");
    /// \return false when there is none
    bool end_pause(std::string_view by = "host");
    /// Nothing: questions are asked as usual.
    [[nodiscard]] std::optional<question_pause> paused() const;

    // ---- What is remembered

    /// Grants calls of a tool for a time or a number of times, in the place of any grant it has.
    /// \return false when the terms are not valid or there are too many grants
    bool give_grant(std::string_view tool, grant_terms terms, std::string by = "host");
    /// The same for the calls that an allow rule covers.
    bool give_grant(const permission_rule& rule, grant_terms terms, std::string by = "host");
    [[nodiscard]] std::vector<grant> grants() const;
    /// \param key  `grant::key`
    bool revoke_grant(std::string_view key);
    std::size_t revoke_grants();

    /// Remembers a decision about a tool until the conversation ends, or for a while.
    void remember_decision(std::string_view tool, bool approved, std::string by = "host",
                           std::optional<duration> lasts = {});
    /// Trusts a tool until the conversation ends. \return false for tools that may not be trusted
    bool trust(std::string_view tool);
    [[nodiscard]] std::vector<remembered_decision> remembered() const;
    [[nodiscard]] std::vector<std::string> trusted() const;
    /// Forgets the decision and the trust of one key.
    bool forget(std::string_view key);
    /// Forgets all decisions and trust. \return how many there were
    std::size_t forget_all();
    /// The conversation is over: forgets decisions of this session, trust and grants. Answers to questions
    /// that are still open are not kept any more.
    void end_conversation();
    /// A peer begins another conversation: the same, but denials stay. A peer cannot talk itself out of one.
    void begin_conversation_of_peer();

    /// The decisions that the host may store or has stored: see `remembered_decisions`.
    [[nodiscard]] std::vector<stored_decision> save_decisions() const;
    std::size_t load_decisions(std::span<const stored_decision> entries);

    [[nodiscard]] rate_limit_status rate_status() const;
    /// The status of one tool's own limits; nothing when it has none.
    [[nodiscard]] std::optional<rate_limit_status> rate_status(std::string_view tool) const;
    void reset_limits();

    // ---- Time and record

    /// When `tick` has something to do; nothing: not before something else happens.
    [[nodiscard]] std::optional<time_point> next_deadline() const;
    /// Times out the questions whose deadline has come, and records that a pause is over.
    void tick();

    [[nodiscard]] std::size_t open_questions() const;

    /// Puts something on record that is no decision: a breach of the protocol.
    void record_protocol(std::string_view request_id, std::string_view what);
    /// The same of a policy file that has changed and is in force.
    void record_policy_change(std::string_view what);
    /// The same of what a person has changed about how calls are decided.
    /// \return whether it may hold: it was accepted, or the policy goes on without a record
    bool record_change(std::string_view what);
    /// Puts the end of an execution on record. `what` and the times are filled in here.
    /// \return whether it was accepted
    bool record_execution(audit_event event);

private:
    friend class check_batch;
    friend struct use_check;
    std::shared_ptr<gate_parts> parts_;
};

}  // namespace assent
