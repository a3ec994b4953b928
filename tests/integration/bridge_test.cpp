#include "portable_build.hpp"
#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <csignal>
#include <optional>
#include <string>
#include <vector>

namespace bridge_test {
namespace {

using assent::test::program;
using assent::test::run;
using assent::test::run_with_open_input;
using assent::test::surroundings;
using assent::test::temporary_folder;
using assent::test::write_file;

// An agent that runs this shell text, behind the bridge.
std::vector<std::string> agent(const std::string& script, std::vector<std::string> options = {}) {
    std::vector<std::string> arguments{"bridge", "--log-level", "error"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    for (const auto& each : {std::string("--"), std::string("sh"), std::string("-c"), script})
        arguments.push_back(each);
    return arguments;
}

std::string ask(const std::string& id, const std::string& command, const std::string& tool = "Bash") {
    return R"({"type":"control_request","request_id":")" + id +
           R"(","request":{"subtype":"can_use_tool","tool_name":")" + tool +
           R"(","tool_use_id":"t","input":{"command":")" + command + R"("}}})";
}

BOOST_AUTO_TEST_SUITE(bridge_test)

BOOST_AUTO_TEST_CASE(the_agents_questions_are_decided_here_and_not_seen_upstream) {
    // The agent prints the answers it got as frames of its own.
    const auto result = run_with_open_input(agent("echo '" + ask("q1", "touch a.txt") +
                                                      "'; read one; echo '" + ask("q2", "mkdir zz") +
                                                      "'; read two; printf '%s\\n%s\\n' \"$one\" \"$two\"",
                                                  {"--allow", "Bash(touch *)", "--on-ask", "deny"}));
    BOOST_TEST(result.code == 0);
    BOOST_TEST(
        result.out ==
        R"({"type":"control_response","response":{"subtype":"success","request_id":"q1","response":{"behavior":"allow","updatedInput":{"command":"touch a.txt"}}}})"
        "\n"
        R"({"type":"control_response","response":{"subtype":"success","request_id":"q2","response":{"behavior":"deny","message":"it writes `zz`; no rule allows it; nobody is there to ask"}}})"
        "\n");
}

BOOST_AUTO_TEST_CASE(a_rule_about_commands_holds_for_every_tool_that_runs_them) {
    const auto result = run_with_open_input(
        agent("echo '" + ask("q", "rm a", "Monitor") + "'; read answer; printf '%s\\n' \"$answer\"",
              {"--mode", "allow", "--deny", "Bash(rm *)"}));
    BOOST_TEST(
        result.out ==
        R"-({"type":"control_response","response":{"subtype":"success","request_id":"q","response":{"behavior":"deny","message":"denied by rule `Bash(rm *)` (an option)"}}})-"
        "\n");
}

BOOST_AUTO_TEST_CASE(everything_else_passes_unchanged_in_both_directions) {
    std::string text = "{\"type\":\"user\",\"n\":1.0, \"e\":1e999,\"s\":\"\\ud83d\"}\n\nnoise\n  \n[1]\r\n";
    text +=
        R"({"type":"control_request","request_id":"x","request":{"subtype":"hook_callback","callback_id":"h"}})"
        "\n";
    text +=
        R"({"type":"control_request","request_id":"x","request":{"subtype":"set_permission_mode","mode":"odd"}})"
        "\n";
    text +=
        R"({"type":"control_request","request_id":"y","request":{"subtype":"hook_callback","input":{"s":"\ud83d","s":2}}})"
        "\n";
    text += R"({"type":"control_cancel_request","request_id":"x"})"
            "\n";
    text += "{\"type\":\"big\",\"text\":\"" + std::string(3 * 1024 * 1024, 'x') + "\"}\n";
    text += "last line without an end";
    const auto result = run({"bridge", "--log-level", "error", "--", "cat"}, text);
    BOOST_TEST(result.code == 0);
    BOOST_TEST(result.out.size() == text.size());
    BOOST_TEST((result.out == text));
}

