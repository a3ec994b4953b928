#include <assent/domain/match/glob.hpp>

#include <boost/test/unit_test.hpp>

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace assent::glob_test {
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
    BOOST_TEST(glob("*\xA9").matches("x\xC3\xA9"), "a pattern that is no UTF-8 is compared byte by byte");
    BOOST_TEST(glob("\\\xC3\xA9").matches("\xC3\xA9"));
}

bool in_sets(std::string_view pattern, std::string_view text) {
    return glob(pattern, glob::syntax::with_sets).matches(text);
}

BOOST_AUTO_TEST_CASE(a_set_is_one_character_where_sets_are_asked_for) {
    const struct {
        std::string_view pattern;
        std::string_view text;
        bool expected;
    } table[] = {
        {"[ab]", "a", true},
        {"[ab]", "b", true},
        {"[ab]", "c", false},
        {"[ab]", "", false},
        {"[ab]", "ab", false},
        {"[ab]", "[ab]", false},
        {"[!ab]", "c", true},
        {"[!ab]", "a", false},
        {"[!ab]", "", false},
        {"[!ab]", "/", false},
        {"[!ab]", "\xC3\xA9", true},
        {"[\xC3\xA9x]", "\xC3\xA9", true},
        {"[\xC3\xA9x]", "\xC3\xA8", false},
        {"[\xC3\xA9x]", "\xC3", false},
        {"[a-c]", "b", true},
        {"[a-c]", "c", true},
        {"[a-c]", "d", false},
        {"[a-c]", "-", false},
        {"[a-cx0-9]", "7", true},
        {"[!0-9]", "7", false},
        {"[-a]", "-", true},
        {"[a-]", "-", true},
        {"[a\\-c]", "b", false},
        {"[a\\-c]", "-", true},
        {"[\\]]", "]", true},
        {"[\\!a]", "!", true},
        {"[a!]", "!", true},
        {"[*]", "*", true},
        {"[*]", "x", false},
        {"[?]", "x", false},
        {"\\[a]", "[a]", true},
        {"\\[a]", "a", false},
        {"x]", "x]", true},
        {"*.[ch]", "a.b.c", true},
        {"*.[ch]", "a.b.d", false},
        {"*[ab]*c", "xxbyyc", true},
        {"*[ab]*c", "xxyyc", false},
        {"*[ab]?", "bxab", true},
        {"[ab][!ab]", "ac", true},
        {"[ab][!ab]", "ab", false},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.text << '`') {
            BOOST_TEST(set_flaw(row.pattern) == "");
            BOOST_TEST(in_sets(row.pattern, row.text) == row.expected);
        }
    }
    BOOST_TEST(!glob("[a]").matches("a"), "elsewhere `[` is a character like others");
    BOOST_TEST(!glob("[a]", glob::syntax::with_sets).literal());
    BOOST_TEST(glob("a[bc]d[e]", glob::syntax::with_sets).wildcards() == 2U);
}

BOOST_AUTO_TEST_CASE(a_set_that_others_read_otherwise_is_refused) {
    const struct {
        std::string_view pattern;
        std::string_view flaw;
    } table[] = {
        {"[a", "`[` without `]`; for the character write `\\[`"},
        {"x[", "`[` without `]`; for the character write `\\[`"},
        {"[a\\]", "`[` without `]`; for the character write `\\[`"},
        {"[]", "an empty set; for the character write `\\]`"},
        {"[]a]", "an empty set; for the character write `\\]`"},
        {"[!]", "an empty set; for the character write `\\]`"},
        {"[^a]", "`[^` must be written `[!`, or `[\\^` for the character"},
        {"[[:alpha:]]", "`[` in a set must be escaped: `\\[`"},
        {"[a/b]", "`/` in a set"},
        {"[!/]", "`/` in a set"},
        {"[.-0]",
         "`-` in a set stands between two digits, two small or two capital letters; for the character "
         "write `\\-`"},
        {"[z-a]",
         "`-` in a set stands between two digits, two small or two capital letters; for the character "
         "write `\\-`"},
        {"[A-z]",
         "`-` in a set stands between two digits, two small or two capital letters; for the character "
         "write `\\-`"},
        {"[a-c-e]",
         "`-` in a set stands between two digits, two small or two capital letters; for the character "
         "write `\\-`"},
    };
    for (const auto& row : table)
        BOOST_TEST_CONTEXT(row.pattern) BOOST_TEST(set_flaw(row.pattern) == row.flaw);
}

