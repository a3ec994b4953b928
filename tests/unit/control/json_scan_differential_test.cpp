// Generates and damages JSON texts at random, and compares what the scanner says with Boost.JSON.
//
// ASSENT_SEED repeats a run, ASSENT_ROUNDS makes it longer.

#include "../../differential/json/json_judge.hpp"
#include "random_json.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

namespace assent::json_scan_differential_test {
namespace {

namespace json = boost::json;

std::uint64_t environment_number(const char* name, std::uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

std::string printable(const std::string& text) {
    std::string out;
    append_json_string(out, text);
    if (!valid_utf8(text)) out += " (not UTF-8)";
    return out;
}

BOOST_AUTO_TEST_SUITE(json_scan_differential_test)

BOOST_AUTO_TEST_CASE(the_scanner_and_boost_json_agree) {
    const std::uint64_t seed = environment_number("ASSENT_SEED", std::random_device{}());
    const std::uint64_t rounds = environment_number("ASSENT_ROUNDS", 100'000);
    std::cout << "json_scan_differential_test: ASSENT_SEED=" << seed << '\n';

    testing::random_json texts(seed);
    differential::json_judge wrong;
    for (std::uint64_t round = 0; round < rounds; ++round) {
        std::string text = texts.text();
        if (texts.chance(2)) texts.damage(text);
        const std::string difference = wrong(text);
        BOOST_TEST_REQUIRE(difference.empty(), difference << " in round " << round << ", ASSENT_SEED=" << seed
                                                          << ": " << printable(text));
    }
    // Otherwise the generator tests nothing.
    BOOST_TEST(wrong.sound_count > rounds / 4);
    BOOST_TEST(wrong.fatal_count > rounds / 4);
    BOOST_TEST(wrong.soft_count > rounds / 100);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::json_scan_differential_test
