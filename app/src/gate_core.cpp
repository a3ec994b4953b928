#include "gate_core.hpp"
#include <assent/domain/rules/call_reading.hpp>

#include <algorithm>
#include <stdexcept>

namespace assent {
namespace {

judgement_basis::pointer basis_of(gate_options& options) {
    if (options.basis) return options.basis;
    auto made =
        judgement_basis::make(std::move(options.policy), std::move(options.tools), std::move(options.risk));
    if (!made) throw std::invalid_argument("policy: `" + made.error().where + "`: " + made.error().message);
    return *made;
}

rule_set::pointer rules_of(const gate_options& options, const judgement_basis& basis) {
    if (!options.rules) return basis.rules();
    // Both are shared between gates: looking at every rule again is not for each of them.
    if (options.basis) return options.rules;
    auto made = basis.as_registered(options.rules);
    if (!made) throw std::invalid_argument("rules: " + made.error().message);
    return *made;
}

// Nothing forbids the call; it is denied because `dont_ask` asks nobody.
bool not_asked_in(permission_mode mode, const verdict& decided) {
    return mode == permission_mode::dont_ask && decided.denied() && decided.source == decision_source::mode;
}

}  // namespace

permission_gate::core::core(gate_options options, std::shared_ptr<const clock> time,
                            std::shared_ptr<audit_sink> audit)
    : callback_(std::move(options.callback)),
      limits_(options.limits),
      paths_(std::move(options.paths)),
      on_updates_(std::move(options.on_updates)),
      log_(std::move(options.log)),
      time_(time),
      audit_(std::move(audit), std::move(time)),
      service_(basis_of(options)),
      rules_(rules_of(options, *service_.basis())),
      scopes_(std::make_shared<const scope_list>()) {
    record_switches(service_.basis()->settings());
}

// Whoever reads the record shall know that allow rules meant more than they usually do.
void permission_gate::core::record_switches(const policy& settings) {
    std::string on = to_string(settings.switches);
    if (settings.allow_overbroad) on.append(on.empty() ? "" : ", ").append("allow_overbroad");
    if (on.empty()) return;
    audit_.record({.what = audit_event::kind::settings, .reason = on});
}

std::shared_ptr<const permission_gate::core::snapshot> permission_gate::core::current() const {
    const std::lock_guard lock(mutex_);
    if (!current_) current_ = std::make_shared<const snapshot>(rules_, service_.basis(), scopes_, epoch_);
    return current_;
}

void permission_gate::core::changed() {
    ++epoch_;
    current_ = nullptr;
}

verdict permission_gate::core::check(const tool_call& given, std::string_view request_id,
                                     std::string& scratch, std::optional<time_point> now,
                                     audit_trail::batch* into) {
    if (!given.from_hook && !given.tool_use_id.empty() && hooks_wait_.load(std::memory_order_acquire))
        if (auto known = decided_by_hook(resolved(given).call(), scratch)) return std::move(*known);
    return check_anew(given, request_id, scratch, now, into);
}

verdict permission_gate::core::check_anew(const tool_call& given, std::string_view request_id,
                                          std::string& scratch, std::optional<time_point> now,
                                          audit_trail::batch* into) {
    while (true) {
        const auto seen = current();
        const tool_facts tool = seen->about(given);
        std::optional<resolved_call> led;
        const tool_call& call = paths_ ? led.emplace(given, tool.definition, paths_.get()).call() : given;
        const time_point from = now ? *now : time_->now();
        const call_findings found = seen->examine(call, tool, scratch);
        std::unique_lock lock(mutex_);
        if (seen->epoch != epoch_) continue;
        verdict decided = service_.check(call, found, from);
        lock.unlock();
        if (!decided.asks()) settle_checked(call, request_id, from, now.has_value(), into, decided);
        return decided;
    }
}

// Logs and records a decision; without a record it may become a denial.
void permission_gate::core::settle_checked(const tool_call& call, std::string_view request_id,
                                           time_point from, bool of_batch, audit_trail::batch* into,
                                           verdict& decided) {
    if (log_) log_decision(decided, call.tool_name);
    if (audit_.present()) {
        // What is kept for a question has to be on record first: the question is answered without a record.
        if (into != nullptr && !call.from_hook)
            into->record(
                event_of(decided, call, request_id, of_batch ? duration::zero() : time_->now() - from));
        else if (!record(decided, call, request_id, time_->now() - from) && decided.allowed())
            decided = deny_because(decision_source::fault, std::string(unrecorded_reason));
    }
    if (call.from_hook) keep_for_question(call, decided);
}

void permission_gate::core::keep_for_question(const tool_call& call, const verdict& decided,
                                              std::optional<std::uint64_t> conversation,
                                              std::optional<question_demand> demanded) {
    if (call.tool_use_id.empty()) return;
    hook_decisions::entry made{std::string(call.tool_name),
                               std::string(call.agent_id),
                               call.input.retain(),
                               call_place(call),
                               decided,
                               std::move(demanded)};
    made.valid_until = time_->now() + hook_decision_lifetime;
    const std::lock_guard lock(mutex_);
    if (conversation && *conversation != conversation_) return;
    made.epoch = epoch_;
    by_hook_.put(call.tool_use_id, std::move(made), limits_.max_open_bytes);
    hooks_wait_.store(true, std::memory_order_release);
}

// The decision that a hook was given about this very use; nothing when there is none, or when it would be
// another one today.
std::optional<verdict> permission_gate::core::decided_by_hook(const tool_call& call, std::string& scratch) {
    std::optional<hook_decisions::entry> known;
    {
        const std::lock_guard lock(mutex_);
        known = by_hook_.take(call.tool_use_id);
        hooks_wait_.store(!by_hook_.empty(), std::memory_order_release);
    }
    const time_point now = time_->now();
    if (!known || now >= known->valid_until || known->tool_name != call.tool_name ||
        known->agent_id != call.agent_id || !same_input(call.input, *known->input) ||
        call_place(call) != known->place)
        return std::nullopt;
    bool still = false;
    judge(call, scratch, [&](const call_findings& found) {
        const verdict today = service_.judge(call, found, now, true);
        // A grant may have been used up by this very decision, and an answer holds once; everything else has
        // to hold today.
        const auto source = known->decided.source;
        const bool for_once = source == decision_source::grant || source == decision_source::callback;
        const bool undecided = today.asks() || not_asked_in(service_.mode(), today);
        const bool heard = !today.must_ask ||
                           (source == decision_source::callback && known->demanded == demand_of(call, today));
        const bool held = for_once && known->epoch == epoch_ && undecided && heard;
        // What a grant would allow today has to take one of its uses.
        const bool allowed_today =
            today.allowed() && (today.source != decision_source::grant || source == decision_source::grant);
        still = known->decided.denied() || allowed_today || held;
    });
    if (!still) return std::nullopt;
    return std::move(known->decided);
}

explanation permission_gate::core::explain(const tool_call& given) {
    const resolved_call led = resolved(given);
    const tool_call& call = led.call();
    const time_point now = time_->now();
    std::string scratch;
    explanation made;
    const auto seen = current();
    consider(*seen->rules, call_reading(call, seen->basis->settings().switches),
             seen->basis->definition(call.tool_name), made);
    judge(call, scratch,
          [&](const call_findings& found) { made.decided = service_.judge(call, found, now, false, &made); });
    return made;
}

audit_event permission_gate::core::event_of(const verdict& decided, const tool_call& call,
                                            std::string_view request_id, duration latency) {
    audit_event event{.what = audit_event::kind::decision, .request_id = request_id};
    event.tool_name = call.tool_name;
    event.tool_use_id = call.tool_use_id;
    event.agent_id = call.agent_id;
    event.input = &call.input;
    event.decided = &decided;
    event.latency = latency;
    return event;
}

bool permission_gate::core::record(const verdict& decided, const tool_call& call, std::string_view request_id,
                                   duration latency, std::optional<decision_source> asked_because,
                                   bool edited) {
    audit_event event = event_of(decided, call, request_id, latency);
    event.edited = edited;
    event.asked_because = asked_because;
    return audit_.record(event) || goes_on_without_record();
}

bool permission_gate::core::goes_on_without_record() const {
    return basis()->settings().audit.on_failure == audit_failure::go_on;
}

bool permission_gate::core::record_execution(audit_event event) {
    event.what = audit_event::kind::execution;
    return audit_.record(event);
}

void permission_gate::core::record_protocol(std::string_view request_id, std::string_view what) {
    audit_.record({.what = audit_event::kind::protocol, .request_id = request_id, .reason = what});
}

bool permission_gate::core::answer_open(question_id id, permission_result result) {
    std::shared_ptr<const permission_question> question;
    {
        const std::lock_guard lock(mutex_);
        if (const auto at = open_.find(id); at != open_.end()) question = at->second.question;
    }
    return question && answer(*question, std::move(result));
}

permission_mode permission_gate::core::mode() const {
    const std::lock_guard lock(mutex_);
    return service_.mode();
}

peer_mode permission_gate::core::peer_may_set() const { return basis()->settings().peer_may_set; }

void permission_gate::core::set_mode(permission_mode mode) {
    switch_mode(mode, peer_mode::any);
    judge_open_questions();
}

bool permission_gate::core::set_mode_for_peer(permission_mode mode) {
    if (!switch_mode(mode, peer_may_set(), true)) return false;
    judge_open_questions();
    return true;
}

bool permission_gate::core::switch_mode(permission_mode mode, peer_mode limit, bool by_peer) {
    const std::lock_guard lock(mutex_);
    if (!peer_may_change(limit, service_.mode(), mode)) return false;
    mode_by_peer_ = by_peer && (mode_by_peer_ || service_.mode() != mode);
    if (service_.mode() == mode) return true;
    service_.set_mode(mode);
    changed();
    return true;
}

rule_set::pointer permission_gate::core::rules() const { return current()->rules; }

void permission_gate::core::set_rules(rule_set::pointer rules) {
    if (!rules) rules = rule_set::empty();
    if (auto made = basis()->as_registered(rules)) rules = std::move(*made);
    {
        const std::lock_guard lock(mutex_);
        rules_ = std::move(rules);
        changed();
    }
    judge_open_questions();
}

judgement_basis::pointer permission_gate::core::basis() const {
    const std::lock_guard lock(mutex_);
    return service_.basis();
}

bool permission_gate::core::set_policy(judgement_basis::pointer basis, rule_set::pointer rules) {
    if (!basis) return false;
    if (!rules) rules = basis->rules();
    std::size_t dropped = 0;
    while (true) {
        const auto seen = current();
        // Stored without a question, because the host took the risk; it no longer does.
        const bool trusts_peers = basis->settings().mode == permission_mode::allow;
        const auto kept = trusts_peers ? seen->rules : seen->rules->without_suggested_allows();
        auto next = kept->onto(*rules);
        if (!next) return false;
        dropped = seen->rules->size() - kept->size();
        const std::lock_guard lock(mutex_);
        if (seen->epoch != epoch_) continue;
        // A mode that a peer has set stays only where the new policy would let it.
        const policy& next_policy = basis->settings();
        const bool back =
            mode_by_peer_ && !peer_may_change(next_policy.peer_may_set, next_policy.mode, service_.mode());
        const permission_mode mode = next_policy.mode;
        service_.set_basis(std::move(basis));
        if (back) service_.set_mode(mode);
        mode_by_peer_ = mode_by_peer_ && service_.mode() != mode;
        rules_ = std::move(*next);
        changed();
        break;
    }
    log(log_level::info, "another policy is in force");
    record_switches(this->basis()->settings());
    if (dropped > 0)
        record_not_kept("the policy's mode is no longer allow: " + std::to_string(dropped) +
                        " allow rules that the peer suggested are dropped");
    judge_open_questions();
    return true;
}

void permission_gate::core::log(log_level level, std::string_view message,
                                std::initializer_list<log_field> fields) const {
    if (!log_) return;
    try {
        log_({level, message, {fields.begin(), fields.size()}});
    } catch (...) {
        // A log that fails must not cost anybody an answer.
    }
}

// What people look for when they wonder why they were not asked.
void permission_gate::core::log_decision(const verdict& decided, std::string_view tool_name) const {
    if (!log_) return;
    if (decided.rate_limited())
        log(log_level::warn, decided.detail, {{"tool", tool_name}});
    else
        log(log_level::debug, decided.was_remembered() ? "answered from memory" : "decided",
            {{"tool", tool_name},
             {"outcome", to_string(decided.decision)},
             {"source", to_string(decided.source)}});
}

}  // namespace assent
