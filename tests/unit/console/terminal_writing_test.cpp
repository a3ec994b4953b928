// Answers that a person writes: a reason, a measure, a rule, an input.
#include "terminal_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace assent::terminal_writing_test {
namespace {

using std::chrono::minutes;

const json_object edit_input{{"file_path", "src/a.c"}, {"old_string", "int a;"}, {"new_string", "long a;"}};

std::string feedback_of(const ending& end) { return std::string(end.how.decided.reason()); }

BOOST_AUTO_TEST_SUITE(terminal_writing_test)

BOOST_AUTO_TEST_CASE(a_denial_can_say_why_and_can_stop_the_agent) {
    terminal_probe probe;
    const auto first = probe.ask_and_look("Edit", edit_input);
    probe.keys("fuse tabs!");
    BOOST_TEST(probe.shows("Tell the agent why: use tabs!"));
    probe.keys("\r");
    BOOST_TEST(first->how.decided.denied());
    BOOST_TEST(feedback_of(*first) == "use tabs!");
    const auto second = probe.ask_and_look("Edit", edit_input);
    probe.keys("i");
    BOOST_TEST(second->how.decided.denied());
    BOOST_TEST(second->how.interrupt);
}

BOOST_AUTO_TEST_CASE(trust_lasts_for_the_session_and_answers_no_other_question_that_is_open) {
    terminal_probe probe;
    const auto first = probe.ask_and_look("Edit", edit_input);
    probe.keys("s");
    BOOST_TEST(first->how.decided.allowed());
    BOOST_TEST(probe.gate->trusted().size() == 1U);
    BOOST_TEST(probe.prompt->take_summaries().at(0) ==
               "allowed, and Edit is trusted for this session: Edit file: src/a.c");
}

BOOST_AUTO_TEST_CASE(a_grant_asks_for_its_measure_first_and_for_what_it_covers_then) {
    terminal_probe probe;
    const auto first = probe.ask_and_look("Edit", edit_input);
    probe.keys(
        "t\x15"
        "3x\r");
    BOOST_TEST(probe.shows("Not taken: a time is expected, as 90s, 5m or 2h."));
    probe.keys("\x7fm\r");
    BOOST_TEST(probe.shows("For calls of: Edit(/w/src/a.c)"));
    probe.keys("\r");  // held, or pressed twice: the rule was not read
    BOOST_TEST(first->open());
    probe.pass(key_repeat_guard);
    probe.keys("\r");
    BOOST_TEST(first->how.decided.allowed());
    BOOST_TEST_REQUIRE(probe.gate->grants().size() == 1U);
    BOOST_TEST((probe.gate->grants()[0].given.time == minutes(3)));
    const auto second =
        probe.ask_and_look("Edit", {{"file_path", "b"}, {"old_string", "x"}, {"new_string", "y"}});
    probe.keys(
        "u\x15"
        "3\r");
    probe.pass(key_repeat_guard);
    probe.keys("\r");
    BOOST_TEST(second->how.decided.allowed());
    BOOST_TEST(probe.gate->grants().size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_rule_is_shown_as_it_will_be_stored_and_must_cover_the_call) {
    terminal_probe probe;
    const auto end = probe.ask_and_look("Edit", edit_input);
    probe.keys("r");
    BOOST_TEST(probe.shows("Rule to keep: Edit(/w/src/a.c)"));
    BOOST_TEST(probe.shows("it holds until Assent ends here;"));
    probe.keys(
        "\x15"
        "Edit(/other/**)\r");
    BOOST_TEST(end->open());
    BOOST_TEST(probe.shows("Not taken: "));
    probe.keys(
        "\x15"
        "Edit(/w/src/**)\r");
    BOOST_TEST(end->how.decided.allowed());
    BOOST_TEST(probe.prompt->take_summaries().at(0) ==
               "always allowed (Edit(/w/src/**)): Edit file: src/a.c");
}

BOOST_AUTO_TEST_CASE(a_rule_may_be_for_the_session_of_the_agent_alone) {
    std::vector<std::string> kept;
    terminal_probe probe({}, {.on_updates = [&](const auto&, const auto& updates) {
                             for (const auto& update : updates)
                                 for (const auto& rule : update.rules) kept.push_back(rule.full_text());
                         }});
    const auto input = make_input(edit_input);
    tool_call call{.tool_name = "Edit", .input = *input, .cwd = "/w", .session_id = "one", .agent = "codex"};
    const auto end = probe.ask(call);
    probe.look();
    BOOST_TEST(probe.shows("w: while this session lasts, by a rule"));
    probe.keys("w");
    BOOST_TEST(probe.shows("Rule for this session: Edit(/w/src/a.c)"));
    BOOST_TEST(probe.shows("it holds in each folder until the session of codex"));
    probe.keys("\r");
    BOOST_TEST(end->how.decided.allowed());
    BOOST_TEST(probe.prompt->take_summaries().at(0) ==
               "allowed while this session lasts (Edit(/w/src/a.c)): Edit file: src/a.c");
    BOOST_TEST_REQUIRE(kept.size() == 1U);
    BOOST_TEST(kept[0] == "Edit(/w/src/a.c) for codex, session one");
    for (const std::string_view session : {"one", "two", ""}) {
        call.session_id = session;
        std::string scratch;
        BOOST_TEST((probe.gate->check(call, {}, scratch).allowed() == (session == "one")), session);
    }
    // Where the session is not known it is not offered.
    const auto untold = probe.ask_and_look("Edit", edit_input);
    BOOST_TEST(!probe.shows("while this session lasts"));
    probe.keys("w");
    BOOST_TEST(probe.shows("w is not offered for this call."));
    BOOST_TEST(untold->open());
}

BOOST_AUTO_TEST_CASE(tab_goes_round_the_rules_that_the_agent_proposes) {
    terminal_probe probe;
    const auto input = make_input(edit_input);
    const std::vector suggestions{add_rules({rule("allow Edit(/w/**)")})};
    probe.ask(tool_call{.tool_name = "Edit", .input = *input, .cwd = "/w", .suggestions = suggestions});
    probe.look();
    probe.keys("r\t");
    BOOST_TEST(probe.shows("Rule to keep: Edit(/w/**)"));
    probe.keys("\t");
    BOOST_TEST(probe.shows("Rule to keep: Edit(/w/src/a.c)"));
}

BOOST_AUTO_TEST_CASE(the_input_can_be_edited_and_what_is_no_json_is_refused) {
    terminal_probe probe;
    const auto end =
        probe.ask_and_look("Edit", {{"file_path", "a"}, {"old_string", "x"}, {"new_string", "y"}});
    probe.keys("e\x7f\r");
    BOOST_TEST(end->open());
    BOOST_TEST(probe.shows("Not taken: the input is expected to be one JSON object"));
    probe.keys("\x15");
    probe.type("\x1b[200~{\"file_path\":\"a\",\n\"old_string\":\"x\",\"new_string\":\"z\"}\x1b[201~");
    probe.pass(default_key_guard);
    probe.keys("\r");
    BOOST_TEST_REQUIRE(!end->open());
    BOOST_TEST_REQUIRE(end->how.edited_input.has_value());
    BOOST_TEST(end->how.edited_input->at("new_string").as_string() == "z");
}

BOOST_AUTO_TEST_CASE(pasted_text_is_written_but_its_line_breaks_do_nothing) {
    terminal_probe probe;
    const auto end = probe.ask_and_look("Edit", edit_input);
    probe.keys("f");
    probe.type("one\rtwo\r");                    // a terminal that does not mark pastes
    probe.type("\x1b[200~ three\r\n\x1b[201~");  // one that does
    probe.type("\r");                            // too soon behind it to be meant
    BOOST_TEST(end->open());
    BOOST_TEST(probe.shows("Tell the agent why: onetwo three"));
    probe.pass(default_key_guard);
    probe.type("\r");
    BOOST_TEST(feedback_of(*end) == "onetwo three");
}

BOOST_AUTO_TEST_CASE(escape_leaves_what_was_being_written_and_denies_nothing) {
    for (const std::string_view opened : {"f", "t", "u", "r", "e", "v", "?", "t\r", "u\r"}) {
        terminal_probe probe;
        const auto end = probe.ask_and_look("Edit", edit_input);
        probe.keys(opened);
        BOOST_TEST(!probe.shows("Enter: allow once   Esc: deny"));
        probe.pass(key_repeat_guard);
        probe.escape();
        BOOST_TEST_CONTEXT(opened) {
            BOOST_TEST(end->open());
            BOOST_TEST(probe.shows("Enter: allow once   Esc: deny"));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::terminal_writing_test
