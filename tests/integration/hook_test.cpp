// The program as an agent's PreToolUse hook. Status 2 is what an agent takes for a refusal; any other status
// but 0 lets the tool run.
#include "program.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hook_test {
namespace {

using assent::test::file_without_room;
using assent::test::finished;
using assent::test::program;
using assent::test::read_file;
using assent::test::run;
using assent::test::run_with_open_input;
using assent::test::temporary_folder;
using assent::test::write_file;

std::string before_use(const std::string& tool, const std::string& input, const std::string& cwd = "/proj") {
    return R"({"session_id":"s","transcript_path":"/t","cwd":")" + cwd +
           R"(","permission_mode":"bypassPermissions","hook_event_name":"PreToolUse","tool_name":")" + tool +
           R"(","tool_input":)" + input + R"(,"tool_use_id":"t1"})";
}

std::string bash(const std::string& command) {
    return before_use("Bash", R"({"command":")" + command + R"("})");
}

std::string says(const std::string& decision, const std::string& reason) {
    return R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":")" + decision +
           R"(","permissionDecisionReason":")" + reason + "\"}}\n";
}

constexpr std::string_view doctor_says_more = "; `assent doctor` says what to mend";

void check_refused(const finished& result, const std::string& why) {
    BOOST_TEST(result.code == 2);
    BOOST_TEST(result.err == "assent: " + why + "\n");
    BOOST_TEST(result.out.empty());
}

BOOST_AUTO_TEST_SUITE(hook_test)

BOOST_AUTO_TEST_CASE(the_answer_is_deny_ask_or_no_opinion) {
    const std::vector<std::string> rules{"hook",   "--allow",   "Bash(npm *)", "--ask", "Bash(npm publish)",
                                         "--deny", "Bash(rm *)"};
    const struct {
        std::string command;
        std::string expected;
    } table[] = {
        {"rm -rf build", says("deny", "denied by rule `Bash(rm *)` (an option)")},
        {"npm publish",
         says("ask",
              "`npm publish` sends data to another machine (ask rule `Bash(npm publish)`, an option)")},
        {"npm test", "{}\n"},
        {"make", "{}\n"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.command) {
            const auto result = run(rules, bash(row.command));
            BOOST_TEST(result.code == 0);
            BOOST_TEST(result.out == row.expected);
            BOOST_TEST(result.err.empty());
        }
    }
}

// What an agent's settings, or a file of a project, may set for it.
BOOST_AUTO_TEST_CASE(nothing_in_the_environment_decides_for_an_installed_hook) {
    const temporary_folder folder;
    write_file(folder.file("home/.config/assent/policy.json"), R"x({"rules":{"deny":["Bash(rm *)"]}})x");
    write_file(folder.file("other/.config/assent/policy.json"), R"({"mode":"allow"})");
    const std::map<std::string, std::optional<std::string>> environments[] = {
        {},
        {{"ASSENT_POLICY", "bare"}},
        {{"ASSENT_POLICY", folder.file("other/.config/assent/policy.json")}},
        {{"XDG_CONFIG_HOME", folder.file("other/.config")}},
        {{"XDG_RUNTIME_DIR", folder.file("other")}, {"XDG_STATE_HOME", folder.file("other")}},
        {{"HOME", folder.file("other")}},
        {{"HOME", std::nullopt}},
    };
    for (const auto& environment : environments) {
        assent::test::surroundings around;
        around.environment = environment;
        const auto in_rules =
            run({"hook", "--agent", "claude", "--home", folder.file("home"), "--policy",
                 folder.file("home/.config/assent/policy.json"), "--deny", "Read(~/keys/**)"},
                bash("rm a"), around);
        BOOST_TEST(in_rules.out.starts_with(says("deny", "denied by rule `Bash(rm *)`").substr(0, 60)));
        const std::string home_file = R"({"file_path":")" + folder.file("home/keys/a") + "\"}";
        const auto in_home = run({"hook", "--agent", "claude", "--home", folder.file("home"), "--policy",
                                  "bare", "--deny", "Read(~/keys/**)"},
                                 before_use("Read", home_file), around);
        BOOST_TEST(in_home.out.find(R"("permissionDecision":"deny")") != std::string::npos, in_home.out);
    }
}

