#include "policy_reader.hpp"

#include "policy_words.hpp"

#include <assent/adapters/control/codec.hpp>
#include <assent/adapters/control/rule_text.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/text/display_text.hpp>

#include <array>
#include <utility>

namespace assent::detail {
namespace {

using namespace std::string_view_literals;

constexpr std::array modes{"ask"sv, "allow"sv, "deny"sv, "accept_edits"sv, "plan"sv, "dont_ask"sv};
constexpr std::array peer_modes{"any"sv, "any_but_allow"sv, "stricter"sv, "never"sv};
constexpr std::array risks{"low"sv, "medium"sv, "high"sv, "critical"sv};
constexpr std::array decisions{"allow"sv, "ask"sv, "deny"sv, "ask-time"sv, "ask-iterations"sv};
constexpr std::array offers{"none"sv, "time"sv, "uses"sv};
constexpr std::array inputs{"none"sv, "digest"sv, "full"sv};
constexpr std::array failures{"deny"sv, "go_on"sv};
constexpr std::array durabilities{"written"sv, "accepted"sv};
constexpr std::array overflows{"deny"sv, "block"sv};
constexpr std::array outcomes{"allow"sv, "deny"sv, "ask"sv};

std::optional<outcome> parse_outcome(std::string_view word) {
    for (const outcome each : {outcome::allow, outcome::deny, outcome::ask})
        if (to_string(each) == word) return each;
    return std::nullopt;
}

template <class Value>
void put(std::optional<Value> read, auto& into) {
    if (read) into = std::move(*read);
}

}  // namespace

std::vector<policy_error> policy_reader::read() {
    made_.peer_may_set = peer_mode::never;
    if (const auto root = json_.root()) read_all(*root);
    if (json_.good()) {
        const bool said = made_.allow_overbroad;
        made_.allow_overbroad = said || allow_overbroad_;
        if (const auto invalid = made_.validate()) json_.wrong(invalid->where, invalid->message);
        made_.allow_overbroad = said;
    }
    return json_.take_errors();
}

void policy_reader::read_all(const place& at) {
    std::optional<place> rules;  // read last: what they may be is said elsewhere in the file
    const std::array known{
        policy_json::known_key{
            "mode", [&](const place& in) { put(json_.word(in, modes, &parse_permission_mode), made_.mode); }},
        policy_json::known_key{
            "peer_mode",
            [&](const place& in) { put(json_.word(in, peer_modes, &parse_peer_mode), made_.peer_may_set); }},
        policy_json::known_key{"rules", [&](const place& in) { rules = in; }},
        policy_json::known_key{"limits", [&](const place& in) { read_limits(in, made_.limits); }},
        policy_json::known_key{"blocked_tools",
                               [&](const place& in) {
                                   read_names(in, "a tool pattern such as \"mcp__db__*\"",
                                              made_.blocked_tools);
                               }},
        policy_json::known_key{"blocked_commands",
                               [&](const place& in) {
                                   read_names(in, "a command pattern such as \"rm *\"",
                                              made_.blocked_commands);
                               }},
        policy_json::known_key{
            "disabled_categories",
            [&](const place& in) { read_names(in, "the name of a category", made_.disabled_categories); }},
        policy_json::known_key{"trusted_tools",
                               [&](const place& in) { read_names(in, "a tool name", made_.trusted_tools); }},
        policy_json::known_key{"tools", [&](const place& in) { read_tools(in); }},
        policy_json::known_key{"tool_defaults", [&](const place& in) { read_flag(in, made_.tool_defaults); }},
        policy_json::known_key{"always_safe",
                               [&](const place& in) { read_flag(in, made_.allow_always_safe); }},
        policy_json::known_key{"ask_from_risk",
                               [&](const place& in) {
                                   if (in.kind != json_kind::null) read_risk(in, made_.ask_from_risk);
                               }},
        policy_json::known_key{"strict_schemas",
                               [&](const place& in) { read_flag(in, made_.strict_schemas); }},
        policy_json::known_key{"grants", [&](const place& in) { read_grants(in); }},
        policy_json::known_key{"questions", [&](const place& in) { read_questions(in); }},
        policy_json::known_key{"audit", [&](const place& in) { read_audit(in); }},
        policy_json::known_key{"compatibility", [&](const place& in) { read_compatibility(in); }},
        policy_json::known_key{
            "examples",
            [&](const place& in) { json_.read_list(in, [&](const place& each) { read_example(each); }); }},
    };
    json_.read_object(at, known);
    if (rules) read_rules(*rules);
}

void policy_reader::read_rules(const place& at) {
    const std::array known{
        policy_json::known_key{"allow", [&](const place& in) { read_rules_of(in, rule_behavior::allow); }},
        policy_json::known_key{"ask", [&](const place& in) { read_rules_of(in, rule_behavior::ask); }},
        policy_json::known_key{"deny", [&](const place& in) { read_rules_of(in, rule_behavior::deny); }},
    };
    json_.read_object(at, known);
}

void policy_reader::read_rules_of(const place& at, rule_behavior behavior) {
    const bool overbroad = made_.allow_overbroad || allow_overbroad_;
    json_.read_list(at, [&](const place& each) {
        const auto add = [&](boost::system::result<permission_rule, invalid_rule> rule) {
            if (rule) {
                made_.rules.push_back(std::move(*rule));
                rule_places_.push_back(place_of(each));
            } else {
                json_.wrong(each, display_text(rule.error().message));
            }
        };
        if (each.kind == json_kind::object) {
            if (const auto value = json_.value(each))
                add(rule_from_flat(*value, behavior, rule_origin::host, {}, overbroad));
        } else if (const auto text = json_.text(each, "a rule: a string or an object")) {
            if (prefix_form(*text)) prefix_forms_.push_back(made_.rules.size());
            add(parse_rule(*text, behavior, rule_origin::host, overbroad));
        }
    });
}

void policy_reader::read_limits(const place& at, rate_limits& into) {
    const std::array known{
        policy_json::known_key{"per_minute", [&](const place& in) { read_limit(in, into.per_minute); }},
        policy_json::known_key{"per_hour", [&](const place& in) { read_limit(in, into.per_hour); }},
    };
    json_.read_object(at, known);
}

void policy_reader::read_limit(const place& at, std::optional<std::size_t>& into) {
    static const std::string expected =
        "a whole number from 0 to " + std::to_string(max_calls_per_window) + " or null";
    if (at.kind == json_kind::null) return;
    put(json_.whole_number(at, 0, max_calls_per_window, expected), into);
}

void policy_reader::read_names(const place& at, std::string_view expected, std::vector<std::string>& into) {
    json_.read_list(at, [&](const place& each) {
        if (auto text = json_.text(each, expected)) into.push_back(std::move(*text));
    });
}

void policy_reader::read_tools(const place& at) {
    json_.read_members(at, [&](std::string_view name, const place& in) {
        if (!valid_tool_name(name))
            return json_.wrong(
                in, "expected a tool name of 1 to 128 letters, digits, `_`, `.` and `-` as the key");
        read_tool(in, made_.tools[std::string(name)]);
    });
}

void policy_reader::read_tool(const place& at, tool_policy& into) {
    std::optional<tool_decision> decided;
    std::optional<place> grant;
    const std::array known{
        policy_json::known_key{
            "decision",
            [&](const place& in) { put(json_.word(in, decisions, &parse_tool_decision), decided); }},
        policy_json::known_key{"risk", [&](const place& in) { read_risk(in, into.risk); }},
        policy_json::known_key{"trustable", [&](const place& in) { put(json_.flag(in), into.trustable); }},
        policy_json::known_key{"grant",
                               [&](const place& in) {
                                   grant = in;
                                   put(json_.word(in, offers, &parse_offered_grant), into.offers);
                               }},
        policy_json::known_key{"limits", [&](const place& in) { read_limits(in, into.limits.emplace()); }},
    };
    json_.read_object(at, known);
    if (!decided) return;
    into.decision = decided->decision;
    if (!decided->offers) return;
    if (grant && into.offers && *into.offers != *decided->offers)
        json_.expected(*grant,
                       "\"" + std::string(to_string(*decided->offers)) + "\", as in the decision beside it");
    into.offers = decided->offers;
}

void policy_reader::read_risk(const place& at, std::optional<risk_level>& into) {
    put(json_.word(at, risks, &parse_risk_level), into);
}

void policy_reader::read_grants(const place& at) {
    static const std::string expected_time =
        "a time above 0 and at most " + duration_text(max_grant_time) + ", such as \"5m\"";
    static const std::string expected_uses = "a whole number from 1 to " + std::to_string(max_grant_uses);
    const std::array known{
        policy_json::known_key{"time",
                               [&](const place& in) {
                                   read_time(in, duration(1), max_grant_time, expected_time,
                                             made_.grant_time);
                               }},
        policy_json::known_key{"uses",
                               [&](const place& in) {
                                   put(json_.whole_number(in, 1, max_grant_uses, expected_uses),
                                       made_.grant_uses);
                               }},
    };
    json_.read_object(at, known);
}

void policy_reader::read_questions(const place& at) {
    const std::array known{
        policy_json::known_key{"timeout",
                               [&](const place& in) {
                                   read_time(in, duration::zero(), duration::max(),
                                             "a time such as \"5m\", or \"0\" to wait for ever",
                                             made_.question_timeout);
                               }},
        policy_json::known_key{"always_destination",
                               [&](const place& in) {
                                   put(json_.word(in, destination_words, &parse_destination),
                                       made_.always_destination);
                               }},
    };
    json_.read_object(at, known);
}

void policy_reader::read_time(const place& at, duration least, duration most, std::string_view expected,
                              duration& into) {
    const auto text = json_.text(at, expected);
    if (!text) return;
    const auto time = parse_duration(*text);
    if (!time || *time < least || *time > most) return json_.expected(at, expected);
    into = *time;
}

void policy_reader::read_audit(const place& at) {
    static const std::string expected_keep =
        "a whole number from 0 to " + std::to_string(max_kept_audit_files);
    static const std::string expected_queue =
        "a whole number from 1 to " + std::to_string(max_audit_queue_records);
    audit_policy& into = made_.audit;
    const std::array known{
        policy_json::known_key{
            "inputs",
            [&](const place& in) { put(json_.word(in, inputs, &parse_audit_inputs), into.inputs); }},
        policy_json::known_key{"redact",
                               [&](const place& in) { read_names(in, "the name of a field", into.redact); }},
        policy_json::known_key{"chain", [&](const place& in) { read_flag(in, into.chain); }},
        policy_json::known_key{"rotate", [&](const place& in) { read_rotate(in); }},
        policy_json::known_key{"keep",
                               [&](const place& in) {
                                   put(json_.whole_number(in, 0, max_kept_audit_files, expected_keep),
                                       into.keep_files);
                               }},
        policy_json::known_key{
            "on_failure",
            [&](const place& in) { put(json_.word(in, failures, &parse_audit_failure), into.on_failure); }},
        policy_json::known_key{"durability",
                               [&](const place& in) {
                                   put(json_.word(in, durabilities, &parse_audit_durability),
                                       into.durability);
                               }},
        policy_json::known_key{"queue_records",
                               [&](const place& in) {
                                   put(json_.whole_number(in, 1, max_audit_queue_records, expected_queue),
                                       into.queue_records);
                               }},
        policy_json::known_key{"on_overflow",
                               [&](const place& in) {
                                   put(json_.word(in, overflows, &parse_audit_overflow), into.on_overflow);
                               }},
    };
    json_.read_object(at, known);
}

void policy_reader::read_rotate(const place& at) {
    static const std::string expected =
        "\"0\" or a size from \"" + size_text(least_rotate_bytes) + "\", such as \"64MiB\"";
    const auto text = json_.text(at, expected);
    if (!text) return;
    const auto bytes = parse_size(*text);
    if (!bytes || (*bytes != 0 && *bytes < least_rotate_bytes)) return json_.expected(at, expected);
    made_.audit.rotate_bytes = *bytes;
}

void policy_reader::read_compatibility(const place& at) {
    rule_switches& into = made_.switches;
    const std::array known{
        policy_json::known_key{"star_crosses_slash",
                               [&](const place& in) { read_flag(in, into.star_crosses_slash); }},
        policy_json::known_key{"allow_dotfiles",
                               [&](const place& in) { read_flag(in, into.allow_dotfiles); }},
        policy_json::known_key{"allow_sees_through_wrappers",
                               [&](const place& in) { read_flag(in, into.allow_sees_through_wrappers); }},
        policy_json::known_key{"allow_background",
                               [&](const place& in) { read_flag(in, into.allow_background); }},
        policy_json::known_key{
            "allow_env_names",
            [&](const place& in) { read_names(in, "the name of a variable", into.allow_env_names); }},
        policy_json::known_key{"allow_overbroad",
                               [&](const place& in) { read_flag(in, made_.allow_overbroad); }},
        policy_json::known_key{"return_updates",
                               [&](const place& in) { read_flag(in, made_.return_updates); }},
    };
    json_.read_object(at, known);
}

void policy_reader::read_example(const place& at) {
    policy_example example;
    bool has_tool = false;
    bool has_expect = false;
    const std::array known{
        policy_json::known_key{"tool",
                               [&](const place& in) {
                                   has_tool = true;
                                   read_text(in, "a tool name", example.tool_name);
                               }},
        policy_json::known_key{"input",
                               [&](const place& in) {
                                   if (in.kind != json_kind::object) return json_.expected(in, "an object");
                                   if (auto value = json_.value(in))
                                       example.input = std::move(value->get_object());
                               }},
        policy_json::known_key{"cwd", [&](const place& in) { read_text(in, "a folder", example.cwd); }},
        policy_json::known_key{"expect",
                               [&](const place& in) {
                                   has_expect = true;
                                   put(json_.word(in, outcomes, &parse_outcome), example.expected);
                               }},
    };
    if (!json_.read_object(at, known)) return;
    if (!has_tool) json_.wrong(at, "expected the key `tool`, which is missing");
    if (!has_expect) json_.wrong(at, "expected the key `expect`, which is missing");
    made_.examples.push_back(std::move(example));
    example_places_.push_back(place_of(at));
}

void policy_reader::read_flag(const place& at, bool& into) { put(json_.flag(at), into); }

void policy_reader::read_text(const place& at, std::string_view expected, std::string& into) {
    put(json_.text(at, expected), into);
}

}  // namespace assent::detail
