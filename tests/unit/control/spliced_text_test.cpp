#include <assent/adapters/control/lines/spliced_text.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace assent::spliced_text_test {
namespace {

using views = std::vector<std::string_view>;

views gathered(const spliced_text& text) {
    views all{"something else"};
    text.gather(all);
    return all;
}

std::string joined(const spliced_text& text) {
    std::string all;
    for (const std::string_view each : gathered(text)) all += each;
    return all;
}

// `a` piece `bc` piece `de`
spliced_text sample(std::string_view first, std::string_view second) {
    spliced_text made;
    made.text() += "a";
    made.splice(first);
    made.text() += "bc";
    made.splice(second);
    made.text() += "de";
    return made;
}

BOOST_AUTO_TEST_SUITE(spliced_text_test)

BOOST_AUTO_TEST_CASE(pieces_stand_where_they_were_spliced_in_and_are_not_copied) {
    const std::string first = "<first>";
    const auto text = sample(first, "<second>");
    BOOST_TEST(gathered(text) == (views{"a", "<first>", "bc", "<second>", "de"}),
               boost::test_tools::per_element());
    BOOST_TEST((gathered(text)[1].data() == first.data()));
    BOOST_TEST(text.bytes() == joined(text).size());
    BOOST_TEST(text.spliced());
}

BOOST_AUTO_TEST_CASE(text_alone_is_one_piece_and_no_text_none) {
    spliced_text text;
    BOOST_TEST(gathered(text).empty());
    BOOST_TEST(text.empty());
    text.text() += "abc";
    BOOST_TEST(gathered(text) == views{"abc"}, boost::test_tools::per_element());
    BOOST_TEST(!text.spliced());
    BOOST_TEST(text.bytes() == 3U);
}

BOOST_AUTO_TEST_CASE(pieces_at_the_ends_and_side_by_side_leave_no_empty_ones_between) {
    spliced_text text;
    text.splice("1");
    text.splice("2");
    text.text() += "a";
    text.splice("3");
    BOOST_TEST(gathered(text) == (views{"1", "2", "a", "3"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_part_brings_the_pieces_inside_it_along) {
    const auto text = sample("<first>", "<second>");
    const struct {
        std::size_t begin, end;
        std::string_view expected;
    } table[] = {
        {0, 5, "-a<first>bc<second>de"},
        {0, 2, "-a<first>b"},
        {1, 4, "-bc<second>d"},
        {0, 1, "-a"},
        {1, 3, "-bc"},
        {3, 5, "-de"},
        {2, 2, "-"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.begin << " to " << row.end) {
            spliced_text part;
            part.text() += "-";
            part.append(text, row.begin, row.end);
            BOOST_TEST(joined(part) == row.expected);
            BOOST_TEST(part.bytes() == row.expected.size());
        }
    }
}

BOOST_AUTO_TEST_CASE(when_it_is_cleared_nothing_is_left) {
    auto text = sample("1", "2");
    text.clear();
    BOOST_TEST(text.empty());
    BOOST_TEST(!text.spliced());
    BOOST_TEST(gathered(text).empty());
    text.text() += "x";
    BOOST_TEST(joined(text) == "x");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::spliced_text_test