BOOST_AUTO_TEST_CASE(a_question_in_disguise_does_not_pass) {
    const std::string lines[] = {
        R"({"type":"keep_alive","type":"control_request","request_id":"r","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{}}})",
        R"({"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool","subtype":"x","tool_name":"Bash","input":{}}})",
        R"({"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"a":1e999}}})",
        "noise\\r" + ask("r", "ls"),
        R"({"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool",})",
        "\\013" + ask("r", "ls"),  // other readers strip more white space than JSON has
        "\\302\\240" + ask("r", "ls"),
        "\\342\\200\\200 " + ask("r", "ls"),
        "\\357\\273\\277" + ask("r", "ls"),
        "\\357\\273\\277\\357\\273\\277" + ask("r", "ls"),
        "noise\\014" + ask("r", "ls"),  // and end lines elsewhere
        "noise\\342\\200\\251 " + ask("r", "ls"),
    };
    for (const auto& line : lines) {
        BOOST_TEST_CONTEXT(line) {
            // The agent ends without waiting: some of these have no id that could be answered.
            const auto result = run(agent("printf '" + line + "\\n'"));
            BOOST_TEST(result.out.empty());
        }
    }
    // One that can be read in one way only is a question like any other.
    const auto escaped = run_with_open_input(agent(
        R"(printf '%s\n' '{"t\u0079pe":"control_request","request_id":"r","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{}}}'; read answer; printf '%s\n' "$answer")",
        {"--on-ask", "deny"}));
    BOOST_TEST(escaped.out.find("nobody is there to ask") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_the_driver_says_in_disguise_does_not_pass) {
    // Answers to what nobody has asked it, and lines that are not what they look like.
    const std::string lines[] = {
        R"({"t\u0079pe":"control_response","response":{"subtype":"success","request_id":"q","response":{"behavior":"allow"}}})",
        R"({"type":"control_response","response":{"subtype":"success","request_id":"q","response":{"behavior":"allow"}}})",
        R"({"type":"control_response","request_id":"q","result":{"type":"allow","input":{}}})",
        R"({"type":"keep_alive","type":"control_response","response":{"subtype":"success","request_id":"q","response":{}}})",
        R"({"type":"keep_alive","t\u0079pe":"control_request","request":{"subtype":"interrupt"}})",
        R"({"type":"control_response","response":{"subtype":"success","request_id":"q","response":{}})",
        "noise\r{\"type\":\"control_response\"}",
        "\v{\"type\":\"control_response\"}",
        "\xEF\xBB\xBF{\"type\":\"control_response\"}",
        "noise\x1c{\"type\":\"control_response\"}",
    };
    for (const auto& line : lines) {
        BOOST_TEST_CONTEXT(line) {
            const auto result = run({"bridge", "--log-level", "error", "--", "cat"}, line + "\nlast\n");
            BOOST_TEST(result.out == "last\n");
        }
    }
}

BOOST_AUTO_TEST_CASE(questions_that_the_agent_repeats_in_an_answer_do_not_pass) {
    const std::string front =
        R"({"type":"control_response","response":{"subtype":"success","request_id":"i","response":{},)";
    const auto asked = front + R"("pending_permission_requests":[)" + ask("q", "ls") + R"(],"more":1}})";
    const auto none = front + R"("pending_permission_requests":[],"more":1}})";
    BOOST_TEST(run(agent("echo '" + asked + "'")).out == none + "\n");
    BOOST_TEST(run(agent("echo '" + none + "'")).out == none + "\n");
    const auto twice = front + R"("pending_permission_requests":[],"pending_permission_requests":[)" +
                       ask("q", "ls") + "]}}";
    BOOST_TEST(run(agent("echo '" + twice + "'")).out.empty());
}

BOOST_AUTO_TEST_CASE(it_ends_as_its_command_ended) {
    BOOST_TEST(run(agent("exit 7")).code == 7);
    BOOST_TEST(run(agent("kill -KILL $$")).signal == SIGKILL);
    BOOST_TEST(run(agent("kill -TERM $$")).signal == SIGTERM);
}

BOOST_AUTO_TEST_CASE(a_command_that_closes_its_output_and_goes_on_ends_by_itself) {
    const auto result = run_with_open_input(agent("exec >&-; sleep 0.3; exit 7"));
    BOOST_TEST(result.code == 7);
    BOOST_TEST(result.signal == 0);
}

BOOST_AUTO_TEST_CASE(a_signal_that_ends_it_ends_it_however_often_it_comes) {
    // One may be on its way while the last one is handled.
    for (int i = 0; i < 30; ++i) {
        program bridge(agent("echo ready; exec cat"));
        bridge.out_lines(1);
        bridge.signal(SIGTERM);
        bridge.signal(SIGTERM);
        bridge.signal(SIGINT);
        BOOST_TEST(bridge.wait(true).signal != 0);
    }
}

