// A hook is asked ahead of the question about the same use of a tool: one decision serves both.
#include "hook_probe.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/wire/wire_input.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <functional>
#include <string>

namespace assent::gate_hook_test {
namespace {

BOOST_AUTO_TEST_CASE(a_decision_of_a_hook_answers_the_question_about_the_same_use_once) {
    const gate_probe probe(counting());
    BOOST_TEST(probe.gate->give_grant("Bash", grant_terms::for_uses(5)));
    const verdict first = hook(probe);
    const verdict second = question(probe);
    BOOST_TEST(first.allowed());
    BOOST_TEST(second.allowed());
    BOOST_TEST(second.source == decision_source::grant);
    BOOST_TEST(second.reason() == first.reason());
    BOOST_TEST(counted(probe) == 1U);
    BOOST_TEST(recorded(probe) == 1U);
    BOOST_TEST(probe.gate->grants().at(0).uses_left.value() == 4U);
    // The same id once more is another call.
    BOOST_TEST(question(probe).allowed());
    BOOST_TEST(counted(probe) == 2U);
    BOOST_TEST(recorded(probe) == 2U);
    BOOST_TEST(probe.gate->grants().at(0).uses_left.value() == 3U);
}

BOOST_AUTO_TEST_CASE(a_denial_of_a_hook_denies_the_question_and_is_on_record_once) {
    const gate_probe probe({.rules = rules({"deny Bash"})});
    BOOST_TEST(hook(probe).denied());
    probe.gate->set_rules(rules({"allow Bash"}));
    BOOST_TEST(question(probe).denied());
    BOOST_TEST(recorded(probe) == 1U);
    BOOST_TEST(question(probe).allowed());
}

BOOST_AUTO_TEST_CASE(a_question_about_anything_else_is_judged_anew) {
    struct row {
        const char* name;
        use hooked;
        use asked;
    };
    const std::array rows{
        row{"another input", {}, {.input = command("pwd")}},
        row{"one member more", {}, {.input = {{"command", "make"}, {"timeout", 1}}}},
        row{"another tool", {}, {.tool_name = "Shell"}},
        row{"another agent", {}, {.agent_id = "other"}},
        row{"the main agent", {}, {.agent_id = ""}},
        row{"another use", {}, {.id = "toolu_2"}},
        row{"another folder", {.cwd = "/tmp/a"}, {.cwd = "/home/me"}},
        row{"a folder that was not known", {}, {.cwd = "/home/me"}},
        row{"no id", {.id = ""}, {.id = ""}},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.name) {
            const gate_probe probe(counting(permission_mode::allow));
            BOOST_TEST(hook(probe, row.hooked).allowed());
            BOOST_TEST(question(probe, row.asked).allowed());
            BOOST_TEST(counted(probe) == 2U);
            BOOST_TEST(recorded(probe) == 2U);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_forbids_or_demands_a_question_by_now_outweighs_the_hooks_decision) {
    struct row {
        const char* name;
        std::function<void(permission_gate&)> change;
        outcome expected;
        decision_source source;
    };
    const std::array rows{
        row{"deny rule", [](auto& gate) { gate.set_rules(rules({"deny Bash"})); }, outcome::deny,
            decision_source::rule},
        row{"ask rule", [](auto& gate) { gate.set_rules(rules({"ask Bash"})); }, outcome::ask,
            decision_source::rule},
        row{"deny rule in doubt", [](auto& gate) { gate.set_rules(rules({"deny Bash(rm *)"})); },
            outcome::ask, decision_source::rule},
        row{"deny mode", [](auto& gate) { gate.set_mode(permission_mode::deny); }, outcome::deny,
            decision_source::mode},
        row{"blocked tool",
            [](auto& gate) {
                BOOST_TEST(gate.set_policy(judgement_basis::make({.blocked_tools = {"Bash"}}).value()));
            },
            outcome::deny, decision_source::blocked_list},
        row{"remembered denial", [](auto& gate) { gate.remember_decision("Bash", false); }, outcome::deny,
            decision_source::remembered},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.name) {
            const gate_probe probe({.rules = rules({"allow Bash"})});
            const use both{.input = command("x; RM y")};
            BOOST_TEST(hook(probe, both).allowed());
            row.change(*probe.gate);
            const verdict decided = question(probe, both);
            BOOST_TEST(decided.decision == row.expected);
            BOOST_TEST(decided.source == row.source);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_last_use_of_a_grant_serves_the_hook_and_its_question) {
    for (const auto mode : {permission_mode::ask, permission_mode::dont_ask}) {
        BOOST_TEST_CONTEXT(mode) {
            const gate_probe probe({.policy = {.mode = mode}});
            BOOST_TEST(probe.gate->give_grant("Bash", grant_terms::for_uses(1)));
            BOOST_TEST(hook(probe).allowed());
            BOOST_TEST(probe.gate->grants().empty());
            BOOST_TEST(question(probe).allowed());
            BOOST_TEST(recorded(probe) == 1U);
            BOOST_TEST(!question(probe).allowed());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_hook_that_is_told_to_ask_leaves_the_question_open) {
    const gate_probe probe(counting());
    BOOST_TEST(hook(probe).asks());
    BOOST_TEST(question(probe).asks());
    BOOST_TEST(counted(probe) == 0U);
    BOOST_TEST(recorded(probe) == 0U);
}

BOOST_AUTO_TEST_CASE(a_decision_that_a_question_was_put_for_is_no_hooks_decision) {
    const gate_probe probe(counting(permission_mode::allow));
    BOOST_TEST(question(probe).allowed());
    BOOST_TEST(question(probe).allowed());
    BOOST_TEST(counted(probe) == 2U);
}

BOOST_AUTO_TEST_CASE(over_the_bound_the_oldest_decision_of_a_hook_is_taken_anew) {
    for (const std::size_t hooks : {max_hook_decisions, max_hook_decisions + 1}) {
        BOOST_TEST_CONTEXT(hooks) {
            const gate_probe probe(counting(permission_mode::allow));
            for (std::size_t i = 0; i < hooks; ++i) hook(probe, {.id = std::to_string(i)});
            BOOST_TEST(counted(probe) == hooks);
            const std::size_t forgotten = hooks - max_hook_decisions;
            BOOST_TEST(question(probe, {.id = "0"}).allowed());
            BOOST_TEST(counted(probe) == hooks + forgotten);
            BOOST_TEST(question(probe, {.id = "1"}).allowed());
            BOOST_TEST(question(probe, {.id = std::to_string(hooks - 1)}).allowed());
            BOOST_TEST(counted(probe) == hooks + forgotten);
        }
    }
}

BOOST_AUTO_TEST_CASE(decisions_of_hooks_that_were_answered_make_room) {
    const gate_probe probe(counting(permission_mode::allow));
    hook(probe, {.id = "first"});
    for (std::size_t i = 0; i < 2 * max_hook_decisions; ++i) {
        const use each{.id = std::to_string(i)};
        hook(probe, each);
        question(probe, each);
    }
    const std::size_t before = counted(probe);
    hook(probe, {.id = "last"});
    question(probe, {.id = "last"});
    BOOST_TEST(counted(probe) == before + 1);
}

BOOST_AUTO_TEST_CASE(inputs_of_hooks_hold_no_more_memory_than_open_questions_may) {
    const use large{.id = "large", .input = command(std::string(4096, 'x'))};
    for (const bool fits : {true, false}) {
        BOOST_TEST_CONTEXT(fits) {
            gate_options options = counting(permission_mode::allow);
            options.limits.max_open_bytes = make_input(large.input)->size_bytes() - (fits ? 0U : 1U);
            const gate_probe probe(std::move(options));
            hook(probe, large);
            question(probe, large);
            BOOST_TEST(counted(probe) == (fits ? 1U : 2U));
        }
    }
}

// Bytes of a peer, with what an input needs to point into.
struct scanned {
    explicit scanned(std::string bytes) : text(std::move(bytes)) {
        BOOST_TEST_REQUIRE(!scanner.scan(text, json_scanner::duplicates::everywhere));
    }
    [[nodiscard]] wire_input input() const { return {text, scanner.members(), scanner.value_count()}; }
    std::string text;
    json_scanner scanner;
};

BOOST_AUTO_TEST_CASE(an_input_that_says_the_same_in_other_bytes_is_the_same) {
    struct row {
        const char* hooked;
        const char* asked;
        bool same;
    };
    constexpr std::array rows{
        row{R"({"command":"ls","n":[1,2]})", R"({"command":"ls","n":[1,2]})", true},
        row{R"({"command":"ls","n":[1,2]})", R"({ "command" : "ls", "n" : [1, 2] })", true},
        row{R"({"command":"ls","n":[1,2]})", R"({"n":[1,2],"command":"\u006cs"})", true},
        row{R"({"command":"ls","n":[1,2]})", R"({"command":"ls","n":[2,1]})", false},
        row{R"({"command":"ls"})", R"({"command":"ls "})", false},
        row{R"({"n":9007199254740993.0})", R"({"n":9007199254740992.0})", false},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.asked) {
            const gate_probe probe(counting(permission_mode::allow));
            const scanned hooked(row.hooked);
            const scanned asked(row.asked);
            const auto first = hooked.input();
            const auto second = asked.input();
            probe.gate->check(
                {.tool_name = "Bash", .input = first, .tool_use_id = "toolu_1", .from_hook = true}, "hook",
                probe.scratch);
            probe.gate->check({.tool_name = "Bash", .input = second, .tool_use_id = "toolu_1"}, "question",
                              probe.scratch);
            BOOST_TEST(counted(probe) == (row.same ? 1U : 2U));
        }
    }
}

}  // namespace
}  // namespace assent::gate_hook_test
