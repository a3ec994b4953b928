// What an agent has told of its tool calls is kept within limits.
#include <boost/test/unit_test.hpp>

#include "json_rpc/told_calls.hpp"

#include <string>

namespace assent::told_calls_test {
namespace {

BOOST_AUTO_TEST_SUITE(told_calls_test)

BOOST_AUTO_TEST_CASE(over_the_number_of_calls_the_oldest_are_forgotten) {
    told_calls<int> told;
    const auto tell = [&](std::size_t number) {
        told.at(std::to_string(number)) = 1;
        told.measured(std::to_string(number), 1);
    };
    for (std::size_t i = 0; i < max_kept_tool_calls; ++i) tell(i);
    BOOST_TEST(told.find("0") != nullptr);
    tell(max_kept_tool_calls);
    BOOST_TEST(told.find("0") == nullptr);
    BOOST_TEST(told.find("1") != nullptr);
    told.forget("1");
    told.forget("1");
    BOOST_TEST(told.find("1") == nullptr);
}

BOOST_AUTO_TEST_CASE(those_that_are_wanted_come_in_the_order_in_which_they_were_told_of) {
    told_calls<int> told;
    told.at("b") = 1;
    told.at("a") = 2;
    told.at("c") = 7;
    const auto small = told.all([](int number) { return number < 5; });
    BOOST_REQUIRE(small.size() == 2U);
    BOOST_TEST(*small[0] == 1);
    BOOST_TEST(*small[1] == 2);
}

BOOST_AUTO_TEST_CASE(over_their_memory_too) {
    told_calls<int> told;
    for (const auto* const key : {"a", "b"}) {
        told.at(key) = 1;
        told.measured(key, max_kept_tool_call_bytes / 2);
    }
    BOOST_TEST(told.find("a") != nullptr);
    told.measured("b", max_kept_tool_call_bytes / 2 + 1);
    BOOST_TEST(told.find("a") == nullptr);
    BOOST_TEST(told.find("b") != nullptr);
    told.measured("b", max_kept_tool_call_bytes + 1);  // also the only one
    BOOST_TEST(told.find("b") == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::told_calls_test
