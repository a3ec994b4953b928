// Decisions that are narrowed to a rule: kept apart from each other, and across restarts.
#include "gate_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::gate_scopes_test {
namespace {

permission_rule about(std::string_view tool, const json_object& input, rule_behavior behavior) {
    return permission_rule::make(tool, input, behavior, rule_origin::answer).value();
}

// Asks about a call and has such calls denied from now on.
void deny_such(const gate_probe& probe, std::string_view tool, const json_object& input,
               const permission_rule& rule) {
    const auto end = probe.ask(tool, input);
    BOOST_TEST_REQUIRE(probe.box->handles.size() == 1U);
    BOOST_TEST(probe.box->take().answer(deny_result{.keep = remember::always, .about = rule, .by = "bob"}));
    BOOST_TEST(end->how.decided.denied());
    BOOST_TEST_REQUIRE(probe.gate->remembered().size() == 1U);
}

stored_decision stored(const gate_probe& probe, const permission_rule& rule) {
    return {.key = rule.key(),
            .approved = rule.behavior() == rule_behavior::allow,
            .by = "ann",
            .decided_at = probe.time->wall(),
            .about = rule};
}

BOOST_AUTO_TEST_SUITE(gate_scopes_test)

BOOST_AUTO_TEST_CASE(a_grant_for_one_rule_allows_nothing_that_only_another_rule_covers) {
    const struct {
        std::string_view tool;
        json_object before;
        json_object granted;
    } table[] = {
        {"mcp__db__run", {{"force", false}}, {{"force", true}}},
        {"T", {{"a", "x,b=y"}}, {{"a", "x"}, {"b", "y"}}},
        {"U", {{"n", {{"deep", 1}}}}, {{"n", {{"deep", 2}}}}},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.tool) {
            const gate_probe probe;
            const auto allow = [&](const json_object& input) {
                return about(row.tool, input, rule_behavior::allow);
            };
            BOOST_TEST(probe.gate->give_grant(allow(row.before), grant_terms::for_uses(1)));
            BOOST_TEST(probe.check(row.tool, row.before).allowed());
            BOOST_TEST(probe.gate->give_grant(allow(row.granted), grant_terms::for_uses(3)));
            BOOST_TEST(probe.check(row.tool, row.granted).allowed());
            BOOST_TEST(probe.check(row.tool, row.before).asks());
        }
    }
}

BOOST_AUTO_TEST_CASE(denials_for_rules_that_read_alike_are_both_remembered) {
    const gate_probe probe;
    for (const bool force : {false, true}) {
        const auto end = probe.ask("T", {{"force", force}});
        const auto rule = about("T", {{"force", force}}, rule_behavior::deny);
        BOOST_TEST_REQUIRE(probe.box->handles.size() == 1U);
        probe.box->take().answer(deny_result{.keep = remember::session, .about = rule});
    }
    probe.gate->give_grant("T", grant_terms::for_uses(5));
    for (const bool force : {false, true}) BOOST_TEST(probe.check("T", {{"force", force}}).denied());
}

BOOST_AUTO_TEST_CASE(a_rule_whose_key_is_too_long_is_granted_and_loaded_nowhere) {
    // `allow T{"a"="..."}`
    constexpr std::size_t around = 15;
    for (const bool fits : {true, false}) {
        const std::string value(max_stored_key_bytes - around + (fits ? 0U : 1U), 'x');
        const json_object input{{"a", value}};
        const auto rule = about("T", input, rule_behavior::allow);
        BOOST_TEST(rule.key().size() == max_stored_key_bytes + (fits ? 0U : 1U));
        std::string warned;
        const gate_probe probe({.log = [&](const log_entry& each) {
            if (each.level == log_level::warn) warned = each.message;
        }});
        BOOST_TEST(probe.gate->give_grant(rule, grant_terms::for_uses(1)) == fits);
        BOOST_TEST(probe.check("T", input).allowed() == fits);
        BOOST_TEST(warned == (fits ? "" : "not kept: the rule takes more than 4096 bytes as a key"));
        const stored_decision entry = stored(probe, rule);
        BOOST_TEST(probe.gate->load_decisions({&entry, 1}) == (fits ? 1U : 0U));
    }
}

