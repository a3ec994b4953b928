// Each key of a person, and what it brings on the wire.
#include "terminal_session.hpp"
#include "times.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace assent::test::answers_test {
namespace {

using std::chrono::milliseconds;

// From a request on standard input until it can be seen, and from a key until its answer is written.
constexpr milliseconds max_until_seen{100};
constexpr milliseconds max_until_written{50};

BOOST_AUTO_TEST_SUITE(answers_test)

BOOST_AUTO_TEST_CASE(enter_allows_once_and_escape_denies) {
    terminal_program program(serve());
    BOOST_TEST_REQUIRE(asked(program, edit, "Medium risk: Edit file: src/a.c"));
    program.type("\r");
    BOOST_TEST(allows(program.hear()));
    BOOST_TEST(program.sees("allowed once: Edit file: src/a.c"));
    BOOST_TEST_REQUIRE(asked(program, edit, "Medium risk: Edit file: src/a.c"));
    program.type("\x1b");
    BOOST_TEST(denies(program.hear()));
    BOOST_TEST(program.sees("denied: Edit file: src/a.c"));
    expect_screen(program,
                  "allowed once: Edit file: src/a.c\n"
                  "denied: Edit file: src/a.c\n");
    program.end_input();
    BOOST_TEST(program.wait().code == 0);
}

BOOST_AUTO_TEST_CASE(high_risk_wants_a_second_distinct_key) {
    terminal_program program(serve());
    BOOST_TEST_REQUIRE(asked(program, bash, "Medium risk: Execute command: npm test"));
    program.type("\r");
    BOOST_TEST_REQUIRE(program.sees("Really allow it once?"));
    BOOST_TEST_REQUIRE(program.may_answer());
    program.type("n");
    BOOST_TEST_REQUIRE(program.sees("Not allowed: that key does not confirm."));
    program.type("\r");
    BOOST_TEST_REQUIRE(program.sees("Really allow it once?"));
    BOOST_TEST_REQUIRE(program.may_answer());
    BOOST_TEST(program.silent());
    program.type("y");
    BOOST_TEST(allows(program.hear()));
}

BOOST_AUTO_TEST_CASE(a_command_that_does_not_fit_is_allowed_when_all_of_it_was_seen) {
    std::string more;
    const auto line = [](int number) { return "\"line " + std::to_string(number) + "\""; };
    for (int i = 0; i < 60; ++i) more += (i == 0 ? "" : ",") + line(i);
    const std::string input =
        R"({"command":"make )" + std::string(600, 'x') + R"( end","more":[)" + more + "]}";
    terminal_program program(serve());
    BOOST_TEST_REQUIRE(asked(program, request("l", "Bash", input), "Medium risk: Execute command: make xxx"));
    const auto is_refused = [&] {
        program.type("\r");
        return program.sees("Not allowed: not all of it was on the screen yet.") && program.silent();
    };
    BOOST_TEST_REQUIRE(is_refused());
    program.type("v");
    BOOST_TEST_REQUIRE(program.sees("Up, Down, Space: scroll"));
    program.type("\x1b[F");  // passes over the middle
    BOOST_TEST_REQUIRE(program.sees(line(59)));
    program.type("v");
    BOOST_TEST_REQUIRE(program.sees("Enter, then y: allow once"));
    BOOST_TEST_REQUIRE(is_refused());
    program.type("v");
    BOOST_TEST_REQUIRE(program.sees("Up, Down, Space: scroll"));
    for (int i = 0; i < 60; ++i) {
        BOOST_TEST_REQUIRE(program.drawn());
        if (!has(program.screen(), line(i))) program.type(" ");
        BOOST_TEST_REQUIRE(program.sees(line(i)));
    }
    // A key that changes nothing on the screen could be read together with the next one.
    BOOST_TEST_REQUIRE(program.drawn());
    if (!has(program.screen(), "\n  }\n")) program.type(" ");
    BOOST_TEST_REQUIRE(program.sees("\n  }\n"));
    program.type("v");
    BOOST_TEST_REQUIRE(program.sees("Enter, then y: allow once"));
    program.type("\r");
    BOOST_TEST_REQUIRE(program.sees("Really allow it once?"));
    BOOST_TEST_REQUIRE(program.may_answer());
    program.type("y");
    BOOST_TEST(allows(program.hear()));
}

BOOST_AUTO_TEST_CASE(a_denial_carries_its_reason_or_stops_the_agent) {
    terminal_program program(serve());
    BOOST_TEST_REQUIRE(asked(program, edit, "Edit file"));
    BOOST_TEST_REQUIRE(written(program, "f", "Tell the agent why: ", "use \xe2\x82\xac signs"));
    program.type("\r");
    const auto told = program.hear();
    BOOST_TEST(denies(told));
    BOOST_TEST(has(told, "use \xe2\x82\xac signs"));
    BOOST_TEST_REQUIRE(asked(program, edit, "Edit file"));
    program.type("i");
    const auto stopped = program.hear();
    BOOST_TEST(denies(stopped));
    BOOST_TEST(has(stopped, R"("interrupt":true)"));
}

BOOST_AUTO_TEST_CASE(trust_lasts_until_the_session_ends) {
    terminal_program program(serve());
    BOOST_TEST_REQUIRE(asked(program, edit, "Edit file"));
    program.type("s");
    BOOST_TEST(allows(program.hear()));
    program.say(request("2", "Edit", R"({"file_path":"b","old_string":"x","new_string":"y"})"));
    BOOST_TEST(allows(program.hear()));
}

BOOST_AUTO_TEST_CASE(a_grant_lasts_for_its_uses_and_says_why_it_is_asked_again) {
    terminal_program program(serve());
    BOOST_TEST_REQUIRE(asked(program, edit, "Edit file"));
    BOOST_TEST_REQUIRE(written(program, "u", "How many more calls: ", "1"));
    program.type("\r");
    BOOST_TEST_REQUIRE(program.sees("For calls of: Edit(/w/src/a.c)"));
    BOOST_TEST_REQUIRE(program.may_answer());
    program.type("\r");
    BOOST_TEST(allows(program.hear()));
    program.say(edit);
    BOOST_TEST(allows(program.hear()));
    BOOST_TEST_REQUIRE(asked(program, edit, "Asked again: an earlier grant is used up"));
    program.type("\x1b");
    BOOST_TEST(denies(program.hear()));
}

BOOST_AUTO_TEST_CASE(a_grant_for_a_time_covers_what_its_rule_covers) {
    terminal_program program(serve());
    BOOST_TEST_REQUIRE(asked(program, bash, "Medium risk"));
    BOOST_TEST_REQUIRE(written(program, "t", "For how long: ", "10m"));
    program.type("\r");
    BOOST_TEST_REQUIRE(program.sees("For calls of: Bash(npm test)"));
    BOOST_TEST_REQUIRE(program.may_answer());
    program.type("\x15");
    program.type("Bash(npm *)");
    BOOST_TEST_REQUIRE(program.sees("For calls of: Bash(npm *)"));
    BOOST_TEST_REQUIRE(program.may_answer());
    program.type("\r");
    BOOST_TEST_REQUIRE(program.sees("Really allow it, and for 10m: Bash(npm *)?"));
    BOOST_TEST_REQUIRE(program.may_answer());
    program.type("y");
    BOOST_TEST(allows(program.hear()));
    program.say(request("2", "Bash", R"({"command":"npm run lint"})"));
    BOOST_TEST(allows(program.hear()));
}

BOOST_AUTO_TEST_CASE(
    the_rule_that_is_stored_is_the_one_that_was_shown_and_one_that_does_not_cover_is_refused) {
    terminal_program program(serve());
    BOOST_TEST_REQUIRE(asked(program, edit, "Edit file"));
    BOOST_TEST_REQUIRE(written(program, "r", "Rule to keep: ", "Edit(/other/**)"));
    program.type("\r");
    BOOST_TEST_REQUIRE(program.sees("Not taken: "));
    BOOST_TEST(program.silent());
    program.type("\x15");
    program.type("Edit(/w/src/**)");
    BOOST_TEST_REQUIRE(program.sees("Rule to keep: Edit(/w/src/**)"));
    BOOST_TEST_REQUIRE(program.may_answer());
    program.type("\r");
    BOOST_TEST(allows(program.hear()));
    program.say(request("2", "Edit", R"({"file_path":"src/b.c","old_string":"x","new_string":"y"})"));
    BOOST_TEST(allows(program.hear()));
    BOOST_TEST(program.sees("always allowed (Edit(/w/src/**)): Edit file: src/a.c"));
}

BOOST_AUTO_TEST_CASE(an_edited_input_is_what_the_agent_gets) {
    terminal_program program(serve());
    BOOST_TEST_REQUIRE(asked(program, edit, "Edit file"));
    program.type("e");
    BOOST_TEST_REQUIRE(program.sees("Input: {"));
    program.type("\x15");
    BOOST_TEST_REQUIRE(program.sees_no("Input: {"));
    program.type(
        "\x1b[200~{\"file_path\":\"src/a.c\",\r\"old_string\":\"int a;\",\"new_string\":\"A\"}\x1b[201~");
    BOOST_TEST_REQUIRE(program.sees("\"A\"}"));
    BOOST_TEST_REQUIRE(program.may_answer());
    program.type("\r");
    const auto line = program.hear();
    BOOST_TEST(allows(line));
    BOOST_TEST(has(line, R"("new_string":"A")"));
}

BOOST_AUTO_TEST_CASE(silence_denies) {
    terminal_program program(serve({"--ask-timeout", "1s"}));
    program.say(edit);
    BOOST_TEST(program.sees("Edit file"));
    BOOST_TEST(denies(program.hear()));
    BOOST_TEST(program.sees("denied: nobody answered in time: Edit file: src/a.c"));
}

BOOST_AUTO_TEST_CASE(what_an_ask_rule_demands_offers_only_once_and_deny) {
    terminal_program program(serve({"--ask", "Edit"}));
    BOOST_TEST_REQUIRE(asked(program, edit, "Edit file"));
    for (const char key : std::string("stuer")) {
        program.type(std::string(1, key));
        BOOST_TEST(program.sees(std::string(1, key) + " is not offered for this call."));
    }
    BOOST_TEST(program.sees("Enter: allow once   Esc: deny"));
    BOOST_TEST(program.may_answer());
    BOOST_TEST(!has(program.screen(), "always allow"));
    program.type("\r");
    BOOST_TEST(allows(program.hear()));
}

BOOST_AUTO_TEST_CASE(questions_come_one_after_the_other_and_an_answer_counts_for_one) {
    terminal_program program(serve());
    BOOST_TEST_REQUIRE(asked(program, edit, "Edit file: src/a.c"));
    program.say(bash);
    BOOST_TEST_REQUIRE(program.sees("1 of 2 waiting"));
    program.type("\r");
    BOOST_TEST(allows(program.hear()));
    BOOST_TEST_REQUIRE(program.sees("Execute command: npm test"));
    BOOST_TEST_REQUIRE(program.may_answer());
    BOOST_TEST(program.silent());
    program.type("\x1b");
    BOOST_TEST(denies(program.hear()));
}

BOOST_AUTO_TEST_CASE(bytes_typed_ahead_do_not_approve) {
    terminal_program program(serve());
    program.type("\r\ry\r");
    program.say(edit);
    BOOST_TEST_REQUIRE(program.may_answer());
    BOOST_TEST(has(program.written(), "Keys do not count yet."));
    BOOST_TEST(program.silent());
    program.type("\x1b");
    BOOST_TEST(denies(program.hear()));
}

BOOST_AUTO_TEST_CASE(pasted_lines_do_not_approve) {
    terminal_program program(serve());
    for (const std::string_view pasted : {"\ry\r", "yes\r\ry\r", "\x1b[200~\ry\r\x1b[201~"}) {
        BOOST_TEST_REQUIRE(asked(program, bash, "Medium risk"));
        program.type(pasted);
        BOOST_TEST(program.sees("look like pasted text: ignored."));
        BOOST_TEST(program.may_answer());
        BOOST_TEST(program.silent());
        program.type("\x1b");
        BOOST_TEST(denies(program.hear()));
    }
}

BOOST_AUTO_TEST_CASE(a_bridge_asks_there_too_and_the_agent_gets_the_answer) {
    // An agent that asks, and says what it was answered.
    terminal_program program(
        {"bridge", "--on-ask", "terminal", "--", "sh", "-c",
         R"(printf '%s\n' "$0"; read -r answer; printf 'got %s\n' "$answer" >&2; read -r end)", edit});
    BOOST_TEST_REQUIRE(program.sees("Medium risk: Edit file: src/a.c"));
    BOOST_TEST_REQUIRE(program.may_answer());
    program.type("\r");
    BOOST_TEST(program.sees("allowed once: Edit file: src/a.c"));
    program.end_input();
    program.wait();
    BOOST_TEST(has(program.errors(), "got {"));
    BOOST_TEST(allows(program.errors()));
}

// The fastest of a few: what is measured is the program, not what else this machine does.
BOOST_AUTO_TEST_CASE(a_question_is_seen_and_a_key_is_answered_at_once, *boost::unit_test::label("times")) {
    using time = std::chrono::steady_clock;
    terminal_program program(serve());
    auto until_seen = time::duration::max();
    auto until_written = time::duration::max();
    for (int i = 0; i < 5; ++i) {
        const auto asked_at = time::now();
        program.say(edit);
        BOOST_TEST_REQUIRE(program.sees("Edit file"));
        until_seen = std::min(until_seen, time::now() - asked_at);
        BOOST_TEST_REQUIRE(program.may_answer());
        const auto typed_at = time::now();
        program.type(i % 2 == 0 ? "\r" : "\x1b");
        BOOST_TEST(!program.hear().empty());
        until_written = std::min(until_written, time::now() - typed_at);
        BOOST_TEST(program.sees_no("Esc: deny"));
    }
    report_time("from a request until it is seen", until_seen, max_until_seen);
    report_time("from a key until its answer is written", until_written, max_until_written);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::test::answers_test
