// How long a hook's decision, or a person's answer to it, waits for the question about the same use.
#include "hook_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <chrono>
#include <functional>
#include <string_view>

namespace assent::gate_hook_lifetime_test {
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

BOOST_AUTO_TEST_CASE(an_answer_to_a_hooks_question_is_for_the_folder_that_it_was_asked_in) {
    const use asked{.input = command("rm -rf build"), .cwd = "/tmp/a"};
    for (const char* cwd : {"/tmp/a", "/home/me", ""}) {
        BOOST_TEST_CONTEXT(cwd) {
            const gate_probe probe;
            ask_hook(probe, asked);
            BOOST_TEST(probe.box->take().allow());
            use again = asked;
            again.cwd = cwd;
            BOOST_TEST(question(probe, again).allowed() == (again.cwd == asked.cwd));
        }
    }
}

BOOST_AUTO_TEST_CASE(an_answer_to_a_hooks_question_is_for_where_the_paths_led_then) {
    struct row {
        const char* link;
        const char* target;  // by the time of the question
    };
    constexpr std::array rows{row{nullptr, nullptr}, row{"/srv/a", "/home/me/.profile"}, row{"/srv", "/etc"},
                              row{"/work", "/etc"}};
    const use of{.tool_name = "Write", .input = {{"file_path", "/srv/a"}}, .cwd = "/work"};
    for (const auto& row : rows)
        for (const bool yes : {true, false}) {
            BOOST_TEST_CONTEXT((row.link == nullptr ? "nothing" : row.link) << ", " << yes) {
                const auto paths = std::make_shared<testing::fake_path_resolver>();
                gate_options options;
                options.paths = paths;
                const gate_probe probe(std::move(options));
                ask_hook(probe, of);
                BOOST_TEST((yes ? probe.box->take().allow() : probe.box->take().deny()));
                if (row.link != nullptr) paths->add_link(row.link, row.target);
                const verdict served = question(probe, of);
                BOOST_TEST(served.asks() == (row.link != nullptr));
                if (row.link == nullptr) BOOST_TEST(served.allowed() == yes);
            }
        }
}

BOOST_AUTO_TEST_CASE(an_answer_to_a_hooks_question_meets_the_demand_that_it_was_asked_for_and_no_other) {
    struct row {
        const char* name;
        const char* rule;  // for all the time
        bool hook_needs_human, needs_human;
        bool holds;
    };
    constexpr std::array rows{
        row{"nothing is demanded", "allow Read", false, false, true},
        row{"the same rule", "ask Bash", false, false, true},
        row{"the agent, then", "allow Read", false, true, false},
        row{"the agent, both times", "allow Read", true, true, true},
        row{"the agent, no longer", "allow Read", true, false, true},
        row{"a rule, and the agent only then", "ask Bash", true, false, false},
        row{"a rule, and then the agent too", "ask Bash", false, true, false},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.name) {
            const gate_probe probe({.rules = rules({row.rule})});
            ask_hook(probe, {.needs_human = row.hook_needs_human});
            BOOST_TEST(probe.box->take().allow());
            const verdict decided = question(probe, {.needs_human = row.needs_human});
            BOOST_TEST(decided.allowed() == row.holds);
            BOOST_TEST(decided.asks() == !row.holds);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_ask_rule_that_comes_with_an_answer_to_a_hooks_question_demands_another) {
    for (const char* brought : {"ask Bash", "deny Bash(rm *)", "deny Read"}) {
        BOOST_TEST_CONTEXT(brought) {
            const use of{.input = command("x; RM y")};
            const gate_probe probe;
            ask_hook(probe, of);
            BOOST_TEST(probe.box->take().answer(allow_result{.updates = {add_rules({rule(brought)})}}));
            BOOST_TEST(question(probe, of).allowed() == (std::string_view(brought) == "deny Read"));
        }
    }
}

BOOST_AUTO_TEST_CASE(the_last_use_of_a_grant_is_not_served_under_other_rules) {
    const gate_probe probe;
    BOOST_TEST(probe.gate->give_grant("Bash", grant_terms::for_uses(1)));
    BOOST_TEST(hook(probe).allowed());
    probe.gate->set_rules(rules({"allow Read"}));
    BOOST_TEST(question(probe).asks());
}

}  // namespace
}  // namespace assent::gate_hook_lifetime_test
