#pragma once

#include "audit_trail.hpp"
#include "gate_state.hpp"
#include "hook_decisions.hpp"
#include "question_table.hpp"

#include <assent/app/gate/permission_gate.hpp>
#include <assent/app/gate/resolved_call.hpp>
#include <assent/app/gate/use_decision.hpp>
#include <assent/domain/decide/reason_text.hpp>

#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <stop_token>
#include <unordered_map>
#include <utility>

namespace assent {

class call_reading;

/// What the gate and the handles of its open questions share.
///
/// INVARIANT: nothing foreign runs under the lock of `state_`: no callback, no stop callback, no audit sink,
/// no rule matching, no classifier, no path resolver, no log. INVARIANT: no allow leaves before its audit
/// record was accepted (unless the host chose so).
class permission_gate::core final : public answer_sink, public std::enable_shared_from_this<core> {
public:
    core(gate_options options, std::shared_ptr<const clock> time, std::shared_ptr<audit_sink> audit);

    /// \param now   nothing: the clock is read
    /// \param into  where the record waits to be accepted; null: it is accepted when this returns
    verdict check(const tool_call& call, std::string_view request_id, std::string& scratch,
                  std::optional<time_point> now, audit_trail::batch* into = nullptr);
    /// All calls of a use in one step: see <assent/app/gate/use_decision.hpp>.
    use_decision check(const standard_use& use, std::string_view request_id, std::string& scratch,
                       const answered_parts& answered);
    [[nodiscard]] audit_trail::batch new_batch() { return audit_trail::batch(audit_); }
    [[nodiscard]] time_point now() const { return time_->now(); }
    [[nodiscard]] bool goes_on_without_record() const;
    explanation explain(const tool_call& call);
    question_id ask(const tool_call& call, std::string_view request_id, on_settled settled);
    bool answer_open(question_id id, permission_result result);
    void cancel(question_id id, decision_source why);
    void close();

    bool answer(const permission_question& question, permission_result result) override;
    bool failed(const permission_question& question, std::string why) override;
    void dropped(const permission_question& question) noexcept override;

    permission_mode mode() const;
    void set_mode(permission_mode mode);
    bool set_mode_for_peer(permission_mode mode);
    rule_set::pointer rules() const;
    void set_rules(rule_set::pointer rules);
    bool remove_rule(std::string_view key);
    judgement_basis::pointer basis() const;
    bool set_policy(judgement_basis::pointer basis, rule_set::pointer rules);
    std::vector<permission_update> accept_suggestions(std::span<const permission_update> suggestions);

    // What is remembered.
    bool give_grant(std::string_view tool, grant_terms terms, std::string by);
    bool give_grant(const permission_rule& rule, grant_terms terms, std::string by);
    void remember_decision(std::string_view tool, bool approved, std::string by,
                           std::optional<duration> lasts);
    bool trust(std::string_view tool);
    bool forget(std::string_view key);
    std::size_t forget_all();
    void end_conversation();
    void begin_conversation_of_peer();
    std::size_t load_decisions(std::span<const stored_decision> entries);
    bool revoke_grant(std::string_view key);
    /// Something read from the service, or changed in it without a decision becoming another one.
    template <class Use>
    auto with_service(Use use) {
        const moment at{time_->now(), time_->wall()};
        return state_.locked([&] { return use(state_.service(), at); });
    }

    std::optional<time_point> next_deadline() const;
    void tick();
    std::size_t open_questions() const;
    void record_protocol(std::string_view request_id, std::string_view what);
    void record_policy_change(std::string_view what);
    bool record_execution(audit_event event);

private:
    using snapshot = gate_state::snapshot;

    // The call with where its paths lead today. \param policies  borrowed: its switches
    resolved_call resolved(const tool_call& call, const judgement_basis& policies) const {
        const auto rules = this->rules();
        return {call,
                policies.definition(call.tool_name),
                paths_.get(),
                repositories_.get(),
                &policies.settings().switches,
                rules.get()};
    }
    // Looks at a call; `decide` runs under the lock with findings that are up to date. \return what it
    // returns
    template <class Decide>
    auto judge(const resolved_call& resolved, std::string& scratch, Decide decide);
    // Under the lock: says why a call is not allowed. \param found  what it was judged by
    void say_why(verdict& decided, const resolved_call& judged, const call_findings& found) const {
        if (decided.allowed()) return;
        put_into_words(decided, judged.reading(), found, state_.service().basis()->settings(),
                       state_.rules());
    }
    void settle_checked(const tool_call& call, std::string_view request_id, time_point from, bool of_batch,
                        audit_trail::batch* into, verdict& decided);

