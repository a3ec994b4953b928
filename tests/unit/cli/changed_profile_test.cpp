#include "setup/changed_profile.hpp"

#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/adapters/files/policy_file.hpp>
#include <assent/app/gate/ready_policy.hpp>
#include <assent/domain/decide/policy.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>
#include <vector>

namespace changed_profile_test {
namespace {

using namespace assent;
using cli::passes_more;
using cli::with_profile;

// As `assent setup` writes it for a user who has rules.
std::string with_rules(std::string_view profile) {
    policy made = *named_policy(profile);
    for (const auto& [text, behavior] : {std::pair("Bash(npm test *)", rule_behavior::allow),
                                         {"Bash(make *)", rule_behavior::allow},
                                         {"Bash(git push *)", rule_behavior::deny}})
        made.rules.push_back(parse_rule(text, behavior, rule_origin::host).value());
    made.switches.allow_sees_through_wrappers = true;
    return to_policy_text(made, [](const permission_rule& rule) {
        return rule.origin() == rule_origin::built_in ? std::string() : std::string("mine");
    });
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    const auto at = text.find(what);
    BOOST_REQUIRE(at != text.npos);
    return text.replace(at, what.size(), with);
}

BOOST_AUTO_TEST_SUITE(changed_profile_test)

BOOST_AUTO_TEST_CASE(from_each_policy_to_each_other_nothing_changes_but_what_they_differ_in) {
    for (const auto from : policy_names())
        for (const auto to : policy_names()) BOOST_TEST_CONTEXT(from << " to " << to) {
                const auto plain = with_profile(to_policy_text(*named_policy(from)), to);
                BOOST_TEST(plain.why_not == "");
                BOOST_TEST(plain.from == from);
                BOOST_TEST((plain.text == to_policy_text(*named_policy(to))));
                const auto changed = with_profile(with_rules(from), to);
                BOOST_TEST(changed.why_not == "");
                BOOST_TEST(changed.from == from);
                BOOST_TEST((changed.text == with_rules(to)), changed.text);
            }
}

BOOST_AUTO_TEST_CASE(what_its_user_has_written_elsewhere_stays) {
    for (const auto& [what, with] : std::vector<std::pair<std::string, std::string>>{
             {"    \"rules\": {\n", "    // What I want.\n    \"rules\": {\n"},
             {"\"destroys\": \"ask\"", "\"destroys\": \"deny\""},
             {"\"loop\": 20", "\"loop\": 7"},
             {"    \"tool_defaults\": true,\n", "    \"tool_defaults\": true,  // really\n"}})
        BOOST_TEST_CONTEXT(with) {
            const auto changed = with_profile(replaced(with_rules("standard"), what, with), "project");
            BOOST_TEST(changed.why_not == "");
            BOOST_TEST((changed.text == replaced(with_rules("project"), what, with)), changed.text);
        }
}

BOOST_AUTO_TEST_CASE(where_the_user_has_changed_the_same_lines_or_written_another_file_it_is_said) {
    struct row {
        std::string_view what, with, why;
    };
    for (const auto& [what, with, why] :
         {row{"\"scratch\": []", "\"scratch\": [\"~/t\"]",
              "what stands at `\"scratch\": []` was changed by hand"},
          row{"        \"secret\": \"ask\",\n", "        \"edits\": \"ask\",\n        \"secret\": \"ask\",\n",
              "what stands at `\"secret\": \"ask\"` was changed by hand"}})
        BOOST_TEST(with_profile(replaced(with_rules("standard"), what, with), "project").why_not == why);
    for (const auto* const other : {"", "{}\n", R"r({"rules": {"deny": ["Bash(rm *)"]}})r"})
        for (const auto to : policy_names())
            BOOST_TEST(with_profile(other, to).why_not ==
                       "it was not begun with a policy that comes with Assent");
}

BOOST_AUTO_TEST_CASE(what_passes_more_is_named) {
    BOOST_TEST(passes_more("standard", "project") == "edits, services");
    BOOST_TEST(passes_more("project", "standard") == "");
    BOOST_TEST(passes_more("standard", "careful") == "secret, sends, destroys, runs_code, escapes, ruins");
    for (const auto name : policy_names()) {
        BOOST_TEST(passes_more(name, name) == "");
        if (name != "bare")
            BOOST_TEST(passes_more(name, "bare").ends_with("what changes settings of agents"));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace changed_profile_test
