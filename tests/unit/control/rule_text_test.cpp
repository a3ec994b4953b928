#include <assent/adapters/control/rule_text.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <string>

namespace assent {
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
        text_row{"Ba sh",
                 "error `tool_pattern`: expected letters, digits, `_`, `.`, `-`, `*` and `?`, got `Ba sh`"},
        text_row{"Bash(npm", "error expected `)` at the end"},
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

struct nested_row {
    const char* tool;
    const char* content;  // null: none
    const char* expected;
};

std::string from(const nested_row& row) {
    nested_rule text{row.tool, std::nullopt};
    if (row.content != nullptr) text.content = row.content;
    const auto made = from_nested(text, rule_behavior::ask, rule_origin::peer);
    return made ? made->text() : "none";
}

BOOST_AUTO_TEST_CASE(nested_rules_have_a_meaning_where_it_is_surely_the_same) {
    constexpr std::array rows{
        nested_row{"Bash", nullptr, "Bash"},
        nested_row{"Bash", "", "Bash"},
        nested_row{"Bash", "*", "Bash"},
        nested_row{"mcp__files", nullptr, "mcp__files__*"},
        nested_row{"mcp__files__read", nullptr, "mcp__files__read"},
        nested_row{"Bash", "npm test", "Bash(npm test)"},
        nested_row{"Bash", "npm *", "Bash(npm *)"},
        nested_row{"Bash", "npm:*", "Bash(npm *)"},
        nested_row{"Bash", "a*b:*", "Bash(a\\*b *)"},  // literal in the prefix form
        nested_row{"Bash", "what?", "Bash(what\\?)"},  // a question mark is no wildcard there
        nested_row{"Bash", "a\\b", "Bash(a\\\\b)"},    // nor is a backslash one, without a star
        nested_row{"Bash", "echo \\* *", "Bash(echo \\* *)"},
        nested_row{"Bash", "npm*", "none"},
        nested_row{"Bash", "git * main", "none"},
        nested_row{"Bash", "* *", "none"},
        nested_row{"WebSearch", "news", "WebSearch(news)"},
        nested_row{"WebSearch", "new*", "none"},
        nested_row{"Read", "//tmp/**", "none"},
        nested_row{"Read", "/tmp/x", "none"},
        nested_row{"WebFetch", "domain:example.com", "none"},
        nested_row{"Odd", "x", "none"},
        nested_row{"Ba*", "x", "none"},
        nested_row{"Ba sh", nullptr, "none"},
    };
    for (const auto& row : rows)
        BOOST_TEST_CONTEXT(row.tool << "(" << (row.content == nullptr ? "" : row.content) << ")")
    BOOST_TEST(from(row) == row.expected);
}

std::string nested(std::string_view text) {
    const auto made = parse_rule(text, rule_behavior::ask, rule_origin::host);
    if (!made) return "error " + made.error().message;
    const auto written = to_nested(*made);
    if (!written) return "none";
    return written->tool_name + (written->content ? "(" + *written->content + ")" : "");
}

BOOST_AUTO_TEST_CASE(a_rule_that_the_nested_dialect_cannot_say_is_refused_rather_than_widened) {
    constexpr std::array rows{
        text_row{"Bash", "Bash"},
        text_row{"Bash(npm *)", "Bash(npm *)"},
        text_row{"Bash(npm test)", "Bash(npm test)"},
        text_row{R"(Bash(echo \* *))", R"(Bash(echo \* *))"},
        text_row{R"(Bash(echo \*))", R"(Bash(echo \*))"},
        text_row{R"(Bash(what\?))", "Bash(what?)"},
        text_row{R"(Bash(a\\b))", R"(Bash(a\b))"},
        text_row{R"(Bash(a\\b *))", R"(Bash(a\\b *))"},
        text_row{"WebSearch(news)", "WebSearch(news)"},
        text_row{"mcp__files__*", "mcp__files__*"},
        text_row{"*", "none"},
        text_row{"Ba*", "none"},
        text_row{"mcp__*", "none"},
        text_row{"mcp__f?les__*", "none"},
        text_row{"Bash(npm*)", "none"},
        text_row{"Bash(npm ?)", "none"},
        text_row{"Bash(git * main)", "none"},
        text_row{"Read(/tmp/*)", "none"},
        text_row{"WebFetch(example.com)", "none"},
        text_row{R"({"tool_pattern":"Bash","input_pattern":{"command":"ls","cwd":"/"}})", "none"},
        text_row{R"({"tool_pattern":"Bash","input_pattern":{"command":7}})", "none"},
        text_row{R"({"tool_pattern":"Bash","input_pattern":{"description":"x"}})", "none"},
        text_row{R"({"tool_pattern":"B?sh","input_pattern":{"command":"x"}})", "none"},
    };
    for (const auto& row : rows) BOOST_TEST_CONTEXT(row.text) BOOST_TEST(nested(row.text) == row.expected);
}

BOOST_AUTO_TEST_CASE(what_is_written_for_the_nested_dialect_means_the_same_when_it_is_read) {
    for (const char* text :
         {"Bash", "Bash(npm *)", "Bash(npm test)", R"(Bash(echo \* *))", R"(Bash(echo \*))",
          R"(Bash(what\?))", R"(Bash(a\\b))", R"(Bash(a\\b *))", R"(Bash(\:\*))", "mcp__files__*"}) {
        BOOST_TEST_CONTEXT(text) {
            const auto rule = parse_rule(text, rule_behavior::deny, rule_origin::host).value();
            const auto there = to_nested(rule);
            BOOST_TEST_REQUIRE(there.has_value());
            const auto back = from_nested(*there, rule_behavior::deny, rule_origin::host);
            BOOST_TEST_REQUIRE(back.has_value());
            BOOST_TEST((back->text() == rule.text() || back->text() == "Bash(:\\*)"));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_literal_pattern_covers_exactly_its_text) {
    BOOST_TEST(literal_pattern(R"(a*b?c\d e)") == R"(a\*b\?c\\d e)");
    BOOST_TEST(literal_pattern("").empty());
}

}  // namespace
}  // namespace assent
