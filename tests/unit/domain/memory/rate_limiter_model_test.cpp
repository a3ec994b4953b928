#include <assent/domain/memory/rate_limiter.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace assent::rate_limiter_model_test {
namespace {

using namespace std::chrono_literals;

using tool_limits = std::map<std::string, rate_limits, std::less<>>;

// All calls that ever passed, looked at anew each time: slow, and obviously right.
struct naive_limiter {
    struct call {
        std::string tool;
        time_point at;
    };
    rate_limits all;
    tool_limits per_tool;
    std::vector<call> calls{};

    // The times inside one window, oldest first. An empty tool stands for all of them.
    [[nodiscard]] std::vector<time_point> inside(std::string_view tool, duration length,
                                                 time_point now) const {
        std::vector<time_point> found;
        for (const auto& each : calls)
            if ((tool.empty() || tool == each.tool) && each.at + length > now) found.push_back(each.at);
        return found;
    }
    // The longest wait of all windows that are full; below zero: none is, duration::max(): for ever.
    [[nodiscard]] duration wait(std::string_view tool, time_point now) const {
        duration longest = -1ns;
        const auto look = [&](std::string_view of, duration length, std::optional<std::size_t> limit) {
            if (!limit) return;
            const auto times = inside(of, length, now);
            if (times.size() < *limit) return;
            longest = std::max(longest, *limit == 0 ? duration::max() : times.front() + length - now);
        };
        look("", 1min, all.per_minute);
        look("", 1h, all.per_hour);
        if (const auto own = per_tool.find(tool); own != per_tool.end()) {
            look(tool, 1min, own->second.per_minute);
            look(tool, 1h, own->second.per_hour);
        }
        return longest;
    }
};

std::optional<std::size_t> random_limit(std::minstd_rand& random) {
    const auto choice = random() % 8;
    if (choice == 0) return std::nullopt;
    if (choice == 1 && random() % 4 == 0) return 0;
    return 1 + random() % 40;
}

// What differs between the two in one window, or goes over its limit.
std::string difference(const window_status& status, std::size_t expected, std::optional<std::size_t> limit) {
    if (status.limit != limit) return "another limit; ";
    if (!limit) return status.calls == 0 ? "" : "counted without a limit; ";
    if (status.calls > *limit) return "over the limit; ";
    return status.calls == expected ? "" : "another count; ";
}

std::string difference_in_one_run(std::uint32_t seed) {
    std::minstd_rand random(seed);
    const rate_limits all{random_limit(random), random_limit(random)};
    const tool_limits per_tool{{"Bash", {random_limit(random), random_limit(random)}},
                               {"Write", {1 + random() % 5, random_limit(random)}}};
    rate_limiter limiter(all, per_tool);
    naive_limiter naive{all, per_tool};
    std::string wrong;
    time_point now{1000h};
    for (int step = 0; step < 400 && wrong.empty(); ++step) {
        const duration steps[] = {0ns, 1ns, 1s, 7s, 1min, 9min, 1h};
        now += steps[std::min(random() % 7, random() % 7)];
        const std::string tool = std::vector<std::string>{"Bash", "Write", "Read"}[random() % 3];
        auto refusal = limiter.refuses(tool, now);
        // Half of the time at the very moment at which the next call fits again.
        if (refusal && refusal->retry_after && random() % 2 == 0) {
            if (*refusal->retry_after <= 0ns) wrong += "no wait; ";
            now += *refusal->retry_after;
            refusal = limiter.refuses(tool, now);
        }
        const duration wait = naive.wait(tool, now);
        if (refusal.has_value() != (wait >= 0ns)) wrong += "refused differently; ";
        if (refusal && refusal->retry_after.value_or(duration::max()) != wait) wrong += "another wait; ";
        if (!refusal) {
            limiter.count(tool, now);
            naive.calls.push_back({tool, now});
        }
        const auto status = limiter.status(now);
        wrong += difference(status.minute, naive.inside("", 1min, now).size(), all.per_minute);
        wrong += difference(status.hour, naive.inside("", 1h, now).size(), all.per_hour);
        const auto own = limiter.status("Write", now);
        wrong +=
            difference(own->minute, naive.inside("Write", 1min, now).size(), per_tool.at("Write").per_minute);
        wrong += difference(own->hour, naive.inside("Write", 1h, now).size(), per_tool.at("Write").per_hour);
    }
    return wrong;
}

BOOST_AUTO_TEST_SUITE(rate_limiter_model_test)

BOOST_AUTO_TEST_CASE(it_agrees_with_counting_all_calls_anew) {
    for (std::uint32_t seed = 1; seed <= 60; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) { BOOST_TEST(difference_in_one_run(seed) == ""); }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::rate_limiter_model_test
