#include <assent/domain/decide/permission_service.hpp>

#include "unit/domain/decide/decision_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace assent::decision_guard_test {
namespace {

constexpr std::string_view finding = R"({"command":"find . -delete"})";
constexpr std::string_view unfettered = R"({"command":"ls src","dangerouslyDisableSandbox":true})";
constexpr std::string_view both_fields = R"({"command":"find . -delete","dangerouslyDisableSandbox":true})";

// A call of a tool that runs commands, in which the guard itself finds something.
situation command_call(std::string_view input) {
    situation at;
    at.tool.name = at.called = "Bash";
    at.tool.main_field = "command";
    at.tool.kind = tool_kind::execute;
    at.input = object(input);
    return at;
}

permission_rule allowing(std::string_view fields) { return make_rule(rule_behavior::allow, "Bash", fields); }

verdict judge_with(std::string_view input, std::vector<permission_rule> rules,
                   permission_mode mode = permission_mode::ask) {
    situation at = command_call(input);
    at.rules = std::move(rules);
    at.settings.mode = mode;
    return judge(at);
}

bool by_guard(const verdict& decided) { return decided.asks() && decided.source == decision_source::guard; }

BOOST_AUTO_TEST_SUITE(decision_guard_test)

BOOST_AUTO_TEST_CASE(nothing_stored_or_set_lets_a_guarded_call_pass_except_allow_mode) {
    for (const auto& each : triggers()) {
        BOOST_TEST_CONTEXT(each.name) {
            situation at;
            each.set(at);
            if (!judge(at).allowed()) continue;
            at.guarded = true;
            BOOST_TEST(by_guard(judge(at)) == (each.name != "allow mode"));
            BOOST_TEST(judge(at).must_ask == (each.name != "allow mode"));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_guarded_call_is_denied_by_whatever_denies_the_call_without_the_guard) {
    for (const auto& each : triggers()) {
        BOOST_TEST_CONTEXT(each.name) {
            situation at;
            each.set(at);
            if (!judge(at).denied()) continue;
            at.guarded = true;
            BOOST_TEST(judge(at).denied());
            BOOST_TEST(judge(at).source == each.source);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_guarded_call_takes_no_use_of_a_grant) {
    situation at;
    at.guarded = true;
    at.before.emplace_back([](permission_service& service) {
        service.grants().give("Edit", grant_terms::for_uses(1), sample_now, "ann");
    });
    stage on(at);
    BOOST_TEST(by_guard(on.check()));
    BOOST_TEST(on.service.grants().list(on.now).size() == 1U);
}

BOOST_AUTO_TEST_CASE(the_guard_finds_commands_that_do_more_than_their_name_says) {
    BOOST_TEST(by_guard(judge_with(finding, {})));
    BOOST_TEST(by_guard(judge_with(unfettered, {})));
    BOOST_TEST(judge_with(R"({"command":"ls"})", {}).source == decision_source::undecided);
}

BOOST_AUTO_TEST_CASE(a_rule_that_names_exactly_the_guarded_command_lets_it_pass) {
    const verdict decided = judge_with(finding, {allowing(finding)});
    BOOST_TEST(decided.allowed());
    BOOST_TEST(decided.source == decision_source::rule);
    BOOST_TEST(decided.reason() == "allowed by rule `Bash(find . -delete)` (your policy)");
}

BOOST_AUTO_TEST_CASE(a_rule_with_a_wildcard_over_the_guarded_command_does_not) {
    for (const std::string_view pattern :
         {R"({"command":"find *"})", R"({"command":"find . -delet?"})", R"({"command":"*"})", "{}"}) {
        BOOST_TEST_CONTEXT(pattern) { BOOST_TEST(by_guard(judge_with(finding, {allowing(pattern)}))); }
    }
}

BOOST_AUTO_TEST_CASE(of_an_exact_rule_and_one_with_a_wildcard_the_exact_one_counts_in_either_order) {
    std::vector<permission_rule> rules{allowing(R"({"command":"find *"})"), allowing(finding),
                                       allowing("{}")};
    for (int turn = 0; turn < 3; ++turn) {
        std::rotate(rules.begin(), rules.begin() + 1, rules.end());
        const verdict decided = judge_with(finding, rules);
        BOOST_TEST(decided.allowed());
        BOOST_REQUIRE(decided.rule);
        BOOST_TEST(decided.rule->text() == "Bash(find . -delete)");
    }
}

BOOST_AUTO_TEST_CASE(a_rule_has_to_name_every_field_in_which_something_was_found) {
    const std::string_view exact_flag = R"({"dangerouslyDisableSandbox":true})";
    BOOST_TEST(by_guard(judge_with(both_fields, {allowing(finding)})));
    BOOST_TEST(by_guard(judge_with(both_fields, {allowing(exact_flag)})));
    BOOST_TEST(by_guard(judge_with(both_fields, {allowing(finding), allowing(exact_flag)})));
    BOOST_TEST(by_guard(
        judge_with(both_fields, {allowing(R"({"command":"find *","dangerouslyDisableSandbox":true})")})));
    BOOST_TEST(judge_with(both_fields, {allowing(both_fields)}).allowed());
}

BOOST_AUTO_TEST_CASE(a_rule_may_have_a_wildcard_over_fields_in_which_nothing_was_found) {
    BOOST_TEST(judge_with(unfettered, {allowing(R"({"command":"ls *","dangerouslyDisableSandbox":true})")})
                   .allowed());
    BOOST_TEST(by_guard(judge_with(unfettered, {allowing(R"({"command":"ls src"})")})));
}

BOOST_AUTO_TEST_CASE(an_exact_rule_for_another_call_of_the_tool_does_not_help) {
    BOOST_TEST(by_guard(judge_with(finding, {allowing(R"({"command":"find . -type f"})")})));
    BOOST_TEST(by_guard(
        judge_with(unfettered, {allowing(R"({"command":"pwd","dangerouslyDisableSandbox":true})")})));
}

BOOST_AUTO_TEST_CASE(an_exact_rule_does_not_outweigh_what_denies_or_demands_a_question) {
    situation at = command_call(finding);
    at.rules = {allowing(finding), make_rule(rule_behavior::ask, "Bash")};
    BOOST_TEST(judge(at).asks());
    BOOST_TEST(judge(at).source == decision_source::rule);
    at.rules.push_back(make_rule(rule_behavior::deny, "Bash"));
    BOOST_TEST(judge(at).denied());
}

BOOST_AUTO_TEST_CASE(an_exact_rule_does_not_outweigh_a_remembered_denial) {
    situation at = command_call(finding);
    at.rules = {allowing(finding)};
    at.before.emplace_back([](permission_service& service) {
        service.remembered().remember("Bash", false, "ann", sample_moment);
    });
    BOOST_TEST(judge(at).denied());
    BOOST_TEST(judge(at).source == decision_source::remembered);
}

BOOST_AUTO_TEST_CASE(an_exact_rule_is_withheld_by_plan_and_the_question_can_be_answered_for_later) {
    const verdict decided = judge_with(finding, {allowing(finding)}, permission_mode::plan);
    BOOST_TEST(decided.asks());
    BOOST_TEST(decided.source == decision_source::undecided);
}

BOOST_AUTO_TEST_CASE(an_edit_of_a_protected_place_is_asked_even_where_edits_are_accepted) {
    situation at;
    at.settings.mode = permission_mode::accept_edits;
    at.input = {{"file_path", "/home/u/project/.git/hooks/pre-commit"}};
    BOOST_TEST(by_guard(judge(at)));
    at.rules = {make_rule(rule_behavior::allow, "Edit", R"({"file_path":"/home/u/project/**"})")};
    BOOST_TEST(by_guard(judge(at)));
    at.rules = {
        make_rule(rule_behavior::allow, "Edit", R"({"file_path":"/home/u/project/.git/hooks/pre-commit"})")};
    BOOST_TEST(judge(at).allowed());
    BOOST_TEST(judge(at).source == decision_source::rule);
}

// The order of rules, and further ones, take nothing away.
BOOST_AUTO_TEST_CASE(of_the_rules_that_cover_a_call_the_one_that_names_its_words_counts) {
    struct row {
        const char* command;
        std::vector<const char*> patterns;
        bool allowed;
    };
    const row rows[] = {
        {"sort -o out f", {"sort *"}, false},
        {"sort -o out f", {"sort -o out *"}, true},
        {"sort -o out f", {"sort *", "sort -o out *"}, true},
        {"sort -o out f", {"sort -o out *", "sort *"}, true},
        {"sort -o out f", {"sort *", "sort -o other *"}, false},
        {"sort -o out f", {"*"}, false},
        {"sort -o out f && ls", {"sort *", "ls *", "sort -o out *"}, true},
        {"sort -o out f && ls", {"sort *", "ls *"}, false},
        // In each command that has the words.
        {"sort -o out f; uniq -o out g", {"sort -o out *", "uniq *"}, false},
        // A program that another one runs.
        {"npm exec eslint", {"npm *"}, false},
        {"npm exec eslint", {"npm *", "npm exec eslint"}, true},
    };
    for (const auto& each : rows) BOOST_TEST_CONTEXT(each.command << " by " << each.patterns.size()) {
            std::vector<permission_rule> rules;
            for (const std::string pattern : each.patterns)
                rules.push_back(allowing("{\"command\":\"" + pattern + "\"}"));
            const auto decided =
                judge_with("{\"command\":\"" + std::string(each.command) + "\"}", std::move(rules));
            BOOST_TEST(decided.allowed() == each.allowed);
            BOOST_TEST((decided.allowed() || by_guard(decided)));
        }
}

BOOST_AUTO_TEST_CASE(a_rule_for_all_calls_of_a_tool_counts_beside_one_for_some) {
    constexpr std::string_view input = R"({"command":"npm exec eslint"})";
    for (const bool first : {true, false}) {
        std::vector<permission_rule> rules{allowing(R"({"command":"npm *"})")};
        rules.insert(first ? rules.begin() : rules.end(), allowing("{}"));
        BOOST_TEST(judge_with(input, rules).allowed());
        // Words of an option are asked about whoever allows the tool.
        BOOST_TEST(by_guard(judge_with(R"({"command":"sort -o out f"})", rules)));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::decision_guard_test
