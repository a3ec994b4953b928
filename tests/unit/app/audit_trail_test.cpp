// What is on record, and what happens when it cannot be.
#include "gate_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <stdexcept>

namespace assent::audit_trail_test {
namespace {

using kind = audit_event::kind;

BOOST_AUTO_TEST_CASE(every_decision_is_on_record_with_its_cause_and_without_its_input) {
    const gate_probe probe({.rules = rules({"allow Bash(npm *)"})});
    BOOST_TEST(probe.check("Bash", command("npm run secret"), "req_1").allowed());
    const auto events = probe.sink->events();
    BOOST_TEST_REQUIRE(events.size() == 1U);
    const auto& event = events[0];
    BOOST_TEST(event.what == kind::decision);
    BOOST_TEST(event.request_id == "req_1");
    BOOST_TEST(event.tool_name == "Bash");
    BOOST_TEST(event.decision == outcome::allow);
    BOOST_TEST(event.source == decision_source::rule);
    BOOST_TEST(event.rule == "Bash(npm *)");
    BOOST_TEST((event.time == probe.time->wall()));
    BOOST_TEST(event.reason.find("secret") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_check_that_asks_is_no_decision_and_not_on_record) {
    const gate_probe probe;
    BOOST_TEST(probe.check("Bash", command("ls")).asks());
    BOOST_TEST(probe.sink->attempts() == 0U);
}

BOOST_AUTO_TEST_CASE(the_record_of_a_question_says_how_long_it_took) {
    const gate_probe probe;
    const auto end = probe.ask("Bash", command("ls"), "req_1");
    probe.time->advance(std::chrono::seconds(3));
    probe.box->take().deny("no");
    const auto event = probe.sink->decision("req_1");
    BOOST_TEST_REQUIRE(event.has_value());
    BOOST_TEST((event->latency == std::chrono::seconds(3)));
    BOOST_TEST(event->reason == "no");
    BOOST_TEST(end->times == 1);
}

BOOST_AUTO_TEST_CASE(the_record_comes_before_the_answer) {
    const gate_probe probe;
    std::size_t recorded = 0;
    probe.gate->ask({.tool_name = "Bash", .input = *make_input({})}, "r",
                    [&](const auto&, const settlement&) { recorded = probe.sink->attempts(); });
    probe.box->take().allow();
    BOOST_TEST(recorded == 1U);
}

BOOST_AUTO_TEST_CASE(without_a_sink_decisions_stand) {
    permission_gate gate({.policy = {.mode = permission_mode::allow}},
                         std::make_shared<testing::manual_clock>());
    std::string scratch;
    BOOST_TEST(gate.check({.tool_name = "Bash", .input = *make_input({})}, "r", scratch).allowed());
}

BOOST_AUTO_TEST_CASE(an_allow_that_could_not_be_recorded_is_denied) {
    const gate_probe probe({.policy = {.mode = permission_mode::allow}});
    probe.sink->fail_nth(1);
    const verdict decided = probe.check("Bash", command("ls"));
    BOOST_TEST(decided.denied());
    BOOST_TEST(decided.source == decision_source::fault);
    BOOST_TEST(decided.reason() == "the audit record could not be written");
}

BOOST_AUTO_TEST_CASE(an_answer_that_could_not_be_recorded_is_denied_and_its_updates_are_not_stored) {
    const gate_probe probe;
    const auto end = probe.ask("Bash", command("ls"));
    probe.sink->fail_nth(1);
    probe.box->take().answer(allow_result{.updates = {add_rules({rule("allow Bash(ls)")})}});
    BOOST_TEST(end->how.decided.denied());
    BOOST_TEST(end->how.decided.source == decision_source::fault);
    BOOST_TEST(end->how.updates.empty());
    BOOST_TEST(probe.gate->rules()->size() == 0U);
}

BOOST_AUTO_TEST_CASE(calls_are_denied_as_long_as_the_sink_fails_and_then_the_gap_is_told) {
    const gate_probe probe({.policy = {.mode = permission_mode::allow}});
    probe.sink->fail_from();
    for (int i = 0; i < 3; ++i) BOOST_TEST(probe.check("Bash", command("ls")).denied());
    probe.sink->work_again();
    BOOST_TEST(probe.check("Bash", command("ls"), "after").allowed());
    const auto events = probe.sink->events();
    BOOST_TEST_REQUIRE(events.size() == 2U);
    BOOST_TEST(events[0].what == kind::gap);
    BOOST_TEST(events[0].lost == 3U);
    BOOST_TEST(events[1].request_id == "after");
}

BOOST_AUTO_TEST_CASE(a_record_that_fails_behind_its_gap_is_a_new_gap) {
    const gate_probe probe({.policy = {.mode = permission_mode::allow}});
    probe.sink->fail_nth(1);
    BOOST_TEST(probe.check("Bash", command("1")).denied());
    probe.sink->fail_nth(2);  // the gap is told, the record behind it fails
    BOOST_TEST(probe.check("Bash", command("2")).denied());
    BOOST_TEST(probe.check("Bash", command("3")).allowed());
    const auto gaps = probe.sink->events(kind::gap);
    BOOST_TEST_REQUIRE(gaps.size() == 2U);
    BOOST_TEST(gaps[0].lost == 1U);
    BOOST_TEST(gaps[1].lost == 1U);
}

BOOST_AUTO_TEST_CASE(a_host_may_choose_to_go_on_without_a_record) {
    const gate_probe probe(
        {.policy = {.mode = permission_mode::allow, .audit = {.on_failure = audit_failure::go_on}}});
    probe.sink->fail_from();
    BOOST_TEST(probe.check("Bash", command("ls")).allowed());
    probe.sink->work_again();
    BOOST_TEST(probe.check("Bash", command("ls")).allowed());
    BOOST_TEST(probe.sink->events(kind::gap).size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_sink_that_throws_has_not_accepted) {
    struct throwing_sink final : audit_sink {
        boost::system::error_code record(const audit_event&) override { throw std::runtime_error("disk"); }
    };
    permission_gate gate({.policy = {.mode = permission_mode::allow}},
                         std::make_shared<testing::manual_clock>(), std::make_shared<throwing_sink>());
    std::string scratch;
    BOOST_TEST(gate.check({.tool_name = "Bash", .input = *make_input({})}, "r", scratch).denied());
}

BOOST_AUTO_TEST_CASE(late_answers_and_breaches_of_the_protocol_are_on_record) {
    const gate_probe probe;
    const auto end = probe.ask("Bash", command("ls"), "req_1");
    probe.gate->cancel(end->id, decision_source::cancelled);
    probe.box->take().allow();
    probe.gate->record_protocol("req_2", "what");
    const auto events = probe.sink->events();
    BOOST_TEST_REQUIRE(events.size() == 3U);
    BOOST_TEST(events[1].what == kind::late_answer);
    BOOST_TEST(events[1].request_id == "req_1");
    BOOST_TEST(events[2].what == kind::protocol);
    BOOST_TEST(events[2].reason == "what");
}

}  // namespace
}  // namespace assent::audit_trail_test
