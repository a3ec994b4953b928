#include <boost/test/unit_test.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <rules/hash_runs.hpp>

// What adding many values costs, counted and not timed.
namespace assent::hash_runs_test {
namespace {

struct counted {
    explicit counted(std::size_t what) : number(what) {}
    counted(const counted& other) : number(other.number) { ++copies; }
    counted& operator=(const counted& other) {
        number = other.number;
        ++copies;
        return *this;
    }
    std::size_t number;
    static inline std::size_t copies = 0;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(hash_runs_test)

BOOST_AUTO_TEST_CASE(adding_values_moves_each_a_logarithmic_number_of_times) {
    constexpr std::size_t count = 4096;
    hash_runs<counted> runs;
    counted::copies = 0;
    for (std::size_t i = 0; i < count; ++i) runs.add(i * 0x9E3779B97F4A7C15U, counted(i));
    // Each merge copies once, and so does filling an array of one.
    BOOST_TEST(counted::copies <= count * (std::bit_width(count) + 1));
    std::size_t compared = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const bool there = runs.any_of(i * 0x9E3779B97F4A7C15U, [&](const counted& value) {
            ++compared;
            return value.number == i;
        });
        BOOST_TEST(there);
    }
    BOOST_TEST(compared == count);
    BOOST_TEST(!runs.any_of(1, [](const counted&) { return true; }));
}

BOOST_AUTO_TEST_CASE(values_of_one_hash_are_told_apart_and_copies_stay_what_they_were) {
    hash_runs<int> runs;
    for (int value = 0; value < 5; ++value) runs.add(7, value);
    const auto before = runs;
    runs.add(7, 5);
    for (int value = 0; value < 6; ++value) {
        const auto is = [value](int each) { return each == value; };
        BOOST_TEST(runs.any_of(7, is));
        BOOST_TEST(before.any_of(7, is) == (value < 5));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace assent::hash_runs_test
