#include <assent/domain/tools/tool_definition.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <sstream>
#include <string>

namespace assent::tool_definition_test {
namespace {

template <class Value>
std::string text_of(const std::optional<Value>& value) {
    return value ? std::string(to_string(*value)) : "nothing";
}

struct row {
    std::string_view name;
    std::string_view meaning;
};

BOOST_AUTO_TEST_SUITE(tool_definition_test)

BOOST_AUTO_TEST_CASE(a_default_is_read_by_each_of_its_names_in_any_case) {
    constexpr std::array rows{
        row{"allow", "allow"},        row{"always", "allow"},         row{"always_allow", "allow"},
        row{"ALWAYS_ALLOW", "allow"}, row{"Always-Allow", "allow"},   row{"ask", "ask"},
        row{"prompt", "ask"},         row{"PROMPT", "ask"},           row{"deny", "deny"},
        row{"never", "deny"},         row{"always-deny", "deny"},     row{"ALWAYS_DENY", "deny"},
        row{"", "nothing"},           row{"alway", "nothing"},        row{"always_", "nothing"},
        row{"allow ", "nothing"},     row{"always allow", "nothing"}, row{"yes", "nothing"},
        row{"ask\0", "ask"},
    };
    for (const auto& [name, meaning] : rows) BOOST_TEST(text_of(parse_tool_default(name)) == meaning, name);
    BOOST_TEST(text_of(parse_tool_default(std::string_view("ask\0", 4))) == "nothing");
}

BOOST_AUTO_TEST_CASE(an_offered_grant_is_read_by_each_of_its_names_in_any_case) {
    constexpr std::array rows{
        row{"none", "none"},           row{"time", "time"},          row{"ask-time", "time"},
        row{"ASK_TIME", "time"},       row{"uses", "uses"},          row{"ask-iterations", "uses"},
        row{"Ask_Iterations", "uses"}, row{"ask-uses", "uses"},      row{"", "nothing"},
        row{"ask", "nothing"},         row{"iterations", "nothing"},
    };
    for (const auto& [name, meaning] : rows) BOOST_TEST(text_of(parse_offered_grant(name)) == meaning, name);
}

BOOST_AUTO_TEST_CASE(names_that_are_written_are_read_back) {
    using enum tool_kind;
    for (const auto kind : {other, read, search, edit, remove, execute, fetch, agent, interact})
        BOOST_TEST(text_of(parse_word<tool_kind>(to_string(kind))) == to_string(kind));
    for (const auto decision : {tool_default::allow, tool_default::ask, tool_default::deny})
        BOOST_TEST(text_of(parse_tool_default(to_string(decision))) == to_string(decision));
    for (const auto grant : {offered_grant::none, offered_grant::time, offered_grant::uses})
        BOOST_TEST(text_of(parse_offered_grant(to_string(grant))) == to_string(grant));
    BOOST_TEST(text_of(parse_word<tool_kind>("run")) == "nothing");

    std::ostringstream out;
    out << tool_default::deny << ' ' << offered_grant::uses << ' ' << tool_kind::remove;
    BOOST_TEST(out.str() == "deny uses remove");
}

BOOST_AUTO_TEST_CASE(a_tool_about_which_nothing_is_said_is_asked_about_and_never_trusted) {
    const tool_definition definition{.name = "x"};
    BOOST_TEST(definition.decision == tool_default::ask);
    BOOST_TEST(definition.permission_required);
    BOOST_TEST(!definition.trustable);
    BOOST_TEST((definition.risk == risk_level::high));
    BOOST_TEST((definition.safety == safety_class::confirm));
    BOOST_TEST(definition.offers == offered_grant::none);
    BOOST_TEST(definition.kind == tool_kind::other);
}

BOOST_AUTO_TEST_CASE(decisions_are_kept_for_the_application_and_its_command_where_both_are_known) {
    BOOST_TEST((tool_definition{.name = "x"}.decision_key() == "x"));
    BOOST_TEST((tool_definition{.name = "x", .application = "mail"}.decision_key() == "x"));
    BOOST_TEST((tool_definition{.name = "x", .command = "send"}.decision_key() == "x"));
    BOOST_TEST((tool_definition{.name = "x", .application = "mail", .command = "send"}.decision_key() ==
                "mail:send"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::tool_definition_test
