#include <assent/domain/call/json.hpp>

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <limits>
#include <ostream>
#include <string>
#include <string_view>

namespace assent {

static std::ostream& operator<<(std::ostream& out, json_equality equality) {
    switch (equality) {
        case json_equality::equal: return out << "equal";
        case json_equality::different: return out << "different";
        case json_equality::unprovable: return out << "unprovable";
    }
    return out << "?";
}

namespace json_test {
namespace {

json_value parse(std::string_view text) {
    return boost::json::parse(boost::json::string_view(text.data(), text.size()));
}

BOOST_AUTO_TEST_SUITE(json_test)

BOOST_AUTO_TEST_CASE(values_compare_by_meaning_in_both_orders) {
    constexpr auto equal = json_equality::equal;
    constexpr auto different = json_equality::different;
    constexpr auto unprovable = json_equality::unprovable;
    const struct {
        std::string_view left;
        std::string_view right;
        json_equality expected;
    } table[] = {
        {"null", "null", equal},
        {"true", "true", equal},
        {"true", "false", different},
        {"true", "1", different},
        {"\"1\"", "1", different},
        {"null", "false", different},
        {"\"a\"", "\"a\"", equal},
        {"\"a\"", "\"A\"", different},
        {"1", "1.0", equal},
        {"10", "1e1", equal},
        {"0", "-0.0", equal},
        {"1", "1.5", different},
        {"-1", "18446744073709551615", different},
        {"9223372036854775807", "9223372036854775808", different},
        {"18446744073709551615", "18446744073709551615", equal},
        {"9007199254740992", "9007199254740993", different},
        {"9007199254740992", "9007199254740992.0", unprovable},
        {"9007199254740993", "9007199254740992.0", unprovable},
        {"-9007199254740992.0", "-9007199254740992", unprovable},
        {"1e300", "1e300", unprovable},
        {"1e300", "1", different},
        {"100000000000000000000000", "100000000000000000000001", unprovable},
        {"[]", "[]", equal},
        {"[]", "{}", different},
        {"[1,2]", "[2,1]", different},
        {"[1,2]", "[1]", different},
        {"[1,[2.0]]", "[1.0,[2]]", equal},
        {"[1e300,1]", "[1e300,2]", different},
        {"[1e300,1]", "[1e300,1]", unprovable},
        {"{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", equal},
        {"{\"a\":1}", "{\"a\":1,\"b\":2}", different},
        {"{\"a\":1}", "{\"b\":1}", different},
        {"{\"a\":{\"b\":[1]}}", "{\"a\":{\"b\":[1]}}", equal},
        {"{\"a\":1e300,\"b\":1}", "{\"a\":1e300,\"b\":1}", unprovable},
        {"{\"a\":1e300,\"b\":1}", "{\"a\":1e300,\"b\":2}", different},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.left << " and " << row.right) {
            BOOST_TEST(compare(parse(row.left), parse(row.right)) == row.expected);
            BOOST_TEST(compare(parse(row.right), parse(row.left)) == row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(signed_and_unsigned_integers_of_one_value_are_equal) {
    BOOST_TEST(compare(json_value(std::int64_t{7}), json_value(std::uint64_t{7})) == json_equality::equal);
    BOOST_TEST(compare(json_value(std::uint64_t{7}), json_value(std::int64_t{-7})) ==
               json_equality::different);
}

BOOST_AUTO_TEST_CASE(a_floating_point_number_proves_something_below_2_to_53_only) {
    const std::int64_t limit = std::int64_t{1} << 53;
    const auto compared = [](std::int64_t integer, double number) {
        return compare(json_value(integer), json_value(number));
    };
    BOOST_TEST(compared(limit - 1, 9007199254740991.0) == json_equality::equal);
    BOOST_TEST(compared(limit, 9007199254740992.0) == json_equality::unprovable);
    BOOST_TEST(compared(limit + 1, 9007199254740992.0) == json_equality::unprovable);
    BOOST_TEST(compared(limit - 1, 9007199254740992.0) == json_equality::different);
    BOOST_TEST(compared(-limit, -9007199254740992.0) == json_equality::unprovable);
}

BOOST_AUTO_TEST_CASE(numbers_that_are_not_finite_are_found_at_any_depth) {
    const double infinite = std::numeric_limits<double>::infinity();
    const double not_a_number = std::numeric_limits<double>::quiet_NaN();
    BOOST_TEST(all_finite(parse("{\"a\":[1,2.5,\"x\",null,true,{\"b\":-1e308}]}")));
    for (const double bad : {infinite, -infinite, not_a_number}) {
        BOOST_TEST_CONTEXT(bad) {
            BOOST_TEST(!all_finite(json_value(bad)));
            BOOST_TEST(!all_finite(json_value(json_array{1, json_array{bad}})));
            BOOST_TEST(!all_finite(json_value(json_object{{"a", json_object{{"b", bad}}}})));
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_not_finite_equals_nothing_for_sure) {
    const double infinite = std::numeric_limits<double>::infinity();
    BOOST_TEST(compare(json_value(infinite), json_value(infinite)) == json_equality::unprovable);
    BOOST_TEST(compare(json_value(infinite), json_value(1)) == json_equality::different);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace json_test
}  // namespace assent
