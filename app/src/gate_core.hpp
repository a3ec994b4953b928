#pragma once

#include "audit_trail.hpp"

#include <assent/app/permission_gate.hpp>

#include <cstdint>
#include <mutex>
#include <set>
#include <stop_token>
#include <unordered_map>
#include <utility>

namespace assent {

/// What the gate and the handles of its open questions share.
///
/// INVARIANT: nothing foreign runs under `mutex_`: no callback, no stop callback, no audit sink, no
/// rule matching.
/// INVARIANT: `epoch_` changes with every change of rules or mode. A verdict is used only if the
/// epoch is still the one under which the rules were matched.
/// INVARIANT: no allow leaves before its audit record was accepted (unless the host chose so).
class permission_gate::core final : public answer_sink, public std::enable_shared_from_this<core> {
public:
    core(gate_options options, std::shared_ptr<const clock> time, std::shared_ptr<audit_sink> audit);

    verdict check(const tool_call& call, std::string_view request_id, std::string& scratch);
    question_id ask(const tool_call& call, std::string_view request_id, on_settled settled);
    void cancel(question_id id, decision_source why);
    void close();

    bool answer(const permission_question& question, permission_result result) override;
    bool failed(const permission_question& question, std::string why) override;
    void dropped(const permission_question& question) noexcept override;

    permission_mode mode() const;
    bool set_mode(permission_mode mode, peer_mode limit);
    rule_set::pointer rules() const;
    void set_rules(rule_set::pointer rules);
    std::vector<permission_update> accept_suggestions(std::span<const permission_update> suggestions);

    std::optional<time_point> next_deadline() const;
    void tick();
    std::size_t open_questions() const;
    void record_protocol(std::string_view request_id, std::string_view what);
    const gate_options& options() const noexcept { return options_; }

private:
    struct open_question {
        std::shared_ptr<const permission_question> question;
        on_settled settled;
        std::stop_source stop;
        std::size_t bytes = 0;     // that it counts for
        bool in_callback = false;  // the user's callback has not returned yet
        bool dropped = false;      // the handle died meanwhile
    };
    struct snapshot {
        rule_set::pointer rules;
        std::uint64_t epoch = 0;
    };
    using question_table = std::unordered_map<question_id, open_question>;

    snapshot current() const;
    // Judges a call; `decide` runs under the lock with a verdict that is up to date.
    template <class Decide>
    void judge(const tool_call& call, std::string& scratch, Decide decide);

    // Under the lock.
    std::optional<verdict> refused_to_open(std::size_t bytes) const;
    open_question take(question_table::iterator at);

    // Without the lock.
    void call_user(const std::shared_ptr<const permission_question>& question, std::stop_token stop);
    void finish(open_question ended, settlement settled);
    bool settle(question_id id, decision_source why, std::string detail = {});
    void record_late(const permission_question& question);
    bool record(const verdict& decided, std::string_view request_id, std::string_view tool_name,
                duration latency);
    void judge_open_questions();
    std::vector<permission_update> acceptable(std::vector<permission_update> updates) const;
    bool switch_mode(permission_mode mode, peer_mode limit);
    bool apply(std::span<const permission_update> updates, rule_origin origin);
    bool apply_rules(const permission_update& update, rule_origin origin);

    const gate_options options_;
    const std::shared_ptr<const clock> time_;
    audit_trail audit_;

    mutable std::mutex mutex_;
    permission_service service_;
    rule_set::pointer rules_;
    std::uint64_t epoch_ = 0;
    std::uint64_t last_id_ = 0;
    bool closed_ = false;
    question_table open_;
    std::set<std::pair<time_point, question_id>> deadlines_;
    std::size_t open_bytes_ = 0;
};

template <class Decide>
void permission_gate::core::judge(const tool_call& call, std::string& scratch, Decide decide) {
    while (true) {
        const snapshot seen = current();
        const rule_findings found = seen.rules->match(call, scratch);
        const std::lock_guard lock(mutex_);
        if (seen.epoch != epoch_) continue;
        decide(service_.check(call, found));
        return;
    }
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
