#include <assent/adapters/control/json/json_scan.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>
#include <vector>

namespace assent::json_scan_test {
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

std::string repeat(std::string_view part, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) out += part;
    return out;
}

std::string nested_arrays(std::size_t levels) { return repeat("[", levels) + repeat("]", levels); }

// {"k0":0,"k1":0,...} without the closing bracket.
std::string many_members(std::size_t count) {
    std::string out = "{";
    for (std::size_t i = 0; i < count; ++i) out += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":0";
    return out;
}

constexpr scanned sound{};

BOOST_AUTO_TEST_SUITE(json_scan_test)

BOOST_AUTO_TEST_CASE(json_is_accepted) {
    for (const std::string text : {"{}", "[]", "0", "-0", "-0.0e-0", "1.5E+2", "true", "false", "null",
                                   R"("")", R"("\"\\\/\b\f\n\r\t\u00e9")", " \t\n{ \"a\" : [ 1 , { } ] } \n",
                                   R"(["\ud83d\ude00"])", "\"\xF0\x9F\x98\x80\"", "\"\x7F\"",
                                   "[123456789012345678901234567890]", R"({"":{"":1}})", R"("\u0000")"}) {
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(scan(text) == sound); }
    }
}

BOOST_AUTO_TEST_CASE(what_is_not_json_is_refused_where_it_stops_being_json) {
    const struct {
        std::string text;
        std::size_t offset;
    } table[] = {
        {"", 0},           {" ", 1},         {"tru", 3},         {"trux", 3},
        {"nulll", 4},      {"True", 0},      {"NaN", 0},         {"Infinity", 0},
        {"-Infinity", 1},  {"+1", 0},        {"01", 1},          {"-01", 2},
        {"-", 1},          {".5", 0},        {"1.", 2},          {"1.e5", 2},
        {"1e", 2},         {"1e+", 3},       {"0x10", 1},        {"1 2", 2},
        {"[1,]", 3},       {"[,1]", 1},      {"[1 2]", 3},       {"[1,,2]", 3},
        {"[1", 2},         {"]", 0},         {"[}", 1},          {"{]", 1},
        {"[1}", 2},        {"{\"a\":1]", 6}, {"{", 1},           {"{,}", 1},
        {"{\"a\"}", 4},    {"{\"a\":}", 5},  {"{\"a\":1,}", 7},  {"{a:1}", 1},
        {"{'a':1}", 1},    {"{1:1}", 1},     {"{\"a\" 1}", 5},   {"{\"a\":1 \"b\":2}", 7},
        {"{}{}", 2},       {"{} x", 3},      {"/**/1", 0},       {"1//", 1},
        {"[1,}]}", 3},     {"\"", 1},        {"\"a", 2},         {"\"\\", 1},
        {"\"\\x\"", 1},    {"\"\\u12\"", 1}, {"\"\\u12g4\"", 1}, {"\"\\U0041\"", 1},
        {"\"a\nb\"", 2},   {"\"a\tb\"", 2},  {"\"a\rb\"", 2},    {"\xEF\xBB\xBF{}", 0},
        {"\xC2\xA0{}", 0}, {"\f1", 0},       {"\v1", 0},         {"{\"a\":\x80}", 5},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.text) {
            BOOST_TEST(scan(row.text) == (scanned{json_flaw::syntax, row.offset}));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_nul_byte_is_refused_inside_and_outside_of_strings) {
    using namespace std::string_literals;
    BOOST_TEST(scan("\"a\0b\""s) == (scanned{json_flaw::syntax, 2}));
    BOOST_TEST(scan("1\0"s) == (scanned{json_flaw::syntax, 1}));
}

BOOST_AUTO_TEST_CASE(every_control_character_in_a_string_is_refused_at_every_place_of_a_word) {
    for (char letter = 0; letter < ' '; ++letter) {
        for (std::size_t before = 0; before < 17; ++before) {
            const std::string text = '"' + std::string(before, 'x') + letter + std::string(16, 'x') + '"';
            BOOST_TEST_CONTEXT(int(letter) << " behind " << before) {
                BOOST_TEST(scan(text) == (scanned{json_flaw::syntax, before + 1}));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_carriage_return_outside_of_a_string_is_its_own_flaw) {
    const std::pair<const char*, std::size_t> table[] = {{"\r{}", 0},    {"{}\r", 2},        {"{\r}", 1},
                                                         {"[1,\r2]", 3}, {"{\"a\"\r:1}", 4}, {"1\r", 1},
                                                         {"-\r", 1},     {"tru\r", 3}};
    for (const auto& [text, offset] : table) {
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(scan(text) == (scanned{json_flaw::carriage_return, offset})); }
    }
}

BOOST_AUTO_TEST_CASE(a_duplicate_key_is_found_where_it_is_repeated) {
    BOOST_TEST(scan(R"({"a":1,"b":2,"a":3})") == (scanned{json_flaw::duplicate_key, 13}));
    BOOST_TEST(scan(R"({"":1,"":1})") == (scanned{json_flaw::duplicate_key, 6}));
    BOOST_TEST(scan(R"([{"a":1},{"a":1},{"A":1,"a":2}])") == sound);
    BOOST_TEST(scan(R"({"a":{"a":{"a":1}}})") == sound);
}

BOOST_AUTO_TEST_CASE(a_duplicate_key_written_with_an_escape_is_found) {
    json_scanner scanner;
    for (const std::string text :
         {R"({"type":1,"t\u0079pe":2})", R"({"t\u0079pe":1,"type":2})", R"({"t\u0079pe":1,"\u0074ype":2})",
          R"({"a\/b":1,"a/b":2})", "{\"\\ud83d\\ude00\":1,\"\xF0\x9F\x98\x80\":2}"}) {
        BOOST_TEST_CONTEXT(text) {
            BOOST_TEST(to_string(scanner.scan(text, duplicates::outermost).flaw) == "duplicate key");
        }
    }
    scanner.scan(R"({"type":1,"t\u0079pe":2})", duplicates::outermost);
    const json_fault& fault = scanner.scan(R"({"type":1,"t\u0079pe":2})", duplicates::outermost);
    BOOST_TEST(fault.key == "type");
}

BOOST_AUTO_TEST_CASE(inner_duplicates_are_looked_for_on_demand_only) {
    const std::string text = R"({"a":{"b":1,"b":2}})";
    BOOST_TEST(scan(text, duplicates::outermost) == sound);
    BOOST_TEST(scan(text, duplicates::everywhere) == (scanned{json_flaw::duplicate_key, 12}));
    BOOST_TEST(scan("[" + text + "]", duplicates::outermost) == sound);
}

BOOST_AUTO_TEST_CASE(duplicates_are_looked_for_down_to_the_deepest_level) {
    const auto inside = [](std::size_t arrays) {
        return repeat("[", arrays) + R"({"a":1,"a":1})" + repeat("]", arrays);
    };
    BOOST_TEST(scan(inside(max_json_depth - 1)) == (scanned{json_flaw::duplicate_key, max_json_depth + 6}));
    BOOST_TEST(scan(inside(max_json_depth)) == (scanned{json_flaw::too_deep, max_json_depth}));
}

BOOST_AUTO_TEST_CASE(a_duplicate_among_few_and_among_many_keys_is_found) {
    for (const std::size_t count : {1U, 2U, 15U, 16U, 17U, 18U, 100U, 5000U}) {
        for (const std::size_t repeated : {std::size_t{0}, count / 2, count - 1}) {
            const std::string start = many_members(count);
            const std::string again = ",\"k" + std::to_string(repeated) + "\":1";
            BOOST_TEST_CONTEXT(count << " keys, repeated " << repeated) {
                BOOST_TEST(scan(start + "}") == sound);
                const scanned expected{json_flaw::duplicate_key, start.size() + 1};
                BOOST_TEST(scan(start + again + "}") == expected);
                // Also when the scan ends before the object does.
                BOOST_TEST(scan(start + again + ",") == expected);
                BOOST_TEST(scan("[" + start + again + ",\"z\":[{\"y\":1,\"y\":1}]}]") ==
                           (scanned{json_flaw::duplicate_key, start.size() + 2}));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(every_letter_behind_a_backslash_is_judged_at_every_place_of_a_long_string) {
    for (char letter = 1; letter < 127; ++letter) {
        for (const std::size_t place : {0U, 14U, 15U, 16U, 30U, 31U, 32U, 33U}) {
            const std::string text = '"' + repeat("x", place) + '\\' + letter + repeat("y", 70) + '"';
            BOOST_TEST_REQUIRE((scan(text) == sound) == (std::string("\"\\/bfnrt").find(letter) < 8U));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_key_may_be_in_an_object_and_in_the_large_object_around_it) {
    std::string inner = many_members(20) + "}";
    BOOST_TEST(scan(many_members(20) + ",\"x\":" + inner + "}") == sound);
    inner.insert(inner.size() - 1, ",\"k3\":1");
    const std::string start = many_members(20) + ",\"x\":";
    BOOST_TEST(scan(start + inner + "}") ==
               (scanned{json_flaw::duplicate_key, start.size() + inner.size() - 7}));
}

BOOST_AUTO_TEST_CASE(the_members_before_a_late_found_duplicate_are_kept) {
    json_scanner scanner;
    const std::string text = many_members(30) + R"(,"k7":1,"more":2})";
    BOOST_TEST(to_string(scanner.scan(text, duplicates::outermost).flaw) == "duplicate key");
    BOOST_TEST(scanner.members().size() == 30U);
    BOOST_TEST(scanner.find("more") == nullptr);
}

BOOST_AUTO_TEST_CASE(depth_is_limited_softly) {
    BOOST_TEST(scan(nested_arrays(max_json_depth)) == sound);
    BOOST_TEST(scan(nested_arrays(max_json_depth + 1)) == (scanned{json_flaw::too_deep, max_json_depth}));
    BOOST_TEST(scan(nested_arrays(1'000'000)) == (scanned{json_flaw::too_deep, max_json_depth}));
    BOOST_TEST(scan(repeat("{\"a\":", 100'000)) == (scanned{json_flaw::syntax, 500'000}));
    BOOST_TEST(scan(nested_arrays(100'000) + "]") == (scanned{json_flaw::syntax, 200'000}));
    // Two brothers are not deeper than one.
    BOOST_TEST(scan("[" + nested_arrays(max_json_depth - 1) + "," + nested_arrays(max_json_depth - 1) +
                    "]") == sound);
}

BOOST_AUTO_TEST_CASE(text_that_is_not_utf8_is_flawed_softly) {
    const std::string table[] = {"\x80",
                                 "\xBF",
                                 "\xC0\xAF",
                                 "\xC1\xBF",
                                 "\xC3",
                                 "\xE0\x9F\xBF",
                                 "\xE2\x82",
                                 "\xED\xA0\x80",
                                 "\xF0\x8F\xBF\xBF",
                                 "\xF0\x9F\x98",
                                 "\xF4\x90\x80\x80",
                                 "\xF5\x80\x80\x80",
                                 "\xFE",
                                 "\xFF"};
    for (const auto& bytes : table) {
        BOOST_TEST_CONTEXT(bytes) {
            BOOST_TEST(scan("[\"ab" + bytes + "\"]") == (scanned{json_flaw::invalid_utf8, 4}));
            BOOST_TEST(scan("{\"" + bytes + "\":1}") == (scanned{json_flaw::invalid_utf8, 2}));
        }
    }
    for (const std::string bytes : {"\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
                                    "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF", "\xE2\x80\xA8"}) {
        BOOST_TEST_CONTEXT(bytes) { BOOST_TEST(scan("[\"ab" + bytes + "\"]") == sound); }
    }
}

BOOST_AUTO_TEST_CASE(half_a_surrogate_pair_is_flawed_softly) {
    const std::pair<const char*, std::size_t> table[] = {{R"("\ud800")", 1},
                                                         {R"("\udc00")", 1},
                                                         {R"("\uDBFFx")", 1},
                                                         {R"("\ud800\n")", 1},
                                                         {R"("\ud800\u0041")", 1},
                                                         {R"("\ud800\ud800\udc00")", 1},
                                                         {R"("\ud800\udc00\udc00")", 13},
                                                         {R"({"\ud8ab":1})", 2}};
    for (const auto& [text, offset] : table) {
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(scan(text) == (scanned{json_flaw::lone_surrogate, offset})); }
    }
    BOOST_TEST(scan(R"(["\uD800\uDC00","\udbff\udfff","\ud7ff\ue000"])") == sound);
}

BOOST_AUTO_TEST_CASE(a_key_with_half_a_surrogate_pair_reads_as_the_replacement_character) {
    json_scanner scanner;
    scanner.scan(R"({"a\ud800b":1})", duplicates::outermost);
    BOOST_TEST_REQUIRE(scanner.members().size() == 1U);
    BOOST_TEST(scanner.members()[0].key ==
               "a\xEF\xBF\xBD"
               "b");
}

BOOST_AUTO_TEST_CASE(a_fatal_flaw_goes_before_a_soft_one_and_the_first_before_others) {
    BOOST_TEST(scan(R"(["\ud800",1e999,)") == (scanned{json_flaw::syntax, 16}));
    BOOST_TEST(scan(R"(["\ud800",1e999])") == (scanned{json_flaw::lone_surrogate, 2}));
    BOOST_TEST(scan(R"([1e999,"\ud800"])") == (scanned{json_flaw::number_out_of_range, 1}));
    BOOST_TEST(scan("{\"a\":1,\"a\":2\r}") == (scanned{json_flaw::duplicate_key, 7}));
    BOOST_TEST(scan("{\"a\":1\r,\"a\":2}") == (scanned{json_flaw::carriage_return, 6}));
}

BOOST_AUTO_TEST_CASE(fatal_and_soft_flaws_are_told_apart) {
    for (const auto flaw : {json_flaw::syntax, json_flaw::carriage_return, json_flaw::duplicate_key})
        BOOST_TEST(fatal(flaw));
    for (const auto flaw : {json_flaw::none, json_flaw::invalid_utf8, json_flaw::lone_surrogate,
                            json_flaw::number_out_of_range, json_flaw::too_deep})
        BOOST_TEST(!fatal(flaw));
}

BOOST_AUTO_TEST_CASE(members_are_the_exact_bytes_of_the_outermost_object) {
    const std::string text =
        " { \"a\" : 1.50 , \"b\\u0063\":\"x\\n\", \"d\":[1, {\"e\":2}] ,\"f\":{ },\"g\":null,\"h\":true } ";
    json_scanner scanner;
    BOOST_TEST(!scanner.scan(text, duplicates::everywhere));
    const struct {
        const char* key;
        const char* value;
        json_kind kind;
    } expected[] = {{"a", "1.50", json_kind::number},
                    {"bc", "\"x\\n\"", json_kind::string},
                    {"d", "[1, {\"e\":2}]", json_kind::array},
                    {"f", "{ }", json_kind::object},
                    {"g", "null", json_kind::null},
                    {"h", "true", json_kind::boolean}};
    BOOST_TEST_REQUIRE(scanner.members().size() == std::size(expected));
    for (std::size_t i = 0; i < std::size(expected); ++i) {
        const json_member& member = scanner.members()[i];
        BOOST_TEST_CONTEXT(expected[i].key) {
            BOOST_TEST(member.key == expected[i].key);
            BOOST_TEST(member.value == expected[i].value);
            BOOST_TEST((member.kind == expected[i].kind));
            BOOST_TEST(scanner.find(expected[i].key) == &member);
        }
    }
    BOOST_TEST(scanner.find("e") == nullptr);
}

BOOST_AUTO_TEST_CASE(what_is_no_object_has_a_kind_and_no_members) {
    const std::pair<const char*, json_kind> table[] = {
        {"[{\"a\":1}]", json_kind::array}, {"\"a\"", json_kind::string}, {"1", json_kind::number},
        {"true", json_kind::boolean},      {"null", json_kind::null},    {"{}", json_kind::object}};
    json_scanner scanner;
    for (const auto& [text, kind] : table) {
        BOOST_TEST_CONTEXT(text) {
            BOOST_TEST(!scanner.scan(text, duplicates::everywhere));
            BOOST_TEST((scanner.kind() == kind));
            BOOST_TEST(scanner.members().empty());
        }
    }
}

BOOST_AUTO_TEST_CASE(after_a_fatal_flaw_the_members_before_it_can_be_read) {
    json_scanner scanner;
    BOOST_TEST(
        to_string(scanner.scan(R"({"request_id":"r1","a":[1,2],"b":{"c":1,"d":tru}})", duplicates::everywhere)
                      .flaw) == "not JSON");
    BOOST_TEST(scanner.members().size() == 2U);
    BOOST_TEST_REQUIRE(scanner.find("request_id") != nullptr);
    BOOST_TEST(scanner.find("request_id")->value == "\"r1\"");
    BOOST_TEST((scanner.kind() == json_kind::object));
}

BOOST_AUTO_TEST_CASE(a_scanner_is_reused_and_keeps_nothing_of_the_text_before) {
    json_scanner scanner;
    const std::string large = many_members(100'000) + ",\"\\u0041\":" + nested_arrays(5000) + ",\"k5\":1}";
    for (int round = 0; round < 2; ++round) {
        BOOST_TEST(to_string(scanner.scan(large, duplicates::everywhere).flaw) == "duplicate key");
        BOOST_TEST(scanner.members().size() == 100'001U);
        BOOST_TEST(scanner.find("A") != nullptr);

        BOOST_TEST(!scanner.scan(R"({"\u0062":1})", duplicates::everywhere));
        BOOST_TEST(scanner.members().size() == 1U);
        BOOST_TEST(scanner.find("b") != nullptr);
        BOOST_TEST(scanner.scan("1", duplicates::everywhere).key.empty());
        BOOST_TEST(scanner.members().empty());
    }
}

BOOST_AUTO_TEST_CASE(unescaped_keys_stay_where_they_are_while_more_are_added) {
    std::string text = "{";
    for (int i = 0; i < 1000; ++i) text += (i == 0 ? "\"\\u006b" : ",\"\\u006b") + std::to_string(i) + "\":0";
    text += "}";
    json_scanner scanner;
    BOOST_TEST(!scanner.scan(text, duplicates::everywhere));
    for (std::size_t i = 0; i < 1000; ++i) BOOST_TEST(scanner.members()[i].key == "k" + std::to_string(i));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::json_scan_test
