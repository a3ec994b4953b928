#include <assent/domain/decide/audit_event.hpp>

namespace assent {

namespace {

void keep_verdict(kept_audit_event& kept, const verdict& decided) {
    kept.decision = decided.decision;
    kept.source = decided.source;
    kept.reason = decided.cause();
    if (decided.rule) {
        kept.rule = decided.rule->text();
        kept.origin = decided.rule->origin();
    }
    for (const auto& each : decided.rules_too) kept.rules_too.push_back(each->text());
    kept.risk = decided.risk;
    for (const auto& each : decided.factors) kept.factors.push_back(each->id);
    kept.retry_after = decided.retry_after;
    kept.by = decided.by;
    kept.remembered = decided.was_remembered();
}

}  // namespace

kept_audit_event kept_copy(const audit_event& event) {
    kept_audit_event kept;
    kept.what = event.what;
    kept.time = event.time;
    kept.request_id = event.request_id;
    kept.tool_name = event.tool_name;
    kept.own_name = event.own_name;
    kept.tool_use_id = event.tool_use_id;
    kept.agent_id = event.agent_id;
    kept.agent = event.agent;
    kept.session_id = event.session_id;
    kept.cwd = event.cwd;
    kept.user_id = event.user_id;
    kept.conversation_id = event.conversation_id;
    kept.message_id = event.message_id;
    kept.latency = event.latency;
    kept.reason = event.reason;
    kept.succeeded = event.succeeded;
    kept.lost = event.lost;
    kept.refused = event.refused;
    kept.asked_because = event.asked_because;
    kept.edited = event.edited;
    if (event.decided != nullptr) keep_verdict(kept, *event.decided);
    return kept;
}

}  // namespace assent
