// Foreign code that takes its time holds up nobody but its own call. A gate that locked around it would hang
// here.
#include <assent/testing.hpp>

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <latch>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace assent::gate_slow_threads_test {
namespace {

using testing::manual_clock;

verdict check(permission_gate& gate, std::string_view tool) {
    std::string scratch;
    const auto input = make_input({{"command", "ls"}});
    return gate.check({.tool_name = tool, .input = *input}, "r", scratch);
}

// What others can do meanwhile.
void use(permission_gate& gate) {
    BOOST_TEST(gate.give_grant("Quick", grant_terms::for_uses(1)));
    BOOST_TEST(check(gate, "Quick").source == decision_source::grant);
    BOOST_TEST(check(gate, "Quick").asks());
    gate.remember_decision("Quick", true);
    BOOST_TEST(check(gate, "Quick").source == decision_source::remembered);
    gate.set_mode(permission_mode::plan);
    gate.set_mode(permission_mode::ask);
    gate.set_rules(rule_set::empty());
    BOOST_TEST(gate.rate_status().minute.calls == 0U);
    BOOST_TEST(gate.forget("Quick"));
    gate.tick();
}

// Looks at calls of the tool `Slow` only when it may.
class slow_classifier final : public risk_classifier {
public:
    risk_assessment classify(const tool_call& call, const tool_definition*, std::string&) const override {
        if (call.tool_name == "Slow") {
            started_.count_down();
            go_.wait();
        }
        return {};
    }
    void wait_until_started() const { started_.wait(); }
    void go() const { go_.count_down(); }

private:
    // A call that changes meanwhile is looked at again, then without waiting.
    class once {
    public:
        void count_down() {
            if (!down_.test_and_set()) latch_.count_down();
        }
        void wait() const { latch_.wait(); }

    private:
        std::atomic_flag down_ = ATOMIC_FLAG_INIT;
        std::latch latch_{1};
    };
    mutable once started_;
    mutable once go_;
};

BOOST_AUTO_TEST_CASE(a_slow_classifier_holds_up_no_call_of_another_tool) {
    const auto classifier = std::make_shared<const slow_classifier>();
    permission_gate gate({.risk = classifier}, std::make_shared<manual_clock>());
    verdict slow;
    std::thread other([&] { slow = check(gate, "Slow"); });
    classifier->wait_until_started();
    use(gate);
    classifier->go();
    other.join();
    BOOST_TEST(slow.asks());
}

BOOST_AUTO_TEST_CASE(a_call_that_is_looked_at_slowly_meets_the_rules_of_its_end) {
    const auto classifier = std::make_shared<const slow_classifier>();
    permission_gate gate({.risk = classifier}, std::make_shared<manual_clock>());
    verdict slow;
    std::thread other([&] { slow = check(gate, "Slow"); });
    classifier->wait_until_started();
    gate.set_rules(
        rule_set::make({permission_rule::make("Slow", {}, rule_behavior::deny, rule_origin::host).value()})
            .value());
    classifier->go();
    other.join();
    BOOST_TEST(slow.denied());
    BOOST_TEST(slow.source == decision_source::rule);
}

BOOST_AUTO_TEST_CASE(a_callback_that_waits_holds_up_no_other_call) {
    std::latch asked{1};
    std::latch go{1};
    permission_gate gate({.callback =
                              [&](permission_request request) {
                                  asked.count_down();
                                  go.wait();
                                  std::move(request).allow();
                              }},
                         std::make_shared<manual_clock>());
    verdict slow;
    std::thread other([&] {
        gate.ask({.tool_name = "Slow", .input = *make_input({})}, "slow",
                 [&](const auto&, const settlement& how) { slow = how.decided; });
    });
    asked.wait();
    use(gate);
    BOOST_TEST(gate.open_questions() == 1U);
    go.count_down();
    other.join();
    BOOST_TEST(slow.allowed());
    BOOST_TEST(slow.source == decision_source::callback);
}

// Blocks while it writes the record of one request.
class slow_sink final : public audit_sink {
public:
    boost::system::error_code record(const audit_event& event) override {
        if (event.request_id == "slow") {
            started.count_down();
            go.wait();
        }
        return {};
    }
    std::latch started{1};
    std::latch go{1};
};

BOOST_AUTO_TEST_CASE(while_a_record_is_written_the_gate_still_answers) {
    const auto sink = std::make_shared<slow_sink>();
    permission_gate gate({.policy = {.mode = permission_mode::allow}}, std::make_shared<manual_clock>(),
                         sink);
    verdict slow;
    std::thread other([&] {
        std::string scratch;
        slow = gate.check({.tool_name = "Slow", .input = *make_input({})}, "slow", scratch);
    });
    sink->started.wait();
    BOOST_TEST(gate.give_grant("Quick", grant_terms::for_uses(1)));
    BOOST_TEST(gate.grants().size() == 1U);
    BOOST_TEST(gate.explain({.tool_name = "Quick", .input = *make_input({})}).decided.allowed());
    sink->go.count_down();
    other.join();
    BOOST_TEST(slow.allowed());
}

}  // namespace
}  // namespace assent::gate_slow_threads_test
