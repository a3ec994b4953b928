#include <assent/domain/text/display_text.hpp>

#include <boost/test/unit_test.hpp>

#include <limits>
#include <string>

namespace assent::size_text_test {
namespace {

constexpr std::size_t largest = std::numeric_limits<std::size_t>::max();

BOOST_AUTO_TEST_SUITE(size_text_test)

BOOST_AUTO_TEST_CASE(sizes_are_read_as_people_write_them) {
    const struct {
        std::string text;
        std::size_t bytes;
    } rows[] = {
        {"0", 0},
        {"65536", 65536},
        {"512B", 512},
        {"64KiB", 65536},
        {"16MiB", 16777216},
        {"1GiB", 1073741824},
        {std::to_string(largest), largest},
        {std::to_string(largest / 1024) + "KiB", largest / 1024 * 1024},
    };
    for (const auto& row : rows)
        BOOST_TEST_CONTEXT(row.text) BOOST_TEST(parse_size(row.text).value_or(7) == row.bytes);
}

BOOST_AUTO_TEST_CASE(what_is_no_size_or_does_not_fit_is_refused) {
    for (const std::string text : {"", "KiB", "-1", "+1", " 1", "1 ", "1 KiB", "1kib", "1KB", "1.5MiB",
                                   "0x10", "1MiBx", "18446744073709551616", "18014398509481984KiB"})
        BOOST_TEST_CONTEXT(text) BOOST_TEST(!parse_size(text).has_value());
}

BOOST_AUTO_TEST_CASE(a_size_is_written_with_the_largest_unit_that_loses_nothing) {
    const struct {
        std::size_t bytes;
        std::string text;
    } rows[] = {{0, "0"},
                {1, "1"},
                {1023, "1023"},
                {1024, "1KiB"},
                {1500, "1500"},
                {67108864, "64MiB"},
                {1536 * 1024, "1536KiB"},
                {std::size_t{3} << 30U, "3GiB"},
                {largest, std::to_string(largest)}};
    for (const auto& row : rows) {
        BOOST_TEST(size_text(row.bytes) == row.text);
        BOOST_TEST(parse_size(row.text).value_or(7) == row.bytes);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::size_text_test
