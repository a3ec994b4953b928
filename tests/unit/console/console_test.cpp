// Questions at a console: each gets exactly one answer, and what is kept is proven first.
#include "console_probe.hpp"

#include <assent/app/console/terminal_prompt.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <functional>
#include <stdexcept>

namespace assent::console_test {
namespace {

BOOST_AUTO_TEST_CASE(a_console_needs_a_clock_and_a_front_end_needs_a_console) {
    BOOST_CHECK_THROW(static_cast<void>(console::make(nullptr)), std::invalid_argument);
    BOOST_CHECK_THROW(terminal_prompt(nullptr), std::invalid_argument);
}

using kind = console_answer::kind;
using std::chrono::minutes;

BOOST_AUTO_TEST_CASE(a_question_is_here_until_it_is_answered_and_then_the_agent_has_its_answer) {
    const console_probe probe;
    const auto agent = probe.open();
    const auto number = probe.ask(*agent, "Bash", bash("ls"));
    BOOST_TEST_REQUIRE(number != 0U);
    BOOST_TEST(agent->ends.empty());
    BOOST_TEST(!probe.desk->answer(number, {.what = kind::once, .by = "web"}));
    BOOST_TEST(probe.desk->open().empty());
    BOOST_TEST_REQUIRE(agent->ends.size() == 1U);
    BOOST_TEST(agent->ends[0].decided.allowed());
    BOOST_TEST(agent->ends[0].decided.by == "web");
    BOOST_TEST(probe.desk->how_it_ended(number) == "allowed by web");
}

BOOST_AUTO_TEST_CASE(the_first_answer_counts_and_the_second_is_told_that_it_is_late) {
    const console_probe probe;
    const auto agent = probe.open();
    const auto number = probe.ask(*agent, "Bash", bash("ls"));
    BOOST_TEST(!probe.desk->answer(number, {.what = kind::deny, .feedback = "no", .by = "terminal"}));
    const auto late = probe.desk->answer(number, {.what = kind::once, .by = "web"});
    BOOST_TEST_REQUIRE(late.has_value());
    BOOST_TEST(late->gone);
    BOOST_TEST_REQUIRE(agent->ends.size() == 1U);
    BOOST_TEST(agent->ends[0].decided.denied());
}

BOOST_AUTO_TEST_CASE(a_denial_carries_feedback_and_may_stop_the_turn) {
    const console_probe probe;
    const auto agent = probe.open();
    probe.desk->answer(probe.ask(*agent, "Bash", bash("ls")), {.what = kind::deny, .feedback = "use rg"});
    probe.desk->answer(probe.ask(*agent, "Bash", bash("ls")), {.what = kind::deny_and_interrupt});
    BOOST_TEST_REQUIRE(agent->ends.size() == 2U);
    BOOST_TEST(agent->ends[0].decided.reason().find("use rg") != std::string::npos);
    BOOST_TEST(!agent->ends[0].interrupt);
    BOOST_TEST(agent->ends[1].interrupt);
}

BOOST_AUTO_TEST_CASE(silence_until_the_deadline_denies_and_takes_the_question_away) {
    const console_probe probe;
    gate_options options;
    options.policy.question_timeout = minutes(5);
    const auto agent = probe.open("agent", std::move(options));
    const auto number = probe.ask(*agent, "Bash", bash("ls"));
    probe.time->advance(minutes(5));
    agent->gate->tick();
    BOOST_TEST(probe.desk->open().empty());
    BOOST_TEST_REQUIRE(agent->ends.size() == 1U);
    BOOST_TEST(agent->ends[0].decided.source == decision_source::timeout);
    BOOST_TEST(probe.desk->how_it_ended(number) == "denied: nobody answered in time");
}

// Hooks ask without ids, and agents may use one again.
BOOST_AUTO_TEST_CASE(of_questions_with_the_same_id_or_none_each_is_told_how_it_ended_itself) {
    for (const auto* const id : {"r", ""}) BOOST_TEST_CONTEXT(id) {
            const console_probe probe;
            gate_options options;
            options.policy.question_timeout = minutes(5);
            const auto agent = probe.open("agent", std::move(options));
            const auto first = probe.ask(*agent, "Bash", bash("ls"), id);
            const auto second = probe.ask(*agent, "Bash", bash("make"), id);
            BOOST_TEST(!probe.desk->answer(second, {.what = kind::once, .by = "web"}));
            BOOST_TEST(probe.desk->how_it_ended(first).empty());
            probe.time->advance(minutes(5));
            agent->gate->tick();
            BOOST_TEST(probe.desk->how_it_ended(first) == "denied: nobody answered in time");
            BOOST_TEST(probe.desk->how_it_ended(second) == "allowed by web");
        }
}

BOOST_AUTO_TEST_CASE(a_rule_that_is_stored_settles_the_other_questions_that_it_covers) {
    const console_probe probe;
    const auto agent = probe.open();
    const auto first = probe.ask(*agent, "Bash", bash("npm test"), "1");
    probe.ask(*agent, "Bash", bash("npm run x"), "2");
    const auto other = probe.ask(*agent, "Bash", bash("make"), "3");
    BOOST_TEST(!probe.desk->answer(first, {.what = kind::always, .rule = "Bash(npm *)", .by = "web"}));
    BOOST_TEST(agent->ends.size() == 2U);
    for (const auto& each : agent->ends) BOOST_TEST(each.decided.allowed());
    BOOST_TEST_REQUIRE(probe.desk->open().size() == 1U);
    BOOST_TEST(probe.desk->open()[0]->number == other);
}

BOOST_AUTO_TEST_CASE(a_new_mode_settles_what_it_decides) {
    const console_probe probe;
    const auto agent = probe.open();
    probe.ask(*agent, "Bash", bash("ls"));
    const auto session = probe.desk->sessions().at(0).number;
    BOOST_TEST(!probe.desk->set_mode(session, permission_mode::deny));
    BOOST_TEST(probe.desk->open().empty());
    BOOST_TEST(agent->ends.at(0).decided.denied());
}

struct refused_answer {
    std::string_view what;
    std::string_view tool;
    json_object input;
    console_answer answer;
    std::string_view why;  // part of it
};

BOOST_AUTO_TEST_CASE(what_cannot_be_kept_is_refused_with_the_reason_and_the_question_stays_open) {
    const console_probe probe;
    const std::vector<refused_answer> all{
        {"another command",
         "Bash",
         bash("ls"),
         {.what = kind::always, .rule = "Bash(make *)"},
         "does not cover"},
        {"another tool", "Bash", bash("ls"), {.what = kind::always, .rule = "Read"}, "name `Bash`"},
        {"every command", "Bash", bash("ls"), {.what = kind::always, .rule = "Bash"}, "says too much"},
        {"every tool", "Bash", bash("ls"), {.what = kind::always, .rule = "*"}, "name `Bash`"},
        {"every command by a wildcard",
         "Bash",
         bash("ls"),
         {.what = kind::always, .rule = "Bash(*)"},
         "says too much"},
        {"every command by another field",
         "Bash",
         {{"command", "ls"}, {"description", "x"}},
         {.what = kind::always, .rule = R"({"tool_pattern":"Bash","input_pattern":{"description":"x"}})"},
         "says too much"},
        {"no rule", "Bash", bash("ls"), {.what = kind::always, .rule = ""}, "a rule is needed"},
        {"a grant without a rule",
         "Bash",
         bash("ls"),
         {.what = kind::for_uses, .rule = ""},
         "a rule is needed"},
        {"a broken rule", "Bash", bash("ls"), {.what = kind::always, .rule = "Bash("}, ""},
        {"part of a command line",
         "Bash",
         bash("ls && rm x"),
         {.what = kind::always, .rule = "Bash(ls)"},
         "cover"},
        {"a grant elsewhere",
         "Bash",
         bash("ls"),
         {.what = kind::for_time, .rule = "Bash(make)"},
         "does not cover"},
        {"a grant of no time",
         "Bash",
         bash("ls"),
         {.what = kind::for_time, .time = {}, .rule = "Bash(ls)"},
         ""},
        {"a grant of two days",
         "Bash",
         bash("ls"),
         {.what = kind::for_time, .time = std::chrono::hours(48), .rule = "Bash(ls)"},
         ""},
        {"a grant of no uses",
         "Bash",
         bash("ls"),
         {.what = kind::for_uses, .uses = 0, .rule = "Bash(ls)"},
         ""},
        {"a grant of a whole tool that offers none",
         "delete",
         {{"path", "a"}},
         {.what = kind::for_time, .rule = "delete"},
         "says too much"},
        {"trust in commands", "Bash", bash("ls"), {.what = kind::trust}, "not offered"},
        {"trust in deletion", "delete", {{"path", "a"}}, {.what = kind::trust}, "not offered"},
        {"an input that is no object",
         "Bash",
         bash("ls"),
         {.what = kind::edited, .input = "[1]"},
         "JSON object"},
        {"an input with a key twice",
         "Bash",
         bash("ls"),
         {.what = kind::edited, .input = R"({"command":"a","command":"b"})"},
         "JSON object"},
        {"an empty input", "Bash", bash("ls"), {.what = kind::edited, .input = "{}"}, "empty"},
        {"feedback without end",
         "Bash",
         bash("ls"),
         {.what = kind::deny, .feedback = std::string(16 * 1024 + 1, 'x')},
         "at most 16384 bytes"},
        {"a rule without end",
         "Bash",
         bash("ls"),
         {.what = kind::always, .rule = "Bash(" + std::string(4096, 'x')},
         "at most 4096 bytes"},
        {"an input without end",
         "Bash",
         bash("ls"),
         {.what = kind::edited, .input = std::string(1024 * 1024 + 1, ' ')},
         "at most 1048576 bytes"},
    };
    for (const auto& each : all) {
        BOOST_TEST_CONTEXT(each.what) {
            const auto agent = probe.open();
            const auto number = probe.ask(*agent, each.tool, each.input);
            BOOST_TEST_REQUIRE(number != 0U);
            const auto refused = probe.desk->answer(number, each.answer);
            BOOST_TEST_REQUIRE(refused.has_value());
            BOOST_TEST(!refused->gone);
            BOOST_TEST(refused->why.find(each.why) != std::string::npos, refused->why);
            BOOST_TEST(!refused->why.empty());
            BOOST_TEST(agent->ends.empty());
            BOOST_TEST(agent->gate->grants().empty());
            BOOST_TEST(agent->gate->rules()->size() == 0U);
        }
    }
}

BOOST_AUTO_TEST_CASE(texts_of_just_the_longest_length_are_taken) {
    const console_probe probe;
    const auto agent = probe.open();
    BOOST_TEST(!probe.desk->answer(probe.ask(*agent, "Bash", bash("ls")),
                                   {.what = kind::deny, .feedback = std::string(16 * 1024, 'x')}));
    std::string input = R"({"command":"ls"})";
    input.resize(1024 * 1024, ' ');
    BOOST_TEST(
        !probe.desk->answer(probe.ask(*agent, "Bash", bash("ls")), {.what = kind::edited, .input = input}));
}

BOOST_AUTO_TEST_CASE(an_answer_may_grant_the_calls_that_a_rule_covers) {
    const console_probe probe;
    const auto agent = probe.open();
    BOOST_TEST(!probe.desk->answer(probe.ask(*agent, "Bash", bash("npm test")),
                                   {.what = kind::for_uses, .uses = 2, .rule = "Bash(npm *)", .by = "web"}));
    BOOST_TEST(probe.ask(*agent, "Bash", bash("npm run a")) == 0U);
    const auto session = probe.desk->sessions().at(0);
    BOOST_TEST_REQUIRE(session.grants.size() == 1U);
    BOOST_TEST(session.grants[0].uses_left.value() == 1U);
    BOOST_TEST(probe.ask(*agent, "Bash", bash("make")) != 0U);
    BOOST_TEST(!probe.desk->revoke_grant(session.number, session.grants[0].key));
    BOOST_TEST(probe.ask(*agent, "Bash", bash("npm run b")) != 0U);
    BOOST_TEST(probe.desk->revoke_grant(session.number, session.grants[0].key)->gone);
}

BOOST_AUTO_TEST_CASE(a_whole_tool_is_granted_where_that_is_offered_and_its_name_is_written) {
    const console_probe probe;
    const auto agent = probe.open();
    const auto number = probe.ask(*agent, "Bash", bash("ls"));
    BOOST_TEST(probe.desk->open().at(0)->offers.whole_tool);
    BOOST_TEST(!probe.desk->answer(number, {.what = kind::for_uses, .uses = 1, .rule = "Bash"}));
    BOOST_TEST(probe.ask(*agent, "Bash", bash("make")) == 0U);
    BOOST_TEST(probe.ask(*agent, "Bash", bash("make")) != 0U);
}

BOOST_AUTO_TEST_CASE(trust_is_offered_for_edits_and_holds_for_the_session) {
    const console_probe probe;
    const auto agent = probe.open();
    const auto number = probe.ask(*agent, "Edit", edit("a", "b"));
    BOOST_TEST(probe.desk->open().at(0)->offers.trust);
    BOOST_TEST(!probe.desk->answer(number, {.what = kind::trust}));
    BOOST_TEST(probe.ask(*agent, "Edit", edit("c", "d")) == 0U);
    BOOST_TEST(!probe.desk->forget(probe.desk->sessions().at(0).number, "Edit"));
    BOOST_TEST(probe.ask(*agent, "Edit", edit("c", "d")) != 0U);
}

BOOST_AUTO_TEST_CASE(an_edited_input_is_what_runs_and_one_that_is_denied_is_refused) {
    const console_probe probe;
    gate_options options;
    options.policy.rules = {
        permission_rule::make("Bash", {{"command", "rm *"}}, rule_behavior::deny, rule_origin::host).value()};
    const auto agent = probe.open("agent", std::move(options));
    const auto number = probe.ask(*agent, "Bash", bash("make all"));
    const auto refused = probe.desk->answer(number, {.what = kind::edited, .input = R"({"command":"rm x"})"});
    BOOST_TEST_REQUIRE(refused.has_value());
    BOOST_TEST(refused->why.find("Bash(rm *)") != std::string::npos, refused->why);
    BOOST_TEST(!probe.desk->answer(number, {.what = kind::edited, .input = R"({"command":"make one"})"}));
    BOOST_TEST_REQUIRE(agent->ends.at(0).edited_input.has_value());
    BOOST_TEST(agent->ends[0].edited_input->at("command").as_string() == "make one");
}

BOOST_AUTO_TEST_CASE(a_question_that_a_rule_demands_offers_once_and_deny_alone) {
    const console_probe probe;
    gate_options options;
    options.policy.rules = {permission_rule::make("Bash", {}, rule_behavior::ask, rule_origin::host).value()};
    const auto agent = probe.open("agent", std::move(options));
    const auto number = probe.ask(*agent, "Bash", bash("ls"));
    const auto shown = probe.desk->open().at(0);
    BOOST_TEST(!(shown->offers.trust || shown->offers.grants || shown->offers.always || shown->offers.edit));
    BOOST_TEST(shown->rule.empty());
    for (const auto what : {kind::trust, kind::for_time, kind::for_uses, kind::always, kind::edited})
        BOOST_TEST(probe.desk->answer(number, {.what = what, .rule = "Bash(ls)", .input = "{}"}).has_value());
    BOOST_TEST(!probe.desk->answer(number, {.what = kind::once}));
}

BOOST_AUTO_TEST_CASE(watchers_hear_of_questions_that_come_and_go_until_they_let_go) {
    const console_probe probe;
    int heard = 0;
    auto watching = probe.desk->watch([&heard] { ++heard; });
    const auto agent = probe.open();
    heard = 0;
    const auto number = probe.ask(*agent, "Bash", bash("ls"));
    BOOST_TEST(heard > 0);
    heard = 0;
    probe.desk->answer(number, {.what = kind::once});
    BOOST_TEST(heard > 0);
    watching.reset();
    heard = 0;
    probe.ask(*agent, "Bash", bash("ls"));
    BOOST_TEST(heard == 0);
}

BOOST_AUTO_TEST_CASE(a_session_that_ends_takes_its_questions_along_and_is_not_shown_any_more) {
    const console_probe probe;
    auto agent = probe.open();
    const auto stays = probe.open("another");
    probe.ask(*agent, "Bash", bash("ls"));
    const auto other = probe.ask(*stays, "Bash", bash("ls"));
    agent->gate.reset();
    BOOST_TEST_REQUIRE(agent->ends.size() == 1U);
    BOOST_TEST(agent->ends[0].decided.source == decision_source::closed);
    agent.reset();
    BOOST_TEST_REQUIRE(probe.desk->open().size() == 1U);
    BOOST_TEST(probe.desk->open()[0]->number == other);
    BOOST_TEST(probe.desk->sessions().size() == 1U);
}

BOOST_AUTO_TEST_CASE(beside_somebody_else_whoever_answers_first_decides) {
    for (const bool console_first : {true, false}) {
        const console_probe probe;
        const auto seat = probe.desk->open_session("agent");
        std::vector<permission_request> elsewhere;
        gate_options options{.callback = seat->callback_beside([&](permission_request request) {
            elsewhere.push_back(std::move(request));
        })};
        const auto gate = std::make_shared<permission_gate>(std::move(options), probe.time, seat->audit());
        seat->attach(gate);
        std::vector<settlement> ends;
        const auto input = make_input(bash("ls"));
        gate->ask({.tool_name = "Bash", .input = *input}, "r",
                  [&](const auto&, settlement how) { ends.push_back(std::move(how)); });
        const auto number = probe.desk->open().at(0)->number;
        if (console_first) {
            BOOST_TEST(!probe.desk->answer(number, {.what = kind::once}));
            BOOST_TEST(elsewhere.at(0).stop().stop_requested());
            BOOST_TEST(!std::move(elsewhere.at(0)).deny());
        } else {
            BOOST_TEST(std::move(elsewhere.at(0)).deny());
            BOOST_TEST(probe.desk->answer(number, {.what = kind::once})->gone);
        }
        BOOST_TEST(probe.desk->open().empty());
        BOOST_TEST_REQUIRE(ends.size() == 1U);
        BOOST_TEST(ends[0].decided.allowed() == console_first);
    }
}

// What is confirmed or denied, in the order in which it is heard.
struct heard_confirmations {
    [[nodiscard]] on_confirmed hearing() {
        return [this](bool allowed, const std::string& by) {
            all.push_back((allowed ? "yes by " : "no by ") + by);
        };
    }
    std::vector<std::string> all;
};

BOOST_AUTO_TEST_CASE(what_loosens_is_confirmed_or_denied_once_and_nothing_of_it_is_kept) {
    for (const auto& [what, said] : {std::pair(kind::once, "yes by web"),
                                     {kind::deny, "no by web"},
                                     {kind::deny_and_interrupt, "no by web"}}) {
        const console_probe probe;
        heard_confirmations heard;
        const auto asking = probe.desk->confirm(
            {.what = "Pause", .means = "Nothing is asked.", .asked_by = "process 7", .cwd = "/w"},
            heard.hearing());
        BOOST_REQUIRE(probe.desk->open().size() == 1U);
        const auto shown = probe.desk->open()[0];
        BOOST_TEST(shown->asked->operation == "Pause");
        BOOST_TEST(shown->session_title == "process 7");
        BOOST_TEST((shown->asked->risk == risk_level::high));
        for (const auto other : {kind::trust, kind::for_time, kind::for_uses, kind::always, kind::edited})
            BOOST_TEST(
                !probe.desk->answer(shown->number, {.what = other, .rule = "Assent", .by = "web"})->gone);
        BOOST_TEST(heard.all.empty());
        BOOST_TEST(!probe.desk->answer(shown->number, {.what = what, .by = "web"}));
        BOOST_TEST(probe.desk->answer(shown->number, {.what = kind::once, .by = "terminal"})->gone);
        BOOST_REQUIRE(heard.all.size() == 1U);
        BOOST_TEST(heard.all[0] == said);
        BOOST_TEST(probe.desk->open().empty());
    }
}

BOOST_AUTO_TEST_CASE(whoever_wanted_something_confirmed_takes_it_back_by_letting_go) {
    const console_probe probe;
    heard_confirmations heard;
    auto asking = probe.desk->confirm({.what = "Pause"}, heard.hearing());
    const auto number = probe.desk->open().at(0)->number;
    asking.reset();
    BOOST_TEST(probe.desk->open().empty());
    BOOST_TEST(probe.desk->how_it_ended(number) == "taken back by whoever wanted it");
    BOOST_TEST(probe.desk->answer(number, {.what = kind::once})->gone);
    BOOST_TEST(heard.all.empty());
}

BOOST_AUTO_TEST_CASE(no_mode_and_no_rule_of_a_session_answers_what_is_to_be_confirmed) {
    const console_probe probe;
    const auto agent = probe.open();
    heard_confirmations heard;
    const auto asking = probe.desk->confirm({.what = "Pause"}, heard.hearing());
    for (const auto mode : {permission_mode::allow, permission_mode::deny}) agent->gate->set_mode(mode);
    agent->gate->set_rules(
        rule_set::make({permission_rule::make("*", {}, rule_behavior::allow, rule_origin::host).value()})
            .value());
    BOOST_TEST(probe.desk->open().size() == 1U);
    BOOST_TEST(heard.all.empty());
}

}  // namespace
}  // namespace assent::console_test
