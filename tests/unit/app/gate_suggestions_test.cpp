// What a peer suggests in allow mode, where nobody looks at it: how long it holds, what it may change, and
// how much of it is kept.
#include "gate_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace assent::gate_suggestions_test {
namespace {

using kind = permission_update::kind;

judgement_basis::pointer basis(policy settings) { return judgement_basis::make(std::move(settings)).value(); }

permission_update update(kind what, std::vector<permission_rule> rules, rule_behavior behavior) {
    permission_update made{.what = what, .behavior = behavior, .wire = json_object{{"type", "as written"}}};
    made.rules = std::move(rules);
    return made;
}

std::size_t suggest(const gate_probe& probe, permission_update offered) {
    return probe.gate->accept_suggestions({&offered, 1}).size();
}
std::size_t suggest(const gate_probe& probe, std::string_view text) {
    return suggest(probe, add_rules({rule(text)}));
}

void answer_with(const gate_probe& probe, std::string_view text) {
    probe.gate->set_mode(permission_mode::ask);
    probe.ask("Bash", command("ls"));
    BOOST_TEST(probe.box->take().answer(allow_result{.updates = {add_rules({rule(text)})}}));
}

std::vector<std::string> not_kept(const gate_probe& probe) {
    std::vector<std::string> reasons;
    for (const auto& each : probe.sink->events(audit_event::kind::not_kept)) reasons.push_back(each.reason);
    return reasons;
}

BOOST_AUTO_TEST_SUITE(gate_suggestions_test)

BOOST_AUTO_TEST_CASE(a_policy_that_no_longer_allows_everything_drops_what_a_peer_has_suggested) {
    using enum permission_mode;
    struct row {
        permission_mode next;
        bool stays;
    };
    constexpr std::array rows{row{ask, false},  row{deny, false},     row{accept_edits, false},
                              row{plan, false}, row{dont_ask, false}, row{allow, true}};
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.next) {
            const gate_probe probe({.policy = {.mode = allow}});
            BOOST_TEST(suggest(probe, "allow Bash") == 1U);
            BOOST_TEST(suggest(probe, "allow Read") == 1U);
            BOOST_TEST(suggest(probe, "deny Write") == 1U);
            BOOST_TEST(probe.gate->set_policy(basis({.mode = row.next})));
            probe.gate->set_mode(ask);
            BOOST_TEST(probe.check("Bash", command("curl x")).allowed() == row.stays);
            BOOST_TEST(probe.check("Write", {{"file_path", "a"}}).denied(), "no reload loosens");
            const std::vector<std::string> expected{
                "the policy's mode is no longer allow: 2 allow rules that the peer suggested are dropped"};
            BOOST_TEST(not_kept(probe) == (row.stays ? std::vector<std::string>() : expected),
                       boost::test_tools::per_element());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_policy_that_is_replaced_keeps_what_a_person_has_answered) {
    const gate_probe probe;
    answer_with(probe, "allow Bash(ls)");
    probe.gate->set_mode(permission_mode::allow);
    BOOST_TEST(suggest(probe, "allow Bash(ls)") == 1U);
    probe.gate->set_mode(permission_mode::ask);
    BOOST_TEST(probe.gate->set_policy(basis({})));
    BOOST_TEST(probe.check("Bash", command("ls")).allowed());
    BOOST_TEST(not_kept(probe).empty());
}

BOOST_AUTO_TEST_CASE(the_hosts_mode_alone_does_not_end_what_was_accepted_and_its_rules_do) {
    const gate_probe probe({.policy = {.mode = permission_mode::allow}});
    BOOST_TEST(suggest(probe, "allow Bash") == 1U);
    probe.gate->set_mode(permission_mode::ask);
    BOOST_TEST(probe.check("Bash", command("ls")).allowed());
    probe.gate->set_rules({});
    BOOST_TEST(probe.check("Bash", command("ls")).asks());
}

BOOST_AUTO_TEST_CASE(a_peer_cannot_take_out_or_replace_what_a_person_has_forbidden) {
    for (const std::string_view word : {"deny", "ask"})
        for (const auto what : {kind::remove_rules, kind::replace_rules}) {
            BOOST_TEST_CONTEXT(word << ", " << what) {
                const std::string said = std::string(word) + " Bash(rm *)";
                const auto behavior = rule(said).behavior();
                const gate_probe probe;
                probe.ask("Bash", command("ls"));
                BOOST_TEST(probe.box->take().answer(
                    allow_result{.updates = {update(kind::add_rules, {rule(said)}, behavior)}}));
                probe.gate->set_mode(permission_mode::allow);
                std::vector<permission_rule> named;
                if (what == kind::remove_rules) named.push_back(rule(said));
                suggest(probe, update(what, std::move(named), behavior));
                const auto decided = probe.check("Bash", command("rm x")).decision;
                BOOST_TEST(decided == (word == "deny" ? outcome::deny : outcome::ask));
                // A person may.
                probe.gate->set_mode(permission_mode::ask);
                probe.ask("Bash", command("ls"));
                BOOST_TEST(probe.box->take().answer(
                    allow_result{.updates = {update(what, {rule(said)}, behavior)}}));
                BOOST_TEST(probe.gate->rules()->size() == (what == kind::remove_rules ? 0U : 1U));
            }
        }
}

BOOST_AUTO_TEST_CASE(a_rule_of_an_answer_holds_on_when_a_policy_repeats_it_and_the_next_does_not) {
    const gate_probe probe;
    answer_with(probe, "deny Bash(rm *)");
    BOOST_TEST(probe.gate->set_policy(basis({.rules = {rule("deny Bash(rm *)")}})));
    BOOST_TEST(probe.gate->set_policy(basis({})));
    BOOST_TEST(probe.check("Bash", command("rm x")).denied());
}

BOOST_AUTO_TEST_CASE(as_many_suggested_rules_are_kept_as_the_limit_says) {
    gate_options options{.policy = {.mode = permission_mode::allow}};
    options.limits.max_suggested_rules = 2;
    const gate_probe probe(std::move(options));
    BOOST_TEST(suggest(probe, "allow Bash(a)") == 1U);
    BOOST_TEST(suggest(probe, "allow Bash(b)") == 1U);
    BOOST_TEST(suggest(probe, "allow Bash(b)") == 1U);  // it is there
    BOOST_TEST(not_kept(probe).empty());
    BOOST_TEST(suggest(probe, "allow Bash(c)") == 0U);
    BOOST_TEST(probe.gate->rules()->size() == 2U);
    BOOST_TEST_REQUIRE(not_kept(probe).size() == 1U);
    BOOST_TEST(not_kept(probe)[0] ==
               "rules are not kept: there would be more than 2 rules that a peer suggested");
    BOOST_TEST(suggest(probe, update(kind::remove_rules, {rule("allow Bash(a)")}, rule_behavior::allow)) ==
               1U);
    BOOST_TEST(suggest(probe, "allow Bash(c)") == 1U);
    // An answer's are others.
    answer_with(probe, "allow Bash(ls)");
    BOOST_TEST(probe.gate->rules()->size() == 3U);
}

BOOST_AUTO_TEST_CASE(rules_from_outside_hold_as_many_bytes_as_the_limit_says_and_the_call_is_allowed) {
    const permission_rule kept = rule("deny Bash(curl *)");
    for (const bool fits : {true, false})
        for (const bool answered : {true, false}) {
            BOOST_TEST_CONTEXT((fits ? "fits, " : "one byte over, ")
                               << (answered ? "answered" : "suggested")) {
                gate_options options{.policy = {.mode = permission_mode::allow}};
                options.limits.max_loose_rule_bytes = kept.memory_bytes() - (fits ? 0U : 1U);
                const std::string why = "rules are not kept: there would be more than " +
                                        std::to_string(options.limits.max_loose_rule_bytes) +
                                        " bytes of rules from peers and answers";
                const gate_probe probe(std::move(options));
                std::size_t returned = 0;
                if (answered) {
                    probe.gate->set_mode(permission_mode::ask);
                    const auto end = probe.ask("Bash", command("ls"));
                    BOOST_TEST(probe.box->take().answer(allow_result{.updates = {add_rules({kept})}}));
                    BOOST_TEST(end->how.decided.allowed());
                    BOOST_TEST(end->how.refused == (fits ? "" : why));
                    returned = end->how.updates.size();
                } else {
                    returned = suggest(probe, add_rules({kept}));
                }
                BOOST_TEST(returned == (fits ? 1U : 0U));
                BOOST_TEST(probe.gate->rules()->size() == (fits ? 1U : 0U));
                BOOST_TEST_REQUIRE(not_kept(probe).size() == (fits ? 0U : 1U));
                if (!fits) BOOST_TEST(not_kept(probe)[0] == why);
            }
        }
}

BOOST_AUTO_TEST_CASE(rules_over_the_limit_of_the_set_are_on_record_too) {
    gate_options options;
    options.rules = rule_set::make({rule("deny Read")}, 1).value();
    options.basis = basis({});
    const gate_probe probe(std::move(options));
    const auto end = probe.ask("Bash", command("ls"));
    BOOST_TEST(probe.box->take().answer(allow_result{.updates = {add_rules({rule("allow Bash(ls)")})}}));
    BOOST_TEST(end->how.decided.allowed());
    BOOST_TEST(end->how.updates.empty());
    BOOST_TEST(end->how.refused == "rules are not kept: there would be more than 1 rules");
    BOOST_TEST_REQUIRE(not_kept(probe).size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::gate_suggestions_test
