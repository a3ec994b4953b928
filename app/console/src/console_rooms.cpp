#include <assent/domain/display_text.hpp>

#include "console_state.hpp"

#include <algorithm>
#include <array>

// What holds in the sessions, and what people change of it.
namespace assent {
namespace {

const console_refusal session_gone{true, "this session is over"};

// What came with answers and suggestions can be taken back here, and people look for that first.
bool removable(const permission_rule& rule) {
    return rule.origin() == rule_origin::answer || rule.origin() == rule_origin::peer;
}

console_rule shown(const permission_rule& rule) {
    return {.behavior = rule.behavior(),
            .text = display_text(rule.text()),
            .key = rule.key(),
            .origin = rule.origin(),
            .removable = removable(rule),
            .agent_has_it = removable(rule)};
}

}  // namespace

std::shared_ptr<permission_gate> console::gate_of(std::uint64_t session) const {
    std::shared_ptr<session_state> found;
    {
        const std::lock_guard lock(state_->mutex);
        for (const auto& each : state_->sessions)
            if (auto one = each.lock(); one && one->number == session) found = std::move(one);
    }
    return found ? found->gate() : nullptr;
}

std::vector<console_session> console::sessions() const {
    std::vector<std::shared_ptr<session_state>> all;
    {
        const std::lock_guard lock(state_->mutex);
        for (const auto& each : state_->sessions)
            if (auto one = each.lock()) all.push_back(std::move(one));
    }
    std::vector<console_session> shown_sessions;
    for (const auto& each : all) {
        const auto gate = each->gate();
        if (!gate) continue;
        console_session made;
        made.number = each->number;
        made.title = each->title;
        made.mode = gate->mode();
        made.grants = gate->grants();
        made.remembered = gate->remembered();
        made.trusted = gate->trusted();
        made.limits = gate->rate_status();
        const auto rules = gate->rules();
        const std::lock_guard lock(each->mutex);
        if (each->shown_from != rules) {
            std::vector<rule_pointer> found;
            for (const auto behavior : {rule_behavior::deny, rule_behavior::ask, rule_behavior::allow}) {
                auto some = rules->all(behavior);
                found.insert(found.end(), some.begin(), some.end());
            }
            std::stable_partition(found.begin(), found.end(),
                                  [](const rule_pointer& rule) { return removable(*rule); });
            each->more_rules = found.size() - std::min(found.size(), limits_.max_rules);
            found.resize(found.size() - each->more_rules);
            each->shown_rules.clear();
            for (const auto& rule : found) each->shown_rules.push_back(shown(*rule));
            each->shown_from = rules;
        }
        made.rules = each->shown_rules;
        made.more_rules = each->more_rules;
        shown_sessions.push_back(std::move(made));
    }
    return shown_sessions;
}

std::optional<console_refusal> console::set_mode(std::uint64_t session, permission_mode mode) {
    const auto gate = gate_of(session);
    if (!gate) return session_gone;
    gate->set_mode(mode);
    state_->notify();
    return std::nullopt;
}

std::optional<console_refusal> console::revoke_grant(std::uint64_t session, std::string_view key) {
    const auto gate = gate_of(session);
    if (!gate) return session_gone;
    if (!gate->revoke_grant(key)) return console_refusal{true, "this grant is over"};
    state_->notify();
    return std::nullopt;
}

std::optional<console_refusal> console::forget(std::uint64_t session, std::string_view key) {
    const auto gate = gate_of(session);
    if (!gate) return session_gone;
    if (!gate->forget(key)) return console_refusal{true, "nothing is remembered about this"};
    state_->notify();
    return std::nullopt;
}

std::optional<console_refusal> console::remove_rule(std::uint64_t session, std::string_view key) {
    const auto gate = gate_of(session);
    if (!gate) return session_gone;
    if (!gate->remove_rule(key)) return console_refusal{true, "there is no such rule that an answer brought"};
    state_->notify();
    return std::nullopt;
}

}  // namespace assent
