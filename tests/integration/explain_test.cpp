#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace {

using assent::test::run;

BOOST_AUTO_TEST_SUITE(explain_test)

BOOST_AUTO_TEST_CASE(an_explanation_has_no_blanks_at_the_end_of_a_line_and_its_json_is_one_line) {
    const std::vector<std::string> call{
        "check", "--tool", "Bash", "--input", R"({"command":"ls"})", "--allow", "Bash(npm *)", "--explain"};
    const auto text = run(call);
    BOOST_TEST(text.code == 4);
    BOOST_TEST(text.out.find(" \n") == std::string::npos);
    auto as_json = call;
    as_json.push_back("--json");
    const auto json = run(as_json);
    BOOST_TEST(json.code == 4);
    BOOST_TEST(json.out.find('\n') == json.out.size() - 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
