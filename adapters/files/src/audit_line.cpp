#include <assent/adapters/files/audit_line.hpp>

#include "input_form.hpp"
#include "sha256.hpp"

#include <assent/adapters/control/json_text.hpp>

#include <array>
#include <charconv>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>

namespace assent {
namespace {

// Two decimal digits.
void put_two(char* at, unsigned number) noexcept {
    at[0] = static_cast<char>('0' + number / 10 % 10);
    at[1] = static_cast<char>('0' + number % 10);
}

/// A second as `2023-11-14T22:13:20`.
class second_text {
public:
    /// The text of a second, made anew only where it is another one than before.
    std::string_view of(std::chrono::sys_seconds second) noexcept {
        if (second == second_ && made_) return {text_.data(), text_.size()};
        const auto day = std::chrono::floor<std::chrono::days>(second);
        const std::chrono::year_month_day date(day);
        const std::chrono::hh_mm_ss clock(second - day);
        const auto year = static_cast<unsigned>(static_cast<int>(date.year()));
        put_two(&text_[0], year / 100);
        put_two(&text_[2], year);
        put_two(&text_[5], static_cast<unsigned>(date.month()));
        put_two(&text_[8], static_cast<unsigned>(date.day()));
        put_two(&text_[11], static_cast<unsigned>(clock.hours().count()));
        put_two(&text_[14], static_cast<unsigned>(clock.minutes().count()));
        put_two(&text_[17], static_cast<unsigned>(clock.seconds().count()));
        second_ = second;
        made_ = true;
        return {text_.data(), text_.size()};
    }

private:
    std::chrono::sys_seconds second_{};
    std::array<char, 19> text_{'0', '0', '0', '0', '-', '0', '0', '-', '0', '0',
                               'T', '0', '0', ':', '0', '0', ':', '0', '0'};
    bool made_ = false;
};

// Years from 0 to 9999, which is all that RFC 3339 knows.
void append_utc(std::string& out, wall_time time) {
    static thread_local second_text last;
    const auto second = std::chrono::floor<std::chrono::seconds>(time);
    std::array<char, 5> rest{'.', '0', '0', '0', 'Z'};
    const auto milliseconds = static_cast<unsigned>((time - second).count());
    rest[1] = static_cast<char>('0' + milliseconds / 100);
    put_two(&rest[2], milliseconds);
    out.append(last.of(second)).append(rest.data(), rest.size());
}

template <class Number>
void append_number(std::string& out, Number number) {
    std::array<char, std::numeric_limits<Number>::digits10 + 3> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    out.append(digits.data(), end);
}

// The key with its quotes, the colon and, before it, the comma: `,"key":`.
void append(std::string& out, std::string_view key, std::string_view value) {
    out += key;
    append_json_string(out, value);
}

void append_present(std::string& out, std::string_view key, std::string_view value) {
    if (!value.empty()) append(out, key, value);
}

// A word of ours, in which nothing has to be escaped. The key ends in the opening quote.
void append_word(std::string& out, std::string_view key, std::string_view word) {
    out.append(key).append(word) += '"';
}

// Calls `use` with the whole input. One that is kept is not copied again.
template <class Use>
void with_whole(const tool_input& input, const Use& use) {
    if (const auto* kept = dynamic_cast<const kept_input*>(&input))
        use(kept->whole());
    else
        use(input.retain()->whole());
}

void append_digest(std::string& out, const tool_input& input) {
    if (!input.raw().empty()) return detail::append_sha256_hex(out, {input.raw()});
    std::string canonical;
    with_whole(input,
               [&](const json_object& whole) { detail::append_input(canonical, whole, {.sorted = true}); });
    detail::append_sha256_hex(out, {canonical});
}

void append_input_members(std::string& out, const tool_input& input, const audit_line_options& options) {
    if (options.inputs == audit_inputs::none) return;
    out += ",\"input_sha256\":\"";
    append_digest(out, input);
    out += '"';
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

void append_rule_text(std::string& out, const permission_rule& rule, std::string& scratch) {
    scratch.clear();
    rule.append_text(scratch);
    append_json_string(out, scratch);
}

void append_risk(std::string& out, const verdict& decided) {
    append_word(out, ",\"risk\":\"", to_string(decided.risk));
    if (decided.factors.empty()) return;
    out += ",\"factors\":[";
    for (std::size_t i = 0; i < decided.factors.size(); ++i) {
        if (i > 0) out += ',';
        append_json_string(out, decided.factors[i]->id);
    }
    out += ']';
}

// The other rules that share the commands of a text.
void append_rules_too(std::string& out, const verdict& decided, std::string& scratch) {
    if (decided.rules_too.empty()) return;
    out += ",\"rules_too\":[";
    const char* between = "{\"rule\":";
    for (const auto& each : decided.rules_too) {
        out += between;
        append_rule_text(out, *each, scratch);
        append_word(out, ",\"origin\":\"", to_string(each->origin()));
        out += '}';
        between = ",{\"rule\":";
    }
    out += ']';
}

void append_verdict(std::string& out, const verdict& decided, std::optional<decision_source> asked_because,
                    std::string& scratch) {
    append_word(out, ",\"outcome\":\"", to_string(decided.decision));
    append_word(out, ",\"source\":\"", to_string(decided.source));
    if (asked_because) append_word(out, ",\"asked\":\"", to_string(*asked_because));
    scratch.clear();
    decided.append_reason(scratch);
    append(out, ",\"reason\":", scratch);
    if (decided.rule) {
        out += ",\"rule\":";
        append_rule_text(out, *decided.rule, scratch);
        append_word(out, ",\"rule_origin\":\"", to_string(decided.rule->origin()));
    }
    append_rules_too(out, decided, scratch);
    append_risk(out, decided);
    append_present(out, ",\"by\":", decided.by);
    if (decided.was_remembered()) out += ",\"remembered\":true";
    if (ended_a_question(decided)) append_word(out, ",\"end\":\"", to_string(end_of(decided)));
    if (!decided.retry_after) return;
    out += ",\"retry_after_ms\":";
    // Rounded up: who comes back at that time must not be too early.
    append_number(out, std::chrono::ceil<std::chrono::milliseconds>(*decided.retry_after).count());
}

void append_execution(std::string& out, const audit_event& event) {
    out += event.succeeded ? ",\"succeeded\":true" : ",\"succeeded\":false";
    append_present(out, ",\"error\":", event.reason);
}

void append_ids(std::string& out, const audit_event& event) {
    append_present(out, ",\"request_id\":", event.request_id);
    append_present(out, ",\"tool\":", event.tool_name);
    append_present(out, ",\"tool_use_id\":", event.tool_use_id);
    append_present(out, ",\"agent_id\":", event.agent_id);
    append_present(out, ",\"user\":", event.user_id);
    append_present(out, ",\"conversation\":", event.conversation_id);
    append_present(out, ",\"message\":", event.message_id);
}

}  // namespace

void append_json_line(std::string& out, const audit_event& event, const audit_line_options& options,
                      std::string& scratch) {
    out += "{\"time\":\"";
    append_utc(out, event.time);
    append_word(out, "\",\"event\":\"", to_string(event.what));
    if (event.what == audit_event::kind::gap) {
        out += ",\"lost\":";
        append_number(out, event.lost);
        out += '}';
        return;
    }
    append_ids(out, event);
    if (event.decided != nullptr) {
        append_verdict(out, *event.decided, event.asked_because, scratch);
        if (event.edited) out += ",\"edited\":true";
        out += ",\"latency_us\":";
        append_number(out, std::chrono::floor<std::chrono::microseconds>(event.latency).count());
    } else if (event.what == audit_event::kind::execution) {
        append_execution(out, event);
    } else {
        append_present(out, ",\"reason\":", event.reason);
    }
    if (event.input != nullptr) append_input_members(out, *event.input, options);
    out += '}';
}

std::string to_json_line(const audit_event& event, const audit_line_options& options) {
    std::string line;
    std::string scratch;
    append_json_line(line, event, options, scratch);
    return line;
}

std::string input_digest(const tool_input& input) {
    std::string digest;
    append_digest(digest, input);
    return digest;
}

}  // namespace assent
