#include <assent/domain/decide/decision_step.hpp>

#include "unit/domain/decide/decision_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace assent::explain_test {
namespace {

explanation explain(const situation& at) {
    stage on(at);
    explanation made;
    on.judge(&made);
    std::string scratch;
    const auto call = on.call();
    consider(*on.rules, call_reading(call), on.found.definition, at.settings, made);
    return made;
}

// "step: result, looked at -> said", one line each.
std::vector<std::string> lines(const explanation& made) {
    std::vector<std::string> all;
    for (const auto& each : made.steps) {
        std::ostringstream out;
        out << each.step << ": " << each.result << ", " << each.looked_at << " -> " << each.said;
        all.push_back(out.str());
    }
    return all;
}

void expect_lines(const explanation& made, const std::vector<std::string>& expected) {
    const auto found = lines(made);
    BOOST_TEST(found == expected, boost::test_tools::per_element());
}

situation with_rules(std::vector<permission_rule> rules) {
    situation at;
    at.rules = std::move(rules);
    return at;
}

std::vector<permission_rule> numbered_rules(std::size_t count) {
    std::vector<permission_rule> rules;
    for (std::size_t i = 0; i < count; ++i)
        rules.push_back(permission_rule::make("Edit", {{"file_path", "/n/" + std::to_string(i)}},
                                              rule_behavior::allow, rule_origin::host)
                            .value());
    return rules;
}

BOOST_AUTO_TEST_SUITE(explain_test)

BOOST_AUTO_TEST_CASE(a_question_is_explained_by_every_step_that_had_nothing_to_say) {
    const auto made = explain({});
    BOOST_TEST(made.decided.asks());
    expect_lines(made, {
                           "well formed: passed, tool name and input -> well formed",
                           "rate limit: passed, no limit per minute, no limit per hour -> within limits",
                           "deny mode: passed, mode ask -> does not deny",
                           "deny rules: passed, deny rules and blocked lists -> none covers the call",
                           "ask rules: passed, ask rules and the agent's own demand -> none covers the call",
                           "guard: passed, options, fields and places in the input -> nothing found",
                           "allow mode: passed, mode ask -> does not allow",
                           "grant: passed, grants -> none for this call",
                           "remembered: passed, remembered decisions and trust -> none for this call",
                           "allow rules: passed, allow rules -> none covers the call",
                           "tool settings: passed, the tool's default is ask -> does not decide",
                           "risk: passed, risk medium, confirm -> risk allows nothing here",
                           "ask: decided, mode ask -> no rule allows it",
                       });
}

BOOST_AUTO_TEST_CASE(an_allow_is_explained_up_to_the_step_that_allows) {
    auto at = with_rules({make_rule(rule_behavior::allow, "Edit")});
    at.settings.limits = {.per_minute = 30, .per_hour = 300};
    at.before.emplace_back([](permission_service& service) {
        service.asked({"Other", *make_input({})}, sample_now);
    });
    const auto made = explain(at);
    BOOST_TEST(made.decided.allowed());
    const auto found = lines(made);
    BOOST_REQUIRE(found.size() == 10U);
    BOOST_TEST(found[1] ==
               "rate limit: passed, 1 of 30 calls in the last minute, 1 of 300 calls in the last "
               "hour -> within limits");
    BOOST_TEST(found[9] == "allow rules: decided, allow rules -> allowed by rule `Edit` (your policy)");
}

BOOST_AUTO_TEST_CASE(a_denial_is_explained_up_to_the_step_that_denies) {
    const auto made = explain(with_rules({make_rule(rule_behavior::deny, "Edit")}));
    BOOST_TEST(made.decided.denied());
    const auto found = lines(made);
    BOOST_REQUIRE(found.size() == 4U);
    BOOST_TEST(found[3] ==
               "deny rules: decided, deny rules and blocked lists -> denied by rule `Edit` (your policy)");
}

BOOST_AUTO_TEST_CASE(of_the_steps_behind_a_demand_that_do_not_deny_only_the_question_is_explained) {
    situation at;
    at.needs_human = true;
    auto found = lines(explain(at));
    BOOST_REQUIRE(found.size() == 6U);
    BOOST_TEST(found[4] ==
               "ask rules: demanded, ask rules and the agent's own demand -> "
               "the agent demands that a person answers");
    BOOST_TEST(found[5] == "ask: decided, mode ask -> the agent demands that a person answers");
    at.settings.mode = permission_mode::dont_ask;
    found = lines(explain(at));
    BOOST_REQUIRE(found.size() == 6U);
    BOOST_TEST(found[5] ==
               "ask: decided, mode dont_ask -> the agent demands that a person answers, and "
               "permission mode `dont_ask` asks nobody");
}

BOOST_AUTO_TEST_CASE(a_denial_behind_a_demand_is_explained_and_ends_the_explanation) {
    auto at = with_rules({make_rule(rule_behavior::allow, "Edit")});
    at.needs_human = true;
    at.guarded = true;
    at.before.emplace_back([](permission_service& service) {
        service.grants().give("Edit", grant_terms::for_uses(1), sample_now, "ann");
        service.remembered().remember("Edit", false, "bob", sample_moment);
    });
    const auto made = explain(at);
    BOOST_TEST(made.decided.denied());
    const auto found = lines(made);
    BOOST_REQUIRE(found.size() == 6U);
    BOOST_TEST(found[4] ==
               "ask rules: demanded, ask rules and the agent's own demand -> "
               "the agent demands that a person answers");
    BOOST_TEST(found[5] == "remembered: decided, remembered decisions and trust -> denied as decided before");
}

BOOST_AUTO_TEST_CASE(what_plan_withholds_is_said_and_the_explanation_goes_on) {
    auto at = with_rules({make_rule(rule_behavior::allow, "Edit")});
    at.settings.mode = permission_mode::plan;
    const auto found = lines(explain(at));
    BOOST_REQUIRE(found.size() == decision_step_count);
    BOOST_TEST(found[9] ==
               "allow rules: passed, allow rules -> allowed by rule `Edit` (your policy); mode plan "
               "takes that for calls that only look");
    BOOST_TEST(found[12] == "ask: decided, mode plan -> permission mode `plan` allows only what looks");
}

BOOST_AUTO_TEST_CASE(what_the_guard_found_is_said_even_where_it_does_not_bind) {
    situation at;
    at.guarded = true;
    BOOST_TEST(lines(explain(at))[5] ==
               "guard: demanded, options, fields and places in the input -> it does something else");
    at.settings.mode = permission_mode::allow;
    BOOST_TEST(lines(explain(at))[5] ==
               "guard: passed, options, fields and places in the input -> it does "
               "something else; allow mode takes that risk");
    at.settings.mode = permission_mode::ask;
    stage on(at);
    on.found.exact_allow = std::make_shared<const permission_rule>(make_rule(rule_behavior::allow, "Edit"));
    explanation made;
    on.judge(&made);
    BOOST_TEST(lines(made)[5] ==
               "guard: passed, options, fields and places in the input -> it does "
               "something else; rule `Edit` names it");
}

BOOST_AUTO_TEST_CASE(risk_is_explained_with_its_factors_and_the_threshold) {
    situation at;
    at.settings.ask_from_risk = risk_level::medium;
    at.risk.factors = {std::make_shared<const risk_factor>(risk_factor{"a", "it talks"}),
                       std::make_shared<const risk_factor>(risk_factor{"b", "it writes"})};
    BOOST_TEST(lines(explain(at))[11] ==
               "risk: passed, risk medium, confirm; it talks; it writes -> not below medium");
}

BOOST_AUTO_TEST_CASE(a_tool_that_is_not_known_is_named_so) {
    situation at;
    at.called = "Other";
    BOOST_TEST(lines(explain(at))[10] == "tool settings: passed, the tool is not known -> does not decide");
}

BOOST_AUTO_TEST_CASE(each_trigger_is_explained_by_the_step_it_belongs_to) {
    for (const auto& each : triggers()) {
        BOOST_TEST_CONTEXT(each.name) {
            situation at;
            each.set(at);
            const auto made = explain(at);
            const auto spoke = std::find_if(made.steps.begin(), made.steps.end(), [](const auto& step) {
                return step.result != step_result::passed;
            });
            BOOST_REQUIRE((spoke != made.steps.end()));
            BOOST_TEST(spoke->step == each.step);
            BOOST_TEST(spoke->said == each.reason);
            BOOST_TEST(spoke->result == (made.decided.asks() ? step_result::demanded : step_result::decided));
            BOOST_TEST(made.steps.back().result == step_result::decided);
        }
    }
}

BOOST_AUTO_TEST_CASE(rules_are_listed_with_how_they_stand_to_the_call_and_why) {
    auto at = with_rules({
        make_rule(rule_behavior::allow, "Edit", R"({"file_path":"/home/u/project/**"})"),
        make_rule(rule_behavior::allow, "Edit", R"({"file_path":"/home/u/project/**","mode":"fast"})"),
        make_rule(rule_behavior::allow, "Edit", R"({"file_path":"/elsewhere/**"})"),
        make_rule(rule_behavior::ask, "Edit", R"({"command":"rm *"})"),
        make_rule(rule_behavior::deny, "EDIT"),
        make_rule(rule_behavior::deny, "Other"),
    });
    const auto made = explain(at);
    std::vector<std::string> found;
    for (const auto& each : made.rules)
        found.push_back(std::string(to_string(each.rule->behavior())) + " " + each.rule->text() + ": " +
                        std::string(to_string(each.match)) + (each.why.empty() ? "" : ", " + each.why));
    const std::vector<std::string> expected{
        "deny EDIT: doubt",
        "ask Edit{command=rm *}: no, `command`: nothing that it runs is covered",
        "allow Edit(/home/u/project/**): yes",
        "allow Edit{file_path=/home/u/project/**,mode=fast}: no, there is no `mode`",
        "allow Edit(/elsewhere/**): no, `file_path`: component 1, `home`, is not `elsewhere`",
    };
    BOOST_TEST(found == expected, boost::test_tools::per_element());
    BOOST_TEST(made.other_rules == 1U);
}

BOOST_AUTO_TEST_CASE(rules_of_other_tools_are_counted_and_not_listed) {
    std::vector<permission_rule> rules;
    for (int i = 0; i < 7; ++i) rules.push_back(make_rule(rule_behavior::allow, "Tool" + std::to_string(i)));
    const auto made = explain(with_rules(rules));
    BOOST_TEST(made.rules.empty());
    BOOST_TEST(made.other_rules == 7U);
}

BOOST_AUTO_TEST_CASE(of_the_rules_that_do_not_match_only_so_many_are_listed) {
    auto rules = numbered_rules(max_explained_rules);
    const auto all = explain(with_rules(rules));
    BOOST_TEST(all.rules.size() == max_explained_rules);
    BOOST_TEST(all.other_rules == 0U);
    rules = numbered_rules(max_explained_rules + 1);
    const auto cut = explain(with_rules(rules));
    BOOST_TEST(cut.rules.size() == max_explained_rules);
    BOOST_TEST(cut.other_rules == 1U);
}

BOOST_AUTO_TEST_CASE(rules_that_match_are_listed_however_many_others_there_are) {
    auto rules = numbered_rules(max_explained_rules + 5);
    rules.push_back(make_rule(rule_behavior::allow, "Edit"));
    const auto made = explain(with_rules(rules));
    BOOST_TEST(made.rules.size() == max_explained_rules + 1);
    BOOST_TEST(made.rules.back().match == rule_match::yes);
    BOOST_TEST(made.rules.back().why == "");
    BOOST_TEST(made.other_rules == 5U);
}

BOOST_AUTO_TEST_CASE(steps_and_their_results_are_printed_by_name) {
    std::ostringstream out;
    for (std::size_t i = 0; i < decision_step_count; ++i) out << static_cast<decision_step>(i) << ", ";
    for (const auto result : {step_result::passed, step_result::demanded, step_result::decided})
        out << result << ", ";
    BOOST_TEST(out.str() ==
               "well formed, rate limit, deny mode, deny rules, ask rules, guard, allow mode, grant, "
               "remembered, allow rules, tool settings, risk, ask, passed, demanded, decided, ");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::explain_test
