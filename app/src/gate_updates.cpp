#include "gate_core.hpp"

#include <assent/domain/judgement/rule_proof.hpp>

#include <algorithm>
#include <exception>

// What comes with answers and suggestions: which updates are accepted, and what becomes of them.
namespace assent {
namespace {

// A rule that cannot be compiled by what is registered stays as it is: it then covers nothing unproven.
permission_update as_registered(permission_update update, const judgement_basis& basis) {
    for (auto& rule : update.rules)
        if (auto made = basis.as_registered(rule)) rule = std::move(*made);
    return update;
}

bool unconstrained_allow(const permission_update& update) {
    return std::any_of(update.rules.begin(), update.rules.end(), [](const permission_rule& rule) {
        return rule.behavior() == rule_behavior::allow && rule.unconstrained();
    });
}

bool from_peer(const permission_update& update) { return !update.wire.is_null(); }

// Longest part of a record that quotes a rule of a peer, in bytes.
constexpr std::size_t max_quoted_rule_bytes = 512;

std::string shortened(std::string_view text) {
    if (text.size() <= max_quoted_rule_bytes) return std::string(text);
    const auto inside = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; };
    std::size_t end = max_quoted_rule_bytes;
    while (end > 0 && inside(text[end])) --end;
    return std::string(text.substr(0, end)) + "...";
}

}  // namespace

// Why updates that belong together cannot be kept, as far as that does not depend on the call; empty: they
// can.
std::string permission_gate::core::not_acceptable(std::span<const permission_update> updates) const {
    permission_mode now = mode();
    const peer_mode limit = peer_may_set();
    for (const auto& each : updates) {
        if (!each.why_opaque.empty()) return "a rule has no meaning here: " + shortened(each.why_opaque);
        if (unconstrained_allow(each)) return "an allow rule covers every use of every tool";
        if (!each.sets_mode) continue;
        if (each.what == permission_update::kind::opaque) return "a mode has no meaning here";
        if (from_peer(each) && !peer_may_change(limit, now, each.mode))
            return "the peer may not set mode `" + std::string(to_string(each.mode)) + "`";
        now = each.mode;
    }
    return {};
}

// Takes out of an answer the updates that are not kept. \return why; empty when all are
std::string permission_gate::core::leave_out(allow_result& answer, const snapshot& now,
                                             const call_reading& reading) const {
    std::string why = answer.updates_together ? not_acceptable(answer.updates) : std::string();
    answer.updates = acceptable(std::move(answer.updates));
    std::string unproven = keep_proven(answer.updates, *now.rules, reading, *now.basis);
    if (why.empty()) why = std::move(unproven);
    if (!answer.updates_together || why.empty()) return why;
    answer.updates.clear();
    return why + "; no update of the answer is kept";
}

// Updates that may be accepted from a peer or an answer.
std::vector<permission_update> permission_gate::core::acceptable(
    std::vector<permission_update> updates) const {
    for (const auto& each : updates)
        if (!each.why_opaque.empty())
            log(log_level::debug, "a suggestion has no meaning here: " + each.why_opaque);
    std::erase_if(updates, unconstrained_allow);
    // A mode that the peer may not set is not set by way of its own suggestion either: an agent that
    // got it back would stop asking.
    const permission_mode now = mode();
    const peer_mode limit = peer_may_set();
    std::erase_if(updates, [&](const permission_update& each) {
        if (!each.sets_mode || !from_peer(each)) return false;
        const bool known = each.what == permission_update::kind::set_mode;
        return known ? !peer_may_change(limit, now, each.mode) : limit != peer_mode::any;
    });
    return updates;
}

std::vector<permission_update> permission_gate::core::accept_suggestions(
    std::span<const permission_update> suggestions) {
    if (mode() != permission_mode::allow) return {};
    std::vector<permission_update> accepted = acceptable({suggestions.begin(), suggestions.end()});
    std::erase_if(accepted, [](const permission_update& each) { return each.sets_mode; });
    if (weight(accepted) > limits_.max_updates) accepted.clear();
    const applied done = apply(accepted, rule_origin::peer);
    if (!done.left_out.empty()) record_not_kept(done.left_out);
    if (done.changed) judge_open_questions();
    return accepted;
}

