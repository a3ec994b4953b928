// Long strings are read in steps of many bytes: where in them something stands must not matter.

#include "../../differential/json/json_judge.hpp"
#include "json/json_string.hpp"
#include "json/json_string_blocks.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <iostream>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace assent::json_long_strings_test {
namespace {

// More than three steps of 64 bytes, whatever was read before them.
constexpr std::size_t long_bytes = 230;

std::string repeated(std::string_view part, std::size_t bytes) {
    std::string text;
    while (text.size() + part.size() <= bytes) text += part;
    text.append(bytes - text.size(), 'x');
    return text;
}

std::string as_member(const std::string& body) { return R"({"type":")" + body + "\"}"; }

// Strings of 40 to 440 bytes, of a few parts each.
class random_bodies {
public:
    random_bodies() : seed_(std::random_device()()), random_(seed_) {
        std::cout << "json_long_strings_test: seed " << seed_ << '\n';
    }

    std::string next() {
        static constexpr std::array<std::string_view, 14> parts{"plain text of some length, as most is",
                                                                "x",
                                                                "\\\\",
                                                                "\\\"",
                                                                "\\n",
                                                                "\\t",
                                                                "if (a != b) {",
                                                                "/",
                                                                "b",
                                                                "0",
                                                                "\\u0041",
                                                                "\\",
                                                                "\xC3\xA9",
                                                                "\xE2\x82\xAC"};
        std::string body;
        const std::size_t bytes = 40 + random_() % 400;
        const std::size_t kinds = 1 + random_() % parts.size();
        while (body.size() < bytes) body += parts[random_() % kinds];
        return body;
    }

private:
    std::random_device::result_type seed_;
    std::mt19937_64 random_;
};

std::string shown(const std::string& body) {
    std::string text;
    append_json_string(text, body);
    return text;
}

// As slow as it can be.
const char* first_odd(const char* at, const char* end) {
    while (at != end && detail::plain(*at)) ++at;
    return at;
}

const char* first_not_simple(const char* at, const char* end) {
    constexpr std::string_view letters = "\"\\/bfnrt";
    for (at = first_odd(at, end); end - at >= 2 && *at == '\\'; at = first_odd(at + 2, end))
        if (letters.find(at[1]) == std::string_view::npos) break;
    return at;
}

BOOST_AUTO_TEST_SUITE(json_long_strings_test)

BOOST_AUTO_TEST_CASE(what_stands_in_a_long_string_is_found_at_every_place) {
    constexpr std::array<std::string_view, 3> around{"x", R"(\n)", R"(\\)"};
    constexpr std::array<std::string_view, 16> odd{
        R"(\")",     R"(\/\b\f\r\t)",    R"(\u0041)", R"(\ud83d\ude00)",
        R"(\ud83d)", R"(\\\")",          R"(\\\\\\)", R"(\x)",
        R"(\U)",     R"(\u00g0)",        R"(")",      "\n",
        "\x1f",      "\xC3\xA9\xC3\xA9", "\xC3",      "\\\xC3\xA9"};
    differential::json_judge wrong;
    for (const auto filler : around)
        for (const auto each : odd)
            for (std::size_t place = 0; place <= long_bytes; ++place) {
                std::string body = repeated(filler, place);
                body.append(each).append(repeated(filler, long_bytes - place));
                const std::string difference = wrong(as_member(body));
                BOOST_TEST_REQUIRE(difference.empty(), difference << " with " << each << " behind " << place
                                                                  << " bytes of " << filler);
            }
    BOOST_TEST(wrong.sound_count > 0);
    BOOST_TEST(wrong.fatal_count > 0);
}

BOOST_AUTO_TEST_CASE(every_byte_behind_a_backslash_is_read_as_boost_json_reads_it) {
    differential::json_judge wrong;
    for (int byte = 0; byte < 256; ++byte) {
        std::string body = repeated("x", long_bytes / 2);
        body.append({'\\', static_cast<char>(byte)}).append(repeated("x", long_bytes / 2));
        const std::string difference = wrong(as_member(body));
        BOOST_TEST_REQUIRE(difference.empty(), difference << " with byte " << byte);
    }
    BOOST_TEST(wrong.sound_count > 0);
}

BOOST_AUTO_TEST_CASE(long_strings_of_odd_parts_are_read_as_boost_json_reads_them) {
    random_bodies bodies;
    differential::json_judge wrong;
    for (int round = 0; round < 10'000; ++round) {
        const std::string body = bodies.next();
        const std::string difference = wrong(as_member(body));
        BOOST_TEST_REQUIRE(difference.empty(), difference << " in " << shown(body));
    }
    BOOST_TEST(wrong.sound_count > 0);
}

// Also on a processor that has them the other steps are tried, and the same bytes stop both.
BOOST_AUTO_TEST_CASE(larger_blocks_stop_where_smaller_ones_do) {
    if (!detail::has_avx2) std::cout << "json_long_strings_test: this processor has no AVX2\n";
    constexpr auto narrow_only = std::numeric_limits<std::ptrdiff_t>::max();
    random_bodies bodies;
    std::size_t far = 0;
    for (int round = 0; round < 100'000; ++round) {
        const std::string body = bodies.next();
        // Of just this size, so that a look behind the end is found out.
        const std::vector<char> bytes(body.begin(), body.end());
        const char* const begin = bytes.data();
        const char* const end = begin + bytes.size();
        // Boost.Test takes pointers to characters for texts; these are places.
        const std::ptrdiff_t plain = first_odd(begin, end) - begin;
        const std::ptrdiff_t simple = first_not_simple(begin, end) - begin;
        for (const std::ptrdiff_t narrow : {std::ptrdiff_t{0}, detail::usual_narrow_bytes, narrow_only}) {
            BOOST_TEST_REQUIRE(detail::skip_plain(begin, end, narrow) - begin == plain,
                               shown(body) << ", " << narrow);
            BOOST_TEST_REQUIRE(detail::skip_simple(begin, end, narrow) - begin == simple,
                               shown(body) << ", " << narrow);
        }
        if (simple > 2 * detail::block_bytes) ++far;
    }
    // Otherwise these are short strings.
    BOOST_TEST(far > 10'000U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::json_long_strings_test
