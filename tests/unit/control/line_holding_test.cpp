#include <assent/adapters/control/lines/line_splitter.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <thread>

namespace assent::line_holding_test {
namespace {

using kind = line_splitter::line::kind;

// Feeds what there is room for, at most `most` bytes at once. Lines that become complete are asked for; what
// they are does not matter here.
void feed(line_splitter& lines, std::string_view bytes, std::size_t most) {
    while (!bytes.empty()) {
        const auto space = lines.read_space();
        BOOST_TEST_REQUIRE(!space.empty());
        const std::size_t count = std::min({space.size(), bytes.size(), most});
        std::copy_n(bytes.begin(), count, space.begin());
        lines.arrived(count);
        bytes.remove_prefix(count);
        while (!bytes.empty() && lines.next().what != kind::none) {
        }
    }
}

// The buffers of a thread are its own: those that other tests have left are not seen here.
template <class Test>
void on_own_thread(Test test) {
    std::thread(test).join();
}

constexpr std::size_t limit = 1'000'000;
constexpr std::size_t first = line_splitter::first_capacity_bytes;

BOOST_AUTO_TEST_SUITE(line_holding_test)

BOOST_AUTO_TEST_CASE(held_lines_stay_as_they_are_whatever_is_read) {
    on_own_thread([] {
        for (const std::size_t most : {std::size_t{1}, std::size_t{777}, limit}) {
            for (const std::size_t bytes : {std::size_t{10}, first / 2, first - 1, first, 2 * first, limit}) {
                BOOST_TEST_CONTEXT("a line of " << bytes << ", reads of " << most) {
                    line_splitter lines(limit);
                    const std::string text(bytes, 'h');
                    feed(lines, text + "\n", limit);
                    const auto held = lines.next();
                    BOOST_TEST_REQUIRE((held.text == text));
                    lines.hold();
                    BOOST_TEST((lines.next().what == kind::none));

                    std::string others = "other\n";
                    for (int i = 0; i < 300; ++i) others += std::string(500, 'x') + "\n";
                    feed(lines, others + "last", most);
                    BOOST_TEST((held.text == text));
                    while (lines.next().what != kind::none) {
                    }
                    feed(lines, "\n", most);
                    BOOST_TEST(lines.next().text == "last");
                    BOOST_TEST((held.text == text));
                }
            }
        }
    });
}

BOOST_AUTO_TEST_CASE(lines_of_two_reads_can_be_held_together) {
    line_splitter lines(limit);
    feed(lines, "first\n", limit);
    const auto one = lines.next();
    lines.hold();
    BOOST_TEST((lines.next().what == kind::none));
    feed(lines, "second\n", limit);
    const auto two = lines.next();
    lines.hold();
    BOOST_TEST((lines.next().what == kind::none));
    feed(lines, std::string(10 * first, 'x') + "\n", 1000);
    BOOST_TEST(one.text == "first");
    BOOST_TEST(two.text == "second");
}

BOOST_AUTO_TEST_CASE(behind_held_lines_space_is_used_as_long_as_there_is_enough) {
    on_own_thread([] {
        line_splitter lines(limit);
        feed(lines, "held\n", limit);
        BOOST_TEST(lines.next().text == "held");
        lines.hold();
        BOOST_TEST((lines.next().what == kind::none));
        feed(lines, std::string(first / 2, 'x'), limit);
        BOOST_TEST((lines.next().what == kind::none));
        static_cast<void>(lines.read_space());
        BOOST_TEST(lines.held_aside_bytes() == 0U);
        BOOST_TEST(lines.can_hold());
        feed(lines, std::string(first / 4, 'x'), limit);
        BOOST_TEST((lines.next().what == kind::none));
        static_cast<void>(lines.read_space());
        BOOST_TEST(lines.held_aside_bytes() == first);
        BOOST_TEST(!lines.can_hold());
        lines.release();
        BOOST_TEST(lines.held_aside_bytes() == 0U);
        BOOST_TEST(lines.can_hold());
        feed(lines, "\n", limit);
        BOOST_TEST(lines.next().text.size() == first / 2 + first / 4);
    });
}

BOOST_AUTO_TEST_CASE(a_line_that_never_ends_beside_held_ones_costs_no_more_than_the_longest_line) {
    on_own_thread([] {
        line_splitter lines(limit);
        feed(lines, std::string(limit, 'h') + "\n", limit);
        const auto held = lines.next();
        lines.hold();
        BOOST_TEST((lines.next().what == kind::none));
        for (std::size_t sent = 0; sent < 5 * limit; sent += 1000) {
            feed(lines, std::string(1000, 'x'), limit);
            static_cast<void>(lines.next());
            BOOST_TEST_REQUIRE(lines.capacity_bytes() <= limit + 5);
            BOOST_TEST_REQUIRE(lines.held_aside_bytes() <= limit + 5);
        }
        BOOST_TEST((held.text == std::string(limit, 'h')));
    });
}

BOOST_AUTO_TEST_CASE(the_buffer_of_held_lines_is_given_back_with_their_release) {
    on_own_thread([] {
        line_splitter lines(limit);
        feed(lines, "held\n", limit);
        BOOST_TEST(lines.next().text == "held");
        lines.hold();
        BOOST_TEST((lines.next().what == kind::none));
        BOOST_TEST(lines.capacity_bytes() == first);
        BOOST_TEST(line_splitter::spare_bytes() == 0U);
        lines.release();
        BOOST_TEST(lines.capacity_bytes() == 0U);
        BOOST_TEST(line_splitter::spare_bytes() == first);
    });
}

// It is read by its own name as long as nothing else is asked for.
BOOST_AUTO_TEST_CASE(a_release_takes_nothing_away_that_is_in_use) {
    on_own_thread([] {
        line_splitter lines(limit);
        feed(lines, "held\nlast\n", limit);
        BOOST_TEST(lines.next().text == "held");
        lines.hold();
        const auto last = lines.next();
        lines.release();
        BOOST_TEST(lines.capacity_bytes() == first);
        BOOST_TEST(last.text == "last");
        BOOST_TEST((lines.next().what == kind::none));
        BOOST_TEST(lines.capacity_bytes() == 0U);

        feed(lines, "held\n", limit);
        BOOST_TEST(lines.next().text == "held");
        lines.hold();
        BOOST_TEST((lines.next().what == kind::none));
        const auto space = lines.read_space();
        lines.release();
        std::copy_n("abc\n", 4, space.begin());
        lines.arrived(4);
        BOOST_TEST(lines.next().text == "abc");
    });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::line_holding_test
