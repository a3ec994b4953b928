#include "unit/domain/rules/rule_samples.hpp"

#include <assent/domain/decide/permission_service.hpp>
#include <assent/domain/rules/rule_set.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <fstream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What has to hold for the cases of tests/data/cases.jsonl when their rules have another behavior. That each
// is decided as it says there is tested through the program: tests/integration/conformance_test.cpp.
namespace assent::conformance_test {
namespace {

// What became of a case.
enum class result { allowed, denied, must_ask, asked, invalid };

std::ostream& operator<<(std::ostream& out, result each) {
    constexpr std::string_view names[] = {"allowed", "denied", "must ask", "asked", "invalid"};
    return out << names[static_cast<std::size_t>(each)];
}

std::string text_at(const json_object& from, std::string_view key) {
    const auto* found = from.if_contains(key);
    return found != nullptr && found->is_string() ? std::string(found->get_string()) : std::string();
}

// Writes out `{"$gen":{prefix, repeat, count, suffix}}`, wherever it stands.
json_value generated(const json_value& value) {
    if (value.is_array()) {
        json_array list;
        for (const auto& element : value.get_array()) list.push_back(generated(element));
        return list;
    }
    if (!value.is_object()) return value;
    if (const auto* how = value.get_object().if_contains("$gen")) {
        const auto& recipe = how->as_object();
        std::string text = text_at(recipe, "prefix");
        const auto part = text_at(recipe, "repeat");
        for (auto count = recipe.at("count").to_number<int>(); count > 0; --count) text += part;
        return json_value(text + text_at(recipe, "suffix"));
    }
    json_object members;
    for (const auto& member : value.get_object()) members[member.key()] = generated(member.value());
    return members;
}

std::optional<rule_behavior> behavior_of(std::string_view value) {
    if (value == "always_allow") return rule_behavior::allow;
    if (value == "always_deny") return rule_behavior::deny;
    if (value == "always_ask") return rule_behavior::ask;
    return std::nullopt;
}

// The rules of a case; nothing when one is refused.
std::optional<std::vector<permission_rule>> rules_of(const json_object& line) {
    std::vector<permission_rule> rules;
    const auto* several = line.if_contains("rules");
    for (const auto& each : several != nullptr ? several->as_array() : json_array{line.at("rule")}) {
        const auto& text = each.as_object();
        const auto behavior = behavior_of(text_at(text, "value"));
        const auto* fields = text.if_contains("input_pattern");
        const json_value pattern =
            fields == nullptr || fields->is_null() ? json_object() : generated(*fields);
        if (!behavior || !pattern.is_object()) return std::nullopt;
        auto made = permission_rule::make(text_at(text, "tool_pattern"), pattern.get_object(), *behavior,
                                          rule_origin::command_line);
        if (!made) return std::nullopt;
        rules.push_back(std::move(*made));
    }
    return rules;
}

result judge(const json_object& line) {
    auto rules = rules_of(line);
    const auto whole = generated(line.at("input"));
    if (!rules || !whole.is_object()) return result::invalid;
    const auto input = make_input(whole.get_object());
    const auto name = generated(line.at("tool_name"));
    const std::string tool(name.as_string());
    const tool_call call{.tool_name = tool, .input = *input};
    std::string scratch;
    static const auto basis = judgement_basis::make(policy::bare()).value();
    const auto made = rule_set::make(std::move(*rules)).value();
    const auto decided =
        permission_service(basis).judge(call, examine(call, *made, *basis, {}, scratch), time_point());
    if (decided.source == decision_source::malformed) return result::invalid;
    if (decided.allowed()) return result::allowed;
    if (decided.denied()) return result::denied;
    return decided.must_ask ? result::must_ask : result::asked;
}

// Needs the wire, or a file system with links.
bool beyond_this_test(const json_object& line) {
    for (const auto key : {"raw_line", "raw_line_b64", "raw_gen", "fs"})
        if (line.contains(key)) return true;
    return false;
}

std::vector<json_object> cases() {
    std::vector<json_object> lines;
    std::ifstream file(ASSENT_TEST_DATA "/cases.jsonl");
    for (std::string line; std::getline(file, line);)
        if (!line.empty()) lines.push_back(object(line));
    return lines;
}

BOOST_AUTO_TEST_SUITE(conformance_test)

BOOST_AUTO_TEST_CASE(no_case_is_allowed_when_its_rules_are_not_allow_rules) {
    for (auto line : cases()) {
        if (beyond_this_test(line) || line.contains("rules")) continue;
        for (const auto behavior : {"always_deny", "always_ask"}) {
            line.at("rule").as_object()["value"] = behavior;
            BOOST_TEST_CONTEXT(text_at(line, "id") << ' ' << behavior) {
                BOOST_TEST(judge(line) != result::allowed);
            }
        }
    }
}

// What an allow rule covers, a deny or ask rule of the same words must never miss.
BOOST_AUTO_TEST_CASE(a_deny_rule_reaches_at_least_as_far_as_the_same_allow_rule) {
    int covered = 0;
    for (auto line : cases()) {
        if (beyond_this_test(line) || line.contains("rules")) continue;
        line.at("rule").as_object()["value"] = "always_allow";
        if (judge(line) != result::allowed) continue;
        ++covered;
        line.at("rule").as_object()["value"] = "always_deny";
        BOOST_TEST_CONTEXT(text_at(line, "id")) { BOOST_TEST(judge(line) == result::denied); }
    }
    BOOST_TEST(covered > 20);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::conformance_test
