#include <assent/adapters/files/audit_line.hpp>

#include "audit_line_writer.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>

#include <charconv>
#include <string>
#include <string_view>
#include <utility>

namespace assent {
namespace {

// The members of a line that has been scanned. One of another kind than it should be makes the line damaged.
class line_members {
public:
    explicit line_members(const json_scanner& scanned) : scanned_(scanned) {}

    [[nodiscard]] const json_member* find(std::string_view key, json_kind kind) {
        const auto* const member = scanned_.find(key);
        if (member == nullptr || member->kind == kind) return member;
        good_ = false;
        return nullptr;
    }
    void text(std::string_view key, std::string& into) {
        const auto* const member = find(key, json_kind::string);
        if (member != nullptr) into = string_text(member->value, scratch_);
    }
    void flag(std::string_view key, bool& into) {
        const auto* const member = find(key, json_kind::boolean);
        if (member != nullptr) into = member->value == "true";
    }
    template <class Number>
    void number(std::string_view key, Number& into) {
        const auto* const member = find(key, json_kind::number);
        if (member == nullptr) return;
        const auto* const end = member->value.data() + member->value.size();
        const auto read = std::from_chars(member->value.data(), end, into);
        good_ = good_ && read.ec == std::errc() && read.ptr == end;
    }
    // A word that is not known is no word.
    template <worded Enum>
    std::optional<Enum> word(std::string_view key) {
        const auto* const member = find(key, json_kind::string);
        if (member == nullptr) return std::nullopt;
        const auto known = parse_word<Enum>(string_text(member->value, scratch_));
        good_ = good_ && known;
        return known;
    }
    template <worded Enum>
    void required(std::string_view key, Enum& into) {
        if (const auto known = word<Enum>(key))
            into = *known;
        else
            good_ = false;
    }
    [[nodiscard]] bool good() const noexcept { return good_; }

private:
    const json_scanner& scanned_;
    std::string scratch_;
    bool good_ = true;
};

void read_rules_too(line_members& members, std::vector<std::string>& into) {
    const auto* const list = members.find("rules_too", json_kind::array);
    if (list == nullptr) return;
    const auto read = parse_scanned(list->value);
    for (const auto& each : read.get_array()) {
        const auto* const object = each.if_object();
        const auto* const rule = object == nullptr ? nullptr : object->if_contains("rule");
        if (rule != nullptr && rule->is_string()) into.emplace_back(rule->get_string());
    }
}

void read_decision(line_members& members, recorded_event& into) {
    members.required("outcome", into.decision);
    members.required("source", into.source);
    members.text("rule", into.rule);
    into.origin = members.word<rule_origin>("rule_origin");
    read_rules_too(members, into.rules_too);
    into.asked_because = members.word<decision_source>("asked");
    into.end = members.word<question_end>("end");
    if (const auto risk = members.word<risk_level>("risk")) into.risk = *risk;
    members.text("by", into.by);
    members.flag("remembered", into.remembered);
    members.flag("edited", into.edited);
}

void read_ids(line_members& members, recorded_event& into) {
    members.text("request_id", into.request_id);
    members.text("tool", into.tool_name);
    members.text("own_name", into.own_name);
    members.text("tool_use_id", into.tool_use_id);
    members.text("agent_id", into.agent_id);
    members.text("agent", into.agent);
    members.text("session", into.session_id);
    members.text("folder", into.cwd);
    members.text("user", into.user_id);
    members.text("conversation", into.conversation_id);
    members.text("message", into.message_id);
    members.text("reason", into.reason);
}

std::optional<std::chrono::milliseconds> thousandths_of(std::string_view line) {
    constexpr std::size_t point = detail::line_time_bytes;
    constexpr std::size_t digits = 3;
    if (line.size() < point + 1 + digits || line[point] != '.') return std::nullopt;
    unsigned made = 0;
    const char* const begin = line.data() + point + 1;
    const auto read = std::from_chars(begin, begin + digits, made);
    if (read.ec != std::errc() || read.ptr != begin + digits) return std::nullopt;
    return std::chrono::milliseconds(made);
}

}  // namespace

std::optional<recorded_event> read_json_line(std::string_view line) {
    const auto second = detail::time_of_line(line);
    const auto thousandths = thousandths_of(line);
    json_scanner scanner;
    if (!second || !thousandths || scanner.scan(line, json_scanner::duplicates::everywhere) ||
        scanner.kind() != json_kind::object)
        return std::nullopt;
    line_members members(scanner);
    recorded_event made;
    made.time = wall_time(*second + *thousandths);
    members.required("event", made.what);
    read_ids(members, made);
    members.text("error", made.reason);
    members.flag("succeeded", made.succeeded);
    members.number("lost", made.lost);
    members.number("refused", made.refused);
    if (made.what == audit_event::kind::decision) read_decision(members, made);
    made.has_digest = members.find("input_sha256", json_kind::string) != nullptr;
    if (const auto* const input = members.find("input", json_kind::object))
        made.input = make_input(parse_scanned(input->value).get_object());
    if (!members.good()) return std::nullopt;
    return made;
}

}  // namespace assent
