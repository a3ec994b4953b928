#include <assent/adapters/control/hooks/agent_settings.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent {

BOOST_AUTO_TEST_SUITE(agent_settings_test)

BOOST_AUTO_TEST_CASE(a_variable_is_on_unless_its_value_surely_says_no) {
    for (const std::string_view on : {"1", "true", " ON ", "yes", "2", "x"})
        BOOST_TEST_CONTEXT(on) BOOST_TEST(switched_on(on));
    for (const std::string_view off : {"", " ", "0", "false", "False", "no", " off\n"})
        BOOST_TEST_CONTEXT(off) BOOST_TEST(!switched_on(off));
}

BOOST_AUTO_TEST_CASE(settings_switch_hooks_off_by_their_variables) {
    const struct {
        std::string_view settings;
        bool off;
    } table[] = {
        {R"({"env":{"CLAUDE_CODE_SIMPLE":"1"}})", true},
        {R"({"env":{"CLAUDE_CODE_SIMPLE":1}})", true},
        {R"({"env":{"CLAUDE_CODE_SIMPLE":true}})", true},
        {R"({"env":{"CLAUDE_CODE_SIMPL\u0045":"\u0031"}})", true},
        {"\xEF\xBB\xBF {\"env\":{\"CLAUDE_CODE_SIMPLE\":\"1\"}}\r\n", true},
        {R"({"env":{},"env":{"CLAUDE_CODE_SIMPLE":"1"}})", true},
        {R"({"env":{"A":"1","A":"2","CLAUDE_CODE_SIMPLE":"1"}})", true},
        {R"({"env":{"CLAUDE_CODE_SIMPLE":"0"}})", false},
        {R"({"env":{"CLAUDE_CODE_SIMPLE":null}})", false},
        {R"({"env":{"claude_code_simple":"1"}})", false},
        {R"({"env":{"A":"1"},"env":{}})", false},
        {R"({"CLAUDE_CODE_SIMPLE":"1"})", false},
        {R"({"mcpServers":{"s":{"env":{"CLAUDE_CODE_SIMPLE":"1"}}}})", false},
        {R"({"env":"CLAUDE_CODE_SIMPLE"})", false},
        {R"(["env",{"CLAUDE_CODE_SIMPLE":"1"}])", false},
        {"{}", false},
        {"", false},
        {R"({"env":{"CLAUDE_CODE_SIMPLE":"1"},})", false},  // the agent cannot read it either
    };
    for (const auto& row : table)
        BOOST_TEST_CONTEXT(row.settings) BOOST_TEST(settings_switch_hooks_off(row.settings) == row.off);
}

BOOST_AUTO_TEST_CASE(a_request_switches_hooks_off_by_settings_or_variables_in_it) {
    const auto request = [](const std::string& members) {
        return R"({"type":"control_request","request_id":"r","request":{"subtype":"x",)" + members + "}}";
    };
    const std::string variables = R"({"CLAUDE_CODE_SIMPLE":"1"})";
    BOOST_TEST(request_switches_hooks_off(request(R"("settings":{"env":)" + variables + "}")));
    BOOST_TEST(request_switches_hooks_off(request(R"("a":1,"variables":)" + variables)));
    BOOST_TEST(!request_switches_hooks_off(request(R"("settings":{"env":{}})")));
    BOOST_TEST(!request_switches_hooks_off(request(R"("prompt":"CLAUDE_CODE_SIMPLE")")));
    BOOST_TEST(!request_switches_hooks_off(R"({"type":"control_request"})"));
}

BOOST_AUTO_TEST_SUITE_END()
}  // namespace assent
