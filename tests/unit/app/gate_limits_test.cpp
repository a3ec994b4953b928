// The bounds of a gate, each at the limit and one past it.
#include "gate_probe.hpp"

#include <boost/test/unit_test.hpp>

namespace assent::gate_limits_test {
namespace {

BOOST_AUTO_TEST_CASE(as_many_questions_are_open_as_the_limit_says) {
    const gate_probe probe({.limits = {.max_open_questions = 2}});
    const auto first = probe.ask("Bash", command("1"), "1");
    const auto second = probe.ask("Bash", command("2"), "2");
    const auto third = probe.ask("Bash", command("3"), "3");
    BOOST_TEST(second->open());
    BOOST_TEST(third->how.decided.denied());
    BOOST_TEST(third->how.decided.source == decision_source::limit);
    BOOST_TEST(third->how.decided.reason() == "too many questions are open");
    probe.box->take().deny();
    BOOST_TEST(probe.ask("Bash", command("4"), "4")->open());
    BOOST_TEST(probe.gate->open_questions() == 2U);
}

BOOST_AUTO_TEST_CASE(open_questions_hold_as_many_bytes_as_the_limit_says) {
    const json_object input = command(std::string(1000, 'x'));
    const gate_probe measuring;
    measuring.ask("Bash", input);
    permission_question question = measuring.box->handles.at(0).question();
    // Not counted: they come with the verdict, and are short.
    question.why.clear();
    question.concern.clear();
    question.cause.clear();
    question.warning.clear();
    const std::size_t size_bytes = question.memory_bytes();
    BOOST_TEST(size_bytes >= 1000U);

    const gate_probe exact({.limits = {.max_open_bytes = 2 * size_bytes}});
    BOOST_TEST(exact.ask("Bash", input)->open());
    BOOST_TEST(exact.ask("Bash", input)->open());
    BOOST_TEST(exact.ask("Bash", {})->how.decided.source == decision_source::limit);

    const gate_probe short_by_one({.limits = {.max_open_bytes = 2 * size_bytes - 1}});
    BOOST_TEST(short_by_one.ask("Bash", input)->open());
    const auto second = short_by_one.ask("Bash", input);
    BOOST_TEST(second->how.decided.denied());
    BOOST_TEST(second->how.decided.reason() == "the open questions are too large");
    short_by_one.box->take().deny();
    BOOST_TEST(short_by_one.ask("Bash", input)->open());  // the bytes were given back
}

permission_result allow_with_rules(std::size_t updates, std::size_t rules_each) {
    const std::vector each(rules_each, rule("allow Bash(ls)"));
    return allow_result{.updates = std::vector(updates, add_rules(each))};
}

BOOST_AUTO_TEST_CASE(an_answer_carries_as_many_updates_and_rules_as_the_limit_says) {
    const gate_probe probe({.limits = {.max_updates = 6}});
    const auto fits = probe.ask("Bash", command("ls"), "1");
    BOOST_TEST(probe.box->take().answer(allow_with_rules(2, 2)));
    BOOST_TEST(fits->how.decided.allowed());

    const auto over = probe.ask("Bash", command("pwd"), "2");
    BOOST_TEST(probe.box->take().answer(allow_with_rules(1, 6)));
    BOOST_TEST(over->how.decided.denied());
    BOOST_TEST(over->how.decided.source == decision_source::fault);
    BOOST_TEST(over->how.decided.reason() == "the answer carries too many updates");
}

BOOST_AUTO_TEST_CASE(a_late_answer_with_too_many_updates_is_late) {
    const gate_probe probe({.limits = {.max_updates = 1}});
    const auto end = probe.ask("Write", {});
    probe.gate->cancel(end->id, decision_source::cancelled);
    BOOST_TEST(!probe.box->take().answer(allow_with_rules(2, 1)));
    BOOST_TEST(probe.sink->events(audit_event::kind::late_answer).size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_rule_over_the_bound_of_the_set_is_not_kept_but_the_allow_stands) {
    const gate_probe probe({.rules = rule_set::make({rule("allow Bash(ls)")}, 1).value()});
    const auto end = probe.ask("Bash", command("make"));
    probe.box->take().answer(allow_result{.updates = {add_rules({rule("allow Bash(make)")})}});
    BOOST_TEST(end->how.decided.allowed());
    BOOST_TEST(probe.gate->rules()->size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_check_counts_from_the_time_that_it_is_given) {
    policy settings = policy::bare();
    settings.mode = permission_mode::allow;
    settings.limits.per_minute = 1;
    const gate_probe probe({.policy = std::move(settings)});
    const auto input = make_input(command("ls"));
    const tool_call call{.tool_name = "Bash", .input = *input};
    const time_point now = probe.time->now();
    const auto decide = [&](std::optional<time_point> at) {
        std::string scratch;
        return probe.gate->check(call, "r", scratch, at).decision;
    };
    BOOST_TEST(decide(now) == outcome::allow);
    BOOST_TEST(decide(now + std::chrono::seconds(59)) == outcome::deny);
    // The clock stands still: nobody has to look at it.
    BOOST_TEST(decide(now + std::chrono::seconds(60)) == outcome::allow);
    // Without a time it is read, and says that the minute is not over.
    BOOST_TEST(decide(std::nullopt) == outcome::deny);
    probe.time->advance(std::chrono::seconds(120));
    BOOST_TEST(decide(std::nullopt) == outcome::allow);
}

}  // namespace
}  // namespace assent::gate_limits_test
