#include <assent/domain/rules/glob.hpp>

#include <boost/test/unit_test.hpp>

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace assent {
namespace {

using namespace std::string_view_literals;

BOOST_AUTO_TEST_SUITE(glob_test)

BOOST_AUTO_TEST_CASE(a_pattern_covers_the_whole_text_or_nothing) {
    const struct {
        std::string_view pattern;
        std::string_view text;
        bool expected;
    } table[] = {
        {"", "", true},
        {"", "a", false},
        {"a", "a", true},
        {"a", "A", false},
        {"a", "ab", false},
        {"a", "ba", false},
        {"*", "", true},
        {"*", "anything\n/at all", true},
        {"**", "x", true},
        {"?", "", false},
        {"?", "a", true},
        {"?", "ab", false},
        {"?*", "", false},
        {"*?", "abc", true},
        {"*?", "", false},
        {"*?*?", "a", false},
        {"*?*?", "ab", true},
        {"a*??b", "axb", false},
        {"a*??b", "axyzb", true},
        {"a*", "a", true},
        {"a*b", "ab", true},
        {"a*b", "axxb", true},
        {"a*b", "axxbc", false},
        {"a*b*c", "a-b-b-c", true},
        {"a*b*c", "a-c-b", false},
        {"*abc", "ababc", true},
        {"*aab*", "aaaab", true},
        {"a?c", "abc", true},
        {"a?c", "ac", false},
        {"*.ts", ".ts", true},
        {"x*y?z", "xyyaz", true},
        {"*a?b", "aaxaxb", true},
        {"\\*", "*", true},
        {"\\*", "a", false},
        {"\\?", "?", true},
        {"\\?", "a", false},
        {"\\\\", "\\", true},
        {"\\a", "a", true},
        {"a\\*b", "a*b", true},
        {"a\\*b", "axb", false},
        {"[ab]", "a", false},
        {"[ab]", "[ab]", true},
        {"a\0b"sv, "a\0b"sv, true},
        {"a\0b"sv, "a"sv, false},
        {"a*"sv, "a\0b"sv, true},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.text << '`') {
            BOOST_TEST(glob(row.pattern).matches(row.text) == row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_question_mark_is_one_code_point) {
    BOOST_TEST(glob("?").matches("\xC3\xA9"));
    BOOST_TEST(!glob("??").matches("\xC3\xA9"));
    BOOST_TEST(
        glob("a?b").matches("a\xF0\x9F\x98\x80"
                            "b"));
    BOOST_TEST(glob("*\xC3\xA9").matches("x\xC3\xA9"));
    BOOST_TEST(!glob("*\xA9").matches("x\xC3\xA9"), "a pattern never begins inside a code point");
    BOOST_TEST(glob("\\\xC3\xA9").matches("\xC3\xA9"));
}

BOOST_AUTO_TEST_CASE(case_is_ignored_for_ascii_only_where_it_is_asked_for) {
    BOOST_TEST(glob("/Etc/*").matches_ignoring_case("/eTC/Passwd"));
    BOOST_TEST(!glob("/Etc/*").matches("/etc/passwd"));
    BOOST_TEST(!glob("[a").matches_ignoring_case("{A"), "`[` and `{` differ by the same bit as letters");
    BOOST_TEST(!glob("@").matches_ignoring_case("`"));
    BOOST_TEST(!glob("abc").matches_ignoring_case("ab"));
    BOOST_TEST(!glob("a?c").matches_ignoring_case("AC"));
}

BOOST_AUTO_TEST_CASE(a_pattern_knows_its_shape) {
    BOOST_TEST(glob("a\\*b").literal());
    BOOST_TEST(glob("a\\*b").literal_text() == "a*b");
    BOOST_TEST(!glob("a*").literal());
    BOOST_TEST(glob("x?y*z").literal_text() == "xyz");
    BOOST_TEST(glob("*").any_text());
    BOOST_TEST(glob("***").any_text());
    BOOST_TEST(!glob("?").any_text());
    BOOST_TEST(!glob("").any_text());
    BOOST_TEST(!glob("*?").any_text());
    BOOST_TEST(glob("a*").has_literal());
    BOOST_TEST(!glob("*?*").has_literal());
    BOOST_TEST(!glob("").has_literal());
    BOOST_TEST(glob("**a**").wildcards() == 2U);
    BOOST_TEST(glob("a??").wildcards() == 2U);
    BOOST_TEST(glob(".x").begins_with('.'));
    BOOST_TEST(glob("\\.x").begins_with('.'));
    BOOST_TEST(!glob("*.x").begins_with('.'));
    BOOST_TEST(!glob("").begins_with('.'));
    BOOST_TEST(glob("a*").open_ended());
    BOOST_TEST(!glob("a\\*").open_ended());
    BOOST_TEST(!glob("a*?").open_ended());
    BOOST_TEST(glob("a?*").open_ended());
    BOOST_TEST(!glob("").open_ended());
}

BOOST_AUTO_TEST_CASE(an_escape_without_a_character_is_seen) {
    BOOST_TEST(dangling_escape("\\"));
    BOOST_TEST(dangling_escape("a\\"));
    BOOST_TEST(dangling_escape("a\\\\\\"));
    BOOST_TEST(!dangling_escape(""));
    BOOST_TEST(!dangling_escape("a\\\\"));
    BOOST_TEST(!dangling_escape("\\a"));
    BOOST_TEST(glob("a\\").matches("a\\"));
}

// The definition, with every choice tried: slow, and obviously right.
bool slow_match(std::string_view pattern, std::string_view text) {
    if (pattern.empty()) return text.empty();
    if (pattern[0] == '*')
        return slow_match(pattern.substr(1), text) || (!text.empty() && slow_match(pattern, text.substr(1)));
    return !text.empty() && (pattern[0] == '?' || pattern[0] == text[0]) &&
           slow_match(pattern.substr(1), text.substr(1));
}

BOOST_AUTO_TEST_CASE(it_agrees_with_trying_every_choice) {
    std::vector<std::string> texts{""};
    for (std::size_t i = 0; i < texts.size() && texts[i].size() < 6; ++i)
        for (const char letter : {'a', 'b'}) texts.push_back(texts[i] + letter);
    std::string wrong;
    std::minstd_rand random(7);  // any seed: the patterns need to be many, not secret
    for (int round = 0; round < 300; ++round) {
        std::string pattern;
        for (std::size_t size = random() % 8; pattern.size() < size;) pattern += "ab*?"[random() % 4];
        const glob compiled(pattern);
        for (const auto& text : texts) {
            if (compiled.matches(text) != slow_match(pattern, text)) wrong += pattern + " and " + text + "; ";
        }
    }
    BOOST_TEST(wrong == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent
