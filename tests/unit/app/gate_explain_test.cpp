// What the gate would say about a call, and why, without saying it.
#include "gate_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace assent::gate_explain_test {
namespace {

using std::chrono::minutes;

explanation explain(const gate_probe& probe, std::string_view tool, const json_object& input) {
    return probe.gate->explain({.tool_name = tool, .input = *make_input(input)});
}

// A policy in which each step has something to say, and calls that reach it.
gate_options many_sided() {
    gate_options options{.policy = {.limits = {.per_minute = 50},
                                    .rules = {rule("deny Bash(rm *)"), rule("ask Bash(git push *)"),
                                              rule("allow Bash(npm *)")},
                                    .blocked_tools = {"Blocked"},
                                    .trusted_tools = {"Trusted"},
                                    .tool_defaults = true,
                                    .allow_always_safe = true,
                                    .ask_from_risk = risk_level::high}};
    options.policy.tools["Never"].decision = tool_default::deny;
    options.policy.tools["Spent"].limits = rate_limits{.per_minute = 0};
    return options;
}

struct call_row {
    const char* tool;
    json_object input;
    decision_step last;
    step_result result;
};

BOOST_AUTO_TEST_CASE(an_explanation_comes_to_what_the_check_says) {
    using enum decision_step;
    using enum step_result;
    const std::array rows{
        call_row{"no name", {}, well_formed, decided},
        call_row{"Spent", {}, rate_limit, decided},
        call_row{"Bash", command("rm x"), deny, decided},
        call_row{"Blocked", {}, deny, decided},
        call_row{"Bash", command("ls; RM x"), decision_step::ask, demanded},
        call_row{"Bash", command("git push origin"), decision_step::ask, demanded},
        call_row{"Bash", command("find . -delete"), decision_step::ask, demanded},
        call_row{"Granted", {}, grant, decided},
        call_row{"Kept", {}, remembered, decided},
        call_row{"Denied", {}, remembered, decided},
        call_row{"Write", {{"file_path", "a"}}, remembered, decided},
        call_row{"Bash", command("npm test"), allow_rules, decided},
        call_row{"Trusted", {}, tool_settings, decided},
        call_row{"Never", {}, tool_settings, decided},
        call_row{"Read", {{"file_path", "a"}}, tool_settings, decided},
        call_row{"WebSearch", {{"query", "x"}}, risk, decided},
        call_row{"Unknown", {}, decision_step::ask, demanded},
    };
    for (const auto mode : {permission_mode::ask, permission_mode::allow, permission_mode::deny,
                            permission_mode::plan, permission_mode::dont_ask}) {
        for (const auto& row : rows) {
            BOOST_TEST_CONTEXT(mode << ": " << row.tool << " -> " << row.last) {
                const gate_probe probe(many_sided());
                probe.gate->set_mode(mode);
                BOOST_TEST(probe.gate->give_grant("Granted", grant_terms::for_uses(1)));
                probe.gate->remember_decision("Kept", true, "alice");
                probe.gate->remember_decision("Denied", false);
                BOOST_TEST(probe.gate->trust("Write"));
                const explanation why = explain(probe, row.tool, row.input);
                const verdict said = probe.check(row.tool, row.input);
                BOOST_TEST(why.decided.decision == said.decision);
                BOOST_TEST(why.decided.source == said.source);
                BOOST_TEST(why.decided.rule == said.rule);
                BOOST_TEST(why.decided.must_ask == said.must_ask);
                BOOST_TEST(why.decided.risk == said.risk);
                BOOST_TEST(why.decided.by == said.by);
                BOOST_TEST_REQUIRE(!why.steps.empty());
                BOOST_TEST(why.steps.front().step == well_formed);
                BOOST_TEST(std::is_sorted(why.steps.begin(), why.steps.end(),
                                          [](const auto& a, const auto& b) { return a.step < b.step; }));
                if (mode != permission_mode::ask) continue;
                BOOST_TEST(why.steps.back().step == row.last);
                BOOST_TEST((row.result == demanded ? said.asks() : !said.asks()));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(an_explanation_changes_nothing) {
    int logged = 0;
    const gate_probe probe(
        {.policy = {.limits = {.per_minute = 1, .per_hour = 1}}, .log = [&](const log_entry&) { ++logged; }});
    BOOST_TEST(probe.gate->give_grant("Bash", grant_terms::for_uses(1)));
    BOOST_TEST(probe.gate->give_grant("Write", grant_terms::for_time(minutes(1))));
    probe.time->advance(minutes(1));
    logged = 0;
    for (int i = 0; i < 100; ++i) {
        BOOST_TEST(explain(probe, "Bash", command("ls")).decided.source == decision_source::grant);
        BOOST_TEST(explain(probe, "Write", {{"file_path", "a"}}).decided.asks());
    }
    BOOST_TEST(logged == 0);
    BOOST_TEST(probe.gate->grants().at(0).uses_left.value() == 1U);
    BOOST_TEST(probe.gate->rate_status().minute.calls == 0U);
    BOOST_TEST(probe.sink->attempts() == 0U);
    BOOST_TEST(probe.gate->open_questions() == 0U);
    BOOST_TEST(probe.box->handles.empty());
    // The end of the grant is still to be told, and the call that passes is the first.
    probe.ask("Write", {{"file_path", "a"}});
    BOOST_TEST(probe.box->handles.at(0).question().grant_ended.has_value());
    BOOST_TEST(explain(probe, "Bash", command("ls")).decided.rate_limited());
}

BOOST_AUTO_TEST_CASE(an_explanation_leaves_the_decision_of_a_hook_for_its_question) {
    const gate_probe probe({.policy = {.mode = permission_mode::allow, .limits = {.per_minute = 10}}});
    const auto input = make_input(command("ls"));
    tool_call call{.tool_name = "Bash", .input = *input, .tool_use_id = "toolu_1", .from_hook = true};
    BOOST_TEST(probe.gate->check(call, "hook", probe.scratch).allowed());
    call.from_hook = false;
    BOOST_TEST(probe.gate->explain(call).decided.allowed());
    BOOST_TEST(probe.gate->check(call, "question", probe.scratch).allowed());
    BOOST_TEST(probe.gate->rate_status().minute.calls == 1U);
}

BOOST_AUTO_TEST_CASE(an_explanation_lists_the_rules_that_match_and_why_others_do_not) {
    const gate_probe probe({.rules = rules({"allow Bash(npm *)", "deny Bash(rm *)", "allow Read"})});
    const explanation why = explain(probe, "Bash", command("npm test"));
    const auto of = [&](std::string_view text) {
        return std::find_if(why.rules.begin(), why.rules.end(),
                            [&](const considered_rule& each) { return each.rule->text() == text; });
    };
    BOOST_TEST_REQUIRE((of("Bash(npm *)") != why.rules.end()));
    BOOST_TEST((of("Bash(npm *)")->match == rule_match::yes));
    BOOST_TEST_REQUIRE((of("Bash(rm *)") != why.rules.end()));
    BOOST_TEST((of("Bash(rm *)")->match == rule_match::no));
    BOOST_TEST(!of("Bash(rm *)")->why.empty());
}

}  // namespace
}  // namespace assent::gate_explain_test
