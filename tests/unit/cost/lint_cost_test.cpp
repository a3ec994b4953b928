// What it costs to look for mistakes in many rules.
#include <assent/domain/judgement/rule_lint.hpp>

#include "unit/domain/lint_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <ctime>
#include <string>
#include <vector>

namespace assent {
namespace {

using enum rule_behavior;

BOOST_AUTO_TEST_SUITE(lint_cost_test)

BOOST_AUTO_TEST_CASE(twenty_thousand_rules_take_seconds) {
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
    // Of this process, whatever else the machine does.
    const std::clock_t from = std::clock();
    const auto found = lint(rules, *tool_registry::standard());
    const double seconds = static_cast<double>(std::clock() - from) / CLOCKS_PER_SEC;
    BOOST_TEST_MESSAGE(count << " rules: " << seconds << " s, " << found.findings.size() << " findings, "
                             << found.not_compared << " not compared");
    BOOST_TEST(seconds < 4.0 * ASSENT_TEST_SLOWDOWN);
    BOOST_TEST(found.not_compared > 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent
