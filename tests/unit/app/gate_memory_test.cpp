// What answers leave behind: decisions that are remembered, and trust.
#include "gate_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <string>
#include <vector>

namespace assent::gate_memory_test {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::nanoseconds;

json_object file() { return {{"path", "src/a.c"}, {"content", "x"}}; }

// Asks, answers, and leaves the box empty.
std::shared_ptr<ending> answered(const gate_probe& probe, std::string_view tool, const json_object& input,
                                 permission_result answer) {
    auto end = probe.ask(tool, input);
    BOOST_TEST_REQUIRE(probe.box->handles.size() == 1U);
    BOOST_TEST(probe.box->take().answer(std::move(answer)));
    return end;
}

BOOST_AUTO_TEST_CASE(a_decision_kept_always_holds_here_and_goes_back_as_an_update) {
    const gate_probe probe({.policy = {.always_destination = update_destination::user_settings}});
    const auto end =
        answered(probe, "Write", {{"file_path", "a"}}, allow_result{.keep = remember::always, .by = "alice"});
    BOOST_TEST_REQUIRE(end->how.updates.size() == 1U);
    const auto& update = end->how.updates[0];
    BOOST_TEST(update.what == permission_update::kind::add_rules);
    BOOST_TEST((update.destination == update_destination::user_settings));
    BOOST_TEST(update.behavior == rule_behavior::allow);
    BOOST_TEST(update.rules.at(0).text() == "Write");
    const verdict next = probe.check("Write", {{"file_path", "b"}});
    BOOST_TEST(next.allowed());
    BOOST_TEST(next.source == decision_source::remembered);
    BOOST_TEST(next.was_remembered());
    BOOST_TEST(next.by == "alice");
    // Forgetting the decision is enough: there is no rule beside it.
    BOOST_TEST(probe.gate->rules()->size() == 0U);
    BOOST_TEST(probe.gate->forget("Write"));
    BOOST_TEST(probe.check("Write", {{"file_path", "b"}}).asks());
}

BOOST_AUTO_TEST_CASE(a_whole_tool_is_not_handed_to_a_peer_that_would_then_pass_over_something) {
    struct row {
        const char* tool;
        const char* rule;  // beside the answer
        const char* about;
        std::size_t updates;
    };
    constexpr std::array rows{
        row{"Write", "allow Read", nullptr, 1U},
        row{"Bash", "allow Read", nullptr, 0U},  // what it runs is looked at each time
        row{"Bash", "allow Read", "allow Bash(npm *)", 1U},
        row{"unheard_of", "allow Read", nullptr, 0U},
        row{"Write", "deny Write(/etc/**)", nullptr, 0U},
        row{"Write", "ask Write(/etc/**)", nullptr, 0U},
        row{"Write", "deny Bash(rm *)", nullptr, 1U},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.tool << ", " << row.rule) {
            const gate_probe probe({.rules = rules({row.rule})});
            const json_object input{{"file_path", "/src/a"}, {"command", "npm test"}};
            allow_result yes{.keep = remember::always};
            if (row.about != nullptr) yes.about = rule(row.about);
            const auto end = answered(probe, row.tool, input, std::move(yes));
            BOOST_TEST(end->how.updates.size() == row.updates);
            // It holds here all the same.
            BOOST_TEST(probe.check(row.tool, input).source == decision_source::remembered);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_decision_kept_for_the_session_stays_here) {
    const gate_probe probe;
    const auto end = answered(probe, "Bash", command("ls"), allow_result{.keep = remember::session});
    BOOST_TEST(end->how.updates.empty());
    BOOST_TEST(probe.check("Bash", command("pwd")).source == decision_source::remembered);
    const auto no = answered(probe, "Read", {{"file_path", "a"}}, deny_result{.keep = remember::always});
    BOOST_TEST(no->how.updates.empty());  // a peer is asked to keep permissions only
    BOOST_TEST(probe.check("Read", {{"file_path", "b"}}).denied());
    const auto once = answered(probe, "Write", {{"file_path", "a"}}, allow_result{});
    BOOST_TEST(once->how.decided.allowed());
    BOOST_TEST(probe.check("Write", {{"file_path", "a"}}).asks());
}

BOOST_AUTO_TEST_CASE(a_decision_kept_for_a_while_is_over_at_exactly_its_end) {
    const gate_probe probe;
    answered(probe, "Bash", command("ls"), allow_result{.keep = remember::session, .keep_for = minutes(10)});
    probe.time->advance(minutes(10) - nanoseconds(1));
    BOOST_TEST(probe.check("Bash", command("ls")).allowed());
    probe.time->advance(nanoseconds(1));
    BOOST_TEST(probe.check("Bash", command("ls")).asks());
    BOOST_TEST(probe.gate->remembered().empty());
}

BOOST_AUTO_TEST_CASE(a_decision_narrowed_to_a_rule_holds_for_what_the_rule_covers) {
    const gate_probe probe;
    answered(probe, "Bash", command("npm test"),
             allow_result{.keep = remember::session, .about = rule("allow Bash(npm *)")});
    BOOST_TEST(probe.check("Bash", command("npm install")).source == decision_source::remembered);
    BOOST_TEST(probe.check("Bash", command("make")).asks());
    BOOST_TEST(probe.gate->remembered().at(0).key == "allow Bash(npm *)");
}

BOOST_AUTO_TEST_CASE(a_rule_that_does_not_cover_the_call_or_is_of_another_kind_keeps_nothing) {
    for (const char* about : {"allow Bash(make *)", "deny Bash(npm *)", "ask Bash(npm *)"}) {
        BOOST_TEST_CONTEXT(about) {
            const gate_probe probe;
            const auto end = answered(probe, "Bash", command("npm test"),
                                      allow_result{.keep = remember::session, .about = rule(about)});
            BOOST_TEST(end->how.decided.allowed());
            BOOST_TEST(!end->how.refused.empty());
            BOOST_TEST(probe.gate->remembered().empty());
            BOOST_TEST(probe.check("Bash", command("npm test")).asks());
        }
    }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_undone_is_allowed_after_the_user_said_always) {
    for (const remember keep : {remember::session, remember::always}) {
        BOOST_TEST_CONTEXT(keep) {
            // Anything else of that risk would pass.
            const gate_probe probe(
                {.policy = {.trusted_tools = {"delete"}, .ask_from_risk = risk_level::critical}});
            BOOST_TEST(probe.check("write", file()).allowed());
            BOOST_TEST(probe.check("delete", file()).asks());
            answered(probe, "delete", file(), allow_result{.keep = keep});
            const verdict next = probe.check("delete", file());
            BOOST_TEST(next.allowed());
            BOOST_TEST(next.source == decision_source::remembered);
        }
    }
}

BOOST_AUTO_TEST_CASE(without_what_was_stored_a_call_is_asked_again) {
    const gate_probe before;
    before.gate->remember_decision("Bash", true, "alice");
    const std::vector<stored_decision> stored = before.gate->save_decisions();
    BOOST_TEST_REQUIRE(stored.size() == 1U);

    const gate_probe nothing_loaded;
    BOOST_TEST(nothing_loaded.check("Bash", command("ls")).asks());

    std::vector<stored_decision> spoiled(3, stored[0]);
    spoiled[0].key.clear();
    spoiled[1].decided_at = before.time->wall() + milliseconds(1);
    spoiled[2].expires_at = before.time->wall();
    const gate_probe not_valid;
    BOOST_TEST(not_valid.gate->load_decisions(spoiled) == 0U);
    BOOST_TEST(not_valid.check("Bash", command("ls")).asks());

    const gate_probe loaded;
    BOOST_TEST(loaded.gate->load_decisions(stored) == 1U);
    const verdict decided = loaded.check("Bash", command("ls"));
    BOOST_TEST(decided.allowed());
    BOOST_TEST(decided.source == decision_source::persistent);
    BOOST_TEST(decided.by == "alice");
}

BOOST_AUTO_TEST_CASE(what_is_loaded_or_remembered_settles_the_questions_that_are_open) {
    const gate_probe probe;
    const auto loaded = probe.ask("Bash", command("ls"));
    const auto denied = probe.ask("Read", {{"file_path", "a"}});
    const auto open = probe.ask("Write", {{"file_path", "a"}});
    const stored_decision stored{
        .key = "Bash", .approved = true, .by = "alice", .decided_at = probe.time->wall()};
    BOOST_TEST(probe.gate->load_decisions({&stored, 1}) == 1U);
    BOOST_TEST(loaded->how.decided.source == decision_source::persistent);
    probe.gate->remember_decision("Read", false);
    BOOST_TEST(denied->how.decided.denied());
    BOOST_TEST(denied->how.decided.source == decision_source::remembered);
    BOOST_TEST(open->open());
}

struct trust_row {
    const char* tool;
    bool offered;
};

BOOST_AUTO_TEST_CASE(trust_is_offered_for_writing_and_not_for_deleting_or_commands) {
    constexpr std::array rows{
        trust_row{"write", true},    trust_row{"edit", true},  trust_row{"Write", true},
        trust_row{"delete", false},  trust_row{"bash", false}, trust_row{"Bash", false},
        trust_row{"unknown", false},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.tool) {
            const gate_probe probe({.policy = policy::standard()});
            probe.ask(row.tool, file());
            BOOST_TEST_REQUIRE(probe.box->handles.size() == 1U);
            BOOST_TEST(probe.box->handles[0].question().may_trust == row.offered);
            probe.box->handles.clear();
            BOOST_TEST(probe.gate->trust(row.tool) == row.offered);
            BOOST_TEST(probe.gate->trusted().size() == (row.offered ? 1U : 0U));
        }
    }
}

BOOST_AUTO_TEST_CASE(trust_in_an_answer_about_a_tool_that_may_not_be_trusted_has_no_effect) {
    const gate_probe probe({.policy = policy::standard()});
    const auto end = answered(probe, "delete", file(), allow_result{.trust = true});
    BOOST_TEST(end->how.decided.allowed());
    BOOST_TEST(end->how.refused == "this tool cannot be trusted for a session");
    BOOST_TEST(probe.gate->trusted().empty());
    BOOST_TEST(probe.check("delete", file()).asks());
}

BOOST_AUTO_TEST_CASE(a_call_that_trust_allows_is_on_record_as_trusted) {
    const gate_probe probe({.policy = policy::standard()});
    answered(probe, "write", file(), allow_result{.trust = true});
    const std::vector<std::string> expected{"write"};
    BOOST_TEST(probe.gate->trusted() == expected, boost::test_tools::per_element());
    BOOST_TEST(probe.check("write", file(), "next").allowed());
    const auto on_record = probe.sink->decision("next");
    BOOST_TEST_REQUIRE(on_record.has_value());
    BOOST_TEST(on_record->decision == outcome::allow);
    BOOST_TEST(on_record->source == decision_source::trust);
    BOOST_TEST(on_record->remembered);
}

BOOST_AUTO_TEST_CASE(forgetting_takes_decisions_and_trust_away) {
    const gate_probe probe;
    probe.gate->remember_decision("Bash", true);
    probe.gate->remember_decision("Read", true);
    BOOST_TEST(probe.gate->trust("Write"));
    BOOST_TEST(probe.gate->forget("Bash"));
    BOOST_TEST(!probe.gate->forget("Bash"));
    BOOST_TEST(probe.check("Bash", command("ls")).asks());
    BOOST_TEST(probe.check("Read", {{"file_path", "a"}}).allowed());
    BOOST_TEST(probe.gate->forget_all() == 2U);
    BOOST_TEST(probe.check("Read", {{"file_path", "a"}}).asks());
    BOOST_TEST(probe.check("Write", {{"file_path", "a"}}).asks());
}

BOOST_AUTO_TEST_CASE(an_allow_that_could_not_be_put_on_record_leaves_nothing_behind) {
    const gate_probe probe;
    probe.sink->fail_from();
    const auto end =
        answered(probe, "Write", {{"file_path", "a"}},
                 allow_result{.keep = remember::always, .trust = true, .grant = grant_terms::for_uses()});
    BOOST_TEST(end->how.decided.denied());
    BOOST_TEST(end->how.decided.source == decision_source::fault);
    BOOST_TEST(end->how.updates.empty());
    BOOST_TEST(probe.gate->remembered().empty());
    BOOST_TEST(probe.gate->trusted().empty());
    BOOST_TEST(probe.gate->grants().empty());
}

BOOST_AUTO_TEST_CASE(a_question_for_this_call_only_keeps_nothing) {
    const gate_probe probe({.rules = rules({"ask Write"})});
    const auto end =
        answered(probe, "Write", {{"file_path", "a"}},
                 allow_result{.keep = remember::always, .trust = true, .grant = grant_terms::for_uses()});
    BOOST_TEST(end->how.decided.allowed());
    BOOST_TEST(!end->how.refused.empty());
    BOOST_TEST(end->how.updates.empty());
    BOOST_TEST(probe.gate->remembered().empty());
    BOOST_TEST(probe.gate->trusted().empty());
    BOOST_TEST(probe.gate->grants().empty());
}

}  // namespace
}  // namespace assent::gate_memory_test