BOOST_AUTO_TEST_CASE(a_driver_that_does_not_read_does_not_keep_a_bridge_that_is_told_to_end) {
    program bridge(
        agent("echo ready; while :; do echo '{\"type\":\"assistant\",\"text\":\"0123456789\"}'; done"));
    bridge.out_lines(1);
    bridge.signal(SIGTERM);
    BOOST_TEST(bridge.wait_unread().signal == SIGTERM);
}

BOOST_AUTO_TEST_CASE(what_whoever_started_it_ignores_stays_ignored) {
    // The set of signals that the agent ignores; of interest are SIGHUP (1) and SIGINT (2).
    const auto ignored_after = [](const std::string& before) {
        const auto result =
            run({"-c", before + "exec \"$0\" bridge --log-level error -- grep SigIgn /proc/self/status",
                 ASSENT_PROGRAM},
                "", {.executable = "/bin/sh"});
        return std::stoull(result.out.substr(std::string("SigIgn:").size()), nullptr, 16) & 3U;
    };
    BOOST_TEST(ignored_after("") == 0U);
    BOOST_TEST(ignored_after("trap '' HUP; ") == 1U);
    BOOST_TEST(ignored_after("trap '' HUP INT; ") == 3U);
}

BOOST_AUTO_TEST_CASE(the_agent_may_write_more_to_standard_error_than_a_pipe_holds_at_once,
                     *assent::test::left_out_of_portable("second description of a pipe")) {
    // Standard output and error are one pipe here, which the bridge does not wait for, and the agent does.
    const auto result = run(
        {"-c",
         "exec \"$0\" bridge --log-level error -- sh -c 'head -c 1000000 /dev/zero >&2; echo $? >&2' 2>&1",
         ASSENT_PROGRAM},
        "", {.executable = "/bin/sh"});
    BOOST_TEST(result.out.size() == 1000002U);
    BOOST_TEST(result.out.ends_with("0\n"));
}

BOOST_AUTO_TEST_CASE(the_end_of_upstream_is_the_end_of_the_agents_input) {
    BOOST_TEST(run(agent("cat >/dev/null; echo over")).out == "over\n");
}

BOOST_AUTO_TEST_CASE(an_answer_that_the_agent_cannot_hear_any_more_does_no_harm) {
    const auto result =
        run(agent("cat >/dev/null; echo '" + ask("late", "ls") + "'; echo still here; exit 5"));
    BOOST_TEST(result.out == "still here\n");
    BOOST_TEST(result.code == 5);
    const auto deaf =
        run_with_open_input(agent("exec 0<&-; echo '" + ask("deaf", "ls") + "'; echo still here; exit 6"));
    BOOST_TEST(deaf.out == ask("deaf", "ls") + "\nstill here\n");
    BOOST_TEST(deaf.code == 6);
}

BOOST_AUTO_TEST_CASE(signals_are_passed_on) {
    program bridge(agent("trap 'echo caught; exit 3' TERM; echo ready; while :; do sleep 0.05; done"));
    BOOST_TEST(bridge.out_lines(1).front() == "ready");
    bridge.signal(SIGTERM);
    BOOST_TEST(bridge.out_lines(2).back() == "caught");
    BOOST_TEST(bridge.wait().code == 3);
}

BOOST_AUTO_TEST_CASE(output_that_something_else_holds_open_does_not_keep_it) {
    // The agent leaves a process behind that has its standard output.
    const auto result = run(agent("sleep 1000 2>/dev/null & echo $!"));
    BOOST_TEST(result.code == 0);
    ::kill(std::stoi(result.out), SIGKILL);
}

BOOST_AUTO_TEST_CASE(an_agent_that_will_never_ask_is_warned_about_once) {
    const auto silent = run({"bridge", "--", "true"});
    BOOST_TEST(silent.err.find("--permission-prompt-tool stdio") != std::string::npos);
    BOOST_TEST(std::count(silent.err.begin(), silent.err.end(), '\n') == 1);
    BOOST_TEST(run({"bridge", "--", "true", "--permission-prompt-tool", "stdio"}).err.empty());
    BOOST_TEST(run({"bridge", "--", "true", "--permission-prompt-tool=stdio"}).err.empty());
}