// Takes out of the updates those that are not kept. Open questions are to be judged again when something has
// changed.
permission_gate::core::applied permission_gate::core::apply(std::vector<permission_update>& updates,
                                                            rule_origin origin) {
    applied done;
    std::erase_if(updates, [&](const permission_update& update) {
        if (update.what == permission_update::kind::opaque) return false;
        if (update.what == permission_update::kind::set_mode) {
            done.changed |= switch_mode(update.mode, from_peer(update) ? peer_may_set() : peer_mode::any,
                                        from_peer(update));
            return false;
        }
        const std::string flaw = apply_rules({&update, 1}, origin);
        if (flaw.empty()) {
            done.changed = true;
        } else if (done.left_out.find(flaw) == std::string::npos) {
            done.left_out.append(done.left_out.empty() ? "" : "; ").append(flaw);
        }
        return !flaw.empty();
    });
    return done;
}

// All of them, or none.
permission_gate::core::applied permission_gate::core::apply_together(
    std::vector<permission_update>& updates) {
    applied done;
    done.left_out = apply_rules(updates, rule_origin::answer);
    if (!done.left_out.empty()) updates.clear();
    done.changed = !updates.empty();
    for (const auto& update : updates)
        if (update.what == permission_update::kind::set_mode)
            switch_mode(update.mode, from_peer(update) ? peer_may_set() : peer_mode::any, from_peer(update));
    return done;
}

void permission_gate::core::tell_updates(const permission_question& question,
                                         std::span<const permission_update> updates) const {
    if (!on_updates_ || updates.empty()) return;
    try {
        on_updates_(question, updates);
    } catch (const std::exception& error) {
        log(log_level::error, std::string("updates could not be passed on: ") + error.what());
    } catch (...) {
        log(log_level::error, "updates could not be passed on");
    }
}

// Changes the rules in one step. \return why they are not kept; empty when they are
std::string permission_gate::core::apply_rules(std::span<const permission_update> updates,
                                               rule_origin origin) {
    while (true) {
        const auto seen = current();
        boost::system::result<rule_set::pointer, invalid_rule> next = seen->rules;
        for (const auto& update : updates)
            if (next) next = (*next)->apply(as_registered(update, *seen->basis), origin);
        std::string flaw = next ? over_limits(*seen->rules, **next) : next.error().message;
        if (!flaw.empty()) return "rules are not kept: there would be " + flaw;
        const std::lock_guard lock(mutex_);
        if (seen->epoch != epoch_) continue;
        // What a peer suggests is accepted without a question in allow mode only, and that may be over.
        if (origin == rule_origin::peer && service_.mode() != permission_mode::allow)
            return "rules are not kept: the mode is no longer allow";
        rules_ = std::move(*next);
        changed();
        return {};
    }
}

bool permission_gate::core::remove_rule(std::string_view key) {
    const auto loose = [&](const permission_rule& rule) {
        return (rule.origin() == rule_origin::answer || rule.origin() == rule_origin::peer) &&
               rule.key() == key;
    };
    while (true) {
        const auto seen = current();
        permission_update update{.what = permission_update::kind::remove_rules};
        for (const auto behavior : {rule_behavior::deny, rule_behavior::ask, rule_behavior::allow})
            for (const auto& rule : seen->rules->all(behavior))
                if (update.rules.empty() && loose(*rule)) {
                    update.rules.push_back(*rule);
                    update.behavior = behavior;
                }
        if (update.rules.empty()) return false;
        auto next = seen->rules->apply(update, rule_origin::answer);
        if (!next) return false;
        {
            const std::lock_guard lock(mutex_);
            if (seen->epoch != epoch_) continue;
            rules_ = std::move(*next);
            changed();
        }
        log(log_level::info, "rule removed", {{"rule", key}});
        judge_open_questions();
        return true;
    }
}

// Which limit of this gate an update goes over; empty: none. One that takes away passes in any case.
std::string permission_gate::core::over_limits(const rule_set& before, const rule_set& after) const {
    if (after.suggested() > limits_.max_suggested_rules && after.suggested() > before.suggested())
        return "more than " + std::to_string(limits_.max_suggested_rules) + " rules that a peer suggested";
    if (after.loose_bytes() > limits_.max_loose_rule_bytes && after.loose_bytes() > before.loose_bytes())
        return "more than " + std::to_string(limits_.max_loose_rule_bytes) +
               " bytes of rules from peers and answers";
    return {};
}

}  // namespace assent
