#include <assent/adapters/files/system_clock.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>

#include <time.h>

BOOST_AUTO_TEST_SUITE(system_clock_test)

BOOST_AUTO_TEST_CASE(now_never_goes_backwards) {
    const assent::system_clock clock;
    auto before = clock.now();
    for (int i = 0; i < 1000; ++i) {
        const auto after = clock.now();
        BOOST_TEST_REQUIRE((before <= after));
        before = after;
    }
}

BOOST_AUTO_TEST_CASE(now_counts_the_time_since_boot_with_suspend) {
    const assent::system_clock clock;
    const auto read = [] {
        timespec value{};
        ::clock_gettime(CLOCK_BOOTTIME, &value);
        return std::chrono::seconds(value.tv_sec) + std::chrono::nanoseconds(value.tv_nsec);
    };
    const auto before = read();
    const auto now = clock.now().time_since_epoch();
    const auto after = read();
    BOOST_TEST((before <= now && now <= after));
}

BOOST_AUTO_TEST_CASE(wall_is_utc_in_whole_milliseconds) {
    using std::chrono::milliseconds;
    const assent::system_clock clock;
    const auto before = std::chrono::floor<milliseconds>(std::chrono::system_clock::now());
    const auto wall = clock.wall();
    const auto after = std::chrono::floor<milliseconds>(std::chrono::system_clock::now());
    BOOST_TEST((before <= wall && wall <= after));
}

BOOST_AUTO_TEST_SUITE_END()
