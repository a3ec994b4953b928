#include <shell/shell_characters.hpp>

#include <boost/test/unit_test.hpp>

namespace assent::detail::shell_characters_test {
namespace {

BOOST_AUTO_TEST_SUITE(shell_characters_test)

BOOST_AUTO_TEST_CASE(a_document_closes_all_that_an_old_shell_counts_in_it) {
    for (const auto* const text :
         {"", "Fix it\n", "with `tick`\n", "call `f()` (twice)\n", "say \"a\" and 'b'\n", "Fix #12 (again)\n",
          "# a heading\n", "cost: $5\n", "use ${name}\n", "a \\n b\n", "'('\n", "\")\"\n", "a [b] {c}\n"})
        BOOST_TEST(closes_all(text, ")\""), text);
    for (const auto* const text : {"x)\n", "(\n", "a \" b\n", "`a\n", "`don't`\n", "`a)`\n", "\"$(a\")\n",
                                   "\"`a`\"\n", "a \\' b\n", "\\", "\\)\n", "# don't\n", "#(\n)\n",
                                   "# \"\n\"\n", "${x\n", "${x:-')'}\n", "$'a'\n", "don't (a it's b)\n"})
        BOOST_TEST(!closes_all(text, ")\""), text);
}

BOOST_AUTO_TEST_CASE(a_lone_apostrophe_is_no_harm_where_no_other_follows_in_the_command) {
    for (const auto* const rest : {"", ")\"", ")\" && git log\n"}) {
        BOOST_TEST(closes_all("don't\n", rest));
        BOOST_TEST(closes_all("Fix (it)\n\nIt's so.\n", rest));
        BOOST_TEST(!closes_all("x) it's\n", rest));  // that parenthesis is before it
    }
    for (const auto* const rest : {")\" && echo 'a'", "'", ")\"; rm x # '"})
        BOOST_TEST(!closes_all("don't\n", rest));
}

BOOST_AUTO_TEST_CASE(sets_in_brackets_are_plain_where_all_shells_read_them_alike) {
    for (const auto* const text :
         {"", "a*", "[ab].c", "[slug]", "[a-m]*", "[0-9A-Fx]", "[a.b]", "[a-c][d-f]", "[!_]*", "[^a-c]"})
        BOOST_TEST(has_plain_sets(text), text);
    for (const auto* const text : {"[", "]", "[]", "[]a]", "[!]", "[!-a]", "[z-a]", "[a-Z]", "[+-z]", "[--0]",
                                   "[a-]", "[-a]", "[.-9]", "[[:alpha:]]", "[a-\\z]", "[a/b]", "[a"})
        BOOST_TEST(!has_plain_sets(text), text);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::detail::shell_characters_test
