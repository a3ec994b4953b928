// What it costs to look for mistakes in many rules.
#include <assent/domain/lint/rule_lint.hpp>

#include "times.hpp"
#include "unit/domain/lint/lint_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace assent::lint_cost_test {
namespace {

using enum rule_behavior;

BOOST_AUTO_TEST_SUITE(lint_cost_test)

BOOST_AUTO_TEST_CASE(twenty_thousand_rules_take_seconds, *boost::unit_test::label("times")) {
    constexpr std::size_t count = 20'000;
    std::vector<permission_rule> rules;
    for (std::size_t i = 0; i < count; ++i) {
        const auto number = std::to_string(i);
        const auto behavior = std::array{allow, deny, ask}[i % 3];
        switch (i % 4) {
            case 0: rules.push_back(made({behavior, "Bash", bash("touch a" + number + " *")})); break;
            case 1: rules.push_back(made({behavior, "Bash", bash("touch * a" + number)})); break;
            case 2: rules.push_back(made({behavior, "Read", file("/srv/" + number + "/**")})); break;
            default: rules.push_back(made({behavior, "mcp__s" + number + "__*"})); break;
        }
    }
    lint_report found;
    const auto took = test::processor_time([&] { found = lint(rules, *tool_registry::standard()); });
    BOOST_TEST_MESSAGE(found.findings.size() << " findings");
    test::report_time("looking at 20 000 rules", took, std::chrono::seconds(4));
    BOOST_TEST((took < test::cost_limit));
}

BOOST_AUTO_TEST_CASE(calls_that_seven_hundred_rules_may_miss_take_seconds,
                     *boost::unit_test::label("times")) {
    policy settings = policy::bare();
    for (int i = 0; i < 700; ++i) {
        const auto number = std::to_string(i);
        settings.rules.push_back(i % 2 == 0 ? made({deny, "Bash", bash("git push --force a" + number + " *")})
                                            : made({deny, "Read", file("/srv/" + number + "/**")}));
    }
    const auto basis = judgement_basis::make(settings).value();
    lint_report found;
    const auto took = test::processor_time(
        [&] { found = lint(settings.rules, *tool_registry::standard(), {.tried_by = basis}); });
    BOOST_TEST(found.findings.size() >= 350U);
    test::report_time("trying what 700 rules may miss", took, std::chrono::seconds(2));
    BOOST_TEST((took < test::cost_limit));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::lint_cost_test
