// How long a hook's decision, or a person's answer to it, waits for the question about the same use.
#include "hook_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <chrono>
#include <functional>

namespace assent {
namespace {

BOOST_AUTO_TEST_CASE(an_allow_of_a_hook_does_not_outlive_what_allowed_it) {
    struct row {
        const char* name;
        permission_mode mode;
        const char* allowed_by;
        std::function<void(permission_gate&)> change;
        outcome expected;
    };
    const auto same_rules = [](auto& gate) { gate.set_rules(rules({"allow Bash", "allow Read"})); };
    const std::array rows{
        row{"mode ask", permission_mode::allow, "allow Read",
            [](auto& gate) { gate.set_mode(permission_mode::ask); }, outcome::ask},
        row{"mode dont_ask", permission_mode::allow, "allow Read",
            [](auto& gate) { gate.set_mode(permission_mode::dont_ask); }, outcome::deny},
        row{"mode plan", permission_mode::ask, "allow Bash",
            [](auto& gate) { gate.set_mode(permission_mode::plan); }, outcome::ask},
        row{"rule withdrawn", permission_mode::ask, "allow Bash", [](auto& gate) { gate.set_rules({}); },
            outcome::ask},
        row{"rule narrowed", permission_mode::ask, "allow Bash",
            [](auto& gate) { gate.set_rules(rules({"allow Bash(pwd)"})); }, outcome::ask},
        row{"rule kept", permission_mode::ask, "allow Bash", same_rules, outcome::allow},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.name) {
            const gate_probe probe({.policy = {.mode = row.mode}, .rules = rules({row.allowed_by})});
            BOOST_TEST(hook(probe).allowed());
            row.change(*probe.gate);
            BOOST_TEST(question(probe).decision == row.expected);
            BOOST_TEST(recorded(probe) == (row.expected == outcome::deny ? 2U : 1U));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_decision_of_a_hook_waits_for_five_minutes_and_no_longer) {
    for (const bool over : {false, true}) {
        BOOST_TEST_CONTEXT(over) {
            const gate_probe probe(counting(permission_mode::allow));
            hook(probe);
            probe.time->advance(hook_decision_lifetime - std::chrono::nanoseconds(over ? 0 : 1));
            BOOST_TEST(question(probe).allowed());
            BOOST_TEST(recorded(probe) == (over ? 2U : 1U));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_decision_of_a_hook_does_not_outlive_the_conversation) {
    constexpr std::array ends{&permission_gate::end_conversation,
                              &permission_gate::begin_conversation_of_peer};
    for (const auto end : ends) {
        const gate_probe probe(counting(permission_mode::allow));
        hook(probe);
        ((*probe.gate).*end)();
        BOOST_TEST(question(probe).allowed());
        BOOST_TEST(recorded(probe) == 2U);
    }
}

BOOST_AUTO_TEST_CASE(an_answer_to_a_hooks_question_serves_the_question_about_the_same_use_once) {
    for (const bool yes : {true, false}) {
        BOOST_TEST_CONTEXT(yes) {
            const gate_probe probe(counting());
            const auto end = ask_hook(probe);
            BOOST_TEST_REQUIRE(end->open());
            const permission_result answer =
                yes ? permission_result(allow_result{}) : permission_result(deny_result{});
            BOOST_TEST(probe.box->take().answer(answer));
            BOOST_TEST(end->how.decided.allowed() == yes);
            const verdict served = question(probe);
            BOOST_TEST(served.allowed() == yes);
            BOOST_TEST(served.denied() == !yes);
            BOOST_TEST(served.source == decision_source::callback);
            BOOST_TEST(recorded(probe) == 1U);
            BOOST_TEST(counted(probe) == 1U);
            BOOST_TEST(question(probe).asks());
        }
    }
}

BOOST_AUTO_TEST_CASE(an_answer_to_a_hooks_question_holds_while_nothing_changes) {
    struct row {
        const char* name;
        std::function<void(const gate_probe&)> change;
        bool holds;
    };
    const std::array rows{
        row{"nothing", [](auto&) {}, true},
        row{"mode", [](auto& probe) { probe.gate->set_mode(permission_mode::dont_ask); }, false},
        row{"rules", [](auto& probe) { probe.gate->set_rules(rules({"allow Read"})); }, false},
        row{"just in time",
            [](auto& probe) { probe.time->advance(hook_decision_lifetime - std::chrono::nanoseconds(1)); },
            true},
        row{"too late", [](auto& probe) { probe.time->advance(hook_decision_lifetime); }, false},
        row{"conversation", [](auto& probe) { probe.gate->end_conversation(); }, false},
        row{"the peer's conversation", [](auto& probe) { probe.gate->begin_conversation_of_peer(); }, false},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.name) {
            const gate_probe probe;
            ask_hook(probe);
            BOOST_TEST(probe.box->take().allow());
            row.change(probe);
            BOOST_TEST(question(probe).allowed() == row.holds);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_answer_that_edits_a_hooks_call_says_nothing_about_the_call_as_it_was) {
    const gate_probe probe;
    const auto end = ask_hook(probe);
    BOOST_TEST(probe.box->take().answer(allow_result{.edited_input = command("ls -l")}));
    BOOST_TEST(end->how.decided.allowed());
    BOOST_TEST(question(probe).asks());
}

BOOST_AUTO_TEST_CASE(the_last_use_of_a_grant_is_not_served_under_other_rules) {
    const gate_probe probe;
    BOOST_TEST(probe.gate->give_grant("Bash", grant_terms::for_uses(1)));
    BOOST_TEST(hook(probe).allowed());
    probe.gate->set_rules(rules({"allow Read"}));
    BOOST_TEST(question(probe).asks());
}

}  // namespace
}  // namespace assent
