// What loosens takes effect only when a person says so on the page.
#include "../portable_build.hpp"
#include "served_daemon.hpp"
#include "socket_client.hpp"

#include <assent/adapters/control/hooks/hook_channel.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <csignal>
#include <list>
#include <string>
#include <string_view>
#include <vector>

namespace pause_test {
namespace {

using namespace assent::test;

struct served : served_daemon {
    explicit served(std::vector<std::string> options = on_page) : served_daemon("", std::move(options)) {}
};

BOOST_AUTO_TEST_SUITE(pause_test)

BOOST_AUTO_TEST_CASE(a_pause_begins_when_a_person_confirms_it_on_the_page) {
    served at;
    page_client page(at.link());
    program pausing({"pause", "30m"}, at.around);
    // Which one it is only Linux tells.
    const std::string process = "process " + (portable_build ? "" : std::to_string(pausing.pid()));
    const auto asked = page.question();
    BOOST_TEST(asked.at("operation").as_string() == "Pause the questions of all agents for 30m");
    BOOST_TEST(asked.at("once_only").as_bool());
    BOOST_TEST(asked.at("risk").as_string() == "high");
    BOOST_TEST(has(std::string(asked.at("who").as_string()), process));
    BOOST_TEST(page.answer(asked, "once").at("ok").as_bool());
    const auto end = pausing.wait();
    BOOST_TEST(end.code == 0);
    BOOST_TEST(end.out == "questions are paused for 30m; `assent pause end` ends that sooner\n");

    BOOST_TEST(allows(at.told_of("make")));
    BOOST_TEST(allows(at.told_of("git push origin main")));
    BOOST_TEST(denies(at.told_of("rm -rf /")));
    // It is asked, and nobody answers.
    BOOST_TEST(denies(at.told_of("cat .env")));

    BOOST_TEST(has(run({"doctor", "daemon"}, {}, at.around).out, "questions are paused for another "));
    BOOST_TEST(run({"pause", "end"}, {}, at.around).out == "questions are asked again\n");
    BOOST_TEST(denies(at.told_of("make")));
    BOOST_TEST(run({"pause", "end"}, {}, at.around).out == "there is no pause\n");

    const auto record = read_file(at.audit);
    BOOST_TEST(has(record, "`assent pause 30m` of " + process), record);
    BOOST_TEST(has(record, "was confirmed by web"), record);
    BOOST_TEST(has(record, "questions are paused for 30m, by web"), record);
    BOOST_TEST(has(record, R"("source":"pause")"), record);
    BOOST_TEST(has(record, "the pause is ended by process "), record);
}

BOOST_AUTO_TEST_CASE(a_person_who_denies_it_has_denied_it) {
    served at;
    page_client page(at.link());
    program pausing({"pause", "30m"}, at.around);
    BOOST_TEST(page.answer(page.question(), "deny").at("ok").as_bool());
    const auto end = pausing.wait();
    BOOST_TEST(end.code == 1);
    BOOST_TEST(end.err ==
               "assent: a person has to confirm it at the daemon, on its page or in its terminal\n"
               "assent: a person has denied it\n");
    BOOST_TEST(denies(at.told_of("make")));
}

BOOST_AUTO_TEST_CASE(only_once_and_deny_are_taken_for_it) {
    served at;
    page_client page(at.link());
    program pausing({"pause", "30m"}, at.around);
    const auto asked = page.question();
    for (const auto* const what : {"always", "for_time", "for_uses", "trust", "edited"})
        BOOST_TEST(!page.answer(asked, what).at("ok").as_bool());
    BOOST_TEST(page.answer(asked, "once").at("ok").as_bool());
    BOOST_TEST(!page.answer(asked, "once").at("ok").as_bool());
    BOOST_TEST(pausing.wait().code == 0);
}

BOOST_AUTO_TEST_CASE(whoever_no_longer_waits_has_no_question_on_the_page) {
    served at;
    page_client page(at.link());
    program pausing({"pause", "30m"}, at.around);
    const auto asked = page.question();
    pausing.signal(SIGKILL);
    BOOST_TEST(page.hear("gone").at("number") == asked.at("number"));
    BOOST_TEST(!page.answer(asked, "once").at("ok").as_bool());
    BOOST_TEST(denies(at.told_of("make")));
}

BOOST_AUTO_TEST_CASE(the_page_ends_it) {
    served at;
    page_client page(at.link());
    program pausing({"pause", "2h"}, at.around);
    BOOST_TEST(page.answer(page.question(), "once").at("ok").as_bool());
    BOOST_TEST(pausing.wait().code == 0);
    boost::json::object session;
    while (session.empty() || session.at("pause").is_null())
        session = page.hear("sessions").at("sessions").at(0).as_object();
    BOOST_TEST(session.at("pause").at("by").as_string() == "web");
    BOOST_TEST(page.wish({{"type", "end_pause"}, {"session", session.at("number")}}).at("ok").as_bool());
    BOOST_TEST(denies(at.told_of("make")));
}

BOOST_AUTO_TEST_CASE(where_nobody_can_be_asked_it_is_refused_and_says_what_to_do) {
    for (const std::vector<std::string>& options : {std::vector<std::string>{},
                                                    {"--on-ask", "allow"},
                                                    {"--on-ask", "deny"},
                                                    {"--mode", "allow"},
                                                    {"--allow", "Bash(assent *)"}}) {
        const served at(options);
        const auto end = run({"pause", "30m"}, {}, at.around);
        BOOST_TEST(end.code == 1);
        BOOST_TEST(has(end.err, "start it with `assent daemon --on-ask web`, or edit the policy file"),
                   end.err);
    }
    const temporary_folder folder;
    const auto end = run({"pause", "30m"}, {}, {.environment = {{"XDG_RUNTIME_DIR", folder.path()}}});
    BOOST_TEST(end.code == 1);
    BOOST_TEST(has(end.err, "nobody listens there; `assent daemon` does"), end.err);
}

BOOST_AUTO_TEST_CASE(an_agent_that_runs_it_is_asked_about_it_and_gains_nothing_when_that_is_allowed) {
    served at({"--on-ask", "web", "--ask-timeout", "0", "--allow", "Bash(assent *)"});
    page_client page(at.link());
    program hook({"hook", "--daemon", "on", "--say-allow"}, at.around);
    hook.write(claude("assent pause 2h"));
    hook.end_input();
    const auto asked = page.question();
    BOOST_TEST(asked.at("operation").as_string() == "Execute command: assent pause 2h");
    BOOST_TEST(asked.at("once_only").as_bool());
    BOOST_TEST(page.answer(asked, "once").at("ok").as_bool());
    BOOST_TEST(allows(hook.wait().out));
    // Now the agent runs it: a question of its own, and nothing is paused as long as that is open.
    program pausing({"pause", "2h"}, at.around);
    const auto confirms = page.question();
    BOOST_TEST(has(std::string(confirms.at("operation").as_string()), "Pause the questions"));
    BOOST_TEST(denies(at.told_of("make", "1s")));
    BOOST_TEST(page.answer(confirms, "deny").at("ok").as_bool());
    BOOST_TEST(pausing.wait().code == 1);
}

// A session in which something else ran than was judged.
void stop_session(const served& at, const std::string& state) {
    write_file(at.folder.file("home/x"), "");
    const auto told = [&](std::string_view event, std::string_view command) {
        const auto text = R"({"session_id":"s","tool_use_id":"t","cwd":"/proj","tool_name":"Bash",)"
                          R"("hook_event_name":")" +
                          std::string(event) + R"(","tool_input":{"command":")" + std::string(command) +
                          "\"}}";
        static_cast<void>(run({"hook", "--agent", "claude", "--home", at.folder.file("home"), "--state",
                               state, "--policy", "standard", "--audit", at.folder.file("other")},
                              text, at.around));
    };
    told("PreToolUse", "echo hello");
    told("PostToolUse", "rm -rf build");
}

BOOST_AUTO_TEST_CASE(a_stopped_session_goes_on_when_a_person_confirms_it_on_the_page) {
    served at;
    const auto state = at.folder.file("state");
    stop_session(at, state);
    const auto is_stopped = [&] {
        return has(run({"session", "list", "--state", state}, {}, at.around).out, "claude s");
    };
    BOOST_REQUIRE(is_stopped());
    page_client page(at.link());
    for (const auto* const answer : {"deny", "once"}) {
        program resuming({"session", "resume", "s", "--state", state}, at.around);
        const auto asked = page.question("Let the session s go on");
        BOOST_TEST(is_stopped());
        BOOST_TEST(page.answer(asked, answer).at("ok").as_bool());
        BOOST_TEST(resuming.wait().code == (answer == std::string_view("once") ? 0 : 1));
        BOOST_TEST(is_stopped() == (answer == std::string_view("deny")));
    }
    BOOST_TEST(has(read_file(at.audit), "`assent session resume s` of process "));
}

BOOST_AUTO_TEST_CASE(where_nobody_is_asked_a_stopped_session_goes_on_as_without_a_daemon) {
    const served at({"--on-ask", "deny"});
    const auto state = at.folder.file("state");
    stop_session(at, state);
    BOOST_TEST(run({"session", "resume", "s", "--state", state}, {}, at.around).out == "claude s: goes on\n");
}

BOOST_AUTO_TEST_CASE(as_many_wishes_wait_for_a_person_as_the_limit_says) {
    served at;
    page_client page(at.link());
    std::list<program> waiting;
    for (int each = 0; each < 8; ++each) {
        waiting.emplace_back(std::vector<std::string>{"pause", "30m"}, at.around);
        static_cast<void>(page.question());
    }
    const auto refused = run({"pause", "30m"}, {}, at.around);
    BOOST_TEST(refused.code == 1);
    BOOST_TEST(has(refused.err, "8 other wishes wait for a person"), refused.err);
    waiting.front().signal(SIGKILL);
    static_cast<void>(page.hear("gone"));
    const program next({"pause", "30m"}, at.around);
    BOOST_TEST(page.question().at("once_only").as_bool());
}

// Whoever speaks to the socket need not be the program.
BOOST_AUTO_TEST_CASE(what_is_no_wish_is_refused_by_the_daemon_itself) {
    served at;
    const auto said = [&](const std::string& wish) {
        const auto to = connect_unix(at.folder.path() + "/assent/daemon.sock");
        to.say(assent::hook_line(assent::agent_program::claude, "{}", std::chrono::seconds(5), {}, false, {},
                                 wish));
        return to.hear();
    };
    const std::string resume = "session resume ";
    const struct {
        std::string wish;
        std::string_view answer;
    } rows[] = {
        {"pause 7201s", "expected a time up to 2h"},
        {"pause 0s", "expected a time up to 2h"},
        {"pause", "this daemon does not know that wish"},
        {"allow everything", "this daemon does not know that wish"},
        {resume + std::string(513 - resume.size(), 'x'), "expected at most 512 bytes"},
    };
    for (const auto& row : rows) BOOST_TEST_CONTEXT(row.wish) {
            const auto answer = said(row.wish);
            BOOST_TEST(has(answer, R"("outcome":"deny")"), answer);
            BOOST_TEST(has(answer, row.answer), answer);
        }
    // Of just the longest length it is put to people.
    page_client page(at.link());
    const auto to = connect_unix(at.folder.path() + "/assent/daemon.sock");
    to.say(assent::hook_line(assent::agent_program::claude, "{}", std::chrono::seconds(60), {}, false, {},
                             resume + std::string(512 - resume.size(), 'x')));
    BOOST_TEST(page.question("Let the session xxx").at("once_only").as_bool());
}

BOOST_AUTO_TEST_CASE(what_is_no_time_up_to_the_limit_is_refused_before_anybody_is_asked) {
    for (const auto* const time : {"0s", "7201s", "3h", "-1m", "soon", "30", ""}) {
        const auto end = run({"pause", time});
        BOOST_TEST(end.code == 2, time);
    }
    BOOST_TEST(run({"pause", "3h"}).err ==
               "assent: pause: expected a time up to 2h, such as 30m, or `end`, got `3h`\n");
    BOOST_TEST(run({"pause"}).code == 2);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pause_test
