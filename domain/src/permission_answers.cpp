#include <assent/domain/permission_service.hpp>

#include <utility>

// What becomes of answers: applied, and stored.
namespace assent {
namespace {

constexpr std::string_view default_author = "user";

settlement denied_as(decision_source source, std::string detail) {
    return {.decided = {.decision = outcome::deny, .source = source, .detail = std::move(detail)}};
}

// An opaque update may hold rules in a form that only the peer understands.
bool may_store_rules(const permission_update& update) {
    switch (update.what) {
        case permission_update::kind::add_rules:
        case permission_update::kind::replace_rules:
        case permission_update::kind::opaque: return true;
        case permission_update::kind::remove_rules:
        case permission_update::kind::set_mode: return false;
    }
    return true;
}

std::string author(const std::string& by) { return by.empty() ? std::string(default_author) : by; }

// Why nothing of what an answer wants to be kept can be kept; empty when it can.
std::string refusal(const permission_question& question, const std::optional<permission_rule>& about,
                    bool about_covers, rule_behavior expected) {
    if (question.once_only) return "the question can be answered for this call only; nothing is kept";
    if (!about) return {};
    if (about->behavior() != expected)
        return "rule `" + about->text() + "` is not of the answer's kind; nothing is kept";
    if (about_covers) return {};
    return "rule `" + about->text() + "` does not cover the call it was made for; nothing is kept";
}

// What an answer wants to be kept, whichever it is.
template <class Answer>
kept_answer kept_of(const Answer& answer, bool approved, std::string_view tool_key) {
    kept_answer kept;
    kept.key = answer.about ? answer.about->key() : std::string(tool_key);
    kept.tool_key = tool_key;
    kept.approved = approved;
    kept.by = author(answer.by);
    kept.keep = answer.keep;
    kept.keep_for = answer.keep_for;
    kept.about = answer.about;
    return kept;
}

}  // namespace

settlement permission_service::resolve(const permission_question& question, const call_findings& found,
                                       permission_result answer, bool about_covers) const {
    const std::string_view tool_key = found.keys.empty() ? question.tool_name : found.keys.front();
    if (auto* no = std::get_if<deny_result>(&answer)) {
        settlement settled = denied_as(decision_source::callback, std::move(no->reason));
        settled.decided.by = author(no->by);
        settled.interrupt = no->interrupt;
        if (no->keep == remember::none) return settled;
        settled.refused = refusal(question, no->about, about_covers, rule_behavior::deny);
        if (settled.refused.empty()) settled.kept = kept_of(*no, false, tool_key);
        return settled;
    }
    if (auto said = denied(found)) return {.decided = std::move(*said)};
    auto& yes = std::get<allow_result>(answer);
    if (yes.edited_input && !all_finite(json_value(*yes.edited_input)))
        return denied_as(decision_source::fault, "the edited input holds a number that is not finite");
    // Agents take an empty object to mean the input as it was, which is not what was decided.
    if (yes.edited_input && yes.edited_input->empty() && !question.input->whole().empty())
        return denied_as(decision_source::fault, "the edited input is empty");
    if (!found.flaw.empty()) return denied_as(decision_source::malformed, found.flaw);
    settlement settled;
    // No stored rule could ever answer such a question, so none is stored.
    if (question.once_only && std::erase_if(yes.updates, may_store_rules) != 0 && yes.updates_together) {
        yes.updates.clear();
        settled.refused = "the question can be answered for this call only; no update is kept";
    }
    settled.decided = {.decision = outcome::allow, .source = decision_source::callback, .by = author(yes.by)};
    if (yes.keep != remember::none || yes.trust || yes.grant) {
        auto refused = refusal(question, yes.about, about_covers, rule_behavior::allow);
        if (refused.empty()) {
            settled.kept = kept_of(yes, true, tool_key);
            settled.kept->grant = yes.grant;
            settled.kept->trust = yes.trust && found.may_trust();
            if (yes.trust && !found.may_trust()) refused = "this tool cannot be trusted for a session";
        }
        if (!refused.empty()) settled.refused = std::move(refused);
    }
    settled.edited_input = std::move(yes.edited_input);
    settled.updates = std::move(yes.updates);
    settled.updates_together = yes.updates_together;
    return settled;
}

// The newer word about a key takes the place of the older one, of whichever kind that was. One that cannot be
// stored takes nobody's place.
std::string permission_service::store(const kept_answer& answer, moment at) {
    const auto forget_denial = [&](std::string_view key) {
        const auto* const known = remembered_.find({&key, 1}, at.now);
        if (known != nullptr && !known->approved) remembered_.clear(key);
    };
    if (!answer.approved) {
        grants_.revoke(answer.key);
        remembered_.clear(answer.key);
    }
    if (answer.keep != remember::none)
        remembered_.remember(answer.key, answer.approved, answer.by, at, answer.keep_for, answer.about);
    if (answer.trust) {
        forget_denial(answer.tool_key);
        remembered_.trust(answer.tool_key);
    }
    if (!answer.grant) return {};
    if (!grants_.give(answer.key, *answer.grant, at.now, answer.by))
        return answer.grant->flaw().value_or("there are too many grants");
    forget_denial(answer.key);
    return {};
}

void permission_service::describe(permission_question& question, const call_findings& found, time_point now) {
    const policy& settings = basis_->settings();
    question.grant_ended = grants_.tell_expiry(found.keys, now);
    question.grant_time = settings.grant_time;
    question.grant_uses = settings.grant_uses;
    if (const auto* live = grants_.find(found.keys, now))
        question.grant_remaining = live->remaining_text(now);
    if (question.once_only) return;
    question.may_trust = found.may_trust();
    question.grant_offered = found.grant_offered();
}

}  // namespace assent
