// What the gate decides by itself: mode, rules, and the order between them.
#include "gate_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <array>

namespace assent::gate_check_test {
namespace {

struct check_row {
    const char* name;
    permission_mode mode;
    const char* rule;  // empty: none
    const char* command;
    outcome expected;
    decision_source source;
};

constexpr std::array check_rows{
    check_row{"ask mode asks", permission_mode::ask, "", "ls", outcome::ask, decision_source::undecided},
    check_row{"allow mode allows", permission_mode::allow, "", "rm -rf /", outcome::allow,
              decision_source::mode},
    check_row{"deny mode denies", permission_mode::deny, "", "ls", outcome::deny, decision_source::mode},
    check_row{"exact rule matches", permission_mode::ask, "allow Bash(npm test)", "npm test", outcome::allow,
              decision_source::rule},
    check_row{"exact rule does not match more", permission_mode::ask, "allow Bash(npm test)", "npm test x",
              outcome::ask, decision_source::undecided},
    check_row{"wildcard rule matches", permission_mode::ask, "allow Bash(npm *)", "npm install",
              outcome::allow, decision_source::rule},
    check_row{"another command does not match", permission_mode::ask, "allow Bash(npm *)", "ls -la",
              outcome::ask, decision_source::undecided},
    check_row{"another tool does not match", permission_mode::ask, "allow Read(/tmp/*)", "ls", outcome::ask,
              decision_source::undecided},
    check_row{"wildcard does not reach behind a semicolon", permission_mode::ask, "allow Bash(npm *)",
              "npm i; rm -rf /", outcome::ask, decision_source::guard},
    check_row{"deny rule denies", permission_mode::ask, "deny Bash(rm *)", "rm x", outcome::deny,
              decision_source::rule},
    check_row{"deny rule beats allow mode", permission_mode::allow, "deny Bash(rm *)", "rm x", outcome::deny,
              decision_source::rule},
    check_row{"ask rule beats allow mode", permission_mode::allow, "ask Bash(rm *)", "rm x", outcome::ask,
              decision_source::rule},
    check_row{"a deny rule in doubt asks in allow mode", permission_mode::allow, "deny Bash(rm *)", "x; RM y",
              outcome::ask, decision_source::rule},
    check_row{"deny mode beats an allow rule", permission_mode::deny, "allow Bash", "ls", outcome::deny,
              decision_source::mode},
};

BOOST_AUTO_TEST_CASE(mode_and_rules_decide_in_their_order) {
    for (const auto& row : check_rows) {
        BOOST_TEST_CONTEXT(row.name) {
            gate_options options{.policy = {.mode = row.mode}};
            if (*row.rule != '\0') options.rules = rules({row.rule});
            const gate_probe probe(std::move(options));
            const verdict decided = probe.check("Bash", command(row.command));
            BOOST_TEST(decided.decision == row.expected);
            BOOST_TEST(decided.source == row.source);
            BOOST_TEST(!decided.reason().empty());
            BOOST_TEST((decided.rule != nullptr) == (row.source == decision_source::rule));
        }
    }
}

BOOST_AUTO_TEST_CASE(deny_beats_ask_and_ask_beats_allow) {
    const gate_probe probe(
        {.rules = rules({"allow Bash(npm *)", "ask Bash(npm publish)", "deny Bash(npm x)"})});
    BOOST_TEST(probe.check("Bash", command("npm i")).decision == outcome::allow);
    BOOST_TEST(probe.check("Bash", command("npm publish")).decision == outcome::ask);
    BOOST_TEST(probe.check("Bash", command("npm x")).decision == outcome::deny);
}

BOOST_AUTO_TEST_CASE(mode_switches_take_effect_at_once) {
    int asked = 0;
    const gate_probe probe({.callback = [&](permission_request request) {
        ++asked;
        std::move(request).allow();
    }});
    BOOST_TEST(probe.check("Bash", command("ls")).asks());
    BOOST_TEST(probe.ask("Bash", command("ls"))->how.decided.allowed());
    BOOST_TEST(asked == 1);
    probe.gate->set_mode(permission_mode::allow);
    BOOST_TEST(probe.check("Bash", command("rm -rf /")).allowed());
    probe.gate->set_mode(permission_mode::deny);
    const verdict denied = probe.check("Bash", command("ls"));
    BOOST_TEST(denied.denied());
    BOOST_TEST(denied.reason() == "denied by permission mode `deny`");
    BOOST_TEST(asked == 1);
}

BOOST_AUTO_TEST_CASE(a_mode_belongs_to_one_gate_and_is_gone_with_it) {
    gate_probe first;
    first.gate->set_mode(permission_mode::allow);
    const gate_probe second;
    BOOST_TEST(second.gate->mode() == permission_mode::ask);
    BOOST_TEST(first.gate->mode() == permission_mode::allow);
}

BOOST_AUTO_TEST_CASE(a_call_that_a_person_must_answer_is_asked_even_in_allow_mode) {
    const gate_probe probe({.policy = {.mode = permission_mode::allow}, .rules = rules({"allow Bash"})});
    const auto input = make_input(command("ls"));
    const tool_call call{.tool_name = "Bash", .input = *input, .needs_human = true};
    const verdict decided = probe.gate->check(call, "r", probe.scratch);
    BOOST_TEST(decided.asks());
    BOOST_TEST(decided.source == decision_source::peer);
    BOOST_TEST(decided.must_ask);
}

BOOST_AUTO_TEST_CASE(a_tool_name_that_is_none_is_denied) {
    const gate_probe probe({.policy = {.mode = permission_mode::allow}});
    for (const char* name : {"", "Ba sh", "Bash\n", "../Bash"}) {
        BOOST_TEST_CONTEXT("name: " << name) {
            const verdict decided = probe.check(name, command("ls"));
            BOOST_TEST(decided.denied());
            BOOST_TEST(decided.source == decision_source::malformed);
        }
    }
}

struct peer_row {
    peer_mode limit;
    permission_mode from;
    permission_mode to;
    bool expected;
};

constexpr std::array peer_rows{
    peer_row{peer_mode::any, permission_mode::deny, permission_mode::allow, true},
    peer_row{peer_mode::any, permission_mode::allow, permission_mode::deny, true},
    peer_row{peer_mode::stricter, permission_mode::allow, permission_mode::ask, true},
    peer_row{peer_mode::stricter, permission_mode::allow, permission_mode::deny, true},
    peer_row{peer_mode::stricter, permission_mode::ask, permission_mode::deny, true},
    peer_row{peer_mode::stricter, permission_mode::ask, permission_mode::ask, true},
    peer_row{peer_mode::stricter, permission_mode::ask, permission_mode::allow, false},
    peer_row{peer_mode::stricter, permission_mode::deny, permission_mode::ask, false},
    peer_row{peer_mode::never, permission_mode::allow, permission_mode::deny, false},
    peer_row{peer_mode::never, permission_mode::ask, permission_mode::ask, true},
};

BOOST_AUTO_TEST_CASE(a_peer_changes_the_mode_as_far_as_the_host_lets_it) {
    for (const auto& row : peer_rows) {
        BOOST_TEST_CONTEXT(static_cast<int>(row.limit) << ": " << row.from << " to " << row.to) {
            const gate_probe probe({.policy = {.mode = row.from, .peer_may_set = row.limit}});
            BOOST_TEST(probe.gate->set_mode_for_peer(row.to) == row.expected);
            BOOST_TEST(probe.gate->mode() == (row.expected ? row.to : row.from));
        }
    }
}

BOOST_AUTO_TEST_CASE(the_host_sets_any_mode_whatever_the_peer_may) {
    const gate_probe probe({.policy = {.peer_may_set = peer_mode::never}});
    probe.gate->set_mode(permission_mode::allow);
    BOOST_TEST(probe.gate->mode() == permission_mode::allow);
}

BOOST_AUTO_TEST_CASE(rules_can_be_replaced_and_null_means_none) {
    const gate_probe probe({.rules = nullptr});
    BOOST_TEST(probe.gate->rules()->size() == 0U);
    probe.gate->set_rules(rules({"allow Bash(ls)"}));
    BOOST_TEST(probe.check("Bash", command("ls")).allowed());
    probe.gate->set_rules(nullptr);
    BOOST_TEST(probe.check("Bash", command("ls")).asks());
}

BOOST_AUTO_TEST_CASE(suggestions_of_a_peer_are_stored_without_unconstrained_rules_and_modes) {
    const gate_probe probe({.policy = {.mode = permission_mode::allow, .peer_may_set = peer_mode::never}});
    permission_update unknown_mode;  // such as `acceptEdits`: the agent would ask less
    unknown_mode.wire = "setMode";
    unknown_mode.sets_mode = true;
    const std::vector suggested{unknown_mode,
                                add_rules({rule("allow Bash(npm *)")}),
                                add_rules({rule("allow *")}),
                                add_rules({rule("allow Bash(ls)"), rule("allow *")}),
                                set_mode(permission_mode::allow),
                                permission_update{.wire = "opaque"}};
    const auto accepted = probe.gate->accept_suggestions(suggested);
    BOOST_TEST_REQUIRE(accepted.size() == 2U);
    BOOST_TEST(accepted[0].what == permission_update::kind::add_rules);
    BOOST_TEST(accepted[1].what == permission_update::kind::opaque);
    BOOST_TEST(probe.gate->mode() == permission_mode::allow);
    BOOST_TEST(probe.gate->rules()->size() == 1U);
    probe.gate->set_mode(permission_mode::ask);
    BOOST_TEST(probe.gate->accept_suggestions(suggested).empty());  // allow mode only
    const verdict decided = probe.check("Bash", command("npm test"));
    BOOST_TEST_REQUIRE(decided.rule);
    BOOST_TEST((decided.rule->origin() == rule_origin::peer));
}

BOOST_AUTO_TEST_CASE(too_many_suggestions_are_not_accepted) {
    const gate_probe probe({.policy = {.mode = permission_mode::allow}, .limits = {.max_updates = 4}});
    const std::vector fits(2, add_rules({rule("allow Bash(a)")}));  // two updates of one rule each
    BOOST_TEST(probe.gate->accept_suggestions(fits).size() == 2U);
    const std::vector one_rule_more{add_rules({rule("allow Bash(a)")}),
                                    add_rules({rule("allow Bash(b)"), rule("allow Bash(c)")})};
    BOOST_TEST(probe.gate->accept_suggestions(one_rule_more).empty());
    BOOST_TEST(probe.gate->rules()->size() == 1U);
}

}  // namespace
}  // namespace assent::gate_check_test
