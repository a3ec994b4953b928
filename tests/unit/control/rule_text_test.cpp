#include <assent/adapters/control/wire/rule_text.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <string>

namespace assent::rule_text_test {
namespace {

std::string parsed(std::string_view text) {
    const auto made = parse_rule(text, rule_behavior::ask, rule_origin::command_line);
    if (!made) return "error " + made.error().message;
    BOOST_TEST((made->behavior() == rule_behavior::ask));
    BOOST_TEST((made->origin() == rule_origin::command_line));
    return made->text();
}

struct text_row {
    const char* text;
    const char* expected;
};

BOOST_AUTO_TEST_CASE(rules_are_read_as_people_write_them) {
    constexpr std::array rows{
        text_row{"Bash", "Bash"},
        text_row{"mcp__files__*", "mcp__files__*"},
        text_row{"Bash(npm *)", "Bash(npm *)"},
        text_row{"Bash(npm:*)", "Bash(npm *)"},
        text_row{"Bash(git commit:*)", "Bash(git commit *)"},
        text_row{"Bash(echo (x))", "Bash(echo (x))"},
        text_row{"Read(/tmp/*)", "Read(/tmp/*)"},
        text_row{"WebFetch(domain:example.com)", "WebFetch(domain:example.com)"},
        text_row{"WebSearch(*news*)", "WebSearch(*news*)"},
        text_row{R"({"tool_pattern":"Bash","input_pattern":{"command":"ls"}})", "Bash(ls)"},
        text_row{R"({"tool_pattern":"X","input_pattern":{"n":1,"s":"a*"}})", "X{n=(a number),s=a*}"},
    };
    for (const auto& row : rows) BOOST_TEST_CONTEXT(row.text) BOOST_TEST(parsed(row.text) == row.expected);
}

BOOST_AUTO_TEST_CASE(a_text_that_is_no_rule_is_an_error_that_says_why) {
    constexpr std::array rows{
        text_row{"", "error `tool_pattern`: expected a pattern, got an empty string"},
        text_row{
            "Ba sh",
            "error `tool_pattern`: expected letters, digits, `_`, `.`, `-`, `*` and `?`, got `Ba sh`; did "
            "you mean `Bash(Ba sh)`?"},
        text_row{"Bash(npm", "error expected `)` at the end"},
        text_row{"Task(a\xF6)", "error expected UTF-8"},
        text_row{"Bash()", "error `input_pattern.command`: expected a pattern, got an empty string"},
        text_row{"Bash(npm *; rm)",
                 "error `input_pattern.command`: expected one simple command in a pattern with wildcards, "
                 "got `;`"},
        text_row{
            "Odd(x)",
            "error `Odd` has no main field; write the tool alone, or the rule as JSON with the field's name"},
        text_row{R"({"tool_pattern":7})", "error `rule.tool_pattern`: expected string, got number"},
        text_row{R"({"tool_pattern":"A","input_pattern":[]})",
                 "error `rule.input_pattern`: expected object, got array"},
        text_row{R"({"tool_pattern":"A","tool_pattern":"B"})",
                 "error not a JSON object: duplicate key at byte 20"},
    };
    for (const auto& row : rows) BOOST_TEST_CONTEXT(row.text) BOOST_TEST(parsed(row.text) == row.expected);
    BOOST_TEST(parsed("{oops").starts_with("error not a JSON object: "));
}

BOOST_AUTO_TEST_CASE(paths_are_read_as_agents_write_them_where_that_has_one_meaning) {
    const auto at_home = [](std::string_view text, std::string_view home) {
        const auto made = parse_rule(text, rule_behavior::deny, rule_origin::command_line, false, home);
        return made ? made->text() : "error " + made.error().message;
    };
    BOOST_TEST(at_home("Read(//etc/**)", "") == "Read(/etc/**)");
    BOOST_TEST(at_home("Read(/etc/**)", "") == "Read(/etc/**)");
    BOOST_TEST(at_home("Read(~/.ssh/**)", "/home/me") == "Read(/home/me/.ssh/**)");
    BOOST_TEST(at_home("Read(~/x)", "/home/a*b") == "Read(/home/a\\*b/x)");
    BOOST_TEST(at_home("Bash(~/x)", "/home/me") == "Bash(~/x)");
    const std::string unknown =
        "error expected an absolute path in place of `~`: no home folder is known here";
    for (const auto* home : {"", "home/me", "/home/../me", "/home/me/"})
        BOOST_TEST_CONTEXT(home) BOOST_TEST(at_home("Read(~/x)", home) == unknown);
    BOOST_TEST(at_home("Read(~)", "/home/me") == "Read(/home/me)");
    BOOST_TEST(at_home("Read(~root/x)", "/home/me") == unknown);
}

BOOST_AUTO_TEST_CASE(who_takes_a_rule_that_is_none_is_told_which) {
    const auto of_mine = [] {
        static_cast<void>(parse_rule("Bash(npm", rule_behavior::deny, rule_origin::host).value());
    };
    BOOST_CHECK_EXCEPTION(of_mine(), std::invalid_argument, [](const std::invalid_argument& error) {
        return std::string_view(error.what()) == "`Bash(npm`: expected `)` at the end";
    });
}

BOOST_AUTO_TEST_CASE(a_number_that_would_not_read_the_same_again_is_refused) {
    const auto with = [](const std::string& number) {
        return parse_rule(R"({"tool_pattern":"T","input_pattern":{"a":[{"n":)" + number + "}]}}",
                          rule_behavior::deny, rule_origin::host);
    };
    for (const auto* fine : {"0.1", "-1.5", "2.5e10", "12345678901", "1e3"})
        BOOST_TEST(with(fine).has_value());
    const auto refused = with(
        "22222222222220000000000000000000000000000000000000000000000000000000000000008198552921648689606."
        "000005");
    BOOST_REQUIRE(refused.has_error());
    BOOST_TEST(
        refused.error().message ==
        "`rule.input_pattern`: expected numbers that read the same when they are written again, got one that "
        "has too many digits");
}

}  // namespace
}  // namespace assent::rule_text_test
