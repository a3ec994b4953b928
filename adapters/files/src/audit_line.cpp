#include <assent/adapters/files/audit_line.hpp>

#include "audit_line_writer.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/files/sha256.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/text/masked_text.hpp>
#include <assent/domain/tools/known_fields.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace assent::detail {

void append_input_digest(std::string& out, const tool_input& input) {
    if (!input.raw().empty()) return append_sha256_hex(out, {input.raw()});
    std::string canonical;
    with_whole(input, [&](const json_object& whole) { append_input(canonical, whole, {.sorted = true}); });
    append_sha256_hex(out, {canonical});
}

namespace {

void append_value(std::string& out, const json_value& value, const input_form& form) {
    if (value.is_object()) {
        append_input(out, value.get_object(), form);
    } else if (value.is_array()) {
        out += '[';
        bool first = true;
        for (const auto& each : value.get_array()) {
            if (!first) out += ',';
            first = false;
            append_value(out, each, form);
        }
        out += ']';
    } else if (value.is_double() && !std::isfinite(value.get_double())) {
        out += "null";  // a call that is denied for it is on record too
    } else {
        append_json(out, value);
    }
}

}  // namespace

void append_input(std::string& out, const json_object& input, const input_form& form) {
    std::vector<const json_object::value_type*> members;
    members.reserve(input.size());
    for (const auto& each : input) members.push_back(&each);
    if (form.sorted)
        std::sort(members.begin(), members.end(),
                  [](const auto* left, const auto* right) { return left->key() < right->key(); });

    out += '{';
    for (std::size_t i = 0; i < members.size(); ++i) {
        const std::string_view key = members[i]->key();
        if (i > 0) out += ',';
        append_json_string(out, key);
        out += ':';
        if (std::find(form.redact.begin(), form.redact.end(), key) != form.redact.end())
            append_json_string(out, redacted_text);
        else
            append_value(out, members[i]->value(), form);
    }
    out += '}';
}

