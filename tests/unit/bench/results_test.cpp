#include <driver/figures.hpp>
#include <runner/chart.hpp>
#include <runner/requirements.hpp>
#include <runner/results.hpp>
#include <runner/rounds.hpp>
#include <runner/table.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <unistd.h>

using namespace assent::bench;

namespace {
constexpr double none = std::numeric_limits<double>::quiet_NaN();
}

BOOST_AUTO_TEST_SUITE(results_test)

BOOST_AUTO_TEST_CASE(a_spread_is_the_least_the_median_and_the_most_of_what_was_measured) {
    const auto odd = spread_of({5, 1, 3});
    BOOST_TEST(odd.least == 1);
    BOOST_TEST(odd.median == 3);
    BOOST_TEST(odd.most == 5);
    BOOST_TEST(spread_of({4, 1, 3, 2}).median == 2.5);
    BOOST_TEST(spread_of({none, 7}).median == 7);
    BOOST_TEST(std::isnan(spread_of({}).median));
}

BOOST_AUTO_TEST_CASE(ratios_are_of_the_same_round_also_where_a_round_failed) {
    results figures;
    for (const double each : {10.0, none, 30.0}) figures.add("s", "one", "m", each);
    for (const double each : {5.0, 4.0, 10.0}) figures.add("s", "other", "m", each);
    const auto ratios = figures.ratios("s", "m", "one", "other");
    BOOST_REQUIRE(ratios.size() == 3);
    BOOST_TEST(ratios[0] == 2);
    BOOST_TEST(std::isnan(ratios[1]));
    BOOST_TEST(ratios[2] == 3);
    BOOST_TEST(figures.ratios("s", "m", "one", "nobody").empty());
}

BOOST_AUTO_TEST_CASE(figures_are_the_same_when_they_are_read_back) {
    const auto file = std::filesystem::temp_directory_path() / ("assent_bench_" + std::to_string(::getpid()));
    results figures;
    figures.add("s", "who", "m", 1.5);
    figures.add("s", "who", "m", none);
    figures.save(file);
    const auto values = results::load(file).values("s", "who", "m");
    std::filesystem::remove(file);
    BOOST_REQUIRE(values.size() == 2);
    BOOST_TEST(values[0] == 1.5);
    BOOST_TEST(std::isnan(values[1]));
    BOOST_CHECK_THROW(results::load(file), std::exception);
}

BOOST_AUTO_TEST_CASE(a_requirement_is_judged_by_the_median_and_a_failure_misses_it) {
    const auto judged = [](bool at_least, std::vector<double> values) {
        const requirement what{"", at_least, 2, [values](const results&) { return values; }};
        return judge(what, results());
    };
    BOOST_TEST((judged(true, {1, 2, 3}) == judgement::holds));
    BOOST_TEST((judged(true, {1, 1.9, 3}) == judgement::missed));
    BOOST_TEST((judged(false, {1, 2, 3}) == judgement::holds));
    BOOST_TEST((judged(false, {1, 2.1, 3}) == judgement::missed));
    BOOST_TEST((judged(true, {none, none}) == judgement::missed));
    BOOST_TEST((judged(false, {none}) == judgement::missed));
    BOOST_TEST((judged(true, {}) == judgement::not_measured));
}

BOOST_AUTO_TEST_CASE(a_run_that_others_have_disturbed_is_told) {
    results figures;
    BOOST_TEST(describe(disturbed_runs(figures)) == "");
    figures.add("100B-1", "assent", "core_share", least_core_share);
    BOOST_TEST(describe(disturbed_runs(figures)) == "");
    figures.add("100B-1", "assent", "core_share", least_core_share - 0.01);
    // With two cores each end may wait for the other.
    figures.add("1MiB-4-two-cores", "assent", "core_share", 0.2);
    BOOST_TEST(disturbed_runs(figures).disturbed == 1u);
    BOOST_TEST(disturbed_runs(figures).all == 2u);
    BOOST_TEST(describe(disturbed_runs(figures)).starts_with("In 1 of 2 runs"));
}

BOOST_AUTO_TEST_CASE(columns_stand_one_under_the_other) {
    const table made{{"name", "µs"}, {{"a", "1.00"}, {"longer", "12"}, {"only a name"}}};
    BOOST_TEST(made.as_text() ==
               "name           µs\n"
               "a            1.00\n"
               "longer         12\n"
               "only a name\n");
    BOOST_TEST(made.as_markdown() ==
               "| name | µs |\n"
               "|---|--:|\n"
               "| a | 1.00 |\n"
               "| longer | 12 |\n"
               "| **only a name** | |\n");
}

BOOST_AUTO_TEST_CASE(round_trips_are_reported_as_the_slowest_of_each_share) {
    std::vector<nanoseconds> all;
    for (nanoseconds i = 1000; i > 0; --i) all.push_back(i * 1000);
    run_figures figures;
    figures.round_trip_us = shares_of(all);
    BOOST_TEST(figures.round_trip_at(0.5) == 500);
    BOOST_TEST(figures.round_trip_at(0.99) == 990);
    BOOST_TEST(figures.round_trip_at(1.0) == 1000);
    BOOST_TEST(figures_from(to_json(figures)).round_trip_us == figures.round_trip_us);
}

BOOST_AUTO_TEST_CASE(marks_of_an_axis_enclose_all_values) {
    struct row {
        double least;
        double most;
        bool logarithmic;
        std::vector<double> marks;
    };
    const row rows[] = {
        {3, 97, false, {0, 20, 40, 60, 80, 100}},          {3, 100, false, {0, 20, 40, 60, 80, 100}},
        {0.5, 0.9, false, {0, 0.2, 0.4, 0.6, 0.8, 1}},     {3, 40, true, {2, 5, 10, 20, 50}},
        {300, 2e6, true, {100, 1000, 1e4, 1e5, 1e6, 1e7}}, {1000, 1e6, true, {1000, 1e4, 1e5, 1e6}},
    };
    for (const row& each : rows) {
        const auto marks = axis_marks(each.least, each.most, each.logarithmic);
        BOOST_REQUIRE(marks.size() == each.marks.size());
        for (std::size_t i = 0; i < marks.size(); ++i)
            BOOST_TEST(marks[i] == each.marks[i], boost::test_tools::tolerance(1e-9));
    }
}

BOOST_AUTO_TEST_SUITE_END()
