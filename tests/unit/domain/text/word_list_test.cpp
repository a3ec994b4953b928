#include "text/word_list.hpp"
#include "text/word_map.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::word_list_test {
namespace {

using namespace std::string_view_literals;

constexpr word_list words{"a"sv, "cd"sv, "\xC3\xA9t"sv,
                          "one that is longer than all lengths that are told apart"sv};

BOOST_AUTO_TEST_SUITE(word_list_test)

BOOST_AUTO_TEST_CASE(each_word_is_in_its_list) {
    for (const auto word : words) BOOST_TEST(words.has(word));
}

BOOST_AUTO_TEST_CASE(other_words_are_not) {
    for (const auto word : {""sv, "b"sv, "A"sv, "c"sv, "ce"sv, "cdx"sv, "\xC3\xA9u"sv})
        BOOST_TEST(!words.has(word));
    // Of a length and a first byte that a word of the list has as far as is told apart.
    BOOST_TEST(!words.has("a" + std::string(32, 'a')));
    BOOST_TEST(!words.has("\xE1"));
}

BOOST_AUTO_TEST_CASE(a_text_begins_with_a_word_or_has_it_somewhere) {
    BOOST_TEST(words.begins("cd.."));
    BOOST_TEST(!words.begins("c"));
    BOOST_TEST(!words.begins(""));
    BOOST_TEST(words.any_in("xcd"));
    BOOST_TEST(words.any_in("xa"));
    BOOST_TEST(!words.any_in("xc"));
    BOOST_TEST(!words.any_in(""));
}

BOOST_AUTO_TEST_CASE(a_map_tells_what_a_word_is_and_of_others_nothing) {
    word_map<int> map{{"one", 1}, {"two", 2}};
    map["three"] = 3;
    BOOST_TEST(map.of("one") == 1);
    BOOST_TEST(map.of("two") == 2);
    BOOST_TEST(map.of("three") == 3);
    for (const auto word : {""sv, "tw"sv, "ten"sv, "tree."sv}) BOOST_TEST(map.of(word) == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::word_list_test
