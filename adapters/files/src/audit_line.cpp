#include <assent/adapters/files/audit_line.hpp>

#include "input_form.hpp"
#include "sha256.hpp"

#include <assent/adapters/control/json_text.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string_view>

namespace assent {
namespace {

std::string utc(wall_time time) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(seconds.time_since_epoch().count()),
                       (time - seconds).count());
}

void append(std::string& out, std::string_view key, std::string_view value) {
    out.append(",\"").append(key).append("\":");
    append_json_string(out, value);
}

void append_present(std::string& out, std::string_view key, std::string_view value) {
    if (!value.empty()) append(out, key, value);
}

// Calls `use` with the whole input. One that is kept is not copied again.
template <class Use>
void with_whole(const tool_input& input, const Use& use) {
    if (const auto* kept = dynamic_cast<const kept_input*>(&input))
        use(kept->whole());
    else
        use(input.retain()->whole());
}

void append_input_members(std::string& out, const tool_input& input, const audit_line_options& options) {
    if (options.inputs == audit_inputs::none) return;
    append(out, "input_sha256", input_digest(input));
    if (options.inputs != audit_inputs::full) return;
    out += ",\"input\":";
    with_whole(input, [&](const json_object& whole) {
        detail::append_input(out, whole, {.redact = options.redact});
    });
}

// A question was asked, and this is how it ended.
bool ended_a_question(const verdict& decided) noexcept {
    return decided.source == decision_source::callback || decided.source == decision_source::timeout ||
           decided.source == decision_source::cancelled || decided.source == decision_source::closed;
}

void append_risk(std::string& out, const verdict& decided) {
    append(out, "risk", to_string(decided.risk));
    if (decided.factors.empty()) return;
    out += ",\"factors\":[";
    for (std::size_t i = 0; i < decided.factors.size(); ++i) {
        if (i > 0) out += ',';
        append_json_string(out, decided.factors[i]->id);
    }
    out += ']';
}

// The other rules that share the commands of a text.
void append_rules_too(std::string& out, const verdict& decided) {
    if (decided.rules_too.empty()) return;
    out += ",\"rules_too\":[";
    const char* between = "{\"rule\":";
    for (const auto& each : decided.rules_too) {
        out += between;
        append_json_string(out, each->text());
        append(out, "origin", to_string(each->origin()));
        out += '}';
        between = ",{\"rule\":";
    }
    out += ']';
}

void append_verdict(std::string& out, const verdict& decided, std::optional<decision_source> asked_because) {
    append(out, "outcome", to_string(decided.decision));
    append(out, "source", to_string(decided.source));
    if (asked_because) append(out, "asked", to_string(*asked_because));
    append(out, "reason", decided.reason());
    if (decided.rule) {
        append(out, "rule", decided.rule->text());
        append(out, "rule_origin", to_string(decided.rule->origin()));
    }
    append_rules_too(out, decided);
    append_risk(out, decided);
    append_present(out, "by", decided.by);
    if (decided.was_remembered()) out += ",\"remembered\":true";
    if (ended_a_question(decided)) append(out, "end", to_string(end_of(decided)));
    // Rounded up: who comes back at that time must not be too early.
    if (decided.retry_after)
        out += fmt::format(",\"retry_after_ms\":{}",
                           std::chrono::ceil<std::chrono::milliseconds>(*decided.retry_after).count());
}

void append_execution(std::string& out, const audit_event& event) {
    out += event.succeeded ? ",\"succeeded\":true" : ",\"succeeded\":false";
    append_present(out, "error", event.reason);
}

}  // namespace

std::string to_json_line(const audit_event& event, const audit_line_options& options) {
    std::string line = "{\"time\":\"" + utc(event.time) + "\"";
    append(line, "event", to_string(event.what));
    if (event.what == audit_event::kind::gap) return line + fmt::format(",\"lost\":{}}}", event.lost);
    append_present(line, "request_id", event.request_id);
    append_present(line, "tool", event.tool_name);
    append_present(line, "tool_use_id", event.tool_use_id);
    append_present(line, "agent_id", event.agent_id);
    append_present(line, "user", event.user_id);
    append_present(line, "conversation", event.conversation_id);
    append_present(line, "message", event.message_id);
    if (event.decided != nullptr) {
        append_verdict(line, *event.decided, event.asked_because);
        if (event.edited) line += ",\"edited\":true";
        line += fmt::format(",\"latency_us\":{}",
                            std::chrono::floor<std::chrono::microseconds>(event.latency).count());
    } else if (event.what == audit_event::kind::execution) {
        append_execution(line, event);
    } else {
        append_present(line, "reason", event.reason);
    }
    if (event.input != nullptr) append_input_members(line, *event.input, options);
    return line + "}";
}

std::string input_digest(const tool_input& input) {
    if (!input.raw().empty()) return detail::sha256_hex({input.raw()});
    std::string canonical;
    with_whole(input,
               [&](const json_object& whole) { detail::append_input(canonical, whole, {.sorted = true}); });
    return detail::sha256_hex({canonical});
}

}  // namespace assent