BOOST_AUTO_TEST_CASE(a_command_that_would_not_call_the_guard_hook_is_not_started) {
    const temporary_folder home;
    const std::string settings = R"({"env":{"CLAUDE_CODE_SIMPLE":"1"}})";
    const std::string file = home.file("given.json");
    write_file(file, settings);
    const surroundings around{.environment = {{"HOME", home.path()}, {"CLAUDE_CODE_SIMPLE", std::nullopt}}};
    const struct {
        std::vector<std::string> arguments;
        std::string named;
    } table[] = {
        {{"--bare"}, "`--bare` is among its arguments"},
        {{"--settings", settings}, "`CLAUDE_CODE_SIMPLE` is set by `--settings`"},
        {{"--settings=" + settings}, "`CLAUDE_CODE_SIMPLE` is set by `--settings`"},
        {{"--settings", file}, "`CLAUDE_CODE_SIMPLE` is set by the settings in " + file},
        {{"-p", "do it"}, "`--input-format stream-json` is not among its arguments"},
        {{"--permission-prompt-tool", "stdio"}, "`--input-format stream-json` is not among its arguments"},
        {{"--settings", "{}", "--settings", "/nowhere", "--settings"}, ""},
        {{"--settings", home.path()}, ""},
        {{"-p", "--input-format=stream-json"}, ""},
        {{"--permission-prompt-tool", "stdio", "-v"}, ""},
        {{"bare", "--bare-bones"}, ""},
    };
    for (const auto& row : table) {
        for (const std::string guard : {"on", "off"}) {
            std::vector<std::string> arguments{"bridge", "--log-level", "error", "--guard",      guard,
                                               "--",     "sh",          "-c",    "echo started", "sh"};
            arguments.insert(arguments.end(), row.arguments.begin(), row.arguments.end());
            const auto result = run(arguments, {}, around);
            const bool starts = row.named.empty() || guard == "off";
            BOOST_TEST_CONTEXT(guard << ", " << row.named) {
                BOOST_TEST(result.out == (starts ? "started\n" : ""));
                BOOST_TEST(result.code == (starts ? 0 : 2));
                BOOST_TEST((result.err.find(row.named) != std::string::npos) ==
                           (!starts || row.named.empty()));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(nor_is_one_whose_environment_or_settings_switch_the_hook_off) {
    const std::string settings = R"({"env":{"CLAUDE_CODE_SIMPLE":"true"}})";
    const std::vector<std::string> guarded{"bridge", "--deny", "Bash(rm *)", "--log-level",
                                           "error",  "--",     "echo",       "started"};
    const auto starts = [&](surroundings around, const std::string& value = "0") {
        around.environment.emplace("CLAUDE_CODE_SIMPLE", value);
        const auto result = run(guarded, {}, around);
        BOOST_TEST(result.code == (result.out.empty() ? 2 : 0));
        return !result.out.empty();
    };
    BOOST_TEST(starts({}));
    BOOST_TEST(!starts({}, "1"));
    for (const std::string name : {".claude/settings.json", ".claude/.config.json", ".claude.json"}) {
        const temporary_folder home;
        write_file(home.file(name), settings);
        BOOST_TEST(!starts({.environment = {{"HOME", home.path()}}}));
        write_file(home.file(name), R"({"env":{"CLAUDE_CODE_SIMPLE":"no"}})");
        BOOST_TEST(starts({.environment = {{"HOME", home.path()}}}));
    }
    const temporary_folder chosen;
    write_file(chosen.file("settings.json"), settings);
    BOOST_TEST(!starts({.environment = {{"CLAUDE_CONFIG_DIR", chosen.path()}}}));
}

BOOST_AUTO_TEST_CASE(an_agent_that_uses_a_tool_without_calling_the_guard_hook_is_stopped_with_a_failure) {
    const std::string used =
        R"({"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}})";
    for (const std::string then : {"exec cat", "exec sleep 1000", "trap '' TERM; exec cat"}) {
        program bridge(agent("echo '" + used + "'; " + then, {"--deny", "Bash(rm *)"}));
        const auto result = bridge.wait(true);
        BOOST_TEST(result.code == 1);
        BOOST_TEST(result.out.empty());
        BOOST_TEST(result.err.find("without calling the guard hook") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(flags_of_the_command_are_its_own) {
    BOOST_TEST(
        run({"bridge", "--log-level", "error", "--allow", "Bash", "--", "echo", "--allow", "--help", "--"})
            .out == "--allow --help --\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace bridge_test
