// What the screen shows, on all kinds of terminals.
#include "terminal_session.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>
#include <vector>

namespace assent::test::screen_test {
namespace {

// A time that is shown in minutes: it stays as it is while a test looks at it.
const std::vector<std::string> for_hours{"--ask-timeout", "2h"};

BOOST_AUTO_TEST_SUITE(screen_test)

BOOST_AUTO_TEST_CASE(colours_are_there_unless_they_are_not_wanted) {
    terminal_program coloured(serve());
    BOOST_TEST_REQUIRE(asked(coloured, bash, "Medium risk"));
    BOOST_TEST(coloured.sees_colours());
    terminal_program plain(serve(), {.environment = {{"NO_COLOR", "1"}}});
    BOOST_TEST_REQUIRE(asked(plain, bash, "Medium risk"));
    BOOST_TEST(!plain.sees_colours());
}

BOOST_AUTO_TEST_CASE(a_dumb_terminal_gets_lines_and_nothing_else) {
    terminal_program program(serve(), {.environment = {{"TERM", "dumb"}}});
    program.say(bash);
    BOOST_TEST_REQUIRE(program.sees("Medium risk: Execute command: npm test"));
    BOOST_TEST_REQUIRE(program.sees("Denied 5m after it was asked, unless answered."));
    program.type("\r");
    BOOST_TEST_REQUIRE(program.sees("Really allow it once?"));
    // The line about the first question stands there, too.
    BOOST_TEST_REQUIRE(program.sees("any other key: back\nDenied 5m after it was asked, unless answered."));
    program.type("y");
    BOOST_TEST(allows(program.hear()));
    BOOST_TEST(program.sees("allowed once: Execute command: npm test"));
    BOOST_TEST(program.written().find('\x1b') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_question_is_asked_by_the_title_that_a_host_gives) {
    terminal_program program(serve({"--title", "release bot"}));
    program.say(bash);
    BOOST_TEST(program.sees("Asked by: release bot in /w"));
}

BOOST_AUTO_TEST_CASE(a_narrow_window_shows_the_question_and_how_to_answer_it) {
    terminal_program program(serve(for_hours), {.columns = 20, .rows = 30});
    program.say(edit);
    BOOST_TEST_REQUIRE(program.sees("Denied in 2h unless\nanswered."));
    expect_screen(program,
                  "\n"
                  "Medium risk: Edit fi\n"
                  "    le: src/a.c\n"
                  "Asked by: an agent\n"
                  "    in /w\n"
                  "Why: it changes\n"
                  "    `src/a.c`; no\n"
                  "    rule allows it\n"
                  "- int a;\n"
                  "+ long a;\n"
                  "\n"
                  "Enter: allow once\n"
                  "Esc: deny\n"
                  "f: deny and say why\n"
                  "i: deny and stop the\n"
                  "    agent\n"
                  "s: trust Edit for\n"
                  "    this session\n"
                  "t: allow for a time\n"
                  "u: allow more calls\n"
                  "r: always allow, by\n"
                  "    a rule\n"
                  "e: edit and allow\n"
                  "v: view all\n"
                  "?: help\n"
                  "Denied in 2h unless\n"
                  "answered.\n");
    program.type("\r");
    BOOST_TEST(allows(program.hear()));
}

BOOST_AUTO_TEST_CASE(a_window_that_is_too_small_to_read_in_allows_nothing) {
    terminal_program program(serve(), {.columns = 9, .rows = 4});
    program.say(edit);
    BOOST_TEST_REQUIRE(program.sees("Esc deni"));
    program.type("\r");
    program.resize(80, 24);
    BOOST_TEST_REQUIRE(program.may_answer());
    BOOST_TEST(program.silent());
    program.type("\r");
    BOOST_TEST(allows(program.hear()));
}

BOOST_AUTO_TEST_CASE(a_question_follows_the_size_of_its_window_and_leaves_nothing_behind) {
    struct {
        int columns, rows;
        const char* seen;
    } const sizes[]{{30, 30, "Medium risk: Execute command:"},
                    {120, 24, "v: view all   ?: help"},
                    {20, 40, "Medium risk: Execute"},
                    {40, 30, "i: deny and stop the agent"},
                    {80, 24, "i: deny and stop the agent   t: allow"}};
    for (const bool rewraps : {false, true}) {
        // Without a countdown: what is on its way to the screen while its size changes spoils it, as on any
        // terminal.
        terminal_program program(serve({"--ask-timeout", "0"}));
        program.print("a line from before\r\n");
        program.say(bash);
        BOOST_TEST_REQUIRE(program.sees("Medium risk: Execute command: npm test"));
        BOOST_TEST_REQUIRE(program.sees("Waits until it is answered."));
        for (const auto& size : sizes) {
            program.resize(size.columns, size.rows, rewraps);
            BOOST_TEST_CONTEXT(size.columns << "x" << size.rows << (rewraps ? ", rewrapped" : "")) {
                BOOST_TEST_REQUIRE(program.sees(size.seen));
                // The question is there once, and nothing is left of how it stood there before.
                BOOST_TEST(program.sees_once("risk: Exec"));
                BOOST_TEST(program.sees_once("Waits until"));
                BOOST_TEST(program.row(0) == "a line from before");
            }
        }
        program.type("\x1b");
        BOOST_TEST(denies(program.hear()));
        BOOST_TEST(program.sees("denied: Execute command: npm test"));
        expect_screen(program, "a line from before\ndenied: Execute command: npm test\n");
    }
}

BOOST_AUTO_TEST_CASE(wide_and_combining_characters_stay_in_their_cells) {
    terminal_program program(serve(for_hours), {.columns = 24, .rows = 30});
    program.say(request("w", "Bash",
                        "{\"command\":\"mace \xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e e\xcc\x81t\xc3\xa9 "
                        "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e!\"}"));
    BOOST_TEST_REQUIRE(program.sees("Denied in 2h unless"));
    // "HIGH RISK: Execute comma" | "    nd: mace ..." : 4 cells of indent, and wide ones that end at the
    // margin.
    BOOST_TEST(program.row(1) == "HIGH RISK: Execute comma");
    BOOST_TEST(program.row(2) == "    nd: mace \xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e e\xcc\x81t\xc3\xa9");
    BOOST_TEST(program.row(3) ==
               "    \xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e!");
    int wide = 0;
    for (const auto& [text, width] : program.cells(3)) wide += width == 2 ? 1 : 0;
    BOOST_TEST(wide == 6);
}

BOOST_AUTO_TEST_CASE(a_very_long_line_fills_the_window_and_no_more_and_can_be_viewed) {
    terminal_program program(serve());
    program.say(request("l", "Bash", R"({"command":"make )" + std::string(100'000, 'x') + R"( end-of-it"})"));
    BOOST_TEST_REQUIRE(program.may_answer());
    BOOST_TEST(has(program.row(1), "CRITICAL RISK: Execute command: make xxx"));
    BOOST_TEST(!has(program.screen(), "end-of-it"));
    program.type("v");
    BOOST_TEST_REQUIRE(program.sees("Up, Down, Space: scroll"));
    program.type("\x1b[F");
    BOOST_TEST(program.sees("end-of-it"));
    program.type("\x1b");
    BOOST_TEST(program.sees("Esc: deny"));
    BOOST_TEST(program.silent());
}

BOOST_AUTO_TEST_CASE(control_characters_of_an_agent_do_nothing) {
    terminal_program program(serve());
    program.say(request("c", "Bash", R"({"command":"make \u001b[2J\u001b[H\rLow risk\u202e\u009b31m"})"));
    BOOST_TEST_REQUIRE(program.may_answer());
    BOOST_TEST(has(program.row(1), R"(: make \x1b[2J\x1b[H\x0dLow risk\u{202e}\u{9b}31m)"));
}

BOOST_AUTO_TEST_CASE(blanks_of_all_kinds_are_seen) {
    terminal_program program(serve());
    program.say(request("c", "Bash",
                        R"({"command":"ls)" + std::string(3000, ' ') + R"(\u00a0\u2003\u2800; rm -r x"})"));
    BOOST_TEST_REQUIRE(program.may_answer());
    BOOST_TEST(has(program.row(1), R"(: ls[3000 blanks]\u{a0}\u{2003}\u{2800}; rm )"));
}

BOOST_AUTO_TEST_CASE(what_others_print_stays_above_the_question) {
    terminal_program program(serve());
    BOOST_TEST_REQUIRE(asked(program, edit, "Edit file"));
    program.print("a line of somebody else\r\n");
    program.type("?");
    BOOST_TEST_REQUIRE(program.sees("denies it, and stops what the agent is doing"));
    program.type("?");
    BOOST_TEST_REQUIRE(program.sees("Edit file: src/a.c"));
    program.type("\r");
    BOOST_TEST(program.sees("allowed once"));
    expect_screen(program, "a line of somebody else\nallowed once: Edit file: src/a.c\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::test::screen_test
