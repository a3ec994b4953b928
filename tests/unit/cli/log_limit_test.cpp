#include "options/log_limit.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>

namespace assent::cli::log_limit_test {
namespace {

using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(log_limit_test)

BOOST_AUTO_TEST_CASE(of_more_lines_in_a_second_than_the_limit_their_number_is_said_in_the_next) {
    log_limit limit;
    time_point now(5s);
    for (std::size_t i = 0; i < max_log_lines_per_second; ++i) BOOST_TEST((limit.left_out_before(now) == 0U));
    for (int i = 0; i < 7; ++i) BOOST_TEST(!limit.left_out_before(now).has_value());
    now += 1s - 1ns;
    BOOST_TEST(!limit.left_out_before(now).has_value());
    BOOST_TEST(limit.left_out() == 8U);
    now += 1ns;
    BOOST_TEST((limit.left_out_before(now) == 8U));
    BOOST_TEST((limit.left_out_before(now) == 0U));
    BOOST_TEST(limit.left_out() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::cli::log_limit_test
