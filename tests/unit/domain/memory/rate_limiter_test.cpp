#include <assent/domain/memory/rate_limiter.hpp>

#include <boost/assert.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>

namespace assent::rate_limiter_test {
namespace {

using namespace std::chrono_literals;

constexpr time_point start{1000h};

bool passes(rate_limiter& limiter, std::string_view tool, time_point now) {
    if (limiter.refuses(tool, now)) return false;
    limiter.count(tool, now);
    return true;
}

std::size_t passing(rate_limiter& limiter, std::string_view tool, time_point now, std::size_t calls) {
    std::size_t passed = 0;
    for (std::size_t i = 0; i < calls; ++i) passed += passes(limiter, tool, now);
    return passed;
}

BOOST_AUTO_TEST_SUITE(rate_limiter_test)

BOOST_AUTO_TEST_CASE(calls_under_the_limit_pass) {
    rate_limiter limiter(default_rate_limits());
    for (std::size_t i = 0; i < default_calls_per_minute; ++i) {
        BOOST_TEST_CONTEXT("call " << i) { BOOST_TEST(passes(limiter, "Read", start)); }
    }
    BOOST_TEST(!passes(limiter, "Read", start));
}

BOOST_AUTO_TEST_CASE(the_minute_limit_refuses_the_call_after_the_last_one) {
    rate_limiter limiter({.per_minute = 2, .per_hour = 300});
    BOOST_TEST(passing(limiter, "Read", start, 5) == 2U);
    const auto refusal = limiter.refuses("Read", start);
    BOOST_REQUIRE(refusal.has_value());
    BOOST_TEST(!refusal->of_tool);
    BOOST_TEST(!refusal->hourly);
    BOOST_TEST(refusal->calls == 2U);
    BOOST_TEST(refusal->limit == 2U);
    BOOST_TEST(refusal->text("Read") == "rate limit exceeded: 2 of 2 calls in the last minute");
}

BOOST_AUTO_TEST_CASE(the_hour_limit_refuses_although_the_minute_has_room) {
    rate_limiter limiter({.per_minute = 2, .per_hour = 3});
    BOOST_TEST(passing(limiter, "Read", start, 2) == 2U);
    BOOST_TEST(passing(limiter, "Read", start + 30min, 2) == 1U);
    const auto refusal = limiter.refuses("Read", start + 30min);
    BOOST_REQUIRE(refusal.has_value());
    BOOST_TEST(refusal->hourly);
    BOOST_TEST(refusal->calls == 3U);
    BOOST_TEST(refusal->limit == 3U);
    BOOST_TEST((refusal->retry_after == 30min));
    BOOST_TEST(refusal->text("Read") == "rate limit exceeded: 3 of 3 calls in the last hour");
}

BOOST_AUTO_TEST_CASE(counting_a_call_adds_one_and_asking_adds_none) {
    rate_limiter limiter({.per_minute = 5, .per_hour = 9});
    for (std::size_t calls = 0; calls < 5; ++calls) {
        for (int i = 0; i < 3; ++i) BOOST_TEST(!limiter.refuses("Read", start).has_value());
        BOOST_TEST(limiter.status(start).minute.calls == calls);
        BOOST_TEST(limiter.status(start).hour.calls == calls);
        limiter.count("Read", start);
    }
    BOOST_TEST(limiter.status(start).minute.calls == 5U);
}

BOOST_AUTO_TEST_CASE(old_calls_leave_their_windows_at_exactly_their_length) {
    rate_limiter limiter({.per_minute = 9, .per_hour = 9});
    limiter.count("Read", start);
    limiter.count("Read", start + 1ns);
    const struct {
        duration after;
        std::size_t minute;
        std::size_t hour;
    } table[] = {
        {1ns, 2, 2},      {1min - 1ns, 2, 2}, {1min, 1, 2},     {1min + 1ns, 0, 2},
        {1h - 1ns, 0, 2}, {1h, 0, 1},         {1h + 1ns, 0, 0},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.after.count() << " ns") {
            const auto status = limiter.status(start + row.after);
            BOOST_TEST(status.minute.calls == row.minute);
            BOOST_TEST(status.hour.calls == row.hour);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_reset_forgets_all_calls_and_keeps_the_limits) {
    rate_limiter limiter({.per_minute = 2, .per_hour = 2}, {{"Bash", {.per_minute = 1, .per_hour = 1}}});
    BOOST_TEST(passing(limiter, "Bash", start, 3) == 1U);
    limiter.reset();
    BOOST_TEST(limiter.status(start).hour.calls == 0U);
    BOOST_TEST(limiter.status("Bash", start)->hour.calls == 0U);
    BOOST_TEST(passing(limiter, "Bash", start, 3) == 1U);
    BOOST_TEST(passing(limiter, "Read", start, 3) == 1U);
}

BOOST_AUTO_TEST_CASE(the_status_says_how_much_of_a_limit_is_used) {
    const struct {
        window_status status;
        double percent;
        std::optional<std::size_t> remaining;
        bool near;
    } table[] = {
        {{0, 5}, 0, 5, false},
        {{3, 5}, 60, 2, false},
        {{4, 5}, 80, 1, true},
        {{5, 5}, 100, 0, true},
        {{79'999, 100'000}, 79.999, 20'001, false},
        {{80'000, 100'000}, 80, 20'000, true},
        {{23, 30}, 2300.0 / 30, 7, false},
        {{24, 30}, 80, 6, true},
        {{0, 0}, 100, 0, true},
        {{0, std::nullopt}, 0, std::nullopt, false},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.status.calls << " of " << row.status.limit.value_or(0)) {
            BOOST_TEST(row.status.percent_used() == row.percent, boost::test_tools::tolerance(1e-12));
            BOOST_TEST((row.status.remaining() == row.remaining));
            BOOST_TEST(row.status.near() == row.near);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_status_reports_both_windows_with_their_limits) {
    rate_limiter limiter({.per_minute = 5, .per_hour = 10});
    BOOST_TEST(passing(limiter, "Read", start, 4) == 4U);
    const auto status = limiter.status(start + 1min);
    BOOST_TEST(status.minute.calls == 0U);
    BOOST_TEST((status.minute.limit == 5U));
    BOOST_TEST(status.hour.calls == 4U);
    BOOST_TEST((status.hour.limit == 10U));
    BOOST_TEST((status.hour.remaining() == 6U));
}

BOOST_AUTO_TEST_CASE(a_refused_call_passes_after_exactly_the_time_it_is_told) {
    const struct {
        rate_limits all;
        rate_limits bash;
        duration expected;
        std::string_view text;
    } table[] = {
        {{1, {}}, {}, 1min - 7ns, "rate limit exceeded: 1 of 1 calls in the last minute"},
        {{{}, 1}, {}, 1h - 7ns, "rate limit exceeded: 1 of 1 calls in the last hour"},
        {{1, 1}, {}, 1h - 7ns, "rate limit exceeded: 1 of 1 calls in the last hour"},
        {{}, {1, {}}, 1min - 7ns, "rate limit exceeded: 1 of 1 calls of Bash in the last minute"},
        {{}, {{}, 1}, 1h - 7ns, "rate limit exceeded: 1 of 1 calls of Bash in the last hour"},
        {{1, {}}, {{}, 1}, 1h - 7ns, "rate limit exceeded: 1 of 1 calls of Bash in the last hour"},
        {{{}, 1}, {1, {}}, 1h - 7ns, "rate limit exceeded: 1 of 1 calls in the last hour"},
        {{1, 1}, {1, 1}, 1h - 7ns, "rate limit exceeded: 1 of 1 calls in the last hour"},
        {{2, {}}, {1, {}}, 1min - 7ns, "rate limit exceeded: 1 of 1 calls of Bash in the last minute"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.text) {
            rate_limiter limiter(row.all, {{"Bash", row.bash}});
            limiter.count("Bash", start);
            const auto now = start + 7ns;
            const auto refusal = limiter.refuses("Bash", now);
            BOOST_REQUIRE(refusal.has_value());
            BOOST_REQUIRE(refusal->retry_after.has_value());
            BOOST_TEST(refusal->retry_after->count() == row.expected.count());
            BOOST_TEST(refusal->text("Bash") == row.text);
            BOOST_TEST(limiter.refuses("Bash", now + *refusal->retry_after - 1ns).has_value());
            BOOST_TEST(!limiter.refuses("Bash", now + *refusal->retry_after).has_value());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_limit_of_zero_lets_nothing_pass_ever) {
    for (const rate_limits none :
         {rate_limits{0, {}}, rate_limits{{}, 0}, rate_limits{0, 5}, rate_limits{5, 0}}) {
        rate_limiter limiter(none);
        rate_limiter of_tool({.per_minute = 5}, {{"Bash", none}});
        for (const duration after : {duration(0ns), duration(1h), duration(1000h)}) {
            const auto refusal = limiter.refuses("Bash", start + after);
            BOOST_REQUIRE(refusal.has_value());
            BOOST_TEST(refusal->limit == 0U);
            BOOST_TEST(!refusal->retry_after.has_value());
            const auto own = of_tool.refuses("Bash", start + after);
            BOOST_REQUIRE(own.has_value());
            BOOST_TEST(own->of_tool);
            BOOST_TEST(!own->retry_after.has_value());
        }
    }
}

BOOST_AUTO_TEST_CASE(never_is_longer_than_any_other_wait) {
    for (const bool tool_is_never : {false, true}) {
        rate_limiter limiter({tool_is_never ? 1 : 0, {}}, {{"Bash", {tool_is_never ? 0 : 1, {}}}});
        if (tool_is_never) BOOST_TEST(passes(limiter, "Read", start));
        const auto refusal = limiter.refuses("Bash", start);
        BOOST_REQUIRE(refusal.has_value());
        BOOST_TEST(refusal->of_tool == tool_is_never);
        BOOST_TEST(!refusal->retry_after.has_value());
    }
}

BOOST_AUTO_TEST_CASE(a_limit_of_zero_is_said_in_words_that_fit) {
    rate_limiter limiter({0, {}}, {{"Bash", {{}, 0}}});
    BOOST_TEST(limiter.refuses("Read", start)->text("Read") ==
               "rate limit exceeded: 0 calls per minute are allowed");
    BOOST_TEST(limiter.refuses("Bash", start)->text("Bash") ==
               "rate limit exceeded: 0 calls per minute are allowed");
    rate_limiter of_tool({}, {{"Bash", {{}, 0}}});
    BOOST_TEST(of_tool.refuses("Bash", start)->text("Bash") ==
               "rate limit exceeded: 0 calls of Bash per hour are allowed");
}

BOOST_AUTO_TEST_CASE(without_a_limit_all_calls_pass_and_none_is_counted) {
    rate_limiter limiter;
    BOOST_TEST(passing(limiter, "Read", start, 10'000) == 10'000U);
    const auto status = limiter.status(start);
    for (const auto& window : {status.minute, status.hour}) {
        BOOST_TEST(window.calls == 0U);
        BOOST_TEST(!window.limit.has_value());
    }
    rate_limiter minute_only({.per_minute = 3});
    BOOST_TEST(passing(minute_only, "Read", start, 5) == 3U);
    BOOST_TEST(minute_only.status(start).hour.calls == 0U);
}

BOOST_AUTO_TEST_CASE(a_tools_own_limit_does_not_touch_other_tools) {
    rate_limiter limiter({}, {{"Bash", {.per_minute = 1}}, {"Write", {.per_minute = 2}}, {"Free", {}}});
    BOOST_TEST(passing(limiter, "Bash", start, 5) == 1U);
    BOOST_TEST(passing(limiter, "Write", start, 5) == 2U);
    BOOST_TEST(passing(limiter, "Read", start, 5) == 5U);
    BOOST_TEST(passing(limiter, "bash", start, 5) == 5U);
    BOOST_TEST(limiter.status("Bash", start)->minute.calls == 1U);
    BOOST_TEST(limiter.status("Write", start)->minute.calls == 2U);
    BOOST_TEST(!limiter.status("Read", start).has_value());
    BOOST_TEST(!limiter.status("Free", start).has_value());
}

BOOST_AUTO_TEST_CASE(all_tools_together_use_up_the_global_limit) {
    rate_limiter limiter({.per_minute = 3}, {{"Bash", {.per_minute = 2}}});
    BOOST_TEST(passing(limiter, "Bash", start, 5) == 2U);
    BOOST_TEST(passing(limiter, "Read", start, 5) == 1U);
    const auto refusal = limiter.refuses("Bash", start);
    BOOST_REQUIRE(refusal.has_value());
    BOOST_TEST(!refusal->of_tool);
}

BOOST_AUTO_TEST_CASE(a_limit_up_to_the_maximum_counts_as_it_is_and_one_above_as_the_maximum) {
    for (const std::size_t limit :
         {max_calls_per_window - 1, max_calls_per_window, max_calls_per_window + 1}) {
        rate_limiter limiter({.per_hour = limit});
        const std::size_t effective = std::min(limit, max_calls_per_window);
        BOOST_TEST((limiter.status(start).hour.limit == effective));
        BOOST_TEST(passing(limiter, "Read", start, max_calls_per_window + 2) == effective);
    }
}

BOOST_AUTO_TEST_CASE(a_time_before_the_last_call_never_lets_a_call_leave_early) {
    rate_limiter limiter({.per_minute = 2});
    limiter.count("Read", start + 10s);
    limiter.count("Read", start);
    BOOST_TEST((limiter.refuses("Read", start)->retry_after == 70s));
    BOOST_TEST(limiter.refuses("Read", start + 70s - 1ns).has_value());
    BOOST_TEST(passing(limiter, "Read", start + 70s, 3) == 2U);
}

#ifdef BOOST_ASSERT_IS_VOID
BOOST_AUTO_TEST_CASE(a_full_window_never_counts_more_than_its_limit) {
    rate_limiter limiter({.per_minute = 2, .per_hour = 3});
    for (int i = 0; i < 10; ++i) limiter.count("Read", start);
    BOOST_TEST(limiter.status(start).minute.calls == 2U);
    BOOST_TEST(limiter.status(start).hour.calls == 3U);
    rate_limiter minute_only({.per_minute = 2});
    for (const duration at : {duration(0s), duration(0s), duration(30s)})
        minute_only.count("Read", start + at);
    BOOST_TEST(minute_only.status(start + 1min).minute.calls == 0U);
}
#endif

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::rate_limiter_test
