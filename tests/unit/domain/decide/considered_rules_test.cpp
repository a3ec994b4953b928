#include "unit/domain/rules/rule_samples.hpp"

#include <assent/domain/decide/decision_step.hpp>
#include <assent/domain/decide/permission_service.hpp>
#include <assent/domain/rules/rule_set.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::considered_rules_test {
namespace {

// How each rule stands to a call, in words: deny rules first, then ask rules, then allow rules.
std::vector<std::string> standings(std::vector<permission_rule> rules, std::string_view tool,
                                   const json_object& fields, const tool_definition* definition = nullptr,
                                   const resolved_paths* resolved = nullptr) {
    const auto input = make_input(fields);
    const tool_call call{.tool_name = tool, .input = *input, .cwd = "/w", .resolved = resolved};
    explanation made;
    consider(*rule_set::make(std::move(rules)).value(), call_reading(call), definition, policy::bare(), made);
    std::vector<std::string> found;
    for (const auto& each : made.rules)
        found.push_back(std::string(each.shared ? "part" : to_string(each.match)) +
                        (each.why.empty() ? "" : ": " + each.why));
    return found;
}

std::string standing(rule_behavior behavior, std::string_view tool, std::string_view pattern,
                     std::string_view fields) {
    const auto found = standings({make_rule(behavior, tool, pattern)}, tool, object(fields));
    BOOST_REQUIRE(found.size() == 1U);
    return found.front();
}

verdict decide(std::vector<permission_rule> rules, std::string_view command) {
    const auto input = make_input({{"command", command}});
    const tool_call call{.tool_name = "Bash", .input = *input};
    static const auto basis = judgement_basis::make(policy::bare()).value();
    std::string scratch;
    const auto set = rule_set::make(std::move(rules)).value();
    return permission_service(basis).judge(call, examine(call, *set, *basis, {}, scratch), time_point());
}

permission_rule allow_command(std::string_view pattern) {
    return permission_rule::make("Bash", {{"command", pattern}}, rule_behavior::allow, rule_origin::host)
        .value();
}

BOOST_AUTO_TEST_SUITE(considered_rules_test)

BOOST_AUTO_TEST_CASE(a_rule_that_does_not_match_says_which_field_and_what_of_it_is_not_covered) {
    const struct {
        std::string_view tool, pattern, input, standing;
    } table[] = {
        {"Bash", R"({"command":"npm *"})", R"({"command":"npm test"})", "yes"},
        {"Bash", R"({"command":"npm *"})", R"({})", "no: there is no `command`"},
        {"Bash", R"({"command":"npm *"})", R"({"command":7})", "no: `command`: it is 7, no text"},
        {"Bash", R"({"command":"npm *"})", R"({"command":["npm"]})", "no: `command`: it is a list, no text"},
        {"Bash", R"({"command":"npm *"})", R"({"command":null})", "no: `command`: it is null, no text"},
        {"WebSearch", R"({"query":"rust *"})", R"({"query":"go"})", "no: `query` is not covered"},
        {"T", R"({"n":1000})", R"({"n":1001})", "no: `n`: it is 1001, not 1000"},
        {"T", R"({"n":1.5})", R"({"n":-1.5})", "no: `n`: it is -1.5, not 1.5"},
        {"T", R"({"n":18446744073709551615})", R"({"n":0})", "no: `n`: it is 0, not 18446744073709551615"},
        {"T", R"({"n":true})", R"({"n":1})", "no: `n`: it is 1, not true"},
        {"T", R"({"n":true})", R"({"n":"true"})", "no: `n`: it is `true`, not true"},
        {"T", R"({"n":null})", R"({"n":false})", "no: `n`: it is false, not null"},
        {"T", R"({"n":[1]})", R"({"n":[2]})", "no: `n`: it is another list"},
        {"T", R"({"n":{"a":1}})", R"({"n":{"a":1,"b":2}})", "no: `n`: it is another object"},
        {"T", R"({"n":{"a":1}})", R"({"n":[]})", "no: `n`: it is a list, not an object"},
        {"T", R"({"a":1,"b":2})", R"({"a":1,"b":3})", "no: `b`: it is 3, not 2"},
        {"Read", R"({"file_path":"/w/**"})", R"({"file_path":"/x/a"})",
         "no: `file_path`: component 1, `x`, is not `w`"},
        {"WebFetch", R"({"url":"example.com"})", R"({"url":"https://evil.example/"})",
         "no: `url`: its host `evil.example` is not `example.com`"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.pattern << " on " << row.input) {
            BOOST_TEST(standing(rule_behavior::allow, row.tool, row.pattern, row.input) == row.standing);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_value_that_is_long_is_cut_between_characters) {
    const std::string short_text(60, 'a');
    BOOST_TEST(standing(rule_behavior::allow, "T", R"({"n":1})", R"({"n":")" + short_text + R"("})") ==
               "no: `n`: it is `" + short_text + "`, not 1");
    BOOST_TEST(standing(rule_behavior::allow, "T", R"({"n":1})", R"({"n":")" + short_text + R"(b"})") ==
               "no: `n`: it is `" + short_text + "…`, not 1");
    const std::string wide = std::string(59, 'a') + "é";
    BOOST_TEST(standing(rule_behavior::allow, "T", R"({"n":1})", R"({"n":")" + wide + R"("})") ==
               "no: `n`: it is `" + std::string(59, 'a') + "…`, not 1");
}

BOOST_AUTO_TEST_CASE(a_deny_or_ask_rule_that_is_excluded_says_so) {
    for (const auto behavior : {rule_behavior::deny, rule_behavior::ask}) {
        BOOST_TEST(standing(behavior, "Bash", R"({"command":"rm *"})", R"({"command":"ls"})") ==
                   "no: `command`: nothing that it runs is covered");
        BOOST_TEST(standing(behavior, "Bash", R"({"command":"rm *"})", R"({"command":"ls && pwd"})") ==
                   "no: `command`: nothing that it runs is covered");
        BOOST_TEST(standing(behavior, "Bash", R"({"command":"rm *"})", R"({"command":"$X"})") == "doubt");
        BOOST_TEST(standing(behavior, "T", R"({"n":1})", R"({"n":2})") == "no: `n`: it is 2, not 1");
    }
}

BOOST_AUTO_TEST_CASE(a_rule_that_stops_at_a_command_names_the_command_and_the_word) {
    const struct {
        std::string_view pattern, command, standing;
    } table[] = {
        {"npm *", "npm test && rm x",
         "no: `command`: its second command `rm x`: word 1, `rm`, is not `npm`; it covers command "
         "1 of 2"},
        {"ls *", "npm test && ls && rm x && ls",
         "no: `command`: its first command `npm test`: word 1, `npm`, is not `ls`; it covers commands 2, 4 "
         "of 4"},
        {"npm *", "rm x", "no: `command`: word 1, `rm`, is not `npm`"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.pattern << " on " << row.command) {
            const auto found = standings({allow_command(row.pattern)}, "Bash", {{"command", row.command}});
            BOOST_TEST(found == std::vector<std::string>{std::string(row.standing)},
                       boost::test_tools::per_element());
        }
    }
}

BOOST_AUTO_TEST_CASE(rules_that_share_the_commands_of_a_text_are_shown_with_their_parts_and_named_together) {
    const std::vector<permission_rule> rules{allow_command("npm *"), allow_command("ls *"),
                                             allow_command("git status")};
    const std::string command = "npm ci && ls -la && npm test";
    const std::vector<std::string> expected{"part: covers commands 1, 3 of 3", "part: covers command 2 of 3"};
    auto found = standings(rules, "Bash", {{"command", command}});
    BOOST_REQUIRE(found.size() == 3U);
    BOOST_TEST(found[2].starts_with("no: `command`: "));
    found.pop_back();
    BOOST_TEST(found == expected, boost::test_tools::per_element());
    const auto decided = decide(rules, command);
    BOOST_TEST(decided.allowed());
    BOOST_TEST(decided.rules_too.size() == 1U);
    BOOST_TEST(decided.reason() ==
               "allowed by rules `Bash(npm *)` (your policy), `Bash(ls *)` (your policy)");
}

BOOST_AUTO_TEST_CASE(
    a_rule_that_reads_a_field_otherwise_than_it_is_registered_says_which_and_covers_nothing) {
    const tool_definition tool{.name = "run",
                               .field_kinds = {{"code", field_kind::command}, {"to", field_kind::path}}};
    const resolved_paths link{{"to", "/etc/passwd"}};
    const struct {
        rule_behavior behavior;
        std::string_view pattern, input, standing;
    } table[] = {
        {rule_behavior::allow, R"({"code":"npm *"})", R"({"code":"npm test"})",
         "no: `code` holds a command in this tool, which this rule compares as text; a rule for just this "
         "tool, or one without wildcards, may cover it"},
        {rule_behavior::allow, R"({"code":"npm *"})", R"({"code":"rm x"})", "no: `code` is not covered"},
        {rule_behavior::allow, R"({"code":"npm test"})", R"({"code":"npm test"})", "yes"},
        {rule_behavior::allow, R"({"to":"/w/link"})", R"({"to":"/w/link"})",
         "no: `to` holds a path in this tool, which leads elsewhere than the rule says"},
        {rule_behavior::deny, R"({"code":"rm *"})", R"({"code":"ls; rm x"})", "doubt"},
        {rule_behavior::deny, R"({"code":"rm *"})", R"({"code":"rm x"})", "yes"},
        {rule_behavior::ask, R"({"code":"rm *"})", R"({"to":"/x"})", "no: there is no `code`"},
    };
    for (const auto& row : table) BOOST_TEST_CONTEXT(row.pattern << " on " << row.input) {
            const auto found = standings({make_rule(row.behavior, "r*", row.pattern)}, "run",
                                         object(row.input), &tool, &link);
            BOOST_TEST(found == std::vector<std::string>{std::string(row.standing)},
                       boost::test_tools::per_element());
        }
}

BOOST_AUTO_TEST_CASE(where_one_rule_covers_all_or_none_does_nothing_is_shared) {
    const std::vector<permission_rule> rules{allow_command("npm *"), allow_command("ls *")};
    const auto alone = decide(rules, "npm ci && npm test");
    BOOST_TEST(alone.rules_too.empty());
    BOOST_TEST(alone.reason() == "allowed by rule `Bash(npm *)` (your policy)");
    BOOST_TEST(decide(rules, "npm ci && rm x").asks());
    for (const auto& each : standings(rules, "Bash", {{"command", "npm ci && rm x"}}))
        BOOST_TEST(each.starts_with("no: "), each);
}

BOOST_AUTO_TEST_CASE(a_reason_names_only_so_many_rules) {
    for (const std::size_t extra : {0U, 1U, 2U}) {
        std::vector<permission_rule> rules;
        std::string command;
        for (std::size_t at = 0; at < max_named_rules + extra; ++at) {
            const std::string program = "p" + std::to_string(at);
            rules.push_back(allow_command(program + " *"));
            command += (at == 0 ? "" : " && ") + program;
        }
        const auto decided = decide(rules, command);
        BOOST_TEST(decided.allowed());
        const auto reason = decided.reason();
        BOOST_TEST_CONTEXT(reason) {
            const auto more = extra == 0 ? std::string() : " and " + std::to_string(extra) + " more";
            BOOST_TEST(reason.ends_with("`Bash(p7 *)` (your policy)" + more));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::considered_rules_test