    // Under the lock.
    std::optional<verdict> refused_to_open(std::size_t bytes) const;
    // Why it cannot be one; empty when it is.
    std::string add_scope(const permission_rule& rule);
    std::size_t forget_without_scope(time_point now);
    bool newer_answer_about(const kept_answer& kept);

    // Without the lock.
    std::optional<verdict> decided_by_hook(const tool_call& given, std::string& scratch);
    void keep_for_question(const tool_call& call, const verdict& decided,
                           std::optional<std::uint64_t> conversation = {},
                           std::optional<question_demand> demanded = {});
    void call_user(const std::shared_ptr<const permission_question>& question, std::stop_token stop);
    void finish(open_question ended, settlement settled);
    bool settle(question_id id, decision_source why, std::string detail = {});
    void record_switches(const policy& settings);
    void record_late(const permission_question& question);
    void record_not_kept(const permission_question& question, std::string_view why);
    void record_not_kept(std::string_view why);
    static audit_event event_of(const verdict& decided, const tool_call& call, std::string_view request_id,
                                duration latency);
    bool record(const audit_event& event);
    void judge_open_questions();
    std::vector<permission_update> acceptable(std::vector<permission_update> updates) const;
    std::string not_acceptable(std::span<const permission_update> updates) const;
    std::string leave_out(allow_result& answer, const snapshot& now, const call_reading& reading) const;
    std::string over_limits(const rule_set& before, const rule_set& after) const;
    bool switch_mode(permission_mode mode, peer_mode limit, bool by_peer = false);
    struct applied {
        bool changed = false;
        std::string left_out{};  // why updates were not kept; empty: all were
    };
    applied apply(std::vector<permission_update>& updates, rule_origin origin);
    applied apply_together(std::vector<permission_update>& updates);
    std::string apply_rules(std::span<const permission_update> updates, rule_origin origin);
    void tell_updates(const permission_question& question, std::span<const permission_update> updates) const;
    bool store(const kept_answer& kept, std::optional<std::uint64_t> conversation = {});
    peer_mode peer_may_set() const;
    std::string key_of(std::string_view tool) const;
    void log(log_level level, std::string_view message, std::initializer_list<log_field> fields = {}) const;
    void log_decision(const verdict& decided, std::string_view tool_name) const;

    const can_use_tool callback_;
    const gate_limits limits_;
    const std::shared_ptr<path_resolver> paths_;
    const std::shared_ptr<repository_settings> repositories_;
    const updates_callback on_updates_;
    const log_callback log_;
    const std::shared_ptr<const clock> time_;
    audit_trail audit_;

    // What follows is under the lock of the state.
    gate_state state_;
    question_table questions_;
    std::uint64_t last_id_ = 0;
    bool closed_ = false;
    hook_decisions by_hook_;
    // There are some: most calls need not look for them.
    std::atomic<bool> hooks_wait_{false};
    std::uint64_t conversation_ = 0;  // grows with each that ends
    std::uint64_t last_answer_ = 0;
    // The last answer that was stored for each key; at most `max_remembered` keys.
    std::unordered_map<std::string, std::uint64_t> last_stored_;
};

template <class Decide>
auto permission_gate::core::judge(const resolved_call& resolved, std::string& scratch, Decide decide) {
    const auto examine = [&](const snapshot& seen) {
        const tool_call& call = resolved.call();
        // Another policy may have come since, with other switches: then it is read anew.
        const bool as_read = seen.basis->settings().switches == resolved.reading().switches();
        return as_read ? seen.examine(resolved.reading(), seen.about(call), scratch)
                       : seen.examine(call, seen.about(call), scratch);
    };
    return state_.with_latest(examine, decide);
}

[[nodiscard]] inline verdict deny_because(decision_source source, std::string detail = {}) {
    return {.decision = outcome::deny, .source = source, .detail = std::move(detail)};
}

/// What updates count for against `gate_limits::max_updates`: each of them, and each of their rules.
[[nodiscard]] inline std::size_t weight(std::span<const permission_update> updates) {
    std::size_t sum = updates.size();
    for (const auto& update : updates) sum += update.rules.size();
    return sum;
}

}  // namespace assent
