// Rules as keys: what is stored for one rule is never found under another.
#include <assent/domain/rules/permission_rule.hpp>

#include "unit/domain/rules/rule_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <string>
#include <string_view>

namespace assent::rule_key_test {
namespace {

std::string key_of(std::string_view tool, std::string_view input,
                   rule_behavior behavior = rule_behavior::allow) {
    return make_rule(behavior, tool, input).key();
}

BOOST_AUTO_TEST_SUITE(rule_key_test)

BOOST_AUTO_TEST_CASE(a_key_is_behavior_and_text_where_the_text_says_everything) {
    BOOST_TEST(key_of("Bash", R"({"command":"npm *"})") == "allow Bash(npm *)");
    BOOST_TEST(key_of("Bash", R"({"command":"npm *"})", rule_behavior::deny) == "deny Bash(npm *)");
    BOOST_TEST(key_of("WebFetch", R"({"url":"example.com"})") == "allow WebFetch(domain:example.com)");
    BOOST_TEST(key_of("mcp__db__*", "{}") == "allow mcp__db__*");
    BOOST_TEST(key_of("mcp__db__run", R"({"force":false,"db":"a\"b\\\\"})") ==
               R"(allow mcp__db__run{"db"="a\"b\\\\","force"=false})");
}

BOOST_AUTO_TEST_CASE(rules_that_differ_in_anything_have_different_keys) {
    constexpr std::string_view inputs[] = {
        "{}",
        R"({"a":"x"})",
        R"({"a":"x,b=y"})",
        R"({"a":"x\",\"b\"=\"y"})",
        R"({"a":"x","b":"y"})",
        R"({"a":"x","b=\"y":"z"})",
        R"({"a,b":"x"})",
        R"({"a":"true"})",
        R"-({"a":"(a boolean)"})-",
        R"({"a":true})",
        R"({"a":false})",
        R"({"a":null})",
        R"({"a":"null"})",
        R"({"a":0})",
        R"({"a":"0"})",
        R"({"a":-1})",
        R"({"a":18446744073709551615})",
        R"({"a":0.1})",
        R"({"a":0.10000000000000002})",
        R"({"a":9007199254740992})",
        R"({"a":9007199254740992.0})",
        R"({"a":1e300})",
        R"({"a":[]})",
        R"({"a":[[]]})",
        R"({"a":{}})",
        R"({"a":["x"]})",
        R"({"a":["x","y"]})",
        R"({"a":["x,y"]})",
        R"({"a":[["x"],"y"]})",
        R"({"a":[["x","y"]]})",
        R"({"a":{"b":"x"}})",
        R"({"a":{"b":"x","c":1}})",
        R"({"a":{"b":{"c":1}}})",
        R"({"command":"x"})",
        R"({"command":1})",
    };
    std::map<std::string, std::string> seen;
    for (const std::string_view tool : {"T", "T*", "Bash"})
        for (const auto behavior : {rule_behavior::allow, rule_behavior::deny})
            for (const std::string_view input : inputs) {
                const std::string rule =
                    std::string(to_string(behavior)) + ' ' + std::string(tool) + ' ' + std::string(input);
                const auto [at, fresh] = seen.emplace(key_of(tool, input, behavior), rule);
                BOOST_TEST(fresh, at->second << " and " << rule << " have the key " << at->first);
            }
}

BOOST_AUTO_TEST_CASE(rules_that_mean_the_same_have_one_key) {
    constexpr struct {
        std::string_view one;
        std::string_view other;
    } table[] = {
        {R"({"a":"x","b":true})", R"({"b":true,"a":"x"})"},
        {R"({"a":{"b":1,"c":[2]}})", R"({"a":{"c":[2],"b":1}})"},
        {R"({"a":1})", R"({"a":1.0})"},
        {R"({"a":0})", R"({"a":-0.0})"},
        {R"({"a":5e-1})", R"({"a":0.5})"},
    };
    for (const auto& row : table) BOOST_TEST(key_of("T", row.one) == key_of("T", row.other));
    const auto rule = make_rule(rule_behavior::allow, "T", R"({"a":1})");
    BOOST_TEST(rule.key() == rule.with_origin(rule_origin::stored).key());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::rule_key_test