BOOST_AUTO_TEST_CASE(case_is_ignored_for_ascii_only_where_it_is_asked_for) {
    BOOST_TEST(glob("/Etc/*").matches_ignoring_case("/eTC/Passwd"));
    BOOST_TEST(!glob("/Etc/*").matches("/etc/passwd"));
    BOOST_TEST(!glob("[a").matches_ignoring_case("{A"), "`[` and `{` differ by the same bit as letters");
    BOOST_TEST(!glob("@").matches_ignoring_case("`"));
    BOOST_TEST(!glob("abc").matches_ignoring_case("ab"));
    BOOST_TEST(!glob("a?c").matches_ignoring_case("AC"));
    BOOST_TEST(glob("*LONGER-THAN-EIGHT*").matches_ignoring_case("a longer-than-Eight-bytes"));
    BOOST_TEST(!glob("*LONGER@THAN-EIGHT*").matches_ignoring_case("a longer`than-eight-bytes"));
    BOOST_TEST(glob("[A]", glob::syntax::with_sets).matches_ignoring_case("a"));
    BOOST_TEST(glob("[!A]", glob::syntax::with_sets).matches_ignoring_case("A"), "`a` is covered");
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
    BOOST_TEST(glob("ab*c?de").literal_front() == "ab");
    BOOST_TEST(glob("ab*c?de").literal_back() == "de");
    BOOST_TEST(glob("*ab*").literal_front() == "");
    BOOST_TEST(glob("*ab*").literal_back() == "");
    BOOST_TEST(glob("a\\*").literal_back() == "a*");
    BOOST_TEST(glob("a[bc]", glob::syntax::with_sets).literal_front() == "a");
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

BOOST_AUTO_TEST_CASE(a_long_literal_is_found_like_a_short_one) {
    const std::string word(100, 'a');
    const glob pattern("x*" + word + "b*" + word + "c");
    BOOST_TEST(pattern.matches("x" + word + word + "b" + word + "c"));
    BOOST_TEST(!pattern.matches("x" + word + word + "b" + word));
    BOOST_TEST(!pattern.matches("x" + word + "b" + word.substr(1) + "c"));
    BOOST_TEST(!pattern.matches(word));
}

// Every `a*` fits at once, and only the end does not.
BOOST_AUTO_TEST_CASE(no_pattern_takes_more_than_time_in_proportion) {
    std::string pattern;
    for (int i = 0; i < 63; ++i) pattern += "a*";
    const std::string text(1U << 20U, 'a');
    BOOST_TEST(!glob(pattern + "b").matches(text));
    BOOST_TEST(glob(pattern + "a").matches(text));
    BOOST_TEST(!glob("*" + std::string(4000, 'a') + "b*").matches(text));
}

// The definition, with every choice tried: slow, and obviously right.
bool slow_match(std::string_view pattern, std::string_view text) {
    if (pattern.empty()) return text.empty();
    if (pattern[0] == '*')
        return slow_match(pattern.substr(1), text) || (!text.empty() && slow_match(pattern, text.substr(1)));
    // `A` stands for `[!a]` here, and `B` for `[b]`.
    const auto one = [&] {
        if (pattern[0] == 'A') return text[0] != 'a' && text[0] != '/';
        if (pattern[0] == 'B') return text[0] == 'b';
        return pattern[0] == '?' || pattern[0] == text[0];
    };
    return !text.empty() && one() && slow_match(pattern.substr(1), text.substr(1));
}

BOOST_AUTO_TEST_CASE(it_agrees_with_trying_every_choice) {
    std::vector<std::string> texts{""};
    for (std::size_t i = 0; i < texts.size() && texts[i].size() < 6; ++i)
        for (const char letter : {'a', 'b', '/'}) texts.push_back(texts[i] + letter);
    std::string wrong;
    std::minstd_rand random(7);  // any seed: the patterns need to be many, not secret
    for (int round = 0; round < 3000; ++round) {
        std::string pattern;
        for (std::size_t size = random() % 8; pattern.size() < size;) pattern += "ab*?AB/"[random() % 7];
        std::string written;
        for (const char each : pattern)
            if (each == 'A')
                written += "[!a]";
            else if (each == 'B')
                written += "[b]";
            else
                written += each;
        const glob compiled(written, glob::syntax::with_sets);
        for (const auto& text : texts) {
            if (compiled.matches(text) != slow_match(pattern, text)) wrong += pattern + " and " + text + "; ";
        }
    }
    BOOST_TEST(wrong == "");
}

BOOST_AUTO_TEST_CASE(a_set_is_found_in_a_long_text_wherever_its_character_is) {
    for (const std::size_t before : {0U, 254U, 255U, 256U, 257U, 5000U}) {
        const std::string long_text(before, 'x');
        for (const std::string_view found : {"b", "c", "\xC3\xA9"}) {
            const std::string text = long_text + std::string(found);
            BOOST_TEST(glob("*[bc\xC3\xA9]", glob::syntax::with_sets).matches(text));
            BOOST_TEST(glob("*[bc\xC3\xA9]*", glob::syntax::with_sets).matches(text + long_text));
            BOOST_TEST(!glob("*[de]*", glob::syntax::with_sets).matches(text + long_text));
        }
        BOOST_TEST(
            glob("*[bc]*", glob::syntax::with_sets).matches_ignoring_case(long_text + "B" + long_text));
        BOOST_TEST(!glob("*[bc]*", glob::syntax::with_sets).matches(long_text + "B" + long_text));
        BOOST_TEST(glob("*[!x]*", glob::syntax::with_sets).matches(long_text + "y"));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::glob_test
