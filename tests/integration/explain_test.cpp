#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace explain_test {
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

BOOST_AUTO_TEST_CASE(what_decided_stands_first_and_the_many_rules_about_secrets_are_one_line) {
    const auto said = [](std::vector<std::string> options, const std::string& command) {
        options.insert(options.begin(), {"check", "--explain"});
        options.push_back(command);
        return run(options).out;
    };
    const auto holds = [](const std::string& text, std::string_view part) {
        return text.find(part) != std::string::npos;
    };
    const std::string denied = said({"--deny", "Bash(rm *)"}, "rm -rf build");
    BOOST_TEST(holds(denied,
                     "\ndecided by step 4, deny rules: deny rule `Bash(rm *)` that an option of this "
                     "command gives\n"),
               denied);
    const std::string folded = said({"--policy", "standard"}, "cat $X");
    BOOST_TEST(holds(folded, "\ndecided by step 13, ask: ask rule `Path("), folded);
    BOOST_TEST(holds(folded, " more, built in, may cover the call (--explain twice shows them)\n"), folded);
    BOOST_TEST(!holds(folded, "Path(**/*.env)"), folded);
    const std::string whole = said({"--explain", "--policy", "standard"}, "cat $X");
    BOOST_TEST(holds(whole, "Path(**/*.env)"), whole);
    BOOST_TEST(!holds(whole, "--explain twice"), whole);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace explain_test
