#include "gate_parts.hpp"

#include <assent/domain/lint/rule_lint.hpp>
#include <assent/domain/text/display_text.hpp>

#include <algorithm>
#include <exception>
#include <utility>

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

std::string not_set(permission_mode mode) {
    return "an answer may not set mode `" + std::string(to_string(mode)) + "` here";
}

// Longest part of a record that quotes a rule of a peer, in bytes.
constexpr std::size_t max_quoted_rule_bytes = 512;

std::string shortened(std::string_view text) {
    const auto shown = beginning_of(text, max_quoted_rule_bytes);
    return std::string(shown) + (shown.size() < text.size() ? "..." : "");
}

}  // namespace

std::size_t weight(std::span<const permission_update> updates) {
    std::size_t sum = updates.size();
    for (const auto& update : updates) sum += update.rules.size();
    return sum;
}

// Why updates that belong together cannot be kept, as far as that does not depend on the call; empty: they
// can.
std::string gate_updates::not_acceptable(std::span<const permission_update> updates) const {
    permission_mode now = state_.mode();
    const peer_mode limit = state_.basis()->settings().peer_may_set;
    for (const auto& each : updates) {
        if (!each.why_opaque.empty()) return "a rule has no meaning here: " + shortened(each.why_opaque);
        if (unconstrained_allow(each)) return "an allow rule covers every use of every tool";
        if (!each.sets_mode) continue;
        if (each.what == permission_update::kind::opaque) return "a mode has no meaning here";
        if (from_peer(each) && !peer_may_change(limit, now, each.mode)) return not_set(each.mode);
        now = each.mode;
    }
    return {};
}

// Takes out modes that let more through and that may not be set: what is left means the same without them.
// \return which; empty: none
std::string gate_updates::without_looser_modes(std::vector<permission_update>& updates) const {
    const permission_mode now = state_.mode();
    const peer_mode limit = state_.basis()->settings().peer_may_set;
    std::string why;
    std::erase_if(updates, [&](const permission_update& each) {
        if (each.what != permission_update::kind::set_mode || !from_peer(each) ||
            peer_may_change(limit, now, each.mode) || peer_may_change(peer_mode::stricter, now, each.mode))
            return false;
        why = not_set(each.mode);
        return true;
    });
    return why;
}

std::string gate_updates::leave_out(allow_result& answer, const gate_state::snapshot& now,
                                    const call_reading& reading) const {
    const std::string mode = answer.updates_together ? without_looser_modes(answer.updates) : std::string();
    std::string why = answer.updates_together ? not_acceptable(answer.updates) : std::string();
    answer.updates = acceptable(std::move(answer.updates));
    std::string unproven = keep_proven(answer.updates, *now.rules, reading, *now.basis);
    if (why.empty()) why = std::move(unproven);
    if (!answer.updates_together) return why;
    if (why.empty()) return mode;
    answer.updates.clear();
    return why + "; no update of the answer is kept";
}

std::vector<permission_update> gate_updates::acceptable(std::vector<permission_update> updates) const {
    for (const auto& each : updates)
        if (!each.why_opaque.empty())
            record_.log(log_level::debug, "a suggestion has no meaning here: " + each.why_opaque);
    std::erase_if(updates, unconstrained_allow);
    // A mode that the peer may not set is not set by way of its own suggestion either: an agent that
    // got it back would stop asking.
    const permission_mode now = state_.mode();
    const peer_mode limit = state_.basis()->settings().peer_may_set;
    std::erase_if(updates, [&](const permission_update& each) {
        if (!each.sets_mode || !from_peer(each)) return false;
        const bool known = each.what == permission_update::kind::set_mode;
        return known ? !peer_may_change(limit, now, each.mode) : limit != peer_mode::any;
    });
    return updates;
}

