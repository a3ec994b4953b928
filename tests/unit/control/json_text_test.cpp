#include <assent/adapters/control/json/json_text.hpp>

#include <assent/adapters/control/json/json_scan.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <limits>
#include <string>

namespace assent::json_text_test {
namespace {

using namespace std::string_literals;

std::string as_string(std::string_view text) {
    std::string out;
    append_json_string(out, text);
    return out;
}

std::string as_json(const json_value& value) {
    std::string out;
    append_json(out, value);
    return out;
}

bool sound(std::string_view text) {
    json_scanner scanner;
    return !scanner.scan(text, json_scanner::duplicates::everywhere);
}

BOOST_AUTO_TEST_SUITE(json_text_test)

BOOST_AUTO_TEST_CASE(the_text_of_a_plain_string_is_not_copied) {
    std::string scratch = "untouched";
    const std::string_view raw = "\"git push\"";
    const std::string_view text = string_text(raw, scratch);
    BOOST_TEST(text == "git push");
    BOOST_TEST(text.data() == raw.data() + 1);
    BOOST_TEST(scratch == "untouched");
    BOOST_TEST(string_text("\"\"", scratch).empty());
}

BOOST_AUTO_TEST_CASE(escapes_are_taken_out) {
    const struct {
        std::string raw;
        std::string text;
    } table[] = {
        {R"("\"\\\/\b\f\n\r\t")", "\"\\/\b\f\n\r\t"},
        {R"("a\u0000b")", "a\0b"s},
        {R"("\u007f\u0080\u07ff")", "\x7F\xC2\x80\xDF\xBF"},
        {R"("\u0800\uFFFF")", "\xE0\xA0\x80\xEF\xBF\xBF"},
        {R"("\ud800\udc00\uDBFF\uDFFF")", "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"},
        {R"("\ud800")", "\xEF\xBF\xBD"},
        {R"("\udc00x")", "\xEF\xBF\xBDx"},
        {R"("\ud800\ud800\udc00")", "\xEF\xBF\xBD\xF0\x90\x80\x80"},
        {R"("\\u0041")", "\\u0041"},
    };
    std::string scratch;
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.raw) { BOOST_TEST(string_text(row.raw, scratch) == row.text); }
    }
}

BOOST_AUTO_TEST_CASE(strings_are_written_so_that_every_reader_sees_one_line_of_utf8) {
    const struct {
        std::string text;
        std::string json;
    } table[] = {
        {"", R"("")"},
        {"plain / text", R"("plain / text")"},
        {"\"\\\b\f\n\r\t", R"("\"\\\b\f\n\r\t")"},
        {"\x01\x1F\0"s, R"("\u0001\u001f\u0000")"},
        {"a\xE2\x80\xA8"
         "b\xE2\x80\xA9"
         "c",
         R"("a\u2028b\u2029c")"},
        {"\xC2\x80\xC2\x85\xC2\x9F\xC2\xA0", "\"\\u0080\\u0085\\u009f\xC2\xA0\""},
        {"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\""},
        {"a\xFF"
         "b",
         "\"a\xEF\xBF\xBD"
         "b\""},
        {"\xE2\x82", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},
        {"\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.json) {
            BOOST_TEST(as_string(row.text) == row.json);
            BOOST_TEST(sound(row.json));
        }
    }
}

