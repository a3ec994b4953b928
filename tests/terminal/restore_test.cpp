// Whatever happens, the terminal is as it was, and nothing was allowed.
#include "terminal_session.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <string>

namespace assent::test::restore_test {
namespace {

bool block_is_gone(terminal_program& program) {
    return program.sees_no("Medium risk") && program.sees_no("Esc: deny") && program.marks_no_paste();
}

BOOST_AUTO_TEST_SUITE(restore_test)

BOOST_AUTO_TEST_CASE(the_terminal_is_raw_only_while_a_question_is_open) {
    terminal_program program(serve());
    const auto before = program.mode();
    BOOST_TEST_REQUIRE(asked(program, edit, "Edit file"));
    BOOST_TEST(!same_mode(before, program.mode()));
    program.type("\r");
    BOOST_TEST(program.sees("allowed once"));
    BOOST_TEST(program.has_mode(before));
    BOOST_TEST(program.marks_no_paste());
    program.end_input();
    BOOST_TEST(program.wait().code == 0);
    BOOST_TEST(same_mode(before, program.mode()));
}

BOOST_AUTO_TEST_CASE(signals_and_the_end_of_input_restore_the_terminal_and_allow_nothing) {
    for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, 0}) {
        terminal_program program(serve());
        const auto before = program.mode();
        BOOST_TEST_REQUIRE(asked(program, bash, "Medium risk"));
        program.type("\r");
        BOOST_TEST_REQUIRE(program.sees("Really allow it once?"));
        if (number == 0)
            program.end_input();
        else
            ::kill(program.pid(), number);
        const auto state = program.wait();
        const bool in_order = number == 0 || number == SIGTERM || number == SIGINT;
        BOOST_TEST_CONTEXT(number) {
            BOOST_TEST(state.signal == (in_order ? 0 : number));
            BOOST_TEST(same_mode(before, program.mode()));
            BOOST_TEST(block_is_gone(program));
            BOOST_TEST(!allows(program.hear()));
        }
    }
}

BOOST_AUTO_TEST_CASE(control_c_denies_and_ends_the_program_in_order) {
    terminal_program program(serve());
    const auto before = program.mode();
    BOOST_TEST_REQUIRE(asked(program, bash, "Medium risk"));
    program.type("\x03");
    BOOST_TEST(denies(program.hear()));
    BOOST_TEST(program.wait().code == 0);
    BOOST_TEST(same_mode(before, program.mode()));
    BOOST_TEST(block_is_gone(program));
    BOOST_TEST(program.sees("denied, and the agent was stopped: Execute command: npm test"));
}

BOOST_AUTO_TEST_CASE(control_z_gives_the_terminal_back_until_the_job_goes_on) {
    terminal_program program(serve());
    const auto before = program.mode();
    BOOST_TEST_REQUIRE(asked(program, bash, "Medium risk"));
    program.type("\x1a");
    BOOST_TEST(program.wait().stopped == SIGTSTP);
    BOOST_TEST(same_mode(before, program.mode()));
    BOOST_TEST(block_is_gone(program));
    program.put(false);
    program.type("\r\ry");  // for the shell
    program.put(true);
    ::kill(program.pid(), SIGCONT);
    BOOST_TEST_REQUIRE(program.sees("Medium risk"));
    BOOST_TEST_REQUIRE(program.may_answer());
    BOOST_TEST(program.silent());
    program.type("\r");
    BOOST_TEST_REQUIRE(program.sees("Really allow it once?"));
    BOOST_TEST_REQUIRE(program.may_answer());
    program.type("y");
    BOOST_TEST(allows(program.hear()));
    BOOST_TEST(program.sees("allowed once"));
    BOOST_TEST(program.has_mode(before));
}

BOOST_AUTO_TEST_CASE(in_the_background_the_terminal_is_left_alone) {
    terminal_program program(serve({"--allow", "Read"}));
    const auto before = program.mode();
    program.put(false);
    program.say(edit);
    // It has taken the question: one that needs no person is answered behind it.
    program.say(request("r", "Read", R"({"file_path":"src/a.c"})"));
    BOOST_TEST(allows(program.hear()));
    BOOST_TEST(program.written().empty());
    BOOST_TEST(same_mode(before, program.mode()));
    program.put(true);
    BOOST_TEST_REQUIRE(program.sees("Edit file"));
    BOOST_TEST_REQUIRE(program.may_answer());
    program.type("\r");
    BOOST_TEST(allows(program.hear()));
}

BOOST_AUTO_TEST_CASE(without_a_terminal_it_says_so_and_allows_nothing) {
    terminal_program program(serve(), {.has_terminal = false});
    program.say(edit);
    program.end_input();
    BOOST_TEST(!allows(program.hear()));
    program.wait();
    BOOST_TEST(has(program.errors(), "cannot open /dev/tty: No such device or address"));
}

BOOST_AUTO_TEST_CASE(a_terminal_that_goes_away_denies_what_is_asked_there) {
    terminal_program program(serve(), {.ignores_hangup = true});
    BOOST_TEST_REQUIRE(asked(program, edit, "Edit file"));
    program.hang_up();
    const auto line = program.hear();
    BOOST_TEST(denies(line));
    BOOST_TEST(has(line, "the terminal is gone"));
    program.say(bash);
    BOOST_TEST(denies(program.hear()));
    program.end_input();
    BOOST_TEST(program.wait().code == 0);
    BOOST_TEST(has(program.errors(), "the terminal is gone"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::test::restore_test