gate_updates::applied gate_updates::apply(std::vector<permission_update>& updates, rule_origin origin) {
    applied done;
    std::erase_if(updates, [&](const permission_update& update) {
        if (update.what == permission_update::kind::opaque) return false;
        if (update.what == permission_update::kind::set_mode) {
            done.changed |= set_mode(update);
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

gate_updates::applied gate_updates::apply_together(std::vector<permission_update>& updates) {
    applied done;
    done.left_out = apply_rules(updates, rule_origin::answer);
    if (!done.left_out.empty()) updates.clear();
    done.changed = !updates.empty();
    for (const auto& update : updates)
        if (update.what == permission_update::kind::set_mode) set_mode(update);
    return done;
}

bool gate_updates::set_mode(const permission_update& update) {
    const bool by_peer = from_peer(update);
    const peer_mode limit = by_peer ? state_.basis()->settings().peer_may_set : peer_mode::any;
    return state_.locked([&] { return state_.switch_mode(update.mode, limit, by_peer); });
}

void gate_updates::tell(const permission_question& question,
                        std::span<const permission_update> updates) const {
    if (!told_ || updates.empty()) return;
    try {
        told_(question, updates);
    } catch (const std::exception& error) {
        record_.log(log_level::error, std::string("updates could not be passed on: ") + error.what());
    } catch (...) {
        record_.log(log_level::error, "updates could not be passed on");
    }
}

// Changes the rules in one step. \return why they are not kept; empty when they are
std::string gate_updates::apply_rules(std::span<const permission_update> updates, rule_origin origin) {
    struct made_rules {
        rule_set::pointer rules;
        std::string flaw;
    };
    const auto make = [&](const gate_state::snapshot& seen) -> made_rules {
        boost::system::result<rule_set::pointer, invalid_rule> next = seen.rules;
        for (const auto& update : updates)
            if (next) next = (*next)->apply(as_registered(update, *seen.basis), origin);
        if (!next) return {nullptr, next.error().message};
        return {*next, over_limits(*seen.rules, **next)};
    };
    return state_.with_latest(make, [&](made_rules made) -> std::string {
        if (!made.flaw.empty()) return "rules are not kept: there would be " + made.flaw;
        // What a peer suggests is accepted without a question in allow mode only, and that may be over.
        if (origin == rule_origin::peer && state_.service().mode() != permission_mode::allow)
            return "rules are not kept: the mode is no longer allow";
        state_.set_rules(std::move(made.rules));
        return {};
    });
}

// Which limit of this gate an update goes over; empty: none. One that takes away passes in any case.
std::string gate_updates::over_limits(const rule_set& before, const rule_set& after) const {
    if (after.suggested() > limits_.max_suggested_rules && after.suggested() > before.suggested())
        return "more than " + std::to_string(limits_.max_suggested_rules) + " rules that a peer suggested";
    if (after.loose_bytes() > limits_.max_loose_rule_bytes && after.loose_bytes() > before.loose_bytes())
        return "more than " + std::to_string(limits_.max_loose_rule_bytes) +
               " bytes of rules from peers and answers";
    return {};
}

std::vector<permission_update> permission_gate::accept_suggestions(
    std::span<const permission_update> suggestions) {
    const auto parts = parts_;
    if (mode() != permission_mode::allow) return {};
    std::vector<permission_update> accepted =
        parts->updates.acceptable({suggestions.begin(), suggestions.end()});
    std::erase_if(accepted, [](const permission_update& each) { return each.sets_mode; });
    if (weight(accepted) > parts->limits.max_updates) accepted.clear();
    const auto done = parts->updates.apply(accepted, rule_origin::peer);
    if (!done.left_out.empty()) parts->record.not_kept(done.left_out);
    if (done.changed) parts->questions.judge_again();
    return accepted;
}

bool permission_gate::remove_rule(std::string_view key) {
    const auto parts = parts_;
    const auto loose = [&](const permission_rule& rule) {
        return (rule.origin() == rule_origin::answer || rule.origin() == rule_origin::peer) &&
               rule.key() == key;
    };
    const auto without = [&](const gate_state::snapshot& seen) -> rule_set::pointer {
        for (const auto behavior : strictest_first)
            for (const auto& rule : seen.rules->all(behavior)) {
                if (!loose(*rule)) continue;
                auto next = seen.rules->apply(
                    {.what = permission_update::kind::remove_rules, .rules = {*rule}, .behavior = behavior},
                    rule_origin::answer);
                return next ? *next : nullptr;
            }
        return nullptr;
    };
    const bool removed = parts->state.with_latest(without, [&](rule_set::pointer next) {
        const bool any = next != nullptr;
        if (any) parts->state.set_rules(std::move(next));
        return any;
    });
    if (!removed) return false;
    parts->record.log(log_level::info, "rule removed", {{"rule", key}});
    parts->questions.judge_again();
    return true;
}

}  // namespace assent
