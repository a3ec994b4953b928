#include <assent/adapters/control/json/json_scan.hpp>

#include <boost/test/unit_test.hpp>

#include <ostream>
#include <string>

namespace assent::json_number_test {
namespace {

using duplicates = json_scanner::duplicates;

struct scanned {
    json_flaw flaw = json_flaw::none;
    std::size_t offset = 0;
    bool operator==(const scanned&) const = default;
};

std::ostream& operator<<(std::ostream& out, const scanned& value) {
    return out << to_string(value.flaw) << " at " << value.offset;
}

scanned scan(const std::string& text, duplicates where = duplicates::everywhere) {
    json_scanner scanner;
    const json_fault& fault = scanner.scan(text, where);
    return {fault.flaw, fault.offset};
}

constexpr scanned sound{};

BOOST_AUTO_TEST_SUITE(json_number_test)

BOOST_AUTO_TEST_CASE(numbers_that_become_infinite_are_flawed_softly) {
    const std::string ones(400, '1');
    const std::string zeros(400, '0');
    const std::string nines(30, '9');
    for (const std::string& text :
         {std::string("1e999"), std::string("-1e400"), std::string("1E+309"), ones, "-" + ones, ones + ".5",
          "1e" + nines, "1" + zeros + "e-10", std::string("1.7976931348623159e308"), std::string("2e308"),
          "0.1e" + nines}) {
        BOOST_TEST_CONTEXT(text) {
            BOOST_TEST(scan("[" + text + "]") == (scanned{json_flaw::number_out_of_range, 1}));
        }
    }
    for (const std::string& text :
         {std::string("1e308"), std::string("-1e308"), std::string("1.7976931348623157e308"),
          std::string("1e-999"), std::string("1e-2147483647"), "1" + zeros + "e-399", "0." + zeros + "1e400",
          "0." + ones, "1e" + zeros + "1", std::string("0e99"), std::string("123456789012345678901234567890"),
          "0." + zeros}) {
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(scan("[" + text + "]") == sound); }
    }
}

// Boost.JSON would make not-a-number of the first two, and refuse the others.
BOOST_AUTO_TEST_CASE(numbers_that_the_parser_cannot_read_are_flawed_softly) {
    for (const std::string text : {"0e400", "-0.0e400", "1e-99999999999", "0e99999999999"}) {
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(scan(text) == (scanned{json_flaw::number_out_of_range, 0})); }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::json_number_test
