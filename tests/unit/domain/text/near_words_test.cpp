#include <assent/domain/text/display_text.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <string_view>

namespace assent::near_words_test {
namespace {

BOOST_AUTO_TEST_SUITE(near_words_test)

BOOST_AUTO_TEST_CASE(a_misspelling_is_counted_in_letters_up_to_the_limit) {
    constexpr struct {
        std::string_view left;
        std::string_view right;
        std::size_t letters;
    } table[] = {
        {"", "", 0},          {"Read", "Read", 0}, {"Raed", "Read", 1}, {"Rea", "Read", 1},
        {"Readd", "Read", 1}, {"Reed", "Read", 1}, {"Raad", "Read", 1}, {"eRda", "Read", 2},
        {"", "ab", 2},        {"", "abc", 3},      {"abcd", "wxyz", 3}, {"Bash", "Read", 3},
        {"abcdef", "ab", 3},  {"ca", "abc", 3},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.left << ", " << row.right) {
            BOOST_TEST(letters_between(row.left, row.right) == row.letters);
            BOOST_TEST(letters_between(row.right, row.left) == row.letters);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_nearest_word_is_one_that_shares_more_than_half_of_its_letters) {
    constexpr std::array<std::string_view, 4> known{"ask", "allow", "deny", "aks"};
    BOOST_TEST(nearest_word("ask", known) == "ask");
    BOOST_TEST(nearest_word("alow", known) == "allow");
    BOOST_TEST(nearest_word("dney", known) == "deny");
    BOOST_TEST(nearest_word("as", known) == "ask");
    BOOST_TEST(nearest_word("x", known).empty());
    BOOST_TEST(nearest_word("deal", known).empty());
    BOOST_TEST(nearest_word("permit", known).empty());
    BOOST_TEST(nearest_word("ask", {}).empty());
    BOOST_TEST(nearest_word("DENY", known) == "deny");
    BOOST_TEST(nearest_word("allow-all", known) == "allow");
    BOOST_TEST(nearest_word("allowed", known) == "allow");
    BOOST_TEST(nearest_word("allowance", known).empty());
    BOOST_TEST(did_you_mean("alow", known) == "; did you mean `allow`?");
    BOOST_TEST(did_you_mean("permit", known) == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::near_words_test
