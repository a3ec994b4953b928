#include "gate_record.hpp"

#include <string>
#include <utility>

namespace assent {

audit_event event_of(const verdict& decided, const tool_call& call, std::string_view request_id,
                     duration latency) {
    audit_event event{.what = audit_event::kind::decision, .request_id = request_id};
    event.tool_name = call.tool_name;
    event.own_name = call.own_name;
    event.tool_use_id = call.tool_use_id;
    event.agent_id = call.agent_id;
    event.agent = call.agent;
    event.session_id = call.session_id;
    event.cwd = call.cwd;
    event.input = &call.input;
    event.decided = &decided;
    event.latency = latency;
    if (decided.insists()) event.asked_because = decided.source;
    return event;
}

gate_record::gate_record(const gate_state& state, std::shared_ptr<const clock> time,
                         std::shared_ptr<audit_sink> sink, log_callback log)
    : state_(state), time_(time), trail_(std::move(sink), std::move(time)), log_(std::move(log)) {}

bool gate_record::goes_on_without_record() const {
    return state_.basis()->settings().audit.on_failure == audit_failure::go_on;
}

void gate_record::switches(const policy& settings) {
    std::string on = to_string(settings.switches);
    if (settings.allow_overbroad) on.append(on.empty() ? "" : ", ").append("allow_overbroad");
    if (on.empty()) return;
    trail_.record({.what = audit_event::kind::settings, .reason = on});
}

void gate_record::late(const permission_question& question) {
    trail_.record({.what = audit_event::kind::late_answer,
                   .request_id = question.request_id,
                   .tool_name = question.tool_name,
                   .reason = "an answer came after the question was over"});
}

void gate_record::not_kept(const permission_question& question, std::string_view why) {
    log(log_level::warn, why, {{"tool", question.tool_name}});
    trail_.record({.what = audit_event::kind::not_kept,
                   .request_id = question.request_id,
                   .tool_name = question.tool_name,
                   .tool_use_id = question.tool_use_id,
                   .agent_id = question.agent_id,
                   .reason = why});
}

void gate_record::not_kept(std::string_view why) {
    log(log_level::warn, why);
    trail_.record({.what = audit_event::kind::not_kept, .reason = why});
}

void gate_record::log(log_level level, std::string_view message,
                      std::initializer_list<log_field> fields) const {
    if (!log_) return;
    try {
        log_({level, message, {fields.begin(), fields.size()}});
    } catch (...) {
        // A log that fails must not cost anybody an answer.
    }
}

void gate_record::log_decision(const verdict& decided, std::string_view tool_name) const {
    if (decided.rate_limited())
        log(log_level::warn, decided.detail, {{"tool", tool_name}});
    else
        log(log_level::debug, decided.was_remembered() ? "answered from memory" : "decided",
            {{"tool", tool_name},
             {"outcome", to_string(decided.decision)},
             {"source", to_string(decided.source)}});
}

}  // namespace assent
