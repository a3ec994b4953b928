#include <assent/app/gate/use_decision.hpp>

#include "gate_parts.hpp"

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace assent {
namespace {

enum class weight : unsigned char { allowed, open, demanded, denied };

weight weight_of(const standard_use::part& part, const verdict& said) {
    if (said.denied()) return weight::denied;
    const bool by_rule = said.source == decision_source::rule && !said.doubt;
    const bool demanded = said.insists();
    if (part.only_against) return demanded && by_rule ? weight::demanded : weight::allowed;
    if (demanded) return weight::demanded;
    return said.asks() ? weight::open : weight::allowed;
}

// Of a use all of whose calls were answered: the answers are on record.
verdict allowed_by_people() {
    verdict said;
    said.decision = outcome::allow;
    said.source = decision_source::callback;
    return said;
}

// What was found about one of the calls.
struct examined_part {
    const tool_call& call;
    call_findings found;
};

// The call that keeps the others from being allowed, and changes nothing; else all calls that are allowed,
// counted and taken from grants.
std::vector<use_decision> decide(permission_service& service, const standard_use& use,
                                 const std::vector<examined_part>& examined, time_point now,
                                 const answered_parts& answered) {
    const auto parts = use.parts();
    use_decision worst;
    auto worst_weight = weight::allowed;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        if (answered.test(part)) continue;
        verdict said = service.judge(examined[part].call, examined[part].found, now);
        const auto found = weight_of(parts[part], said);
        if (found <= worst_weight) continue;
        worst = {std::move(said), part};
        worst_weight = found;
    }
    if (worst_weight != weight::allowed) return {std::move(worst)};

    // Each alone is allowed. Together they may need more of a grant or a limit than is left.
    const auto grants = service.grants();
    const auto limits = service.limits();
    std::vector<use_decision> allowed;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        if (parts[part].only_against || answered.test(part)) continue;
        use_decision each{service.check(examined[part].call, examined[part].found, now), part};
        if (!each.decided.allowed()) {
            service.grants() = grants;
            service.limits() = limits;
            return {std::move(each)};
        }
        allowed.push_back(std::move(each));
    }
    return allowed;
}

}  // namespace

struct use_check {
    static auto parts_of(const permission_gate& gate) { return gate.parts_; }
};

use_decision gate_parts::check(const standard_use& use, std::string_view request_id, std::string& scratch,
                               const answered_parts& answered) {
    for (const auto& part : use.parts())
        if (auto why = judge.why_not(part.call); !why.empty()) {
            verdict denied = deny_because(decision_source::fault, std::move(why));
            settle_checked(part.call, request_id, record.now(), false, nullptr, denied);
            return {std::move(denied), static_cast<std::size_t>(&part - use.parts().data())};
        }
    std::deque<resolved_call> led;
    time_point from;
    const auto examine = [&](const gate_state::snapshot& seen) {
        led.clear();
        std::vector<examined_part> examined;
        for (const auto& part : use.parts()) {
            const auto tool = seen.about(part.call);
            const auto& call = led.emplace_back(judge.resolving(part.call, seen, tool.definition));
            examined.push_back({call.call(), seen.examine(call.reading(), tool, scratch)});
        }
        from = record.now();
        return examined;
    };
    auto decided = state.with_latest(examine, [&](const std::vector<examined_part>& examined) {
        auto decisions = decide(state.service(), use, examined, from, answered);
        const bool changes = std::ranges::any_of(
            examined, [](const examined_part& each) { return may_change_files(each.found.effects); });
        for (auto& decision : decisions) {
            judge.say_why(decision.decided, led[decision.part], examined[decision.part].found);
            decision.decided.may_change_files = changes;
        }
        return decisions;
    });
    if (decided.empty()) return {allowed_by_people(), 0};
    for (auto& each : decided) {
        if (is_recorded(each.decided))
            settle_checked(led[each.part].call(), request_id, from, false, nullptr, each.decided);
        if (!each.decided.allowed()) return std::move(each);
    }
    return std::move(decided.back());
}

use_decision check(permission_gate& gate, const standard_use& use, std::string_view request_id,
                   std::string& scratch, const answered_parts& answered) {
    const auto parts = use.parts();
    use_decision made;
    if (parts.size() == 1 && answered.none()) {
        made.decided = gate.check(parts.front().call, request_id, scratch);
    } else {
        const auto parts_of_gate = use_check::parts_of(gate);  // foreign code in it may destroy the gate
        made = parts_of_gate->check(use, request_id, scratch, answered);
    }
    const auto why = parts[made.part].needs_human_because;
    if (made.decided.asks() && made.decided.source == decision_source::peer && !why.empty())
        made.decided.detail = why;
    return made;
}

use_answer trial_of(const permission_gate& gate, const standard_use& use) {
    const auto& first = use.parts().front();
    verdict worst = gate.explain(first.call).decided;
    auto worst_weight = weight_of(first, worst);
    for (const auto& part : use.parts().subspan(1)) {
        verdict said = gate.explain(part.call).decided;
        const auto found = weight_of(part, said);
        if (found <= worst_weight) continue;
        worst = std::move(said);
        worst_weight = found;
    }
    // Of a command that carries a patch, what the patch does decides; that nothing speaks for the command
    // does not.
    const bool by_patch = worst_weight == weight::allowed && !worst.runs();
    return answer_of(gate, by_patch ? allowed_by_people() : worst);
}

use_answer answer_of(const permission_gate& gate, const verdict& decided) {
    auto what = decided.insists() ? use_outcome::demanded : use_outcome::open;
    if (decided.allowed()) what = use_outcome::allow;
    if (decided.denied()) what = use_outcome::deny;
    if (decided.walled()) what = use_outcome::wall;
    return {what, decided.reason(), !decided.denied() && has_snapshot_first(gate, decided)};
}

bool has_snapshot_first(const permission_gate& gate, const verdict& decided) {
    return decided.may_change_files && gate.basis()->settings().snapshot;
}

}  // namespace assent