namespace {

void redact_in(json_value& value, const std::vector<std::string>& redact) {
    if (auto* const elements = value.if_array())
        for (auto& each : *elements) redact_in(each, redact);
    if (auto* const members = value.if_object())
        for (auto& each : *members) {
            if (std::find(redact.begin(), redact.end(), each.key()) != redact.end())
                each.value() = redacted_text;
            else
                redact_in(each.value(), redact);
        }
}

// Where the parts of a time stand in a line's beginning, `{"time":"2023-11-14T22:13:20.007Z"`.
constexpr std::size_t year_at = 9;
constexpr std::size_t month_at = 14;
constexpr std::size_t day_at = 17;
constexpr std::size_t hour_at = 20;
constexpr std::size_t minute_at = 23;
constexpr std::size_t second_at = 26;
constexpr std::size_t millisecond_at = 29;

void put_two(std::string& text, std::size_t at, unsigned number) noexcept {
    text[at] = static_cast<char>('0' + number / 10 % 10);
    text[at + 1] = static_cast<char>('0' + number % 10);
}

template <class Number>
void append_number(std::string& out, Number number) {
    std::array<char, std::numeric_limits<Number>::digits10 + 3> digits{};
    const auto* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    out.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

// A key stands with its comma, its quotes and its colon: `,"key":`.
void append_present(std::string& out, std::string_view key, std::string_view value) {
    if (value.empty()) return;
    out += key;
    append_json_string(out, value);
}

// A word of ours, in which nothing has to be escaped. The key ends in the opening quote.
void append_word(std::string& out, std::string_view key, std::string_view word) {
    out.append(key).append(word) += '"';
}

void append_rule_text(std::string& out, const permission_rule& rule, std::string& scratch) {
    scratch.clear();
    rule.append_text(scratch);
    append_json_string(out, scratch);
}

void append_reason(std::string& out, const verdict& decided, std::string& scratch) {
    scratch.clear();
    decided.append_cause(scratch);
    out += ",\"reason\":";
    append_json_string(out, scratch);
}

void append_rule(std::string& out, const permission_rule& rule, std::string& scratch) {
    out += ",\"rule\":";
    append_rule_text(out, rule, scratch);
    append_word(out, ",\"rule_origin\":\"", to_string(rule.origin()));
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

void append_risk(std::string& out, const verdict& decided) {
    append_word(out, ",\"risk\":\"", to_string(decided.risk));
    if (decided.factors.empty()) return;
    const char* between = ",\"factors\":[";
    for (const auto& each : decided.factors) {
        out += between;
        append_json_string(out, each->id);
        between = ",";
    }
    out += ']';
}

// From `outcome` to `factors`.
void append_decision(std::string& out, const verdict& decided, std::optional<decision_source> asked_because,
                     std::string& scratch) {
    append_word(out, ",\"outcome\":\"", to_string(decided.decision));
    append_word(out, ",\"source\":\"", to_string(decided.source));
    if (asked_because) append_word(out, ",\"asked\":\"", to_string(*asked_because));
    append_reason(out, decided, scratch);
    if (decided.rule) append_rule(out, *decided.rule, scratch);
    append_rules_too(out, decided, scratch);
    append_risk(out, decided);
}

// A question was asked, and this is how it ended.
bool ended_a_question(const verdict& decided) noexcept {
    return decided.source == decision_source::callback || decided.source == decision_source::timeout ||
           decided.source == decision_source::cancelled || decided.source == decision_source::closed;
}

void append_execution(std::string& out, const audit_event& event) {
    out += event.succeeded ? ",\"succeeded\":true" : ",\"succeeded\":false";
    append_present(out, ",\"error\":", event.reason);
}

void append_ids(std::string& out, const audit_event& event) {
    append_present(out, ",\"request_id\":", event.request_id);
    append_present(out, ",\"tool\":", event.tool_name);
    append_present(out, ",\"own_name\":", event.own_name);
    append_present(out, ",\"tool_use_id\":", event.tool_use_id);
    append_present(out, ",\"agent_id\":", event.agent_id);
    append_present(out, ",\"agent\":", event.agent);
    append_present(out, ",\"session\":", event.session_id);
    append_present(out, ",\"folder\":", event.cwd);
    append_present(out, ",\"user\":", event.user_id);
    append_present(out, ",\"conversation\":", event.conversation_id);
    append_present(out, ",\"message\":", event.message_id);
}

// What may be said of a field without its content.
std::string masked(std::string_view text) {
    const auto kept = beginning_of(text, max_recorded_text_bytes);
    auto said = masked_secrets(kept);
    if (kept.size() < text.size()) said += "\u2026";
    return said;
}

json_object masked_input(const json_object& input) {
    json_object said;
    for (const auto& [name, value] : input) {
        const auto field = known_field_of(name);
        const bool is_told = field.kind != field_kind::text || field.role == field_role::working_directory ||
                             field.role == field_role::directory_of_commands;
        if (!is_told) continue;
        if (value.is_string()) said[name] = masked(value.get_string());
        if (!value.is_array()) continue;
        json_array all;
        for (const auto& each : value.get_array())
            if (each.is_string()) all.emplace_back(masked(each.get_string()));
        said[name] = std::move(all);
    }
    return said;
}

void append_input_members(std::string& out, const tool_input& input, const audit_line_options& options) {
    if (options.inputs == audit_inputs::none) return;
    out += ",\"input_sha256\":\"";
    append_input_digest(out, input);
    out += '"';
    const bool full = options.inputs == audit_inputs::full;
    if (!full && options.inputs != audit_inputs::masked) return;
    out += ",\"input\":";
    with_whole(input, [&](const json_object& whole) {
        append_input(out, full ? whole : masked_input(whole), {.redact = options.redact});
    });
}

}  // namespace

std::string_view line_beginning::of(wall_time time) noexcept {
    const auto second = std::chrono::floor<std::chrono::seconds>(time);
    const auto milliseconds = static_cast<unsigned>((time - second).count());
    text_[millisecond_at] = static_cast<char>('0' + milliseconds / 100);
    put_two(text_, millisecond_at + 1, milliseconds);
    if (made_ && second == second_) return text_;
    const auto day = std::chrono::floor<std::chrono::days>(second);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(second - day);
    const auto year = static_cast<unsigned>(static_cast<int>(date.year()));
    put_two(text_, year_at, year / 100);
    put_two(text_, year_at + 2, year);
    put_two(text_, month_at, static_cast<unsigned>(date.month()));
    put_two(text_, day_at, static_cast<unsigned>(date.day()));
    put_two(text_, hour_at, static_cast<unsigned>(clock.hours().count()));
    put_two(text_, minute_at, static_cast<unsigned>(clock.minutes().count()));
    put_two(text_, second_at, static_cast<unsigned>(clock.seconds().count()));
    second_ = second;
    made_ = true;
    return text_;
}

std::optional<std::chrono::sys_seconds> time_of_line(std::string_view line) noexcept {
    static_assert(second_at + 2 == line_time_bytes);
    if (line.size() < line_time_bytes || !line.starts_with(R"({"time":")")) return std::nullopt;
    bool digits = true;
    const auto number = [&](std::size_t at, std::size_t size) {
        unsigned made = 0;
        for (const char byte : line.substr(at, size)) {
            digits = digits && byte >= '0' && byte <= '9';
            made = made * 10 + static_cast<unsigned char>(byte) - '0';
        }
        return made;
    };
    using namespace std::chrono;
    const year_month_day date(year(static_cast<int>(number(year_at, 4))), month(number(month_at, 2)),
                              day(number(day_at, 2)));
    const auto time =
        hours(number(hour_at, 2)) + minutes(number(minute_at, 2)) + seconds(number(second_at, 2));
    if (!digits || !date.ok()) return std::nullopt;
    return sys_days(date) + time;
}

bool rule_decisions::entry::is_about(const verdict& decided) const noexcept {
    return rule == decided.rule && decision == decided.decision && source == decided.source &&
           doubt == decided.doubt && risk == decided.risk && factors == decided.factors;
}

std::string_view rule_decisions::of(const verdict& decided, std::string& scratch) {
    // Rules lie some hundred bytes apart.
    const auto address = reinterpret_cast<std::uintptr_t>(decided.rule.get());
    entry& at = entries_[(address >> 4U ^ address >> 9U) % slots];
    if (at.is_about(decided)) return at.text;
    at.rule = nullptr;  // so that what fails half way is not taken for it
    at.text.clear();
    append_decision(at.text, decided, std::nullopt, scratch);
    at.decision = decided.decision;
    at.source = decided.source;
    at.doubt = decided.doubt;
    at.risk = decided.risk;
    at.factors = decided.factors;
    at.rule = decided.rule;
    return at.text;
}

void audit_line_writer::append_verdict(std::string& out, const audit_event& event) {
    const verdict& decided = *event.decided;
    if (decided.rule && decided.rules_too.empty() && decided.detail.empty() && !event.asked_because)
        out += by_rule_.of(decided, scratch_);
    else
        append_decision(out, decided, event.asked_because, scratch_);
    append_present(out, ",\"by\":", decided.by);
    if (decided.was_remembered()) out += ",\"remembered\":true";
    if (ended_a_question(decided)) append_word(out, ",\"end\":\"", to_string(end_of(decided)));
    if (decided.retry_after) {
        out += ",\"retry_after_ms\":";
        // Rounded up: who comes back at that time must not be too early.
        append_number(out, std::chrono::ceil<std::chrono::milliseconds>(*decided.retry_after).count());
    }
    if (event.edited) out += ",\"edited\":true";
    out += ",\"latency_us\":";
    append_number(out, std::chrono::floor<std::chrono::microseconds>(event.latency).count());
}

void audit_line_writer::append(std::string& out, const audit_event& event,
                               const audit_line_options& options) {
    append_word(out, beginning_.of(event.time), to_string(event.what));
    append_present(out, ",\"host\":", options.host);
    append_present(out, ",\"os_user\":", options.user);
    if (event.what == audit_event::kind::gap || event.what == audit_event::kind::refusals) {
        const bool gap = event.what == audit_event::kind::gap;
        out += gap ? ",\"lost\":" : ",\"refused\":";
        append_number(out, gap ? event.lost : event.refused);
        out += '}';
        return;
    }
    append_ids(out, event);
    if (event.decided != nullptr)
        append_verdict(out, event);
    else if (event.what == audit_event::kind::execution)
        append_execution(out, event);
    else
        append_present(out, ",\"reason\":", event.reason);
    if (event.input != nullptr) append_input_members(out, *event.input, options);
    out += '}';
}

void audit_lines::add(const audit_event& event, const audit_line_options& options) {
    const std::size_t before = text_.size();
    try {
        writer_.append(text_, event, options);
        text_ += '\n';
        ends_.push_back(text_.size());
    } catch (...) {
        text_.resize(before);
        throw;
    }
}

void audit_lines::clear() noexcept {
    text_.clear();
    ends_.clear();
}

std::string_view audit_lines::operator[](std::size_t index) const noexcept {
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    return std::string_view(text_).substr(begin, ends_[index] - begin - 1);
}

}  // namespace assent::detail

namespace assent {

std::string to_json_line(const audit_event& event, const audit_line_options& options) {
    std::string line;
    detail::audit_line_writer().append(line, event, options);
    return line;
}

json_object redacted_input(const json_object& input, const std::vector<std::string>& redact) {
    json_value copy(input);
    detail::redact_in(copy, redact);
    return std::move(copy.get_object());
}

std::string input_digest(const tool_input& input) {
    std::string digest;
    detail::append_input_digest(digest, input);
    return digest;
}

}  // namespace assent
