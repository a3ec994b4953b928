// Compatibility switches are on record, and fields are read as they are registered.
#include "gate_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace assent::gate_switches_test {
namespace {

policy with_switches(rule_switches on) {
    policy made;
    made.switches = std::move(on);
    return made;
}

std::vector<std::string> settings_on_record(const gate_probe& probe) {
    std::vector<std::string> all;
    for (const auto& event : probe.sink->events(audit_event::kind::settings)) all.push_back(event.reason);
    return all;
}

std::shared_ptr<const tool_registry> scripts() {
    auto made = std::make_shared<tool_registry>();
    made->add({.name = "run_script", .main_field = "code", .kind = tool_kind::execute}).value();
    return made;
}

permission_rule script_rule(rule_behavior behavior, std::string_view pattern) {
    return permission_rule::make("run_script", {{"code", pattern}}, behavior, rule_origin::host).value();
}

outcome decide(const gate_probe& probe, std::string_view script) {
    return probe.check("run_script", {{"code", script}}).decision;
}

BOOST_AUTO_TEST_SUITE(gate_switches_test)

BOOST_AUTO_TEST_CASE(a_gate_puts_the_switches_that_are_on_into_the_record_once) {
    const gate_probe probe(
        {.policy = with_switches({.allow_background = true, .allow_env_names = {"CI", "TERM"}})});
    BOOST_TEST(
        settings_on_record(probe) == std::vector<std::string>{"allow_background, allow_env_names CI TERM"},
        boost::test_tools::per_element());
    probe.check("Bash", command("ls"));
    BOOST_TEST(settings_on_record(probe).size() == 1U);
}

BOOST_AUTO_TEST_CASE(that_a_policy_allows_overbroad_rules_is_put_into_the_record) {
    policy overbroad = with_switches({});
    overbroad.allow_overbroad = true;
    policy both = with_switches({.allow_dotfiles = true});
    both.allow_overbroad = true;
    const gate_probe probe({.policy = overbroad});
    BOOST_TEST(probe.gate->set_policy(judgement_basis::make(both).value()));
    BOOST_TEST(probe.gate->set_policy(judgement_basis::make(policy()).value()));
    const std::vector<std::string> expected{"allow_overbroad", "allow_dotfiles, allow_overbroad"};
    BOOST_TEST(settings_on_record(probe) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_gate_without_switches_says_nothing_about_them) {
    const gate_probe probe;
    BOOST_TEST(probe.gate->set_policy(judgement_basis::make(policy::standard()).value()));
    BOOST_TEST(settings_on_record(probe).empty());
}

BOOST_AUTO_TEST_CASE(a_policy_with_switches_that_comes_later_is_put_into_the_record_too) {
    const gate_probe probe;
    BOOST_TEST(probe.gate->set_policy(
        judgement_basis::make(with_switches({.star_crosses_slash = true, .allow_dotfiles = true})).value()));
    BOOST_TEST(probe.gate->set_policy(
        judgement_basis::make(with_switches({.allow_sees_through_wrappers = true})).value()));
    BOOST_TEST(probe.gate->set_policy(judgement_basis::make(policy()).value()));
    const std::vector<std::string> expected{"star_crosses_slash, allow_dotfiles",
                                            "allow_sees_through_wrappers"};
    BOOST_TEST(settings_on_record(probe) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_explanation_names_the_switches_beside_the_allow_rules) {
    const auto looked_at = [](const gate_probe& probe) {
        const auto made = probe.gate->explain({.tool_name = "Bash", .input = *make_input(command("ls"))});
        const auto step = std::find_if(made.steps.begin(), made.steps.end(), [](const auto& each) {
            return each.step == decision_step::allow_rules;
        });
        return step == made.steps.end() ? std::string("none") : step->looked_at;
    };
    BOOST_TEST(looked_at(gate_probe({.policy = with_switches({.allow_dotfiles = true})})) ==
               "allow rules, with allow_dotfiles");
    BOOST_TEST(looked_at(gate_probe()) == "allow rules");
}

BOOST_AUTO_TEST_CASE(rules_that_enter_a_gate_are_compiled_by_its_registry) {
    const auto given = rule_set::make({script_rule(rule_behavior::allow, "npm *")}).value();
    policy settings;
    settings.rules = {script_rule(rule_behavior::allow, "npm *")};
    const gate_probe by_policy({.policy = settings, .tools = scripts()});
    const gate_probe by_rules({.rules = given, .tools = scripts()});
    const gate_probe by_later({.tools = scripts()});
    by_later.gate->set_rules(given);
    const gate_probe by_update({.tools = scripts()});
    by_update.ask("run_script", {{"code", "npm test"}});
    by_update.box->take().answer(
        allow_result{.updates = {add_rules({script_rule(rule_behavior::allow, "npm *")})}});
    for (const auto* const probe : {&by_policy, &by_rules, &by_later, &by_update}) {
        BOOST_TEST((decide(*probe, "npm test && npm run x") == outcome::allow));
        BOOST_TEST((decide(*probe, "npm test; rm x") != outcome::allow));
    }
}

BOOST_AUTO_TEST_CASE(a_shared_set_is_compiled_once_and_then_taken_as_it_is) {
    const auto basis = judgement_basis::make({}, scripts()).value();
    const auto given = rule_set::make({script_rule(rule_behavior::allow, "npm *")}).value();
    const auto compiled = basis->as_registered(given).value();
    const gate_probe probe({.rules = compiled, .basis = basis});
    BOOST_TEST((probe.gate->rules() == compiled));
    BOOST_TEST((decide(probe, "npm test && npm run x") == outcome::allow));
    // Without that, nothing is allowed that is not proven.
    const gate_probe raw({.rules = given, .basis = basis});
    BOOST_TEST((decide(raw, "npm test") == outcome::ask));
}

BOOST_AUTO_TEST_CASE(a_rule_that_is_no_pattern_of_its_fields_kind_is_refused_when_it_enters) {
    const auto bad = rule_set::make({script_rule(rule_behavior::allow, "npm *; rm *")}).value();
    BOOST_CHECK_THROW(gate_probe({.rules = bad, .tools = scripts()}), std::invalid_argument);
    const gate_probe probe({.tools = scripts()});
    probe.gate->set_rules(bad);
    BOOST_TEST((decide(probe, "npm x; rm y") == outcome::ask));
}

BOOST_AUTO_TEST_CASE(a_decision_about_a_registered_command_holds_for_commands) {
    const gate_probe probe({.tools = scripts()});
    BOOST_TEST(probe.gate->give_grant(script_rule(rule_behavior::allow, "npm *"), grant_terms::for_uses(9)));
    BOOST_TEST((decide(probe, "npm test && npm run x") == outcome::allow));
    BOOST_TEST((decide(probe, "npm test; rm x") != outcome::allow));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::gate_switches_test
