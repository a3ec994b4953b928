#include <assent/domain/call/json.hpp>

#include "unit/domain/rules/rule_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>
#include <string>

namespace assent::json_soundness_test {
namespace {

json_value nested(std::size_t levels) {
    json_value value = json_array{};
    for (std::size_t i = 1; i < levels; ++i) {
        json_array outer;
        outer.push_back(std::move(value));
        value = std::move(outer);
    }
    return value;
}

std::string flaw_in(const json_value& value, std::size_t levels = max_input_depth) {
    return std::string(to_string(find_flaw(value, levels)));
}

const std::string sound(to_string(value_flaw::none));

BOOST_AUTO_TEST_SUITE(json_soundness_test)

BOOST_AUTO_TEST_CASE(ordinary_values_have_no_flaw) {
    for (const auto* text : {"{}", "[]", "null", "1", "-1.5", R"("")", R"("a\n\t\u00e9\ud83d\ude00")",
                             R"({"a":[{"b":"c"},null,true]})"})
        BOOST_TEST(flaw_in(boost::json::parse(text)) == sound, text);
}

BOOST_AUTO_TEST_CASE(text_with_a_nul_or_without_utf8_is_found_wherever_it_is) {
    using namespace std::string_literals;
    struct row {
        std::string text;
        value_flaw flaw;
    };
    const row rows[]{
        {"a\0b"s, value_flaw::nul},
        {"\0"s, value_flaw::nul},
        {"\xC3\xA9\0"s, value_flaw::nul},
        {"\xff", value_flaw::not_utf8},
        {"a\xC3", value_flaw::not_utf8},
        {"\xC0\x80", value_flaw::not_utf8},
        {"\x80\x80\x80", value_flaw::not_utf8},
        {"\xED\xA0\x80", value_flaw::not_utf8},
    };
    for (const auto& [text, flaw] : rows) {
        const std::string expected(to_string(flaw));
        BOOST_TEST(flaw_in(json_value(text)) == expected);
        BOOST_TEST(flaw_in(json_object{{"a", json_array{1, text}}}) == expected);
        BOOST_TEST(flaw_in(json_object{{text, 1}}) == expected);
        BOOST_TEST(flaw_in(json_object{{"a", json_object{{text, 1}}}}) == expected);
    }
}

BOOST_AUTO_TEST_CASE(numbers_that_json_cannot_carry_are_found) {
    const std::string expected(to_string(value_flaw::not_finite));
    BOOST_TEST(flaw_in(std::numeric_limits<double>::infinity()) == expected);
    BOOST_TEST(flaw_in(json_object{{"a", std::numeric_limits<double>::quiet_NaN()}}) == expected);
    BOOST_TEST(flaw_in(std::numeric_limits<double>::max()) == sound);
}

BOOST_AUTO_TEST_CASE(the_allowed_number_of_levels_passes_and_one_more_does_not) {
    const std::string expected(to_string(value_flaw::too_deep));
    BOOST_TEST(flaw_in(nested(max_input_depth)) == sound);
    BOOST_TEST(flaw_in(nested(max_input_depth + 1)) == expected);
    BOOST_TEST(flaw_in(json_object{{"a", json_array{}}}, 2) == sound);
    BOOST_TEST(flaw_in(json_object{{"a", json_array{}}}, 1) == expected);
    BOOST_TEST(flaw_in(json_value(1), 0) == sound);
    BOOST_TEST(flaw_in(json_object{}, 0) == expected);
    BOOST_TEST(within_depth(nested(max_input_depth), max_input_depth));
    BOOST_TEST(!within_depth(nested(max_input_depth + 1), max_input_depth));
    BOOST_TEST(!within_depth(json_object{{"a", 1}, {"b", json_array{}}}, 1));
    BOOST_TEST(within_depth(json_value("text"), 0));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::json_soundness_test
