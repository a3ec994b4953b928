#include <assent/domain/text/display_text.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string_view>

namespace assent::duration_text_test {
namespace {

using namespace std::chrono_literals;
using namespace std::string_view_literals;

BOOST_AUTO_TEST_SUITE(duration_text_test)

BOOST_AUTO_TEST_CASE(a_time_is_a_whole_number_and_a_unit) {
    const struct {
        std::string_view text;
        duration expected;
    } table[] = {
        {"0", 0ns},
        {"0s", 0ns},
        {"250ms", 250ms},
        {"300s", 300s},
        {"5m", 5min},
        {"2h", 2h},
        {"007m", 7min},
        {"9223372036854ms", 9223372036854ms},
        {"2562047h", 2562047h},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.text) {
            const auto parsed = parse_duration(row.text);
            BOOST_REQUIRE(parsed.has_value());
            BOOST_TEST(parsed->count() == row.expected.count());
        }
    }
}

BOOST_AUTO_TEST_CASE(anything_else_is_no_time) {
    for (const auto text :
         {""sv,     "s"sv,    "5"sv,  "00"sv,   "-5m"sv,  "-0s"sv, "+5m"sv,   " 5m"sv,  "5m "sv,
          "5 m"sv,  "1.5h"sv, "5M"sv, "5min"sv, "5d"sv,   "5us"sv, "1h30m"sv, "5m\0"sv, "0x5s"sv,
          "five"sv, "5,0s"sv, "ms"sv, "1e3s"sv, "--1s"sv, "5sm"sv, "\t5s"sv}) {
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(!parse_duration(text).has_value()); }
    }
}

BOOST_AUTO_TEST_CASE(a_time_that_does_not_fit_is_no_time) {
    for (const auto text :
         {"9223372036855ms"sv, "9223372037s"sv, "153722868m"sv, "2562048h"sv, "9223372036854775807h"sv,
          "9223372036854775808ms"sv, "18446744073709551617ms"sv}) {
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(!parse_duration(text).has_value()); }
    }
}

BOOST_AUTO_TEST_CASE(a_time_is_written_with_the_largest_unit_that_is_exact) {
    const struct {
        duration value;
        std::string_view expected;
    } table[] = {
        {0ns, "0"},           {250ms, "250ms"}, {1s, "1s"},     {90s, "90s"},
        {1500ms, "1500ms"},   {60s, "1m"},      {5min, "5m"},   {90min, "90m"},
        {60min, "1h"},        {24h, "24h"},     {1ns, "0"},     {999'999ns, "0"},
        {1'999'999ns, "1ms"}, {-1ns, "0"},      {-5min, "-5m"}, {duration::max(), "9223372036854ms"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.expected) { BOOST_TEST(duration_text(row.value) == row.expected); }
    }
}

BOOST_AUTO_TEST_CASE(what_is_written_is_read_back) {
    for (const duration value : {0ns, duration(1ms), duration(999ms), duration(1s), duration(59s),
                                 duration(61s), duration(1h), duration(25h), duration(3'599'999ms)}) {
        BOOST_TEST_CONTEXT(value.count()) { BOOST_TEST((parse_duration(duration_text(value)) == value)); }
    }
    BOOST_TEST(!parse_duration(duration_text(-5min)).has_value());
}

BOOST_AUTO_TEST_CASE(people_read_at_most_two_units_and_never_less_than_is_left) {
    const struct {
        duration value;
        std::string_view expected;
    } table[] = {
        {0ns, "0s"},
        {-1h, "0s"},
        {1ns, "1s"},
        {1s, "1s"},
        {1s + 1ns, "2s"},
        {59s, "59s"},
        {59s + 1ns, "1m"},
        {250s, "4m 10s"},
        {5min, "5m"},
        {59min + 59s, "59m 59s"},
        {59min + 59s + 1ns, "1h"},
        {2h, "2h"},
        {1h + 1ns, "1h 1m"},
        {1h + 4min + 10s, "1h 5m"},
        {1h + 59min + 1s, "2h"},
        {24h, "24h"},
        {24h + 1ns, "24h 1m"},
        {duration::max(), "2562047h 48m"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.value.count()) { BOOST_TEST(about(row.value) == row.expected); }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::duration_text_test
