// Permissions that end by themselves: given, used up, over, and what comes after.
#include "gate_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>

namespace assent::gate_grants_test {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::nanoseconds;

struct granted_tool {
    const char* name;
    json_object input;
    grant_terms terms;
};

// A tool that offers time, and one that offers uses.
std::array<granted_tool, 2> granted_tools() {
    return {granted_tool{"Write", {{"file_path", "a.c"}, {"content", "x"}}, grant_terms::for_time()},
            granted_tool{"Bash", command("ls"), grant_terms::for_uses(1)}};
}

// Uses a grant of these terms up, or waits until it is over.
void use_up(const gate_probe& probe, const granted_tool& tool) {
    BOOST_REQUIRE(probe.gate->give_grant(tool.name, tool.terms));
    const verdict during = probe.check(tool.name, tool.input);
    BOOST_TEST(during.allowed());
    BOOST_TEST(during.source == decision_source::grant);
    if (tool.terms.time) probe.time->advance(*tool.terms.time);
}

BOOST_AUTO_TEST_CASE(an_answer_that_grants_three_uses_lets_three_more_calls_pass) {
    const gate_probe probe;
    const auto end = probe.ask("Bash", command("ls"));
    probe.box->take().answer(allow_result{.grant = grant_terms::for_uses(3), .by = "alice"});
    BOOST_TEST(end->how.decided.allowed());
    BOOST_TEST(end->how.decided.source == decision_source::callback);
    BOOST_TEST_REQUIRE(probe.gate->grants().size() == 1U);
    BOOST_TEST(probe.gate->grants()[0].uses_left.value() == 3U);  // the call that was asked about took none
    BOOST_TEST(probe.gate->grants()[0].by == "alice");
    for (int i = 0; i < 3; ++i) {
        const verdict decided = probe.check("Bash", command("ls"));
        BOOST_TEST(decided.allowed());
        BOOST_TEST(decided.source == decision_source::grant);
        BOOST_TEST(decided.by == "alice");
    }
    BOOST_TEST(probe.check("Bash", command("ls")).asks());
    BOOST_TEST(probe.gate->grants().empty());
}

BOOST_AUTO_TEST_CASE(a_grant_of_time_holds_until_exactly_its_end) {
    const gate_probe probe;
    BOOST_TEST(probe.gate->give_grant("Bash", grant_terms::for_time(minutes(5))));
    probe.time->advance(minutes(5) - nanoseconds(1));
    BOOST_TEST(probe.check("Bash", command("ls")).source == decision_source::grant);
    probe.time->advance(nanoseconds(1));
    BOOST_TEST(probe.check("Bash", command("ls")).asks());
}

BOOST_AUTO_TEST_CASE(a_question_after_a_grant_says_once_why_it_is_asked_again) {
    constexpr std::array expected{grant_expiry::time_over, grant_expiry::uses_exhausted};
    const auto tools = granted_tools();
    for (std::size_t i = 0; i < tools.size(); ++i) {
        BOOST_TEST_CONTEXT(expected[i]) {
            const gate_probe probe;
            use_up(probe, tools[i]);
            probe.ask(tools[i].name, tools[i].input);
            probe.ask(tools[i].name, tools[i].input);
            const auto& handles = probe.box->handles;
            BOOST_TEST_REQUIRE(handles.size() == 2U);
            BOOST_TEST_REQUIRE(handles[0].question().grant_ended.has_value());
            BOOST_TEST(*handles[0].question().grant_ended == expected[i]);
            BOOST_TEST(!handles[1].question().grant_ended.has_value());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_check_that_asks_nobody_does_not_tell_the_end_of_a_grant) {
    const gate_probe probe;
    const auto tool = granted_tools()[1];
    use_up(probe, tool);
    BOOST_TEST(probe.check(tool.name, tool.input).asks());
    probe.ask(tool.name, tool.input);
    BOOST_TEST(probe.box->handles.at(0).question().grant_ended.has_value());
}

struct offer_row {
    const char* tool;
    std::optional<offered_grant> by_policy;
    offered_grant expected;
};

BOOST_AUTO_TEST_CASE(a_question_offers_what_the_tool_and_the_policy_say) {
    using enum offered_grant;
    constexpr std::array rows{
        offer_row{"Write", {}, time},   offer_row{"write", {}, time},     offer_row{"Bash", {}, uses},
        offer_row{"bash", {}, uses},    offer_row{"delete", {}, none},    offer_row{"Unknown", {}, none},
        offer_row{"Write", none, none}, offer_row{"Write", uses, uses},   offer_row{"Bash", time, time},
        offer_row{"Bash", none, none},  offer_row{"Unknown", time, time},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.tool << ": " << row.expected) {
            gate_options options;
            options.policy.tools[row.tool].offers = row.by_policy;
            const gate_probe probe(std::move(options));
            probe.ask(row.tool, {});
            const auto& question = probe.box->handles.at(0).question();
            BOOST_TEST(question.grant_offered == row.expected);
            BOOST_TEST((question.grant_time == minutes(5)));
            BOOST_TEST(question.grant_uses == 10U);
        }
    }
    const gate_probe probe({.policy = {.grant_time = hours(1), .grant_uses = 7}});
    probe.ask("Bash", command("ls"));
    BOOST_TEST((probe.box->handles.at(0).question().grant_time == hours(1)));
    BOOST_TEST(probe.box->handles.at(0).question().grant_uses == 7U);
}

BOOST_AUTO_TEST_CASE(a_grant_of_one_gate_is_unknown_to_the_next) {
    const auto basis = judgement_basis::make(policy()).value();
    gate_probe first({.basis = basis});
    const gate_probe beside({.basis = basis});
    BOOST_TEST(first.gate->give_grant("Bash", grant_terms::for_uses(5)));
    BOOST_TEST(first.check("Bash", command("ls")).allowed());
    BOOST_TEST(beside.check("Bash", command("ls")).asks());
    first.gate.reset();
    const gate_probe after({.basis = basis});
    BOOST_TEST(after.check("Bash", command("ls")).asks());
    BOOST_TEST(after.gate->grants().empty());
}

BOOST_AUTO_TEST_CASE(a_grant_that_ends_while_a_call_runs_stops_only_the_next_call) {
    const gate_probe probe;
    BOOST_TEST(probe.gate->give_grant("Bash", grant_terms::for_time(minutes(5))));
    probe.time->advance(minutes(5) - nanoseconds(1));
    BOOST_TEST(probe.check("Bash", command("make")).allowed());
    probe.time->advance(minutes(10));
    BOOST_TEST(probe.gate->record_execution({.request_id = "r", .tool_name = "Bash", .succeeded = true}));
    BOOST_TEST(probe.sink->events(audit_event::kind::execution).size() == 1U);
    BOOST_TEST(probe.check("Bash", command("make")).asks());
}

BOOST_AUTO_TEST_CASE(after_the_end_of_a_grant_always_ends_the_questions) {
    for (const auto& tool : granted_tools()) {
        BOOST_TEST_CONTEXT(tool.name) {
            const gate_probe probe({.policy = {.always_destination = update_destination::project_settings}});
            use_up(probe, tool);
            BOOST_TEST(probe.check(tool.name, tool.input).asks());
            const auto end = probe.ask(tool.name, tool.input);
            probe.box->take().answer(allow_result{.keep = remember::always});
            // Commands are looked at each time, so the peer does not get the whole tool; here it holds.
            BOOST_TEST_REQUIRE(end->how.updates.size() == (end->question->may_trust ? 1U : 0U));
            for (const auto& update : end->how.updates) {
                BOOST_TEST(update.what == permission_update::kind::add_rules);
                BOOST_TEST((update.destination == update_destination::project_settings));
                BOOST_TEST(update.rules.at(0).text() == tool.name);
            }
            for (int i = 0; i < 20; ++i) {
                probe.time->advance(hours(1));
                BOOST_TEST(probe.check(tool.name, tool.input).source == decision_source::remembered);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(after_the_end_of_a_grant_the_settings_of_the_tool_decide) {
    struct row {
        tool_default decision;
        outcome expected;
        decision_source source;
    };
    // A tool that is set to ask leaves the call to be asked: nothing decides it.
    constexpr std::array rows{
        row{tool_default::allow, outcome::allow, decision_source::tool_override},
        row{tool_default::deny, outcome::deny, decision_source::tool_override},
        row{tool_default::ask, outcome::ask, decision_source::undecided},
    };
    for (const auto& row : rows) {
        for (const auto& tool : granted_tools()) {
            BOOST_TEST_CONTEXT(tool.name << ": " << row.decision) {
                gate_options options;
                options.policy.ask_from_risk = risk_level::critical;  // it would let the call pass
                options.policy.tools[tool.name].decision = row.decision;
                const gate_probe probe(std::move(options));
                use_up(probe, tool);
                const verdict after = probe.check(tool.name, tool.input);
                BOOST_TEST(after.decision == row.expected);
                BOOST_TEST(after.source == row.source);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(uses_that_run_out_in_a_batch_leave_the_rest_to_be_asked) {
    const gate_probe probe;
    BOOST_TEST(probe.gate->give_grant("Bash", grant_terms::for_uses(2)));
    std::vector<outcome> decisions;
    for (int i = 0; i < 5; ++i) {
        const verdict decided = probe.check("Bash", command("ls"));
        decisions.push_back(decided.decision);
        if (decided.asks()) probe.ask("Bash", command("ls"));
    }
    const std::vector expected{outcome::allow, outcome::allow, outcome::ask, outcome::ask, outcome::ask};
    BOOST_TEST(decisions == expected, boost::test_tools::per_element());
    BOOST_TEST_REQUIRE(probe.box->handles.size() == 3U);
    BOOST_TEST_REQUIRE(probe.box->handles[0].question().grant_ended.has_value());
    BOOST_TEST(*probe.box->handles[0].question().grant_ended == grant_expiry::uses_exhausted);
    BOOST_TEST(!probe.box->handles[1].question().grant_ended.has_value());
    BOOST_TEST(!probe.box->handles[2].question().grant_ended.has_value());
}

BOOST_AUTO_TEST_CASE(a_grant_settles_the_questions_that_are_open_as_far_as_its_uses_go) {
    const gate_probe probe;
    const std::array ends{probe.ask("Bash", command("1")), probe.ask("Bash", command("2")),
                          probe.ask("Bash", command("3"))};
    BOOST_TEST(probe.gate->give_grant("Bash", grant_terms::for_uses(2)));
    int allowed = 0;
    for (const auto& end : ends)
        if (!end->open() && end->how.decided.source == decision_source::grant) ++allowed;
    BOOST_TEST(allowed == 2);
    BOOST_TEST(probe.gate->open_questions() == 1U);
    BOOST_TEST(probe.gate->grants().empty());
}

BOOST_AUTO_TEST_CASE(a_policy_that_denies_a_tool_outweighs_its_live_grant) {
    const auto open = judgement_basis::make(policy()).value();
    const auto blocked = judgement_basis::make({.blocked_tools = {"Bash"}}).value();
    const gate_probe probe({.basis = open});
    BOOST_TEST(probe.gate->give_grant("Bash", grant_terms::for_uses(2)));
    BOOST_TEST(probe.gate->set_policy(blocked));
    const verdict denied = probe.check("Bash", command("ls"));
    BOOST_TEST(denied.denied());
    BOOST_TEST(denied.source == decision_source::blocked_list);
    BOOST_TEST(probe.gate->grants().at(0).uses_left.value() == 2U);
    BOOST_TEST(probe.gate->set_policy(open));
    BOOST_TEST(probe.check("Bash", command("ls")).source == decision_source::grant);
    BOOST_TEST(probe.gate->grants().at(0).uses_left.value() == 1U);
}

BOOST_AUTO_TEST_CASE(a_grant_for_a_rule_allows_what_the_rule_covers_and_nothing_else) {
    const gate_probe probe;
    BOOST_TEST(probe.gate->give_grant(rule("allow Bash(npm *)"), grant_terms::for_uses(1)));
    BOOST_TEST(!probe.gate->give_grant(rule("deny Bash(ls)"), grant_terms::for_uses(1)));
    BOOST_TEST(probe.check("Bash", command("ls")).asks());
    BOOST_TEST(probe.check("Bash", command("npm test")).source == decision_source::grant);
    BOOST_TEST(probe.check("Bash", command("npm test")).asks());
}

BOOST_AUTO_TEST_CASE(a_grant_that_is_revoked_allows_nothing_more) {
    const gate_probe probe;
    BOOST_TEST(probe.gate->give_grant("Bash", grant_terms::for_uses(5)));
    BOOST_TEST(probe.gate->give_grant("Write", grant_terms::for_time()));
    BOOST_TEST(probe.gate->give_grant("Edit", grant_terms::for_time()));
    BOOST_TEST(probe.gate->revoke_grant("Bash"));
    BOOST_TEST(!probe.gate->revoke_grant("Bash"));
    BOOST_TEST(probe.check("Bash", command("ls")).asks());
    BOOST_TEST(probe.gate->revoke_grants() == 2U);
    BOOST_TEST(probe.check("Write", {{"file_path", "a.c"}}).asks());
}

BOOST_AUTO_TEST_CASE(terms_that_are_not_valid_grant_nothing_and_the_call_stays_allowed) {
    const gate_probe probe;
    for (const auto& terms :
         {grant_terms(), grant_terms::for_uses(0), grant_terms::for_uses(max_grant_uses + 1),
          grant_terms::for_time(duration::zero()), grant_terms::for_time(max_grant_time + nanoseconds(1)),
          grant_terms{minutes(1), 1}}) {
        BOOST_TEST(!probe.gate->give_grant("Bash", terms));
        const auto end = probe.ask("Bash", command("ls"));
        probe.box->take().answer(allow_result{.grant = terms});
        BOOST_TEST(end->how.decided.allowed());
        BOOST_TEST(probe.check("Bash", command("ls")).asks());
    }
    BOOST_TEST(probe.gate->give_grant("Bash", grant_terms::for_uses(max_grant_uses)));
    BOOST_TEST(probe.gate->give_grant("Bash", grant_terms::for_time(max_grant_time)));
}

}  // namespace
}  // namespace assent::gate_grants_test