BOOST_AUTO_TEST_CASE(an_installed_hook_that_is_not_told_all_refuses_and_says_what_is_missing) {
    const struct {
        std::vector<std::string> options;
        std::string missing;
    } table[] = {
        {{"--policy", "bare"}, "--home"},
        {{"--home", "/home/x"}, "--policy"},
        {{"--home", "/home/x", "--policy", "bare", "--daemon", "on"}, "--socket"},
        {{"--home", "/home/x", "--policy", "bare", "--daemon", "auto"}, "--socket"},
    };
    for (const auto& row : table) {
        std::vector<std::string> words{"hook", "--agent", "claude"};
        words.insert(words.end(), row.options.begin(), row.options.end());
        check_refused(
            run(words, bash("ls")),
            "hook: " + row.missing +
                " is missing: with --agent nothing is taken from the environment, and `assent install "
                "claude` writes what has to stand here" +
                (row.missing == "--home" ? "" : std::string(doctor_says_more)));
    }
}

BOOST_AUTO_TEST_CASE(a_policy_that_others_may_write_is_not_taken_by_an_installed_hook) {
    const temporary_folder folder;
    write_file(folder.file("policy.json"), "{}");
    std::filesystem::permissions(folder.file("policy.json"), std::filesystem::perms(0622));
    check_refused(
        run({"hook", "--agent", "claude", "--home", "/home/x", "--policy", folder.file("policy.json")},
            bash("ls")),
        "hook: --policy: policy file `" + folder.file("policy.json") + "`: others may write `" +
            folder.file("policy.json") + "` (`chmod go-w` ends that)" + std::string(doctor_says_more));
}

