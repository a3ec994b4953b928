#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/rule_set.hpp>

#include <boost/test/unit_test.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <rules/rule_index.hpp>
#include <string>

// What adding many rules costs, counted and not timed.
namespace assent {
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

class looks final : public candidate_sink {
public:
    [[nodiscard]] std::uint64_t bound(bool) const override { return ~std::uint64_t{0}; }
    void look(const rule_pointer&, std::uint64_t) override { ++count; }
    std::size_t count = 0;
};

std::size_t looks_of(const rule_index& index, std::string command) {
    const auto input = make_input({{"command", std::move(command)}});
    const tool_call call{.tool_name = "Bash", .input = *input};
    const call_reading reading(call);
    comparable_texts texts(reading, true);
    looks seen;
    index.search(reading, texts, seen);
    return seen.count;
}

rule_pointer deny(const std::string& command) {
    return std::make_shared<const permission_rule>(
        permission_rule::make("Bash", {{"command", command}}, rule_behavior::deny, rule_origin::host)
            .value());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rule_index_work)

BOOST_AUTO_TEST_CASE(adding_values_moves_each_a_logarithmic_number_of_times) {
    constexpr std::size_t count = 4096;
    hash_runs<counted> runs;
    counted::copies = 0;
    for (std::size_t i = 0; i < count; ++i) runs.add(i * 0x9E3779B97F4A7C15U, counted(i));
    // Each merge copies once, and so does filling an array of one.
    BOOST_TEST(counted::copies <= count * (std::bit_width(count) + 1));
    std::size_t compared = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto* found = runs.find(i * 0x9E3779B97F4A7C15U, [&](const counted& each) {
            ++compared;
            return each.number == i;
        });
        BOOST_REQUIRE(found != nullptr);
        BOOST_TEST(found->number == i);
    }
    BOOST_TEST(compared == count);
    BOOST_TEST(!runs.find(1, [](const counted&) { return true; }));
}

BOOST_AUTO_TEST_CASE(values_of_one_hash_are_told_apart_and_copies_stay_what_they_were) {
    hash_runs<int> runs;
    for (int value = 0; value < 5; ++value) runs.add(7, value);
    const auto before = runs;
    runs.add(7, 5);
    for (int value = 0; value < 6; ++value) {
        const auto is = [value](int each) { return each == value; };
        BOOST_TEST((runs.find(7, is) != nullptr));
        BOOST_TEST((before.find(7, is) != nullptr) == (value < 5));
    }
}

BOOST_AUTO_TEST_CASE(rules_that_share_a_word_are_told_apart_by_what_else_they_say) {
    constexpr std::size_t count = 2000;
    rule_index index(rule_behavior::deny);
    for (std::size_t i = 1; i <= count; ++i) {
        const auto rule = deny("*a" + std::to_string(i) + " x");
        BOOST_REQUIRE(!index.equal_of(*rule));
        index.add(rule, i);
    }
    const auto twin = index.equal_of(*deny("*a1500 x"));
    BOOST_REQUIRE(twin.has_value());
    BOOST_TEST(twin->order == 1500U);
    BOOST_TEST(!index.equal_of(*deny("*a1500  x")));
    // `a1500` holds `a1500` alone; what all have in common is not looked through.
    BOOST_TEST(looks_of(index, "ba1500 x") <= 2U);
    BOOST_TEST(looks_of(index, "ba1500 x") >= 1U);
    BOOST_TEST(looks_of(index, "y x") <= 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace assent
