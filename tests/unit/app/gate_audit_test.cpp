// The record of a gate: one line for each decision, and why somebody was asked for it.
#include "gate_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>

namespace assent::gate_audit_test {
namespace {

using std::chrono::minutes;

struct asked_row {
    decision_source because;
    const char* command;
    bool needs_human;
};

BOOST_AUTO_TEST_CASE(a_decision_about_a_question_has_on_record_the_risk_that_was_shown) {
    const gate_probe probe;
    const json_object edits{{"file_path", "a.c"}, {"old_string", "x"}, {"new_string", "y"}};
    for (const char* id : {"allowed", "denied", "timed out"}) probe.ask("Edit", edits, id);
    BOOST_TEST_REQUIRE(probe.box->handles.size() == 3U);
    const risk_level shown = probe.box->handles[0].question().risk;
    BOOST_TEST((shown == risk_level::medium));
    BOOST_TEST(probe.box->take().allow());
    BOOST_TEST(probe.box->take().deny());
    probe.time->advance(default_question_timeout);
    probe.gate->tick();
    for (const char* id : {"allowed", "denied", "timed out"}) {
        const auto decision = probe.sink->decision(id);
        BOOST_TEST_REQUIRE(decision.has_value());
        BOOST_TEST((decision->risk == shown), id);
    }
}

BOOST_AUTO_TEST_CASE(a_decision_about_a_question_has_on_record_why_it_was_asked) {
    constexpr std::array rows{
        asked_row{decision_source::undecided, "ls", false},
        asked_row{decision_source::rule, "git push", false},
        asked_row{decision_source::blocked_list, "ls; DD x", false},
        asked_row{decision_source::peer, "ls", true},
        asked_row{decision_source::guard, "find . -delete", false},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.because) {
            const gate_probe probe(
                {.policy = {.rules = {rule("ask Bash(git push)")}, .blocked_commands = {"dd *"}}});
            const auto input = make_input(command(row.command));
            const tool_call call{.tool_name = "Bash", .input = *input, .needs_human = row.needs_human};
            probe.ask(call, "allowed");
            BOOST_TEST_REQUIRE(probe.box->handles.size() == 1U);
            BOOST_TEST(probe.box->handles[0].question().asked_because == row.because);
            probe.box->take().allow();
            probe.gate->cancel(probe.ask(call, "cancelled")->id, decision_source::cancelled);
            probe.ask(call, "timed out");
            probe.time->advance(default_question_timeout);
            probe.gate->tick();
            probe.ask(call, "settled");
            probe.gate->set_mode(permission_mode::deny);
            for (const char* id : {"allowed", "cancelled", "timed out", "settled"}) {
                BOOST_TEST_CONTEXT(id) {
                    const auto decision = probe.sink->decision(id);
                    BOOST_TEST_REQUIRE(decision.has_value());
                    BOOST_TEST_REQUIRE(decision->asked_because.has_value());
                    BOOST_TEST(*decision->asked_because == row.because);
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_decision_that_nobody_was_asked_for_does_not_say_why) {
    gate_probe probe({.rules = rules({"allow Read"}), .limits = {.max_open_questions = 1}});
    probe.check("Read", {{"file_path", "a"}}, "by check");
    probe.ask("Read", {{"file_path", "a"}}, "by ask");
    probe.ask("Bash", command("1"), "open");
    probe.ask("Bash", command("2"), "over the bound");
    for (const char* id : {"by check", "by ask", "over the bound"}) {
        BOOST_TEST_CONTEXT(id) {
            const auto decision = probe.sink->decision(id);
            BOOST_TEST_REQUIRE(decision.has_value());
            BOOST_TEST(!decision->asked_because.has_value());
        }
    }
    BOOST_TEST(!probe.sink->decision("open").has_value());
}

struct given {
    outcome decision = outcome::ask;
    decision_source source = decision_source::undecided;
    bool asked = false;
};

// Calls, questions, answers and changes in any order, with every verdict that was given.
class random_use {
public:
    explicit random_use(std::mt19937::result_type seed)
        : random_(seed), probe_({.policy = {.limits = {.per_minute = 20}, .question_timeout = minutes(2)}}) {}

    void run(int steps) {
        for (int i = 0; i < steps; ++i) step("r" + std::to_string(i));
        probe_.box->handles.clear();
        probe_.gate.reset();
    }
    [[nodiscard]] const std::map<std::string, given>& verdicts() const { return verdicts_; }
    [[nodiscard]] testing::recording_audit_sink& sink() const { return *probe_.sink; }

private:
    std::size_t any(std::size_t below) { return random_() % below; }

    void step(const std::string& id) {
        switch (any(12)) {
            case 0:
            case 1:
            case 2: return check(id);
            case 3:
            case 4:
            case 5: return ask(id);
            case 6:
            case 7: return answer();
            case 8: return probe_.gate->cancel(question_id{any(200)}, decision_source::cancelled);
            case 9: probe_.time->advance(std::chrono::seconds(any(60))); return probe_.gate->tick();
            default: return change();
        }
    }

    const char* tool() {
        static constexpr std::array names{"Bash", "Read", "Write", "bad name"};
        return names[any(names.size())];
    }

    void check(const std::string& id) {
        const verdict said = probe_.check(tool(), command("ls"), id);
        if (!said.asks()) verdicts_[id] = {said.decision, said.source, false};
    }

    void ask(const std::string& id) {
        const auto input = make_input(command("ls"));
        const auto heard = [this, id](const auto&, const settlement& how) {
            BOOST_TEST(!verdicts_.contains(id));
            verdicts_[id] = {how.decided.decision, how.decided.source, asked_.contains(id)};
        };
        const std::size_t before = probe_.box->handles.size();
        // Whether somebody is asked is seen by the handle, which is there before the question is over.
        probe_.gate->ask({.tool_name = tool(), .input = *input}, id, heard);
        if (probe_.box->handles.size() > before) asked_.insert(id);
    }

    void answer() {
        if (probe_.box->handles.empty()) return;
        permission_request handle = probe_.box->take(any(probe_.box->handles.size()));
        switch (any(4)) {
            case 0: handle.question().once_only ? std::move(handle).allow() : std::move(handle).deny(); break;
            case 1: std::move(handle).allow(); break;
            case 2: std::move(handle).answer(allow_result{.grant = grant_terms::for_uses(2)}); break;
            default: break;  // dropped
        }
    }

    void change() {
        static constexpr std::array modes{permission_mode::ask,  permission_mode::ask,
                                          permission_mode::ask,  permission_mode::allow,
                                          permission_mode::deny, permission_mode::dont_ask};
        switch (any(4)) {
            case 0: return probe_.gate->set_mode(modes[any(modes.size())]);
            case 1: return probe_.gate->set_rules(any(2) == 0 ? rules({"deny Read"}) : rules({"ask Write"}));
            case 2: return probe_.gate->remember_decision(tool(), any(2) == 0, "alice", minutes(1));
            default: probe_.gate->give_grant(tool(), grant_terms::for_uses(1 + any(3)));
        }
    }

    std::mt19937 random_;
    gate_probe probe_;
    std::set<std::string> asked_;
    std::map<std::string, given> verdicts_;
};

// Holds the records of one random use against its verdicts; the sources that have spoken.
std::set<decision_source> each_verdict_on_record(unsigned seed) {
    std::set<decision_source> sources;
    BOOST_TEST_CONTEXT("seed " << seed) {
        random_use use(seed);
        use.run(300);
        const auto records = use.sink().events(audit_event::kind::decision);
        // Of denials over a limit some have a record, and the others are counted.
        std::size_t only_counted = 0;
        for (const auto& each : use.sink().events(audit_event::kind::refusals)) only_counted += each.refused;
        BOOST_TEST(records.size() + only_counted == use.verdicts().size());
        std::size_t limited = 0;
        for (const auto& [id, said] : use.verdicts()) limited += said.source == decision_source::rate_limit;
        BOOST_TEST(only_counted <= limited);
        for (const auto& record : records) {
            const auto said = use.verdicts().find(record.request_id);
            BOOST_TEST_REQUIRE((said != use.verdicts().end()), record.request_id);
            BOOST_TEST(record.decision == said->second.decision);
            BOOST_TEST(record.source == said->second.source);
            BOOST_TEST(record.asked_because.has_value() == said->second.asked);
            sources.insert(record.source);
        }
    }
    return sources;
}

BOOST_AUTO_TEST_CASE(whatever_happens_each_verdict_is_on_record_once) {
    const auto first_seed = std::random_device()();
    for (unsigned round = 0; round < 20; ++round) each_verdict_on_record(first_seed + round);
}

BOOST_AUTO_TEST_CASE(the_random_uses_reach_many_sources_of_decisions) {
    std::set<decision_source> sources;
    for (unsigned seed = 0; seed < 20; ++seed) sources.merge(each_verdict_on_record(seed));
    BOOST_TEST(sources.size() >= 8U);
}

}  // namespace
}  // namespace assent::gate_audit_test