// What `assent doctor` says to a hook. An agent that gets such an answer takes it for a refusal.
// Without a person of a daemon. What is left to the agent's own rules is no decision of its hook.
BOOST_AUTO_TEST_CASE(what_is_denied_because_the_hook_can_ask_nobody_is_on_record_with_the_way_out) {
    const struct {
        std::string agent;
        std::string command;
        bool denied;
    } table[] = {
        {"codex", "git push", true},  {"codex", "rm -rf build", true}, {"codex", "npm publish", true},
        {"codex", "npm test", false}, {"claude", "git push", false},
    };
    for (const auto& row : table) {
        const temporary_folder folder;
        const auto record = folder.file("record");
        const auto said =
            run({"hook", "--agent", row.agent, "--policy", "standard", "--home", folder.path(), "--state",
                 folder.path(), "--daemon", "off", "--ask", "Bash(npm publish)", "--audit", record},
                bash(row.command));
        BOOST_TEST_CONTEXT(row.agent << ": " << row.command << ": " << said.out << said.err) {
            const auto written = read_file(record);
            BOOST_TEST((written.find(R"("outcome":"deny")") != written.npos) == row.denied);
            const bool way_out = said.out.find("; this agent cannot ask you, and no `assent daemon` does") !=
                                 std::string::npos;
            BOOST_TEST(way_out == row.denied);
            BOOST_TEST((said.out.find(R"("permissionDecision":"deny")") != said.out.npos) == row.denied);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_left_to_the_agent_is_on_record_and_counts_as_asked_where_it_has_to_ask) {
    const struct {
        std::string command, on_ask, shown;
        bool asked;
    } table[] = {
        {"git push", "agent", "asked           Execute command: git push", true},
        {"npm test", "agent", "left to agent   Execute command: npm test", false},
        {"ls", "agent", "allowed         Execute command: ls", false},
        {"npm test", "deny", "", false},
    };
    for (const auto& row : table) {
        const temporary_folder folder;
        const auto record = folder.file("record");
        const auto said =
            run({"hook", "--agent", "claude", "--policy", "standard", "--home", folder.path(), "--state",
                 folder.path(), "--daemon", "off", "--on-ask", row.on_ask, "--record", record},
                bash(row.command));
        BOOST_TEST_CONTEXT(row.command << " " << row.on_ask << ": " << said.out << said.err) {
            const auto all = run({"log", record}), asked = run({"log", record, "--asked"});
            BOOST_TEST((all.out.find(row.shown) != std::string::npos), all.out);
            BOOST_TEST(all.out.empty() == row.shown.empty(), all.out);
            BOOST_TEST(asked.out.empty() != row.asked, asked.out);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_trial_is_no_decision_and_leaves_no_record) {
    const temporary_folder folder;
    const auto tried = run({"hook", "--agent", "claude", "--home", "/home/x", "--policy", "bare", "--mode",
                            "allow", "--say-allow", "--audit", folder.file("audit")},
                           "assent trial\n" + bash("make"));
    BOOST_TEST(tried.code == 2);
    BOOST_TEST(tried.out ==
               "assent trial\n{\"outcome\":\"allow\",\"reason\":\"allowed by permission mode `allow`\"}\n");
    BOOST_TEST(!std::filesystem::exists(folder.file("audit")));
}

BOOST_AUTO_TEST_CASE(a_rule_about_commands_holds_for_every_tool_that_runs_them) {
    const std::vector<std::string> rules{"hook", "--mode", "allow", "--deny", "Bash(rm *)"};
    const auto monitor = [](const std::string& command) {
        return before_use("Monitor", R"({"command":")" + command + R"(","description":"x"})");
    };
    BOOST_TEST(run(rules, monitor("rm -rf build")).out ==
               says("deny", "denied by rule `Bash(rm *)` (an option)"));
    BOOST_TEST(run(rules, monitor("tail -f log")).out == "{}\n");
    BOOST_TEST(run(rules, before_use("PowerShell", R"({"command":"Remove-Item a"})")).out ==
               says("ask",
                    "nothing is known about the program `Remove-Item` (deny rule `Bash(rm *)`, an option, "
                    "may cover it)"));
}

// What each agent told its hook when it started another agent for a part of the work.
BOOST_AUTO_TEST_CASE(an_agent_that_starts_another_is_held_by_rules_of_task_and_of_its_kind) {
    std::ifstream file(ASSENT_TEST_DATA "/agents/subagent_hooks.ndjson");
    std::string line;
    std::size_t read = 0;
    for (; std::getline(file, line); ++read) {
        const auto row = boost::json::parse(line).as_object();
        const std::string agent(row.at("agent").as_string());
        const std::string text = boost::json::serialize(row.at("stdin"));
        // Gemini's helper has a name of its own.
        const std::string kind = agent == "gemini" ? "generalist" : "general-purpose";
        const auto denied = [&](const std::string& rule) {
            const auto said = run({"hook", "--deny", rule}, text);
            BOOST_TEST(said.code == 0, said.err);
            return said.out.find("deny") != said.out.npos;
        };
        BOOST_TEST_CONTEXT(agent << ": " << text) {
            BOOST_TEST(denied("Task"));
            BOOST_TEST(denied("Task(" + kind + ")"));
            BOOST_TEST(!denied("Task(reviewer)"));
            BOOST_TEST(!denied("Bash"));
        }
    }
    BOOST_TEST(read == 6U);
}

BOOST_AUTO_TEST_CASE(allow_is_said_only_on_request_and_only_for_what_is_allowed) {
    const std::vector<std::string> rules{"hook",        "--say-allow", "--allow",
                                         "Bash(npm *)", "--deny",      "Bash(rm *)"};
    BOOST_TEST(run(rules, bash("npm test")).out ==
               says("allow", "allowed by rule `Bash(npm *)` (an option)"));
    BOOST_TEST(run(rules, bash("make")).out == "{}\n");
    BOOST_TEST(run(rules, bash("rm a")).out == says("deny", "denied by rule `Bash(rm *)` (an option)"));
}

BOOST_AUTO_TEST_CASE(mode_and_policy_decide_as_everywhere) {
    const temporary_folder folder;
    write_file(folder.file("policy.json"), R"({"blocked_tools":["WebSearch"]})");
    BOOST_TEST(run({"hook", "--mode", "deny"}, bash("ls")).out.find(R"("permissionDecision":"deny")") !=
               std::string::npos);
    BOOST_TEST(run({"hook", "--mode", "dont_ask"}, bash("make")).out.find(R"("permissionDecision":"deny")") !=
               std::string::npos);
    BOOST_TEST(
        run({"hook", "--policy", folder.file("policy.json")}, before_use("WebSearch", R"({"query":"x"})"))
            .out.find(R"("permissionDecision":"deny")") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(relative_paths_are_read_from_the_directory_that_the_agent_names) {
    const std::vector<std::string> rules{"hook", "--deny", "Read(/srv/**)"};
    const std::string input = R"({"file_path":"../key"})";
    BOOST_TEST(run(rules, before_use("Read", input, "/srv/app")).out ==
               says("deny", "denied by rule `Read(/srv/**)` (an option)"));
    BOOST_TEST(run(rules, before_use("Read", input, "/usr/bin")).out == "{}\n");
}

BOOST_AUTO_TEST_CASE(what_comes_byte_by_byte_is_read_the_same) {
    program hook({"hook", "--deny", "Bash(rm *)"});
    for (const char byte : bash("rm a")) hook.write(std::string(1, byte));
    BOOST_TEST(hook.wait().out == says("deny", "denied by rule `Bash(rm *)` (an option)"));
}

BOOST_AUTO_TEST_CASE(an_input_that_cannot_be_read_is_refused_with_status_2) {
    const struct {
        std::string input;
        std::string why;
    } table[] = {
        {"", "expected an agent's event, in JSON, got nothing"},
        {"garbage", "not JSON at byte 0"},
        {"[]", "expected a JSON object, got array"},
        {R"({"hook_event_name":"Stop"})",
         "`hook_event_name`: expected one of `PreToolUse`, `PostToolUse`, `PostToolUseFailure`, "
         "`BeforeTool`, `AfterTool`, `PermissionRequest`, `preToolUse`, "
         "`beforeShellExecution`, `beforeReadFile`, `permissionRequest`, `tool.execute.before`, got another "
         "event"},
        {R"({"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","command":"rm a"}})",
         "duplicate key `command` at byte 80"},
        {R"({"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"\ud800"}})",
         "lone surrogate at byte 76"},
        {R"({"k\n\u001b[2J":1,"k\n\u001b[2J":2})", R"(duplicate key `k\n\x1b[2J` at byte 18)"},
        {R"({"hook_event_name":"PreToolUse","tool_name":"Bash"})",
         "`tool_input`: expected object, got nothing"},
    };
    for (const auto& row : table) BOOST_TEST_CONTEXT(row.input)
    check_refused(run({"hook", "--mode", "allow"}, row.input), "hook: standard input: " + row.why);
}

BOOST_AUTO_TEST_CASE(a_text_over_the_limit_is_refused_and_one_at_the_limit_is_read) {
    std::string text = bash("ls");
    text.resize(std::size_t{16} * 1024 * 1024, ' ');
    BOOST_TEST(run({"hook"}, text).out == "{}\n");
    check_refused(run({"hook"}, text + " "), "hook: standard input: more than 16777216 bytes");
}

BOOST_AUTO_TEST_CASE(wrong_options_and_policies_are_refused_with_status_2) {
    const temporary_folder folder;
    write_file(folder.file("policy.json"), "{");
    const auto refused = [](const std::vector<std::string>& options) {
        std::vector<std::string> arguments{"hook"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const auto result = run(arguments, bash("ls"));
        BOOST_TEST(result.code == 2);
        BOOST_TEST(result.out.empty());
        return result.err;
    };
    BOOST_TEST(refused({"--denny", "Bash"})
                   .starts_with("assent: hook has no option `--denny`; did you mean `--deny`?"));
    BOOST_TEST(refused({"--on-ask", "allow"}) ==
               "assent: hook: --on-ask: expected agent or deny, got `allow`\n");
    BOOST_TEST(
        refused({"--agent", "emacs"}) ==
        "assent: hook: --agent: expected claude, codex, gemini, copilot, qwen, opencode or cursor, got "
        "`emacs`\n");
    BOOST_TEST(refused({"--", "x"}) == "assent: hook takes nothing behind `--`\n");
    BOOST_TEST(refused({"--deny", "Bash("}) == "assent: hook: --deny `Bash(`: expected `)` at the end\n");
    BOOST_TEST(
        refused({"--policy", "/nosuch/policy"}) ==
        "assent: hook: --policy: cannot read policy file `/nosuch/policy`: No such file or directory\n");
    BOOST_TEST(refused({"--policy", folder.file("policy.json")}).starts_with("assent: hook: --policy: "));
    BOOST_TEST(refused({"--policy", folder.path()}).starts_with("assent: hook: --policy: "));
    BOOST_TEST(refused({"--audit", "/nosuch/file"}) ==
               "assent: hook: --audit: cannot open audit file `/nosuch/file`: No such file or directory\n");
    for (const auto* wrong : {"0", "0s", "1", "541s", "-1s", "x"})
        BOOST_TEST(refused({"--timeout", wrong}) ==
                   "assent: hook: --timeout: expected a time up to 9m, such as 30s, got `" +
                       std::string(wrong) + "`\n");
    BOOST_TEST(run({"hook", "--timeout", "9m"}, bash("ls")).out == "{}\n");
}

BOOST_AUTO_TEST_CASE(an_input_that_does_not_end_is_refused_when_the_time_is_over) {
    check_refused(run_with_open_input({"hook", "--timeout", "50ms"}),
                  "refused: no decision within the time limit");
}

BOOST_AUTO_TEST_CASE(a_signal_that_ends_it_or_a_crash_is_a_refusal_too) {
    const std::string more_than_a_pipe_holds(std::size_t{256} * 1024, ' ');
    for (const int number :
         {SIGTERM, SIGINT, SIGHUP, SIGSEGV, SIGABRT, SIGUSR1, SIGPROF, SIGTRAP, SIGRTMIN}) {
        program hook({"hook"});
        hook.write(more_than_a_pipe_holds);  // so it reads by now
        hook.signal(number);
        BOOST_TEST_CONTEXT(number) check_refused(hook.wait(true), "refused: ended by a signal");
    }
}

BOOST_AUTO_TEST_CASE(an_answer_or_a_record_that_cannot_be_written_lets_nothing_through) {
    check_refused(run({"-c", "exec \"$0\" hook --mode allow --say-allow > /dev/full", ASSENT_PROGRAM},
                      bash("ls"), {.executable = "/bin/sh"}),
                  "hook: cannot write to standard output");
    check_refused(
        run({"-c", "exec \"$0\" hook --mode allow <&-", ASSENT_PROGRAM}, {}, {.executable = "/bin/sh"}),
        "hook: cannot read standard input: Bad file descriptor");
    BOOST_TEST(
        run({"hook", "--mode", "allow", "--say-allow", "--audit", file_without_room().path()}, bash("ls"))
            .out == says("deny", "the audit record could not be written"));
}

// The program under a shell, which prepares something for it.
finished under_shell(const std::string& script) {
    return run({"-c", script, ASSENT_PROGRAM}, bash("rm x"), {.executable = "/bin/sh"});
}

BOOST_AUTO_TEST_CASE(limits_and_closed_descriptors_end_in_a_refusal) {
    const temporary_folder folder;
    const std::string audit = " --audit '" + folder.file("audit.ndjson") + "'";
    const std::string hook = " exec \"$0\" hook --deny 'Bash(rm *)'";
    // Full after some records: a denial needs none.
    write_file(folder.file("audit.ndjson"), std::string(1000, ' ') + "\n");
    BOOST_TEST(under_shell("ulimit -f 1; ulimit -c 0;" + hook + audit).out ==
               says("deny", "denied by rule `Bash(rm *)` (an option)"));
    BOOST_TEST(under_shell("exec >&-;" + hook + audit).code == 2);
    BOOST_TEST(under_shell("exec <&-;" + hook).code == 2);
    BOOST_TEST(under_shell("exec 2>&-;" + hook + " --bogus").code == 2);
    BOOST_TEST(under_shell("exec 2>/dev/full;" + hook + " --bogus").code == 2);
    // Whoever would read the answer is gone.
    const std::string pipe = "mkfifo '" + folder.file("pipe") + "'; exec 3<>'" + folder.file("pipe") +
                             "'; exec 4>'" + folder.file("pipe") + "'; exec 3<&-;";
    check_refused(under_shell(pipe + hook + " >&4"), "hook: cannot write to standard output");
}

BOOST_AUTO_TEST_CASE(without_a_home_it_decides_all_the_same) {
    const assent::test::surroundings homeless{
        .environment = {{"HOME", std::nullopt}, {"XDG_CONFIG_HOME", std::nullopt}}};
    BOOST_TEST(run({"hook", "--deny", "Bash(rm *)"}, bash("rm x"), homeless).out ==
               says("deny", "denied by rule `Bash(rm *)` (an option)"));
}

BOOST_AUTO_TEST_CASE(hooks_that_run_side_by_side_write_one_chain) {
    const temporary_folder folder;
    const auto policy = folder.file("policy.json");
    const auto audit = folder.file("audit.jsonl");
    write_file(policy, R"({"audit":{"chain":true}})");
    std::vector<std::unique_ptr<program>> all;
    for (int i = 0; i < 8; ++i)
        all.push_back(std::make_unique<program>(
            std::vector<std::string>{"hook", "--policy", policy, "--deny", "Bash", "--audit", audit}));
    for (const auto& each : all) {
        each->write(bash("ls"));
        each->end_input();
    }
    for (const auto& each : all) {
        const auto result = each->wait();
        BOOST_TEST(result.code == 0);
        BOOST_TEST(result.err.empty());
    }
    const auto text = read_file(audit);
    BOOST_TEST(std::count(text.begin(), text.end(), '\n') == 8);
    BOOST_TEST(run({"audit", "verify", audit}).code == 0);
}

BOOST_AUTO_TEST_CASE(what_was_refused_unread_is_on_record) {
    const temporary_folder folder;
    const auto audit = folder.file("audit.jsonl");
    BOOST_TEST(run({"hook", "--audit", audit}, "{").code == 2);
    BOOST_TEST(read_file(audit).find(R"("event":"protocol")") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace hook_test