BOOST_AUTO_TEST_CASE(every_byte_at_every_place_of_a_word_is_written_as_json) {
    for (int byte = 0; byte < 256; ++byte) {
        for (std::size_t before = 0; before < 9; ++before) {
            const std::string text = std::string(before, 'x') + static_cast<char>(byte) + std::string(9, 'y');
            const std::string json = as_string(text);
            BOOST_TEST_CONTEXT("byte " << byte << " behind " << before) {
                BOOST_TEST(sound(json));
                std::string scratch;
                if (byte < 0x80) BOOST_TEST(string_text(json, scratch) == text);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(text_is_appended) {
    std::string out = "[";
    append_json_string(out, "a");
    out += ',';
    append_json(out, json_value(1));
    BOOST_TEST(out == "[\"a\",1");
}

BOOST_AUTO_TEST_CASE(values_are_written_compactly_in_their_order) {
    const json_value value = {{"z", {1, -2, 18446744073709551615U, true, false, nullptr}},
                              {"a\n", "\xE2\x80\xA8"},
                              {"o", json_object{}},
                              {"l", json_array{}}};
    BOOST_TEST(as_json(value) ==
               R"({"z":[1,-2,18446744073709551615,true,false,null],"a\n":"\u2028","o":{},"l":[]})");
}

BOOST_AUTO_TEST_CASE(a_floating_point_number_stays_one) {
    const std::pair<double, const char*> table[] = {
        {1.0, "1.0"},
        {-0.0, "-0.0"},
        {0.1, "0.1"},
        {1e300, "1e+300"},
        {5e-324, "5e-324"},
        {1e15, "1e+15"},
        {123456.0, "123456.0"},
        {-2.5, "-2.5"},
        {std::numeric_limits<double>::max(), "1.7976931348623157e+308"}};
    for (const auto& [number, text] : table) {
        BOOST_TEST_CONTEXT(text) {
            BOOST_TEST(as_json(number) == text);
            BOOST_TEST(sound(text));
            BOOST_TEST(parse_scanned(text).is_double());
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_scanned_can_be_parsed_at_the_greatest_depth) {
    const std::string deepest = std::string(max_json_depth, '[') + std::string(max_json_depth, ']');
    BOOST_TEST(sound(deepest));
    BOOST_TEST(boost::json::serialize(parse_scanned(deepest)) == deepest);
    BOOST_TEST(!sound("[" + deepest + "]"));
    BOOST_CHECK_THROW(static_cast<void>(parse_scanned("[" + deepest + "]")), boost::system::system_error);
}

BOOST_AUTO_TEST_CASE(parsing_what_is_not_json_throws) {
    BOOST_CHECK_THROW(static_cast<void>(parse_scanned("[1,]")), boost::system::system_error);
    BOOST_CHECK_THROW(static_cast<void>(parse_scanned("")), boost::system::system_error);
}

BOOST_AUTO_TEST_CASE(a_number_is_what_boost_json_makes_of_it) {
    for (const std::string text : {"0",
                                   "-0",
                                   "7",
                                   "-7",
                                   "10",
                                   "999999999999999999",
                                   "-999999999999999999",
                                   "1000000000000000000",
                                   "9223372036854775807",
                                   "-9223372036854775808",
                                   "9223372036854775808",
                                   "-9223372036854775809",
                                   "9999999999999999999",
                                   "18446744073709551615",
                                   "18446744073709551616",
                                   "1.0",
                                   "-1.5e3",
                                   "1E2",
                                   "0e0",
                                   "-0.0",
                                   "123456789012345678901234567890",
                                   "0.1",
                                   "1e-7"}) {
        const std::string list = "[" + text + "]";
        const json_value value = parse_scanned(list);
        const json_value by_boost = boost::json::parse(list + std::string(64, ' '));
        BOOST_TEST_CONTEXT(text) {
            BOOST_TEST((value.at(0).kind() == by_boost.at(0).kind()));
            BOOST_TEST(boost::json::serialize(value) == boost::json::serialize(by_boost));
        }
    }
}

BOOST_AUTO_TEST_CASE(what_boost_json_refuses_is_refused) {
    const std::string long_text(40, 'x');
    for (const std::string text : {"01",          "-",        "1.",         "1e",       "+1",
                                   "tru",         "[1 2]",    "{\"a\"}",    "{\"a\":}", "{\"a\" 1}",
                                   "{1:2}",       "[1,]",     "{\"a\":1,}", "[",        "]",
                                   "{",           "[}",       "{]",         "\"",       "\"\\x\"",
                                   "\"\\ud800\"", "\"\xFF\"", "\"\n\"",     "1 2",      "[1]]",
                                   "nul",         "",         " ",          "'a'",      "[1e99999999999]"}) {
        for (const std::string& around :
             {text, "[\"" + long_text + "\"," + text + ",\"" + long_text + "\"]"}) {
            boost::system::error_code refused;
            static_cast<void>(boost::json::parse(around + std::string(64, ' '), refused));
            BOOST_TEST_CONTEXT(around) {
                BOOST_TEST(refused.failed());
                BOOST_CHECK_THROW(static_cast<void>(parse_scanned(around)), boost::system::system_error);
            }
        }
    }
}

// Boost.JSON alone gives two doubles here.
BOOST_AUTO_TEST_CASE(a_number_has_the_same_value_wherever_it_stands) {
    const std::string number = "9885394.5185644826";
    const json_value alone = parse_scanned(number);
    const json_value inside = parse_scanned("[" + number + ",\"" + std::string(100, 'x') + "\"]");
    const json_value last = parse_scanned("[0," + number + "]");
    BOOST_TEST(alone.get_double() == inside.at(0).get_double());
    BOOST_TEST(alone.get_double() == last.at(1).get_double());
}

BOOST_AUTO_TEST_CASE(utf8_is_told_from_other_bytes) {
    for (const auto& text :
         {""s, "ascii only, and long enough"s, "12345678\xC3\xA9"s, "\xF4\x8F\xBF\xBF"s, "\0"s}) {
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(valid_utf8(text)); }
    }
    for (const auto& text :
         {"\x80"s, "12345678\xC3"s, "1234567\xFF"s, "\xC0\x80"s, "\xED\xBF\xBF"s, "\xF4\x90\x80\x80"s}) {
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(!valid_utf8(text)); }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::json_text_test
