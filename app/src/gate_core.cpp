#include "gate_core.hpp"

#include <algorithm>

namespace assent {
namespace {

bool unconstrained_allow(const permission_update& update) {
    return std::any_of(update.rules.begin(), update.rules.end(), [](const permission_rule& rule) {
        return rule.behavior() == rule_behavior::allow && rule.unconstrained();
    });
}

bool from_peer(const permission_update& update) { return !update.wire.is_null(); }

}  // namespace

permission_gate::core::core(gate_options options, std::shared_ptr<const clock> time,
                            std::shared_ptr<audit_sink> audit)
    : options_(std::move(options)),
      time_(time),
      audit_(std::move(audit), std::move(time)),
      service_(options_.mode),
      rules_(options_.rules ? options_.rules : rule_set::empty()) {}

permission_gate::core::snapshot permission_gate::core::current() const {
    const std::lock_guard lock(mutex_);
    return {rules_, epoch_};
}

verdict permission_gate::core::check(const tool_call& call, std::string_view request_id,
                                     std::string& scratch) {
    const time_point from = audit_.present() ? time_->now() : time_point();
    verdict decided;
    judge(call, scratch, [&](verdict judged) { decided = std::move(judged); });
    if (decided.asks() || !audit_.present()) return decided;
    if (!record(decided, request_id, call.tool_name, time_->now() - from) && decided.allowed())
        return deny_because(decision_source::fault, "the audit record could not be written");
    return decided;
}

bool permission_gate::core::record(const verdict& decided, std::string_view request_id,
                                   std::string_view tool_name, duration latency) {
    const bool accepted = audit_.record({.what = audit_event::kind::decision,
                                         .request_id = request_id,
                                         .tool_name = tool_name,
                                         .decided = &decided,
                                         .latency = latency});
    return accepted || options_.when_audit_fails == audit_failure::go_on;
}

void permission_gate::core::record_protocol(std::string_view request_id, std::string_view what) {
    audit_.record({.what = audit_event::kind::protocol, .request_id = request_id, .reason = what});
}

permission_mode permission_gate::core::mode() const {
    const std::lock_guard lock(mutex_);
    return service_.mode();
}

bool permission_gate::core::set_mode(permission_mode mode, peer_mode limit) {
    if (!switch_mode(mode, limit)) return false;
    judge_open_questions();
    return true;
}

bool permission_gate::core::switch_mode(permission_mode mode, peer_mode limit) {
    const std::lock_guard lock(mutex_);
    if (!peer_may_change(limit, service_.mode(), mode)) return false;
    if (service_.mode() == mode) return true;
    service_.set_mode(mode);
    ++epoch_;
    return true;
}

rule_set::pointer permission_gate::core::rules() const { return current().rules; }

void permission_gate::core::set_rules(rule_set::pointer rules) {
    {
        const std::lock_guard lock(mutex_);
        rules_ = rules ? std::move(rules) : rule_set::empty();
        ++epoch_;
    }
    judge_open_questions();
}

// Updates that may be accepted from a peer or an answer.
std::vector<permission_update> permission_gate::core::acceptable(
    std::vector<permission_update> updates) const {
    std::erase_if(updates, unconstrained_allow);
    // A mode that the peer may not set is not set by way of its own suggestion either: an agent that
    // got it back would stop asking.
    const permission_mode now = mode();
    std::erase_if(updates, [&](const permission_update& each) {
        if (!each.sets_mode || !from_peer(each)) return false;
        const bool known = each.what == permission_update::kind::set_mode;
        return known ? !peer_may_change(options_.peer_may_set, now, each.mode)
                     : options_.peer_may_set != peer_mode::any;
    });
    return updates;
}

std::vector<permission_update> permission_gate::core::accept_suggestions(
    std::span<const permission_update> suggestions) {
    if (mode() != permission_mode::allow) return {};
    std::vector<permission_update> accepted = acceptable({suggestions.begin(), suggestions.end()});
    std::erase_if(accepted, [](const permission_update& each) { return each.sets_mode; });
    if (weight(accepted) > options_.limits.max_updates) accepted.clear();
    if (apply(accepted, rule_origin::peer)) judge_open_questions();
    return accepted;
}

// Open questions are to be judged again when this says that something has changed.
bool permission_gate::core::apply(std::span<const permission_update> updates, rule_origin origin) {
    bool changed = false;
    for (const auto& update : updates) {
        if (update.what == permission_update::kind::set_mode)
            changed |= switch_mode(update.mode, from_peer(update) ? options_.peer_may_set : peer_mode::any);
        else if (update.what != permission_update::kind::opaque)
            changed |= apply_rules(update, origin);
    }
    return changed;
}

bool permission_gate::core::apply_rules(const permission_update& update, rule_origin origin) {
    while (true) {
        const snapshot seen = current();
        auto next = seen.rules->apply(update, origin);
        if (!next) return false;  // over the bound: the allow stands, the rule is not kept
        const std::lock_guard lock(mutex_);
        if (seen.epoch != epoch_) continue;
        // What a peer suggests is accepted without a question in allow mode only, and that may be over.
        if (origin == rule_origin::peer && service_.mode() != permission_mode::allow) return false;
        rules_ = std::move(*next);
        ++epoch_;
        return true;
    }
}

}  // namespace assent
