// Calls at once against grants and limits: never one more passes than was granted. Run under ThreadSanitizer.
#include <assent/app/gate/use_decision.hpp>
#include <assent/testing.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace assent::gate_grants_threads_test {
namespace {

using testing::manual_clock;
using testing::recording_audit_sink;

constexpr int rounds = 200 / ASSENT_TEST_SLOWDOWN;

verdict check(permission_gate& gate, std::string_view tool, std::string& scratch) {
    const auto input = make_input({{"command", "ls"}});
    return gate.check({.tool_name = tool, .input = *input}, "r", scratch);
}

// How many of the calls came to what.
struct tally {
    std::atomic<int> allowed{0};
    std::atomic<int> asked{0};
    std::atomic<int> limited{0};
    std::atomic<int> other{0};

    void count(const verdict& decided, decision_source allowed_by) {
        if (decided.allowed() && decided.source == allowed_by)
            ++allowed;
        else if (decided.asks())
            ++asked;
        else if (decided.rate_limited())
            ++limited;
        else
            ++other;
    }
    void clear() { allowed = asked = limited = other = 0; }
};

// `callers` threads check the same tool at once, once in each round.
class volley {
public:
    volley(permission_gate& gate, int callers, decision_source allowed_by) : gun_(callers + 1) {
        for (int i = 0; i < callers; ++i)
            threads_.emplace_back([this, &gate, allowed_by] {
                std::string scratch;
                while (true) {
                    gun_.arrive_and_wait();
                    if (done_) return;
                    seen_.count(check(gate, "Bash", scratch), allowed_by);
                    gun_.arrive_and_wait();
                }
            });
    }
    ~volley() {
        done_ = true;
        gun_.arrive_and_wait();
        for (auto& each : threads_) each.join();
    }
    volley(const volley&) = delete;
    volley& operator=(const volley&) = delete;

    const tally& fire() {
        seen_.clear();
        gun_.arrive_and_wait();
        gun_.arrive_and_wait();
        return seen_;
    }

private:
    std::barrier<> gun_;
    tally seen_;
    std::atomic<bool> done_{false};
    std::vector<std::thread> threads_;
};

BOOST_AUTO_TEST_CASE(of_ten_calls_at_once_exactly_five_use_a_grant_of_five) {
    const auto sink = std::make_shared<recording_audit_sink>();
    permission_gate gate({}, std::make_shared<manual_clock>(), sink);
    int wrong = 0;
    {
        volley ten(gate, 10, decision_source::grant);
        for (int i = 0; i < rounds; ++i) {
            if (!gate.give_grant("Bash", grant_terms::for_uses(5))) ++wrong;
            const tally& seen = ten.fire();
            if (seen.allowed != 5 || seen.asked != 5 || !gate.grants().empty()) ++wrong;
        }
    }
    BOOST_TEST(wrong == 0);
    BOOST_TEST(sink->events(audit_event::kind::decision).size() == 5U * rounds);
}

BOOST_AUTO_TEST_CASE(the_last_use_goes_to_one_of_two_calls_at_once) {
    permission_gate gate({}, std::make_shared<manual_clock>());
    int wrong = 0;
    volley two(gate, 2, decision_source::grant);
    for (int i = 0; i < 10 * rounds; ++i) {
        if (!gate.give_grant("Bash", grant_terms::for_uses(1))) ++wrong;
        const tally& seen = two.fire();
        if (seen.allowed != 1 || seen.asked != 1 || !gate.grants().empty()) ++wrong;
    }
    BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_CASE(under_a_limit_exactly_as_many_calls_at_once_pass) {
    const auto time = std::make_shared<manual_clock>();
    permission_gate gate({.policy = {.mode = permission_mode::allow, .limits = {.per_minute = 7}}}, time);
    int wrong = 0;
    volley ten(gate, 10, decision_source::mode);
    for (int i = 0; i < rounds; ++i) {
        const tally& seen = ten.fire();
        if (seen.allowed != 7 || seen.limited != 3 || gate.rate_status().minute.calls != 7) ++wrong;
        time->advance(std::chrono::minutes(1));
    }
    BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_CASE(grants_of_many_tools_are_used_at_once_without_mixing_them_up) {
    permission_gate gate({}, std::make_shared<manual_clock>());
    constexpr std::size_t callers = 8;
    constexpr std::size_t uses = std::size_t{10} * rounds;
    std::array<std::atomic<bool>, callers> right{};
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < callers; ++i)
        threads.emplace_back([&, i] {
            const std::string tool = "Tool" + std::to_string(i);
            std::string scratch;
            bool all = gate.give_grant(tool, grant_terms::for_uses(uses + i));
            for (std::size_t left = uses + i; left > 0; --left) {
                const verdict decided = check(gate, tool, scratch);
                all = all && decided.allowed() && decided.source == decision_source::grant;
            }
            right[i] = all && check(gate, tool, scratch).asks();
        });
    for (auto& each : threads) each.join();
    BOOST_TEST(std::all_of(right.begin(), right.end(), [](const auto& each) { return each.load(); }));
    BOOST_TEST(gate.grants().empty());
}

// Patches of two files each, at once: none takes half of what it needs.
BOOST_AUTO_TEST_CASE(a_grant_of_five_serves_two_of_ten_patches_of_two_files_and_keeps_the_last_use) {
    permission_gate gate({}, std::make_shared<manual_clock>());
    int wrong = 0;
    for (int i = 0; i < rounds; ++i) {
        if (!gate.give_grant("Write", grant_terms::for_uses(5))) ++wrong;
        std::atomic<int> allowed{0};
        std::vector<std::thread> threads;
        std::barrier all(10);
        for (int each = 0; each < 10; ++each)
            threads.emplace_back([&] {
                std::string scratch;
                const auto input = make_input({{"input", "*** Add File: a\n+x\n*** Add File: b\n+y\n"}});
                const auto patch = standard_use::of(
                    agent_program::codex, {.tool_name = "apply_patch", .input = *input, .cwd = "/p"});
                all.arrive_and_wait();
                if (check(gate, patch.value(), "r", scratch).decided.allowed()) ++allowed;
            });
        for (auto& each : threads) each.join();
        if (allowed != 2 || gate.grants().front().uses_left != 1) ++wrong;
    }
    BOOST_TEST(wrong == 0);
}

// A grant is given, used and revoked at once: what was not granted never passes.
BOOST_AUTO_TEST_CASE(no_more_calls_pass_than_all_grants_together_gave) {
    permission_gate gate({}, std::make_shared<manual_clock>());
    std::atomic<bool> done{false};
    std::atomic<int> allowed{0};
    const auto use = [&] {
        std::string scratch;
        while (!done)
            if (check(gate, "Bash", scratch).allowed()) ++allowed;
    };
    std::array threads{std::thread(use), std::thread(use), std::thread(use)};
    for (int i = 0; i < 10 * rounds; ++i) {
        gate.give_grant("Bash", grant_terms::for_uses(2));
        if (i % 3 == 0) gate.revoke_grant("Bash");
    }
    done = true;
    for (auto& each : threads) each.join();
    BOOST_TEST(allowed <= 20 * rounds);
}

}  // namespace
}  // namespace assent::gate_grants_threads_test
