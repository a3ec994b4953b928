#include <assent/adapters/control/lines/line_splitter.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace assent::line_splitter_test {
namespace {

using kind = line_splitter::line::kind;

// A line as text: "complete|...", "too_long|...", with "~" for one that was not terminated.
std::string show(const line_splitter::line& line) {
    const std::string what = line.what == kind::complete ? "complete" : "too_long";
    return what + (line.terminated ? "|" : "~") + std::string(line.text);
}

void feed(line_splitter& lines, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto space = lines.read_space();
        BOOST_TEST_REQUIRE(!space.empty());
        const std::size_t count = std::min(space.size(), bytes.size());
        std::copy_n(bytes.begin(), count, space.begin());
        lines.arrived(count);
        bytes.remove_prefix(count);
        if (!bytes.empty()) BOOST_TEST_REQUIRE((lines.next().what == kind::none));
    }
}

void take_all(line_splitter& lines, std::vector<std::string>& into) {
    for (auto line = lines.next(); line.what != kind::none; line = lines.next()) into.push_back(show(line));
}

std::vector<std::string> split(std::string_view bytes, std::size_t limit, std::size_t read_bytes) {
    line_splitter lines(limit);
    std::vector<std::string> seen;
    while (!bytes.empty()) {
        const auto space = lines.read_space();
        const std::size_t count = std::min({space.size(), bytes.size(), read_bytes});
        std::copy_n(bytes.begin(), count, space.begin());
        lines.arrived(count);
        bytes.remove_prefix(count);
        take_all(lines, seen);
    }
    lines.finish();
    take_all(lines, seen);
    return seen;
}

// The buffers of a thread are its own: those that other tests have left are not seen here.
template <class Test>
void on_own_thread(Test test) {
    std::thread(test).join();
}

using expected_lines = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(line_splitter_test)