BOOST_AUTO_TEST_CASE(a_call_that_a_remembered_denial_may_cover_is_asked_whatever_would_allow_it) {
    const auto denial = rule("deny Bash(rm *)");
    const struct {
        std::string_view what;
        void (*allow)(permission_gate&);
    } table[] = {
        {"a grant", [](auto& gate) { gate.give_grant("Bash", grant_terms::for_uses(5)); }},
        {"an approval", [](auto& gate) { gate.remember_decision("Bash", true); }},
        {"an allow rule", [](auto& gate) { gate.set_rules(rules({"allow Bash"})); }},
        {"allow mode", [](auto& gate) { gate.set_mode(permission_mode::allow); }},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.what) {
            const gate_probe probe;
            row.allow(*probe.gate);
            BOOST_TEST(probe.check("Bash", command("true; RM -r build")).allowed());
            const stored_decision entry = stored(probe, denial);
            BOOST_TEST_REQUIRE(probe.gate->load_decisions({&entry, 1}) == 1U);
            const verdict doubtful = probe.check("Bash", command("true; RM -r build"));
            BOOST_TEST(doubtful.asks());
            BOOST_TEST(doubtful.must_ask);
            BOOST_TEST(doubtful.source == decision_source::persistent);
            BOOST_TEST(doubtful.reason() == "a remembered denial may cover this call");
            BOOST_TEST(!doubtful.was_remembered());  // somebody is asked
            BOOST_TEST(probe.check("Bash", command("ls")).allowed());
            BOOST_TEST(probe.gate->forget(denial.key()));
            BOOST_TEST(probe.check("Bash", command("true; RM -r build")).allowed());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_doubtful_denial_of_this_session_demands_a_question_that_can_be_answered) {
    const gate_probe probe;
    deny_such(probe, "Bash", command("rm -r build"), rule("deny Bash(rm *)"));
    probe.gate->give_grant("Bash", grant_terms::for_uses(5));
    const auto end = probe.ask("Bash", command("true; RM -r build"));
    BOOST_TEST_REQUIRE(probe.box->handles.size() == 1U);
    BOOST_TEST(probe.box->handles[0].question().once_only);
    BOOST_TEST(probe.box->handles[0].question().asked_because == decision_source::remembered);
    probe.box->take().answer(allow_result{});
    BOOST_TEST(end->how.decided.allowed());
}

BOOST_AUTO_TEST_CASE(a_narrowed_decision_that_was_saved_holds_after_it_is_loaded) {
    const gate_probe before;
    deny_such(before, "Bash", command("rm -r x"), rule("deny Bash(rm *)"));
    auto saved = before.gate->save_decisions();
    BOOST_TEST_REQUIRE(saved.size() == 1U);
    saved[0].key = "deny Something(else)";  // the rule is what counts

    const gate_probe probe({.rules = rules({"allow Bash"})});
    BOOST_TEST(probe.gate->load_decisions(saved) == 1U);
    BOOST_TEST(probe.gate->remembered().at(0).key == "deny Bash(rm *)");
    const verdict decided = probe.check("Bash", command("rm -r y"));
    BOOST_TEST(decided.denied());
    BOOST_TEST(decided.source == decision_source::persistent);
    BOOST_TEST(decided.by == "bob");
    BOOST_TEST(probe.check("Bash", command("ls")).allowed());
}

BOOST_AUTO_TEST_CASE(a_stored_rule_of_another_kind_than_its_decision_counts_as_missing) {
    const gate_probe probe;
    for (const char* text : {"allow Bash(rm *)", "deny Bash(rm *)", "ask Bash(rm *)"}) {
        for (const bool approved : {true, false}) {
            stored_decision entry = stored(probe, rule(text));
            entry.approved = approved;
            const bool fits = std::string_view(text).starts_with(approved ? "allow" : "deny");
            BOOST_TEST(probe.gate->load_decisions({&entry, 1}) == (fits ? 1U : 0U));
        }
    }
}

BOOST_AUTO_TEST_CASE(of_more_narrowed_decisions_than_there_is_room_for_the_denials_are_taken_first) {
    const gate_probe probe;
    std::vector<stored_decision> entries;
    for (std::size_t i = 0; i < max_decision_scopes; ++i)
        entries.push_back(stored(probe, about("T" + std::to_string(i), {{"a", "x"}}, rule_behavior::allow)));
    entries.push_back(stored(probe, about("Z", {{"a", "x"}}, rule_behavior::deny)));
    BOOST_TEST(probe.gate->load_decisions(entries) == max_decision_scopes);
    BOOST_TEST(probe.gate->remembered().size() == max_decision_scopes);
    BOOST_TEST(probe.check("Z", {{"a", "x"}}).denied());
    std::size_t asked = 0;
    for (std::size_t i = 0; i < max_decision_scopes; ++i)
        asked += probe.check("T" + std::to_string(i), {{"a", "x"}}).asks() ? 1U : 0U;
    BOOST_TEST(asked == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::gate_scopes_test
