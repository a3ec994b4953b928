// Eight threads decide with one gate at once: run under ThreadSanitizer, too.
#include "c_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <barrier>
#include <string>
#include <thread>
#include <vector>

namespace assent::test::c_threads_test {
namespace {

constexpr int threads = 8;
constexpr int rounds = 300;

const rule_list npm{"Bash(npm *)"};
const rule_list rm{"Bash(rm *)"};

// Even numbers are allowed, with the thread's own reason for odd ones.
assent_outcome allow_even(const assent_question* question, assent_answer* answer, void* asked) {
    ++*static_cast<std::atomic<int>*>(asked);
    const std::string id = text(question->tool_use_id);
    assent_answer_set_reason(answer, id.data(), id.size());
    return id.back() % 2 == 0 ? ASSENT_ALLOW : ASSENT_DENY;
}

BOOST_AUTO_TEST_CASE(eight_threads_share_a_gate_and_each_hears_of_its_own_calls) {
    std::atomic<int> asked{0};
    auto with = options();
    with.allow = npm;
    with.deny = rm;
    with.callback = allow_even;
    with.user_data = &asked;
    const auto gate = open(with);
    std::atomic<int> wrong{0};
    std::barrier begin(threads);
    const auto run = [&](int number) {
        begin.arrive_and_wait();
        for (int round = 0; round < rounds; ++round) {
            const std::string id = std::to_string(number) + "-" + std::to_string(round);
            const std::string open_call =
                R"({"tool_name":"Bash","input":{"command":"mkdir a"},"tool_use_id":")" + id + "\"}";
            const auto expected =
                round % 2 == 0 ? "allow callback: allowed by the user" : "deny callback: " + id;
            if (said(gate, open_call) != expected) ++wrong;
            if (decide(gate, bash("npm test"))->outcome != ASSENT_ALLOW) ++wrong;
            if (decide(gate, bash("rm a"))->outcome != ASSENT_DENY) ++wrong;
            if (decide(gate, "{")->status != ASSENT_INVALID_CALL) ++wrong;
            if (verdict_pointer(assent_explain(gate.get(), open_call.data(), open_call.size()))->outcome !=
                ASSENT_ASK)
                ++wrong;
            // A gate of its own beside the one that is shared.
            if (round % 50 == 0 && decide(open(options()), bash("mkdir a"))->outcome != ASSENT_ASK) ++wrong;
        }
    };
    std::vector<std::thread> all;
    for (int number = 0; number < threads; ++number) all.emplace_back(run, number);
    for (auto& each : all) each.join();
    BOOST_TEST(wrong == 0);
    BOOST_TEST(asked == threads * rounds);
}

}  // namespace
}  // namespace assent::test::c_threads_test