BOOST_AUTO_TEST_CASE(lines_are_cut_alike_however_the_bytes_arrive) {
    const struct {
        std::string bytes;
        expected_lines lines;
    } table[] = {
        {"", {}},
        {"one\ntwo\n", {"complete|one", "complete|two"}},
        {"one\r\ntwo\r\n", {"complete|one", "complete|two"}},
        {"\n\r\n\n", {"complete|", "complete|", "complete|"}},
        {"a\rb\n", {"complete|a\rb"}},
        {"a\r\r\n", {"complete|a\r"}},
        {"last", {"complete~last"}},
        {"a\nlast\r", {"complete|a", "complete~last\r"}},
        {"\xEF\xBB\xBFone\n\xEF\xBB\xBFtwo\r\nx\xEF\xBB\xBF\n",
         {"complete|\xEF\xBB\xBFone", "complete|\xEF\xBB\xBFtwo", "complete|x\xEF\xBB\xBF"}},
        {"12345678\n", {"complete|12345678"}},
        {"12345678\r\n", {"complete|12345678"}},
        {"12345678", {"complete~12345678"}},
    };
    for (const auto& row : table) {
        for (const std::size_t read_bytes : {1U, 2U, 3U, 7U, 1000U}) {
            BOOST_TEST_CONTEXT(row.bytes << ", reads of " << read_bytes) {
                BOOST_TEST(split(row.bytes, 8, read_bytes) == row.lines, boost::test_tools::per_element());
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_line_one_over_the_limit_is_too_long_and_the_next_one_is_not) {
    for (const std::string bytes : {"123456789\nok\n", "123456789\r\nok\n", "12345678\r9\nok\n",
                                    "12345678901234567890\nok\n", "12345678\r\r\nok\n"}) {
        for (const std::size_t read_bytes : {1U, 2U, 5U, 9U, 10U, 11U, 1000U}) {
            BOOST_TEST_CONTEXT(bytes << ", reads of " << read_bytes) {
                const auto lines = split(bytes, 8, read_bytes);
                BOOST_TEST_REQUIRE(lines.size() == 2U);
                BOOST_TEST(lines[0].starts_with("too_long|12345678"));
                BOOST_TEST(lines[0] == split(bytes, 8, 1)[0]);
                BOOST_TEST(lines[1] == "complete|ok");
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_last_line_that_is_too_long_is_reported_once) {
    for (const std::size_t read_bytes : {1U, 3U, 1000U}) {
        BOOST_TEST_CONTEXT("reads of " << read_bytes) {
            BOOST_TEST(split("123456789", 8, read_bytes).size() == 1U);
            BOOST_TEST(split("12345678901234567890", 8, read_bytes).size() == 1U);
            BOOST_TEST(split("12345678\r", 8, read_bytes) == expected_lines{"too_long~12345678\r"},
                       boost::test_tools::per_element());
        }
    }
}

BOOST_AUTO_TEST_CASE(an_over_long_line_is_reported_as_soon_as_it_is_known) {
    line_splitter lines(8);
    feed(lines, "12345678");
    BOOST_TEST((lines.next().what == kind::none));
    feed(lines, "\r");
    BOOST_TEST((lines.next().what == kind::none));
    feed(lines, "9");
    const auto line = lines.next();
    BOOST_TEST((line.what == kind::too_long));
    BOOST_TEST(line.text == "12345678\r");
    BOOST_TEST(lines.pending_bytes() == 0U);
    feed(lines, "the rest of it");
    BOOST_TEST((lines.next().what == kind::none));
    feed(lines, "\nok\n");
    BOOST_TEST(lines.next().text == "ok");
}

BOOST_AUTO_TEST_CASE(the_raw_line_keeps_the_carriage_return) {
    line_splitter lines(100);
    feed(lines, "one\r\ntwo\n");
    const auto one = lines.next();
    BOOST_TEST(one.text == "one");
    BOOST_TEST(one.raw == "one\r");
    const auto two = lines.next();
    BOOST_TEST(two.text == "two");
    BOOST_TEST(two.raw == "two");
}

BOOST_AUTO_TEST_CASE(a_beginning_of_an_over_long_line_is_kept_to_find_its_id_in) {
    const std::size_t limit = 3 * line_splitter::kept_prefix_bytes;
    line_splitter lines(limit);
    const std::string start = "{\"request_id\":\"r1\"";
    const std::string bytes = start + std::string(limit - start.size(), ' ');
    feed(lines, bytes);
    BOOST_TEST((lines.next().what == kind::none));
    feed(lines, "x");
    const auto line = lines.next();
    BOOST_TEST((line.what == kind::too_long));
    BOOST_TEST(line.text.size() == line_splitter::kept_prefix_bytes);
    BOOST_TEST(line.text.starts_with(start));
    BOOST_TEST(line.raw == bytes.substr(0, line_splitter::kept_prefix_bytes));
}

BOOST_AUTO_TEST_CASE(a_line_at_a_large_limit_passes_and_the_buffer_stays_bounded) {
    constexpr std::size_t limit = 1'000'000;
    line_splitter lines(limit);
    const std::string line(limit, 'x');
    feed(lines, line + "\r\n");
    BOOST_TEST(lines.next().text.size() == limit);
    BOOST_TEST(lines.capacity_bytes() <= limit + 2);
}

BOOST_AUTO_TEST_CASE(a_line_that_never_ends_costs_no_more_than_the_longest_line) {
    constexpr std::size_t limit = 200'000;
    line_splitter lines(limit);
    std::size_t reports = 0;
    for (std::size_t sent = 0; sent < 50 * limit;) {
        const auto space = lines.read_space();
        const std::size_t count = std::min<std::size_t>(space.size(), 4096);
        std::fill_n(space.begin(), count, 'x');
        lines.arrived(count);
        sent += count;
        if (lines.next().what == kind::too_long) ++reports;
        BOOST_TEST_REQUIRE(lines.capacity_bytes() <= limit + 5);
    }
    BOOST_TEST(reports == 1U);
    feed(lines, "\nok\n");
    BOOST_TEST(lines.next().text == "ok");
}

BOOST_AUTO_TEST_CASE(the_buffer_grows_for_a_long_line_and_is_given_back_when_none_follows) {
    on_own_thread([] {
        line_splitter lines(16 * 1024 * 1024);
        feed(lines, "short\n");
        BOOST_TEST(lines.next().text == "short");
        BOOST_TEST(lines.capacity_bytes() == line_splitter::first_capacity_bytes);

        const std::string long_line(4 * 1024 * 1024, 'x');
        feed(lines, long_line + "\n");
        BOOST_TEST(lines.next().text.size() == long_line.size());
        BOOST_TEST(lines.capacity_bytes() > long_line.size());

        for (int read = 0; read < 200; ++read) {
            feed(lines, "begun, ");  // there is always something pending
            BOOST_TEST((lines.next().what == kind::none));
            feed(lines, "done\nbegun, ");
            BOOST_TEST(lines.next().text.ends_with("done"));
            BOOST_TEST((lines.next().what == kind::none));
        }
        BOOST_TEST(lines.capacity_bytes() == line_splitter::first_capacity_bytes);
        feed(lines, "done\n");
        BOOST_TEST(lines.next().text == "begun, done");
    });
}

BOOST_AUTO_TEST_CASE(the_buffer_is_kept_while_long_lines_follow) {
    line_splitter lines(16 * 1024 * 1024);
    const std::string long_line = std::string(300'000, 'x') + "\n";
    feed(lines, long_line);
    BOOST_TEST((lines.next().what == kind::complete));
    const std::size_t grown = lines.capacity_bytes();
    for (int round = 0; round < 100; ++round) {
        feed(lines, long_line);
        BOOST_TEST((lines.next().what == kind::complete));
        BOOST_TEST_REQUIRE(lines.capacity_bytes() == grown);
    }
}

BOOST_AUTO_TEST_CASE(there_is_a_buffer_only_while_a_line_waits_for_its_end) {
    on_own_thread([] {
        line_splitter lines(1000);
        BOOST_TEST(lines.capacity_bytes() == 0U);
        feed(lines, "done\nbegun");
        BOOST_TEST(lines.next().text == "done");
        BOOST_TEST((lines.next().what == kind::none));
        BOOST_TEST(lines.capacity_bytes() == line_splitter::first_capacity_bytes);
        feed(lines, ", done\n");
        BOOST_TEST(lines.next().text == "begun, done");
        BOOST_TEST((lines.next().what == kind::none));
        BOOST_TEST(lines.capacity_bytes() == 0U);
    });
}

BOOST_AUTO_TEST_CASE(space_that_is_not_used_is_given_back_but_not_a_begun_line) {
    on_own_thread([] {
        line_splitter lines(1000);
        BOOST_TEST(!lines.read_space().empty());
        lines.leave_space();
        BOOST_TEST(lines.capacity_bytes() == 0U);
        feed(lines, "begun");
        BOOST_TEST((lines.next().what == kind::none));
        BOOST_TEST(!lines.read_space().empty());
        lines.leave_space();
        BOOST_TEST(lines.pending_bytes() == 5U);
        feed(lines, "\n");
        BOOST_TEST(lines.next().text == "begun");
    });
}

BOOST_AUTO_TEST_CASE(splitters_of_one_thread_take_turns_with_one_buffer) {
    on_own_thread([] {
        std::vector<line_splitter> all;
        for (int i = 0; i < 100; ++i) all.emplace_back(1000);
        for (int round = 0; round < 3; ++round)
            for (auto& lines : all) {
                feed(lines, "one\ntwo\n");
                BOOST_TEST(lines.next().text == "one");
                BOOST_TEST(lines.next().text == "two");
                BOOST_TEST((lines.next().what == kind::none));
                BOOST_TEST(line_splitter::spare_bytes() == line_splitter::first_capacity_bytes);
            }
    });
}

BOOST_AUTO_TEST_CASE(a_thread_keeps_few_buffers_and_none_that_is_huge) {
    on_own_thread([] {
        std::vector<std::unique_ptr<line_splitter>> all;
        for (std::size_t i = 0; i < 3 * line_splitter::max_spare_buffers; ++i) {
            all.push_back(std::make_unique<line_splitter>(2 * line_splitter::max_spare_bytes));
            feed(*all.back(), "begun");
            BOOST_TEST((all.back()->next().what == kind::none));
        }
        for (auto& lines : all) {
            feed(*lines, "\n");
            BOOST_TEST((lines->next().what == kind::complete));
            BOOST_TEST((lines->next().what == kind::none));
        }
        constexpr auto small = line_splitter::max_spare_buffers * line_splitter::first_capacity_bytes;
        BOOST_TEST(line_splitter::spare_bytes() == small);
        feed(*all[0], std::string(line_splitter::max_spare_bytes, 'x') + "\n");
        BOOST_TEST((all[0]->next().what == kind::complete));
        BOOST_TEST((all[0]->next().what == kind::none));
        BOOST_TEST(line_splitter::spare_bytes() <= line_splitter::max_spare_bytes);
    });
}

BOOST_AUTO_TEST_CASE(a_grown_buffer_goes_to_the_next_long_line_and_never_to_a_splitter_of_short_ones) {
    on_own_thread([] {
        const std::string long_line(300'000, 'x');
        line_splitter first(1'000'000), second(1'000'000), of_short(1000);
        feed(first, long_line + "\n");
        BOOST_TEST((first.next().what == kind::complete));
        BOOST_TEST((first.next().what == kind::none));
        const auto grown = line_splitter::spare_bytes();
        BOOST_TEST(grown > long_line.size());
        BOOST_TEST(of_short.read_space().size() == line_splitter::first_capacity_bytes);
        BOOST_TEST(second.read_space().size() == line_splitter::long_line_read_bytes);
        BOOST_TEST(second.capacity_bytes() == grown);
        second.leave_space();
        // When nobody has needed its size for a while, it is gone.
        for (int read = 0; read < 200; ++read) {
            feed(second, "short\n");
            BOOST_TEST((second.next().what == kind::complete));
            BOOST_TEST((second.next().what == kind::none));
        }
        BOOST_TEST(line_splitter::spare_bytes() <= 2 * line_splitter::first_capacity_bytes);
    });
}

BOOST_AUTO_TEST_CASE(where_each_read_is_full_the_buffer_grows_up_to_a_bound) {
    on_own_thread([] {
        line_splitter lines(16 * 1024 * 1024), of_short(1000);
        for (auto* const each : {&lines, &of_short})
            for (int read = 0; read < 10; ++read) {
                const auto space = each->read_space();
                std::fill(space.begin(), space.end(), '\n');
                each->arrived(space.size());
                while (each->next().what != kind::none) {
                }
            }
        BOOST_TEST(lines.read_space().size() == line_splitter::busy_capacity_bytes);
        BOOST_TEST(of_short.read_space().size() == line_splitter::first_capacity_bytes);
    });
}

BOOST_AUTO_TEST_CASE(many_lines_in_one_read_come_in_order) {
    std::string bytes;
    for (int i = 0; i < 3000; ++i) bytes += std::to_string(i) + "\n";
    const auto lines = split(bytes, 100, bytes.size());
    BOOST_TEST_REQUIRE(lines.size() == 3000U);
    for (std::size_t i = 0; i < lines.size(); ++i) BOOST_TEST(lines[i] == "complete|" + std::to_string(i));
}

BOOST_AUTO_TEST_CASE(a_million_bytes_one_by_one_are_one_line) {
    const std::string line(1'000'000, 'x');
    const auto lines = split(line + "\n", line.size(), 1);
    BOOST_TEST_REQUIRE(lines.size() == 1U);
    BOOST_TEST(lines[0].size() == line.size() + std::string_view("complete|").size());
}

BOOST_AUTO_TEST_CASE(what_waits_for_its_end_is_counted) {
    line_splitter lines(100);
    BOOST_TEST(lines.pending_bytes() == 0U);
    feed(lines, "done\nbegun");
    BOOST_TEST((lines.next().what == kind::complete));
    BOOST_TEST(lines.pending_bytes() == 5U);
    lines.finish();
    const auto last = lines.next();
    BOOST_TEST(last.text == "begun");
    BOOST_TEST(!last.terminated);
    BOOST_TEST((lines.next().what == kind::none));
    BOOST_TEST(lines.pending_bytes() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::line_splitter_test
