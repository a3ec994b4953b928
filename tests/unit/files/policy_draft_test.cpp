// Policies that are read to be talked about: with places, and with rules that are too wide.
#include <assent/adapters/files/policy_file.hpp>

#include <boost/test/unit_test.hpp>

#include <stdexcept>
#include <string>
#include <vector>

namespace assent::policy_draft_test {
namespace {

constexpr auto overbroad = R"json({"rules":{"allow":["Bash(bash *)"]}})json";
constexpr auto refused =
    "p:1: rules.allow[0]: `input_pattern.command`: `bash` can run any program: name what it may run before "
    "the "
    "wildcard, as in `bash NAME *`";

BOOST_AUTO_TEST_SUITE(policy_draft_test)

BOOST_AUTO_TEST_CASE(rules_and_examples_have_their_places_also_behind_comments) {
    const auto draft = read_policy_draft(R"json({
    "examples": [
        {"tool": "Bash", "expect": "ask"}, /* two
        lines */ {"tool": "Read",
                  "expect": "ask"}],
    "rules": {
        "deny": ["Read", "Write"], // first
        "allow": [

            {"tool_pattern": "Bash"}
        ]
    }
})json",
                                         "p");
    BOOST_TEST(draft.errors.empty());
    const std::vector<policy_place> rules{{7, "rules.deny[0]"}, {7, "rules.deny[1]"}, {10, "rules.allow[0]"}};
    const std::vector<policy_place> examples{{3, "examples[0]"}, {4, "examples[1]"}};
    BOOST_TEST((draft.rules == rules));
    BOOST_TEST((draft.examples == examples));
    BOOST_TEST_REQUIRE(draft.read.rules.size() == 3U);
    BOOST_TEST(draft.read.rules[2].text() == "Bash");
    BOOST_TEST(draft.read.examples.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_draft_has_the_mistakes_of_the_file) {
    const std::string text = "{\"moed\": 1,\n\"rules\": {\"deny\": [\"Bash(\", \"Read\"]}}";
    const auto draft = read_policy_draft(text, "p");
    BOOST_TEST((draft.errors == policy_errors(text, "p")));
    BOOST_TEST(draft.errors.size() == 2U);
}

BOOST_AUTO_TEST_CASE(an_overbroad_rule_is_a_mistake_unless_the_file_or_the_reader_allows_it) {
    const std::string before =
        R"json({"compatibility":{"allow_overbroad":true},"rules":{"allow":["Bash(bash *)"]}})json";
    const std::string behind =
        R"json({"rules":{"allow":["Bash(bash *)"]},"compatibility":{"allow_overbroad":true}})json";
    for (const auto& text : {before, behind}) {
        BOOST_TEST_CONTEXT(text) {
            const auto read = read_policy(text, "p");
            BOOST_TEST_REQUIRE(read.has_value());
            BOOST_TEST(read->allow_overbroad);
            BOOST_TEST_REQUIRE(read->rules.size() == 1U);
            BOOST_TEST(read->rules[0].overbroad());
        }
    }
    BOOST_TEST(to_string(read_policy(overbroad, "p").error()) == refused);
    BOOST_TEST(read_policy_draft(overbroad, "p").errors.size() == 1U);
    const auto draft = read_policy_draft(overbroad, "p", true);
    BOOST_TEST(draft.errors.empty());
    BOOST_TEST(!draft.read.allow_overbroad);
    BOOST_TEST(draft.read.rules.size() == 1U);
    // What was read that way is no policy to put in force.
    const auto invalid = draft.read.validate();
    BOOST_TEST_REQUIRE(invalid.has_value());
    BOOST_TEST(invalid->where == "rules[0]");
    BOOST_TEST(to_string(read_policy(R"({"compatibility":{"allow_overbroad":1}})", "p").error()) ==
               "p:1: compatibility.allow_overbroad: expected true or false, got 1");
}

BOOST_AUTO_TEST_CASE(a_policy_with_an_overbroad_rule_is_written_so_that_it_reads_back) {
    const auto made =
        read_policy(
            R"json({"compatibility":{"allow_overbroad":true},"rules":{"allow":["Bash(bash *)"]}})json", "p")
            .value();
    const auto text = to_policy_text(made);
    BOOST_TEST(text.find("\"Bash(bash *)\"") != std::string::npos);
    const auto back = read_policy(text, "p");
    BOOST_TEST_REQUIRE(back.has_value());
    BOOST_TEST(back->allow_overbroad);
    BOOST_TEST_REQUIRE(back->rules.size() == 1U);
    BOOST_TEST(back->rules[0].same_as(made.rules[0]));
}

BOOST_AUTO_TEST_CASE(a_rule_is_written_as_text_where_that_says_everything) {
    const auto plain =
        permission_rule::make("Bash", {{"command", "npm *"}}, rule_behavior::allow, rule_origin::host);
    BOOST_TEST(to_policy_json(plain.value()) == "\"Bash(npm *)\"");
    const auto other =
        permission_rule::make("Bash", {{"timeout", 1}}, rule_behavior::deny, rule_origin::host);
    BOOST_TEST(to_policy_json(other.value()) == R"({"tool_pattern":"Bash","input_pattern":{"timeout":1}})");
}

BOOST_AUTO_TEST_CASE(the_text_of_a_file_is_what_is_in_it_or_there_is_a_reason) {
    BOOST_CHECK_EXCEPTION(
        static_cast<void>(policy_file_text("/nowhere/policy.json")), std::runtime_error,
        [](const auto& error) {
            return std::string(error.what()) ==
                   "cannot read policy file `/nowhere/policy.json`: No such file or directory";
        });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::policy_draft_test
