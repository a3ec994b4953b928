// A private part of the domain: the index is made of it.
#include <rules/literal_trie.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent {
namespace {

using trie = literal_trie<int>;
using model = std::map<std::string, std::vector<int>>;

constexpr std::uint64_t no_bound = std::numeric_limits<std::uint64_t>::max();

std::vector<int> values(const trie::item* items) {
    std::vector<int> found;
    for (; items != nullptr; items = items->next.get()) found.push_back(items->value);
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<int> beginnings(const trie& keys, std::string_view text) {
    std::vector<int> found;
    keys.root().each_beginning(text.begin(), text.end(), [&](const trie::item& items) {
        for (const int each : values(&items)) found.push_back(each);
    });
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<int> beginnings(const model& keys, std::string_view text) {
    std::vector<int> found;
    for (const auto& [key, each] : keys)
        if (text.starts_with(key)) found.insert(found.end(), each.begin(), each.end());
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<int> below(const trie::position& at) {
    std::vector<int> found;
    at.each_below([] { return no_bound; },
                  [&](const trie::item& items) {
                      for (const int each : values(&items)) found.push_back(each);
                  });
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<int> below(const model& keys, std::string_view beginning) {
    std::vector<int> found;
    for (const auto& [key, each] : keys)
        if (key.starts_with(beginning)) found.insert(found.end(), each.begin(), each.end());
    std::sort(found.begin(), found.end());
    return found;
}

// Few letters, so that keys have much in common; some are bytes that are no text.
std::string random_key(std::mt19937& random, std::size_t longest) {
    static constexpr std::string_view letters("ab\0\xff", 4);
    std::string key;
    for (auto size = random() % (longest + 1); size > 0; --size) key += letters[random() % letters.size()];
    return key;
}

// Under what keys each part of the text goes on like.
std::vector<int> parts(const trie::position& from, std::string_view text) {
    std::set<const trie::item*> lists;
    from.each_part(text, [&](const trie::item& list) { lists.insert(&list); });
    std::vector<int> found;
    for (const auto* list : lists)
        for (const auto* each = list; each != nullptr; each = each->next.get()) found.push_back(each->value);
    std::sort(found.begin(), found.end());
    return found;
}
std::vector<int> parts(const model& keys, const std::string& beginning, std::string_view text) {
    std::vector<int> found;
    for (const auto& [key, each] : keys) {
        if (!key.starts_with(beginning)) continue;
        const auto at = text.find(std::string_view(key).substr(beginning.size()));
        // Where the text ends there is no part any more.
        if (at < text.size()) found.insert(found.end(), each.begin(), each.end());
    }
    std::sort(found.begin(), found.end());
    return found;
}

void expect_same(const trie& keys, const model& expected, std::string_view text) {
    const auto found = expected.find(std::string(text));
    const std::vector<int> none;
    auto wanted = found == expected.end() ? none : found->second;
    std::sort(wanted.begin(), wanted.end());
    BOOST_TEST(values(keys.root().after(text).items()) == wanted, boost::test_tools::per_element());
    BOOST_TEST(beginnings(keys, text) == beginnings(expected, text), boost::test_tools::per_element());
    BOOST_TEST(below(keys.root().after(text)) == below(expected, text), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE(literal_trie_test)

BOOST_AUTO_TEST_CASE(an_empty_one_holds_nothing) {
    const trie keys;
    BOOST_TEST(keys.root().nowhere());
    BOOST_TEST(keys.root().after("").nowhere());
    BOOST_TEST(keys.root().after("a").nowhere());
    BOOST_TEST(beginnings(keys, "abc").empty());
    BOOST_TEST(below(keys.root()).empty());
}

BOOST_AUTO_TEST_CASE(it_finds_what_a_map_finds_and_no_copy_ever_changes) {
    const auto seed = std::random_device()();
    BOOST_TEST_MESSAGE("seed " << seed);
    BOOST_TEST_CONTEXT("seed " << seed) {
        std::mt19937 random(seed);
        std::vector<std::pair<trie, model>> versions(1);
        for (int step = 0; step < 2000 / ASSENT_TEST_SLOWDOWN; ++step) {
            // Goes on from any version that there ever was.
            auto [keys, expected] = versions[random() % versions.size()];
            for (auto adds = random() % 4; adds > 0; --adds) {
                const std::string key = random_key(random, 6);
                const int value = static_cast<int>(random() % 1000);
                keys.add(key, value, static_cast<std::uint64_t>(value));
                expected[key].push_back(value);
            }
            if (versions.size() < 20)
                versions.emplace_back(std::move(keys), std::move(expected));
            else
                versions[random() % versions.size()] = {std::move(keys), std::move(expected)};
            const auto& [other, other_expected] = versions[random() % versions.size()];
            expect_same(other, other_expected, random_key(random, 8));
            const std::string beginning = random_key(random, 2);
            const std::string text = random_key(random, 40);
            BOOST_TEST(parts(other.root().after(beginning), text) == parts(other_expected, beginning, text),
                       boost::test_tools::per_element());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_place_in_the_middle_of_a_key_leads_on) {
    trie keys;
    keys.add("command", 1, 1);
    keys.add("commander", 2, 2);
    const auto middle = keys.root().after("com");
    BOOST_TEST(!middle.nowhere());
    BOOST_TEST((middle.items() == nullptr));
    BOOST_TEST(values(middle.after("mand").items()) == std::vector<int>{1}, boost::test_tools::per_element());
    BOOST_TEST(middle.after("pare").nowhere());
    BOOST_TEST(middle.after("mandeer").nowhere());
    std::vector<int> seen;
    const std::string_view rest = "mander!";
    middle.each_beginning(rest.begin(), rest.end(),
                          [&](const trie::item& items) { seen.push_back(items.value); });
    BOOST_TEST(seen == (std::vector<int>{1, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(every_place_on_the_way_is_shown) {
    trie keys;
    keys.add("abcd", 1, 1);
    const std::string_view text = "abx";
    std::size_t places = 0;
    keys.root().each_place(text.begin(), text.end(), [&](const trie::position& at) {
        BOOST_TEST(!at.nowhere());
        ++places;
    });
    BOOST_TEST(places == 3U);  // before `a`, behind it, and behind `b`
}

BOOST_AUTO_TEST_CASE(values_of_a_high_order_are_not_looked_for_where_a_low_one_is_wanted) {
    trie keys;
    for (int i = 0; i < 1000; ++i)
        keys.add(std::to_string(i), i, static_cast<std::uint64_t>((i * 7919) % 1000));
    std::uint64_t least = no_bound;
    int visited = 0;
    keys.root().each_below([&] { return least; },
                           [&](const trie::item& items) {
                               ++visited;
                               least = std::min(least, items.order);
                           });
    BOOST_TEST(least == 0U);
    BOOST_TEST(visited < 20);
}

BOOST_AUTO_TEST_CASE(many_values_under_one_key_are_let_go_without_recursion) {
    trie keys;
    for (int i = 0; i < 300'000; ++i) keys.add("same", i, 0);
    const trie copy = keys;
    keys = trie();
    BOOST_TEST(copy.root().after("same").items()->count == 300'000U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent
