#include <assent/domain/rules/permission_rule.hpp>

#include "unit/domain/rules/rule_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <random>
#include <string>
#include <string_view>

namespace assent::exact_rule_test {
namespace {

BOOST_AUTO_TEST_SUITE(exact_rule_test)

BOOST_AUTO_TEST_CASE(an_escaped_pattern_covers_exactly_its_text) {
    BOOST_TEST(escape_pattern(R"(a*b?c\d e)") == R"(a\*b\?c\\d e)");
    BOOST_TEST(escape_pattern("[ab]") == "[ab]");
    BOOST_TEST(escape_pattern("[ab]", field_kind::path) == R"(\[ab])");
    BOOST_TEST(escape_pattern("").empty());
    const unsigned seed = std::random_device()();
    BOOST_TEST_MESSAGE("seed " << seed);
    std::mt19937 random(seed);
    constexpr std::string_view letters = R"(ab*?\[]!- )";
    const auto text_of = [&] {
        std::string text;
        for (auto size = random() % 8; size > 0; --size) text += letters[random() % letters.size()];
        return text;
    };
    for (int i = 0; i < 2000; ++i) {
        const auto text = text_of();
        const auto other = text_of();
        BOOST_TEST_CONTEXT("seed " << seed << ": `" << text << "`, `" << other << "`") {
            const glob plain(escape_pattern(text));
            const glob with_sets(escape_pattern(text, field_kind::path), glob::syntax::with_sets);
            BOOST_TEST(plain.matches(text));
            BOOST_TEST(with_sets.matches(text));
            BOOST_TEST(plain.matches(other) == (text == other));
            BOOST_TEST(with_sets.matches(other) == (text == other));
        }
    }
}

struct sample {
    std::string_view tool;
    std::string_view input;
    std::string_view cwd{};
    std::string_view field{};
};

boost::system::result<permission_rule, invalid_rule> made(const sample& of,
                                                          rule_behavior behavior = rule_behavior::allow) {
    const auto input = make_input(object(of.input));
    return rule_for_call({.tool_name = of.tool, .input = *input, .cwd = of.cwd}, of.field, behavior);
}

BOOST_AUTO_TEST_CASE(a_denied_path_is_denied_alone_whatever_it_begins_and_ends_with) {
    const struct {
        std::string_view path;
        std::string_view text;
    } table[] = {
        {"~/x", R"(Read(\~/x))"}, {"$HOME/x", R"(Read(\$HOME/x))"}, {"%TEMP%", R"(Read(\%TEMP%))"},
        {"/srv/", "Read(/srv)"},  {"~/x/", R"(Read(\~/x))"},        {"/", "Read(/)"},
    };
    for (const auto& row : table)
        for (const std::string_view cwd : {"", "/home/me"}) BOOST_TEST_CONTEXT(row.path << " in " << cwd) {
                const std::string input = R"({"file_path":")" + std::string(row.path) + "\"}";
                const auto rule = made({"Read", input, cwd}, rule_behavior::deny);
                BOOST_TEST_REQUIRE(rule.has_value());
                BOOST_TEST(rule->text() == row.text);
            }
}

BOOST_AUTO_TEST_CASE(the_rule_for_a_call_names_its_value) {
    const struct {
        sample call;
        std::string_view text;
    } table[] = {
        {{"Bash", R"({"command":"npm test"})"}, "Bash(npm test)"},
        {{"Bash", R"({"command":"ls *.c | wc","timeout":1})"}, R"(Bash(ls \*.c | wc))"},
        {{"Read", R"({"file_path":"/srv/[a].c"})"}, R"(Read(/srv/\[a].c))"},
        {{"Read", R"({"file_path":"src/a.c"})", "/home/me"}, "Read(/home/me/src/a.c)"},
        {{"WebFetch", R"({"url":"https://example.com/a"})"}, "WebFetch(https://example.com/a)"},
        {{"WebSearch", R"({"query":"what?"})"}, R"(WebSearch(what\?))"},
        {{"mcp__db__query", R"({"sql":"select *"})", "", "sql"}, R"(mcp__db__query{sql=select \*})"},
        {{"Wait", R"({"seconds":1})", "", "seconds"}, "Wait{seconds=(a number)}"},
    };
    for (const auto& row : table) {
        for (const auto behavior : {rule_behavior::allow, rule_behavior::deny, rule_behavior::ask}) {
            BOOST_TEST_CONTEXT(behavior << ' ' << row.call.tool << ' ' << row.call.input) {
                const auto rule = made(row.call, behavior);
                BOOST_TEST_REQUIRE(rule.has_value());
                BOOST_TEST(rule->text() == row.text);
                BOOST_TEST(rule->behavior() == behavior);
                BOOST_TEST((rule->origin() == rule_origin::answer));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_call_that_no_rule_can_be_proven_for_has_none) {
    const struct {
        sample call;
        std::string_view why;
    } table[] = {
        {{"mcp__db__query", R"({"sql":"x"})"}, "has no main field"},
        {{"Bash", R"({"cmd":"x"})"}, "the input of `Bash` has no `command`"},
        {{"Bash", R"({"command":""})"}, "empty string"},
        {{"Read", R"({"file_path":"src/a.c"})"}, "absolute path"},
        {{"Read", R"({"file_path":"/srv/../etc/passwd"})"}, "`..`"},
        {{"Read", R"({"file_path":"/srv/%2e%2e/a"})"},
         "no allow rule can be shown to cover this `file_path`"},
        {{"WebFetch", R"({"url":"https://a@b.example/"})"}, ""},
        {{"not a tool", R"({"command":"x"})", "", "command"}, "no tool's name"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.call.tool << ' ' << row.call.input) {
            const auto rule = made(row.call);
            BOOST_TEST_REQUIRE(!rule.has_value());
            BOOST_TEST(rule.error().message.find(row.why) != std::string::npos, rule.error().message);
        }
    }
    const std::string longest = R"({"command":")" + std::string(max_pattern_bytes, 'x') + "\"}";
    const std::string longer = R"({"command":")" + std::string(max_pattern_bytes + 1, 'x') + "\"}";
    BOOST_TEST(made({"Bash", longest}).has_value());
    BOOST_TEST(!made({"Bash", longer}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::exact_rule_test
