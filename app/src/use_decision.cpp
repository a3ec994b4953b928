#include <assent/app/use_decision.hpp>

#include <algorithm>

namespace assent {
namespace {

enum class weight : unsigned char { allowed, open, demanded, denied };

weight weight_of(const standard_use::part& part, const verdict& said) {
    if (said.denied()) return weight::denied;
    const bool by_rule = said.source == decision_source::rule && !said.doubt;
    const bool demanded = said.asks() && said.must_ask;
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

}  // namespace

use_decision check(permission_gate& gate, const standard_use& use, std::string_view request_id,
                   std::string& scratch, const answered_parts& answered) {
    const auto parts = use.parts();
    if (parts.size() == 1 && answered.none()) return {gate.check(parts.front().call, request_id, scratch), 0};

    // First without effects: what is denied takes nothing from grants and limits of the others.
    std::size_t worst = 0;
    auto worst_weight = weight::allowed;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        if (answered.test(part)) continue;
        const auto found = weight_of(parts[part], gate.explain(parts[part].call).decided);
        if (found <= worst_weight) continue;
        worst = part;
        worst_weight = found;
    }
    if (worst_weight != weight::allowed) {
        use_decision found{gate.check(parts[worst].call, request_id, scratch), worst};
        if (!found.decided.allowed()) return found;
        // Something has allowed it since: that says nothing about the others.
        answered_parts with_it = answered;
        return check(gate, use, request_id, scratch, with_it.set(worst));
    }
    use_decision last{allowed_by_people(), 0};
    for (std::size_t part = 0; part < parts.size(); ++part) {
        if (parts[part].only_against || answered.test(part)) continue;
        last = {gate.check(parts[part].call, request_id, scratch), part};
        // Another call may have taken the last use of a grant meanwhile.
        if (!last.decided.allowed()) break;
    }
    return last;
}

use_answer answer_of(const verdict& decided) {
    auto what = decided.must_ask ? use_outcome::demanded : use_outcome::open;
    if (decided.allowed()) what = use_outcome::allow;
    if (decided.denied()) what = use_outcome::deny;
    return {what, decided.reason()};
}

}  // namespace assent
