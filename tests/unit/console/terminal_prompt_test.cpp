// What a person at a terminal sees, and what their keys do.
#include "terminal_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <chrono>
#include <string>

namespace assent::terminal_prompt_test {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

const json_object edit_input{{"file_path", "src/a.c"}, {"old_string", "int a;"}, {"new_string", "long a;"}};

BOOST_AUTO_TEST_SUITE(terminal_prompt_test)

BOOST_AUTO_TEST_CASE(a_key_that_is_held_answers_one_question_and_no_second) {
    terminal_probe probe;
    const auto first =
        probe.ask_and_look("Edit", {{"file_path", "a"}, {"old_string", "x"}, {"new_string", "y"}});
    const auto second = probe.ask("Edit", {{"file_path", "b"}, {"old_string", "x"}, {"new_string", "y"}});
    probe.type("\r");
    BOOST_TEST(first->how.decided.allowed());
    probe.draw();
    for (int repeat = 0; repeat < 100; ++repeat) {
        probe.pass(milliseconds(repeat == 0 ? 660 : 30));
        probe.type("\r");
        BOOST_TEST(second->open());
    }
    probe.pass(default_key_guard);
    probe.type("\r");
    BOOST_TEST(!second->open());
}

BOOST_AUTO_TEST_CASE(a_question_that_could_not_be_read_is_not_answered_by_what_was_typed_meanwhile) {
    terminal_probe probe;
    probe.prompt->resize(80, min_window_rows - 1);
    const auto asked =
        probe.ask_and_look("Edit", {{"file_path", "a"}, {"old_string", "x"}, {"new_string", "y"}});
    probe.prompt->resize(80, 24);
    probe.type("\r");
    BOOST_TEST(asked->open());
    probe.look();
    probe.type("\r");
    BOOST_TEST(!asked->open());
}

BOOST_AUTO_TEST_CASE(what_the_gate_denies_is_not_told_as_allowed) {
    terminal_probe probe;
    const auto asked =
        probe.ask_and_look("Edit", {{"file_path", "a"}, {"old_string", "x"}, {"new_string", "y"}});
    probe.sink->fail_from();
    probe.type("\r");
    BOOST_TEST(asked->how.decided.denied());
    BOOST_TEST(probe.prompt->take_summaries().at(0).find("allowed") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_question_says_what_would_happen_how_risky_it_is_and_how_to_answer) {
    terminal_probe probe;
    probe.ask_and_look("Edit", edit_input);
    BOOST_TEST(probe.screen() ==
               "Medium risk: Edit file: src/a.c\n"
               "Asked by: agent 1 in /w\n"
               "Why: it changes `src/a.c`; no rule allows it\n"
               "- int a;\n"
               "+ long a;\n"
               "\n"
               "Enter: allow once   Esc: deny   f: deny and say why   i: deny and stop the agent\n"
               "s: trust Edit for this session   t: allow for a time   u: allow more calls\n"
               "r: always allow, by a rule   e: edit and allow   v: view all   ?: help\n"
               "Denied in 5m unless answered.\n");
}

BOOST_AUTO_TEST_CASE(each_risk_is_said_in_words_and_in_its_colour) {
    struct {
        const char* tool;
        json_object input;
        const char* seen;
    } const cases[]{
        {"Read", {{"file_path", "src/a.c"}}, "\x1b[32mLow risk\x1b[0m: "},
        {"Edit", edit_input, "\x1b[33mMedium risk\x1b[0m: "},
        {"Bash", command("npm test"), "\x1b[33mMedium risk\x1b[0m: "},
        {"Bash", command("curl https://x.org"), "\x1b[33mMedium risk\x1b[0m: "},
        {"Bash", command("npm ci"), "\x1b[1;31mHIGH RISK\x1b[0m: "},
        {"Bash", command("rm -rf build"), "\x1b[1;31mHIGH RISK\x1b[0m: "},
        {"Bash", command("cat .env"), "\x1b[1;31mHIGH RISK\x1b[0m: "},
        {"Bash", command("git push"), "\x1b[1;31mHIGH RISK\x1b[0m: "},
        {"Bash", command("never-heard-of"), "\x1b[1;31mHIGH RISK\x1b[0m: "},
        {"Bash", command("sudo ls"), "\x1b[1;7;31mCRITICAL RISK\x1b[0m: "},
    };
    for (const auto& each : cases) {
        terminal_probe probe({}, {.rules = rules({"ask Read"})});
        probe.ask_and_look(each.tool, each.input);
        BOOST_TEST_CONTEXT(each.seen) { BOOST_TEST(probe.lines().front().starts_with(each.seen)); }
    }
}

BOOST_AUTO_TEST_CASE(without_colours_words_stay_and_a_dumb_terminal_gets_no_escape_sequence) {
    terminal_probe plain_one({.colour = false});
    plain_one.ask_and_look("Bash", command("rm -rf build"));
    BOOST_TEST(plain_one.lines().front().starts_with("\x1b[1mHIGH RISK\x1b[0m: "));
    for (const auto& line : plain_one.lines()) BOOST_TEST(line.find("\x1b[3") == std::string::npos);
    terminal_probe dumb({.dumb = true});
    dumb.ask("Bash", command("rm -rf build"));
    BOOST_TEST(!dumb.shows("Esc: deny"));  // not before it counts
    dumb.look();
    BOOST_TEST(dumb.shows("Esc: deny"));
    for (const auto& line : dumb.lines()) BOOST_TEST(line.find('\x1b') == std::string::npos);
    BOOST_TEST(dumb.shows("HIGH RISK: Execute command: rm -rf build"));
    BOOST_TEST(dumb.shows("Denied 5m after it was asked, unless answered."));
}

BOOST_AUTO_TEST_CASE(enter_allows_once_and_escape_denies) {
    terminal_probe probe;
    const auto allowed = probe.ask_and_look("Edit", edit_input);
    probe.type("\r");
    BOOST_TEST_REQUIRE(allowed->times == 1);
    BOOST_TEST(allowed->how.decided.allowed());
    BOOST_TEST(allowed->how.decided.by == "terminal");
    const auto denied = probe.ask_and_look("Edit", edit_input);
    probe.type("\x1b");
    BOOST_TEST(denied->open());
    probe.pass(milliseconds(19));
    BOOST_TEST(denied->open());
    probe.pass(milliseconds(1));
    BOOST_TEST_REQUIRE(denied->times == 1);
    BOOST_TEST(denied->how.decided.denied());
    const std::vector<std::string> said{"allowed once: Edit file: src/a.c", "denied: Edit file: src/a.c"};
    BOOST_TEST(probe.prompt->take_summaries() == said, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(each_of_several_commands_is_told_with_its_effect_the_worst_first) {
    terminal_probe probe;
    probe.ask_and_look("Bash", command("ls && npm ci && rm -rf build > log"));
    BOOST_TEST(probe.shows("destroys: rm -rf build, it deletes `build`\n"));
    const auto screen = probe.screen();
    BOOST_TEST(screen.find("destroys: rm") < screen.find("installs: npm ci"));
    BOOST_TEST(screen.find("installs: npm ci") < screen.find("looks: ls"));
    BOOST_TEST(!probe.shows("Does: "));
}

BOOST_AUTO_TEST_CASE(what_is_more_than_plain_needs_a_second_key_whatever_its_risk) {
    terminal_probe probe({}, {.rules = rules({"ask Read"})});
    const auto plain_one = probe.ask_and_look("Read", {{"file_path", "src/a.c"}});
    probe.type("\r");
    BOOST_TEST(plain_one->times == 1);
    const auto secret = probe.ask("Read", {{"file_path", ".env"}});
    probe.look();
    BOOST_TEST(probe.shows("Enter, then y: allow once"));
    probe.type("\r");
    BOOST_TEST(secret->open());
}

// Wider than the window, and longer: at its end stands what matters.
std::string long_command() {
    std::string text = "echo";
    for (int i = 0; i < 600; ++i) text += " word" + std::to_string(i);
    return text + "; rm -r x";
}

void view_to_the_end(terminal_probe& probe) {
    probe.type("v");
    probe.draw();
    for (int page = 0; page < 50; ++page) {
        probe.type(" ");
        probe.draw();
    }
    BOOST_TEST(probe.shows("\n  }\n"));
}

BOOST_AUTO_TEST_CASE(what_was_not_on_the_screen_is_not_allowed) {
    for (const auto* key : {"\r", "a", "t", "u", "r", "w", "e"}) {
        terminal_probe probe;
        const auto asked = probe.ask_and_look("Bash", command(long_command()));
        BOOST_TEST(probe.shows("(more: press v)"));
        BOOST_TEST(!probe.shows("word499"));
        probe.type(key);
        BOOST_TEST(probe.shows("Not allowed: not all of it was on the screen yet."));
        probe.slow_keys("y\r");
        BOOST_TEST(asked->open());
    }
    terminal_probe probe;
    const auto asked = probe.ask_and_look("Bash", command(long_command()));
    view_to_the_end(probe);
    probe.escape();
    probe.slow_keys("\ry");
    BOOST_TEST(asked->how.decided.allowed());
    // It holds for that question alone.
    const auto next = probe.ask_and_look("Bash", command(long_command()));
    probe.slow_keys("\ry");
    BOOST_TEST(next->open());
    probe.escape();
    BOOST_TEST(next->how.decided.denied());
}

BOOST_AUTO_TEST_CASE(lines_that_were_passed_over_were_not_on_the_screen) {
    const std::string end_key = "\x1b[F", home_key = "\x1b[H";
    terminal_probe probe;
    const auto asked = probe.ask_and_look("Bash", command(long_command()));
    const auto allows_now = [&] {
        probe.escape();
        probe.slow_keys("\r");
        const bool confirming = probe.shows("Really allow it once?");
        return confirming;
    };
    probe.type("v");
    probe.draw();
    probe.type(end_key);
    probe.draw();
    BOOST_TEST(probe.shows("rm -r x"));
    BOOST_TEST(!allows_now());
    // A key that is held comes several at once: nothing is passed over then.
    probe.type("v");
    probe.draw();
    probe.type("          ");
    probe.draw();
    BOOST_TEST(!probe.shows("rm -r x"));
    BOOST_TEST(!allows_now());
    probe.type("v");
    probe.type(home_key);
    probe.draw();
    for (int page = 0; page < 20; ++page) {
        probe.type("   ");
        probe.draw();
    }
    BOOST_TEST(allows_now());
    BOOST_TEST(asked->open());
}

BOOST_AUTO_TEST_CASE(a_frame_counts_when_it_has_reached_the_screen) {
    terminal_probe probe;
    probe.prompt->resize(80, 12);
    const auto asked = probe.ask_and_look("Bash", command(long_command()));
    probe.prompt->resize(80, 200);
    probe.slow_keys("\ry");
    BOOST_TEST(asked->open());
    probe.draw();
    probe.slow_keys("\ry");
    BOOST_TEST(asked->open());  // more than a preview shows
    probe.type("v");
    static_cast<void>(probe.lines());
    probe.escape();
    probe.slow_keys("\ry");
    BOOST_TEST(asked->open());
    probe.type("v");
    probe.draw();
    probe.escape();
    probe.slow_keys("\ry");
    BOOST_TEST(!asked->open());
}

BOOST_AUTO_TEST_CASE(lines_of_another_width_have_to_be_seen_anew) {
    terminal_probe probe;
    const auto asked = probe.ask_and_look("Bash", command(long_command()));
    probe.type("v");
    probe.draw();
    probe.prompt->resize(40, 24);
    probe.type("\x1b[F");
    probe.draw();
    probe.escape();
    probe.slow_keys("\ry");
    BOOST_TEST(asked->open());
    view_to_the_end(probe);
    probe.prompt->resize(60, 24);
    probe.escape();
    probe.slow_keys("\ry");
    BOOST_TEST(!asked->open());
}

BOOST_AUTO_TEST_CASE(what_no_other_line_says_is_said_by_the_input) {
    struct {
        const char* tool;
        json_object input;
        bool input_shown;
        bool allowed;
    } const cases[]{
        {"Read", {{"file_path", "src/a.c"}}, false, true},
        {"Read", {{"file_path", "src/a.c"}, {"limit", 3}}, true, true},
        {"Read", {{"file_path", std::string(400, 'a')}}, false, true},
        {"Read", {{"file_path", std::string(5000, 'a')}}, true, false},
        {"mcp__db__run", {{"sql", "drop table x"}}, true, true},
        {"mcp__db__run", {{"sql", 7}}, true, true},
        {"mcp__db__list", {}, false, true},
        {"mcp__sh__run", {{"command", "ls"}}, false, true},
        {"Write", {{"file_path", "a"}, {"content", "x"}}, false, true},
        {"Write", {{"file_path", "a"}, {"content", std::string(4000, 'x')}}, false, true},
        {"Write", {{"file_path", "a"}, {"content", std::string(4097, 'x')}}, false, false},
        // Too long to be shown as a change.
        {"Edit",
         {{"file_path", "a"}, {"old_string", std::string(200'000, 'x')}, {"new_string", "y"}},
         false,
         false},
    };
    for (const auto& each : cases) {
        BOOST_TEST_CONTEXT("case " << &each - cases << ", " << each.tool) {
            terminal_probe probe({}, {.rules = rules({"ask Read", "ask mcp__*"})});
            probe.prompt->resize(80, 200);
            const auto asked = probe.ask_and_look(each.tool, each.input);
            BOOST_TEST(probe.shows("\nInput:\n") == each.input_shown);
            BOOST_TEST(probe.shows("(more: press v)") == !each.allowed);
            probe.slow_keys("\ry");
            BOOST_TEST(asked->open() == !each.allowed);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_change_that_is_cut_has_to_be_viewed) {
    std::string many;
    for (int i = 0; i < 500; ++i) many += std::to_string(i) + "\n";
    terminal_probe probe;
    probe.prompt->resize(80, 2000);
    const auto asked =
        probe.ask_and_look("Edit", {{"file_path", "a"}, {"old_string", ""}, {"new_string", many}});
    probe.slow_keys("\r");
    BOOST_TEST(asked->open());
    probe.type("v");
    probe.draw();
    probe.escape();
    probe.slow_keys("\r");
    BOOST_TEST(!asked->open());
}

BOOST_AUTO_TEST_CASE(blanks_and_empty_lines_push_nothing_off_the_screen) {
    terminal_probe probe;
    probe.ask_and_look("Bash", command("ls" + std::string(3000, ' ') + "; rm -r x"));
    BOOST_TEST(probe.shows("Execute command: ls[3000 blanks]; rm -r x"));
    const std::string empty_lines(100, '\n');
    terminal_probe edits;
    edits.ask_and_look("Edit", {{"file_path", "a"},
                                {"old_string", "int a;\n"},
                                {"new_string", "int a;\n" + empty_lines + "evil();\n"}});
    BOOST_TEST(edits.shows("  int a;\n+ [100 empty lines]\n+ evil();\n"));
    terminal_probe writes;
    writes.ask_and_look("Write", {{"file_path", "a"}, {"content", "ok" + empty_lines + "evil();"}});
    BOOST_TEST(writes.shows("| ok\n| [99 empty lines]\n| evil();\n"));
}

BOOST_AUTO_TEST_CASE(an_arrow_key_is_no_escape_even_when_it_comes_in_pieces) {
    terminal_probe probe;
    const auto end = probe.ask_and_look("Edit", edit_input);
    probe.type("\x1b");
    probe.pass(milliseconds(10));
    probe.type("[");
    probe.pass(milliseconds(10));
    probe.type("A");
    probe.pass(seconds(1));
    BOOST_TEST(end->open());
}

BOOST_AUTO_TEST_CASE(a_key_counts_only_after_the_question_was_seen_and_the_keyboard_was_quiet) {
    terminal_probe probe;
    const auto end = probe.ask("Edit", edit_input);
    probe.pass(seconds(10));
    probe.type("\r");  // nobody has seen it
    probe.draw();
    BOOST_TEST(probe.shows("Keys do not count yet."));
    probe.type("\r");
    probe.pass(default_key_guard - milliseconds(1));
    probe.type("\r");  // and the guard begins again
    probe.pass(default_key_guard - milliseconds(1));
    probe.type("\x1b");
    probe.pass(default_key_guard - milliseconds(1));
    BOOST_TEST(end->open());
    BOOST_TEST(probe.shows("Keys do not count yet."));
    probe.pass(milliseconds(1));
    BOOST_TEST(!probe.shows("Keys do not count yet."));
    probe.type("\r");
    BOOST_TEST(end->how.decided.allowed());
}

BOOST_AUTO_TEST_CASE(a_question_that_takes_the_place_of_another_has_a_guard_of_its_own) {
    terminal_probe probe;
    const auto first = probe.ask_and_look("Edit", edit_input);
    const auto second = probe.ask("Edit", {{"file_path", "b"}, {"old_string", "x"}, {"new_string", "y"}});
    BOOST_TEST(probe.shows("Asked by: agent 1 in /w; 1 of 2 waiting"));
    probe.type("\r");
    BOOST_TEST(!first->open());
    BOOST_TEST(probe.shows("Edit file: b"));
    probe.type("\r");
    probe.draw();
    probe.type("\r");
    BOOST_TEST(second->open());
    probe.pass(key_repeat_guard);
    probe.type("\r");
    BOOST_TEST(!second->open());
}

BOOST_AUTO_TEST_CASE(a_question_stays_until_it_is_over_though_others_wait) {
    terminal_probe probe;
    const auto first = probe.ask_and_look("Edit", edit_input);
    const auto shown = probe.prompt->question();
    probe.ask("Bash", command("ls"));
    BOOST_TEST(probe.prompt->question() == shown);
    BOOST_TEST_REQUIRE(!probe.desk->answer(shown, {.what = console_answer::kind::once, .by = "web"}));
    probe.pass(seconds(0));
    BOOST_TEST(probe.prompt->question() != shown);
    BOOST_TEST(probe.prompt->take_summaries().at(0) == "allowed by web: Edit file: src/a.c");
}

BOOST_AUTO_TEST_CASE(from_high_risk_on_whatever_allows_is_confirmed_with_another_key) {
    struct {
        const char* keys;
        bool allowed;
    } const cases[]{{"\ry", true},  {"\r\ry", true}, {"\r\r\r", false}, {"y", false},
                    {"\rn", false}, {"\rny", false}, {"\rn\ry", true}};
    for (const auto& each : cases) {
        terminal_probe probe;
        const auto end = probe.ask_and_look("Bash", command("npm test"));
        probe.slow_keys(each.keys);
        BOOST_TEST_CONTEXT(each.keys) {
            BOOST_TEST((!end->open() && end->how.decided.allowed()) == each.allowed);
        }
    }
}

BOOST_AUTO_TEST_CASE(whoever_types_on_does_not_confirm) {
    terminal_probe probe;
    const auto end = probe.ask_and_look("Bash", command("npm test"));
    for (const char each : std::string("\ryes\ry")) {
        probe.type(std::string(1, each));
        probe.pass(default_key_guard - milliseconds(1));
    }
    BOOST_TEST(end->open());
    probe.pass(milliseconds(1));
    probe.type("y");
    BOOST_TEST(end->how.decided.allowed());
}

BOOST_AUTO_TEST_CASE(escape_denies_also_when_a_confirmation_is_asked_for) {
    terminal_probe probe;
    const auto end = probe.ask_and_look("Bash", command("npm test"));
    probe.keys("\r");
    BOOST_TEST(probe.shows("Really allow it once?"));
    probe.pass(default_key_guard);
    probe.escape();
    BOOST_TEST(end->how.decided.denied());
}

BOOST_AUTO_TEST_CASE(several_keys_at_once_are_pasted_text_and_answer_nothing) {
    for (const std::string_view pasted : {"\r\r", "y\r", "\ry", "a\r\r", "\x1b[200~\r\x1b[201~",
                                          "\x1b[200~\r", "\x1b[200~y\x1b[201~\r", "ls\x1b"}) {
        terminal_probe probe;
        const auto end = probe.ask_and_look("Edit", edit_input);
        probe.type(pasted);
        probe.pass(seconds(2));
        BOOST_TEST_CONTEXT(pasted) { BOOST_TEST(end->open()); }
    }
    terminal_probe probe;
    const auto end = probe.ask_and_look("Edit", edit_input);
    probe.type("abc");
    BOOST_TEST(probe.shows("Several keys at once look like pasted text: ignored."));
    probe.type("\r");  // the rest of the paste
    BOOST_TEST(end->open());
    probe.pass(default_key_guard);
    probe.type("\r");
    BOOST_TEST(!end->open());
}

BOOST_AUTO_TEST_CASE(a_confirmation_does_not_survive_a_paste) {
    terminal_probe probe;
    const auto end = probe.ask_and_look("Bash", command("npm test"));
    probe.keys("\r");
    probe.pass(default_key_guard);
    probe.type("\ry");
    probe.pass(default_key_guard);
    probe.keys("y");
    BOOST_TEST(end->open());
}

BOOST_AUTO_TEST_CASE(the_time_that_is_left_is_counted_down_and_silence_denies) {
    terminal_probe probe;
    const auto end = probe.ask_and_look("Edit", edit_input);
    BOOST_TEST(probe.shows("Denied in 5m unless answered."));
    BOOST_TEST((probe.prompt->next_deadline(probe.time->now()) == probe.time->now() + milliseconds(700)));
    probe.pass(milliseconds(700));
    BOOST_TEST(probe.shows("Denied in 4m 59s unless answered."));
    probe.pass(minutes(4) + seconds(58));
    BOOST_TEST(probe.shows("Denied in 1s unless answered."));
    probe.time->advance(seconds(1));
    probe.gate->tick();
    probe.pass(seconds(0));
    BOOST_TEST(end->how.decided.source == decision_source::timeout);
    BOOST_TEST(probe.prompt->question() == 0U);
    BOOST_TEST(probe.lines().empty());
    BOOST_TEST(probe.prompt->take_summaries().at(0) == "denied: nobody answered in time: Edit file: src/a.c");
}

BOOST_AUTO_TEST_CASE(a_question_that_demands_an_answer_each_time_offers_only_once_and_deny) {
    terminal_probe probe({}, {.rules = rules({"ask Edit"})});
    const auto end = probe.ask_and_look("Edit", edit_input);
    BOOST_TEST(
        probe.shows("Enter: allow once   Esc: deny   f: deny and say why   i: deny and stop the agent\n"
                    "v: view all   ?: help\n"));
    for (const char each : std::string("stuer")) {
        probe.keys(std::string(1, each));
        BOOST_TEST(probe.shows(std::string(1, each) + " is not offered for this call."));
    }
    BOOST_TEST(end->open());
    probe.keys("\r");
    BOOST_TEST(end->how.decided.allowed());
}

BOOST_AUTO_TEST_CASE(enter_allows_nothing_while_something_else_is_shown) {
    terminal_probe probe;
    const auto end = probe.ask_and_look("Edit", edit_input);
    probe.keys("v\r?\r");
    BOOST_TEST(end->open());
}

BOOST_AUTO_TEST_CASE(in_a_window_that_is_too_small_to_read_in_escape_denies_and_nothing_allows) {
    struct {
        std::size_t columns, rows;
        bool allowed;
    } const cases[]{{min_window_columns, min_window_rows, true},
                    {min_window_columns - 1, min_window_rows, false},
                    {min_window_columns, min_window_rows - 1, false},
                    {1, 1, false},
                    {0, 0, true}};  // nobody knows its size
    for (const auto& each : cases) {
        terminal_probe probe;
        const auto end = probe.ask_and_look("Edit", edit_input);
        probe.prompt->resize(each.columns, each.rows);
        probe.keys("r");
        probe.escape();
        BOOST_TEST_CONTEXT(each.columns << "x" << each.rows) { BOOST_TEST(end->open() == each.allowed); }
        probe.keys("\r");
        BOOST_TEST_CONTEXT(each.columns << "x" << each.rows) {
            BOOST_TEST_REQUIRE(!end->open());
            BOOST_TEST(end->how.decided.allowed() == each.allowed);
        }
    }
}

BOOST_AUTO_TEST_CASE(enter_in_a_window_that_is_too_small_does_nothing) {
    terminal_probe probe;
    const auto end = probe.ask_and_look("Edit", edit_input);
    probe.prompt->resize(min_window_columns - 1, 24);
    BOOST_TEST(probe.screen() == "Esc denies; wi\xe2\x80\xa6\n");
    probe.keys("\rs\r");
    BOOST_TEST(end->open());
}

BOOST_AUTO_TEST_CASE(an_interrupt_denies_all_that_is_open) {
    terminal_probe probe;
    const auto first = probe.ask_and_look("Edit", edit_input);
    const auto second = probe.ask("Bash", command("ls"));
    probe.prompt->interrupt();
    for (const auto& each : {first, second}) {
        BOOST_TEST_REQUIRE(each->times == 1);
        BOOST_TEST(each->how.interrupt);
    }
    BOOST_TEST(probe.prompt->question() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::terminal_prompt_test
