#pragma once

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <string_view>

namespace assent::test {

/// Prints how long something took. That it took no longer than `most` is required only where
/// ASSENT_JUDGE_TIMES is set, as `./dev bench times` does: nothing else keeps that machine busy. Its tests
/// have the label `times`.
inline void report_time(std::string_view what, std::chrono::nanoseconds took, std::chrono::nanoseconds most) {
    const auto us = [](std::chrono::nanoseconds time) {
        return std::chrono::duration_cast<std::chrono::microseconds>(time).count();
    };
    BOOST_TEST_MESSAGE(what << ": " << us(took) << " us, should be at most " << us(most) << " us");
    if (std::getenv("ASSENT_JUDGE_TIMES") != nullptr) BOOST_TEST(us(took) <= us(most), what);
}

/// More processor time than anything here needs, by far, and less than what costs the square of its input.
inline constexpr std::chrono::seconds cost_limit{30 * ASSENT_TEST_SLOWDOWN};

/// The processor time that this process spends with `work`: what else the machine does hardly counts.
template <class Work>
std::chrono::nanoseconds processor_time(Work work) {
    const std::clock_t from = std::clock();
    work();
    return std::chrono::nanoseconds((std::clock() - from) * (1'000'000'000 / CLOCKS_PER_SEC));
}

}  // namespace assent::test
