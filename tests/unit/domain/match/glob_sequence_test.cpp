#include <assent/domain/match/glob.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace assent::glob_sequence_test {
namespace {

// One letter per item. In a pattern `*` is one or more items, `+` any number.
bool covered(std::string_view pattern, std::string_view items, char not_wild = '\0') {
    std::vector<sequence_element> elements;
    for (const char each : pattern) {
        if (each == '*')
            elements.push_back({glob(), true, 1});
        else if (each == '+')
            elements.push_back({glob(), true, 0});
        else
            elements.push_back({glob(std::string(1, each)), false, 1});
    }
    std::vector<std::string_view> list;
    for (std::size_t i = 0; i < items.size(); ++i) list.push_back(items.substr(i, 1));
    return covers(
        elements, list, [](const glob& one, std::string_view item) { return one.matches(item); },
        [&](std::string_view item) { return item[0] != not_wild; });
}

BOOST_AUTO_TEST_SUITE(glob_sequence_test)

BOOST_AUTO_TEST_CASE(elements_cover_all_items_in_order) {
    const struct {
        std::string_view pattern;
        std::string_view items;
        bool expected;
    } table[] = {
        {"", "", true},        {"", "a", false},      {"a", "", false},      {"a", "a", true},
        {"a", "ab", false},    {"ab", "ba", false},   {"*", "", false},      {"*", "abc", true},
        {"+", "", true},       {"+", "abc", true},    {"a*", "a", false},    {"a+", "a", true},
        {"a*", "abc", true},   {"*a", "a", false},    {"*a", "ba", true},    {"*a", "aa", true},
        {"+a", "a", true},     {"a*b", "ab", false},  {"a*b", "acb", true},  {"a+b", "ab", true},
        {"**", "a", false},    {"**", "ab", true},    {"*+", "a", true},     {"++", "", true},
        {"+ab+", "aab", true}, {"+ab", "abab", true}, {"+ab", "aba", false}, {"?*", "a", false},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.items << '`') {
            BOOST_TEST(covered(row.pattern, row.items) == row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_item_that_is_not_wild_is_covered_only_by_its_own_element) {
    BOOST_TEST(!covered("*", "x", 'x'));
    BOOST_TEST(!covered("+", "axb", 'x'));
    BOOST_TEST(covered("+x+", "axb", 'x'));
    BOOST_TEST(covered("x*", "xa", 'x'));
    BOOST_TEST(!covered("x*", "xx", 'x'));
    BOOST_TEST(!covered("+a+", "axa", 'x'));
}

// The definition, with every choice tried.
bool slow(std::string_view pattern, std::string_view items) {
    if (pattern.empty()) return items.empty();
    const auto rest = pattern.substr(1);
    if (pattern[0] == '+')
        return slow(rest, items) || (!items.empty() && items[0] != 'x' && slow(pattern, items.substr(1)));
    if (pattern[0] == '*')
        return !items.empty() && items[0] != 'x' &&
               (slow(rest, items.substr(1)) || slow(pattern, items.substr(1)));
    return !items.empty() && items[0] == pattern[0] && slow(rest, items.substr(1));
}

BOOST_AUTO_TEST_CASE(it_agrees_with_trying_every_choice) {
    std::string wrong;
    std::vector<std::string> patterns{""};
    for (std::size_t i = 0; i < patterns.size() && patterns[i].size() < 4; ++i)
        for (const char each : {'a', 'x', '*', '+'}) patterns.push_back(patterns[i] + each);
    std::vector<std::string> items{""};
    for (std::size_t i = 0; i < items.size() && items[i].size() < 5; ++i)
        for (const char each : {'a', 'x'}) items.push_back(items[i] + each);
    for (const auto& pattern : patterns) {
        for (const auto& list : items) {
            if (covered(pattern, list, 'x') != slow(pattern, list)) wrong += pattern + " and " + list + "; ";
        }
    }
    BOOST_TEST(wrong == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::glob_sequence_test
