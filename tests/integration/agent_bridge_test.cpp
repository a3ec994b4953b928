// The verbs for agents in JSON-RPC, with agents that are small scripts.
#include "portable_build.hpp"
#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace agent_bridge_test {
namespace {

namespace fs = std::filesystem;
using assent::test::program;
using assent::test::run;
using assent::test::run_with_open_input;
using assent::test::surroundings;
using assent::test::temporary_folder;
using assent::test::write_file;

std::vector<std::string> behind(const std::string& verb, const std::string& script,
                                std::vector<std::string> options = {}) {
    std::vector<std::string> arguments{verb, "--log-level", "error"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    for (const auto& each : {std::string("--"), std::string("sh"), std::string("-c"), script})
        arguments.push_back(each);
    return arguments;
}

std::string acp_question(const std::string& id, const std::string& command) {
    return R"({"jsonrpc":"2.0","id":)" + id +
           R"(,"method":"session/request_permission","params":{"sessionId":"s","toolCall":{"toolCallId":"t","kind":"execute","rawInput":{"command":")" +
           command +
           R"("}},"options":[{"optionId":"y","kind":"allow_once"},{"optionId":"n","kind":"reject_once"}]}})";
}

std::string codex_question(const std::string& id, const std::string& command) {
    return R"({"method":"item/commandExecution/requestApproval","id":)" + id +
           R"(,"params":{"threadId":"t","turnId":"u","itemId":"i","command":")" + command + R"("}})";
}

// An agent that asks two things and prints the answers as frames of its own.
std::string asks(const std::string& first, const std::string& second) {
    return "echo '" + first + "'; read one; echo '" + second +
           "'; read two; printf 'got %s\\n' \"$one\" \"$two\"";
}

BOOST_AUTO_TEST_SUITE(agent_bridge_test)

BOOST_AUTO_TEST_CASE(questions_are_decided_here_and_not_seen_by_the_client) {
    const std::vector<std::string> options{"--allow", "Bash(touch *)", "--on-ask", "deny"};
    const auto acp = run_with_open_input(
        behind("acp", asks(acp_question("1", "touch a"), acp_question("2", "mkdir a")), options));
    BOOST_TEST(acp.code == 0);
    BOOST_TEST(acp.out ==
               R"(got {"jsonrpc":"2.0","id":1,"result":{"outcome":{"outcome":"selected","optionId":"y"}}})"
               "\n"
               R"(got {"jsonrpc":"2.0","id":2,"result":{"outcome":{"outcome":"selected","optionId":"n"}}})"
               "\n");
    const auto codex = run_with_open_input(
        behind("codex", asks(codex_question("1", "touch a"), codex_question("2", "mkdir a")), options));
    BOOST_TEST(codex.code == 0);
    BOOST_TEST(codex.out ==
               "got {\"id\":1,\"result\":{\"decision\":\"accept\"}}\n"
               "got {\"id\":2,\"result\":{\"decision\":\"decline\"}}\n");
}

BOOST_AUTO_TEST_CASE(the_client_is_asked_what_is_left_open) {
    program bridge(
        behind("acp", "echo '" + acp_question("1", "make") + "'; read one; printf 'got %s\\n' \"$one\""));
    BOOST_TEST(bridge.out_lines(1).at(0) == acp_question("1", "make"));
    const std::string answer =
        R"({"id":1,"jsonrpc":"2.0","result":{"outcome":{"outcome":"selected","optionId":"y"}}})";
    bridge.write(answer + "\n");
    BOOST_TEST(bridge.out_lines(2).at(1) == "got " + answer);
    BOOST_TEST(bridge.wait().code == 0);
}

BOOST_AUTO_TEST_CASE(an_agent_is_answered_after_the_client_has_ended_its_output) {
    // It asks when its input could be over: the end of that would make `read` fail.
    const std::string script =
        "read prompt; mkfifo \"$0\"; echo ready; read go < \"$0\"; echo '" + acp_question("1", "touch a") +
        "'; read one || exit 9; printf 'got %s\\n' \"$one\"; echo '{\"id\":2,\"result\":{}}'; "
        "read more && exit 8; exit 0";
    const temporary_folder folder;
    auto arguments = behind("acp", script, {"--allow", "Bash(touch *)"});
    arguments.push_back(folder.file("go"));
    program bridge(arguments);
    bridge.write(R"({"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s"}})"
                 "\n");
    BOOST_TEST(bridge.out_lines(1).at(0) == "ready");
    bridge.end_input();
    write_file(folder.file("go"), "\n");
    const auto result = bridge.wait();
    BOOST_TEST(result.code == 0);
    BOOST_TEST(
        result.out.find(
            R"(got {"jsonrpc":"2.0","id":1,"result":{"outcome":{"outcome":"selected","optionId":"y"}}})") !=
            std::string::npos,
        result.out);
}

BOOST_AUTO_TEST_CASE(everything_else_passes_unchanged) {
    std::string text = "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"n\":1.0, \"e\":1e999}\r\n\nnoise\n";
    text += "{\"method\":\"big\",\"text\":\"" + std::string(3 * 1024 * 1024, 'x') + "\"}\nlast";
    for (const auto* const verb : {"acp", "codex"}) {
        const auto result = run({verb, "--log-level", "error", "--", "cat"}, text);
        BOOST_TEST(result.code == 0);
        BOOST_TEST((result.out == text));
    }
}

BOOST_AUTO_TEST_CASE(it_ends_as_its_agent_ended) {
    for (const auto* const verb : {"acp", "codex"}) {
        BOOST_TEST(run(behind(verb, "exit 7")).code == 7);
        BOOST_TEST(run(behind(verb, "kill -KILL $$")).signal == SIGKILL);
    }
    const auto batch = run_with_open_input(behind("acp", "echo '[]'; read never"));
    BOOST_TEST(batch.code == 1);
    BOOST_TEST(batch.err.find("a batch") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(agents_are_told_to_ask_unless_the_guard_is_off) {
    const surroundings around{
        .environment = {{"OPENCODE_PERMISSION", std::nullopt}, {"COPILOT_ALLOW_ALL", "true"}}};
    const std::string script = "echo \"$COPILOT_ALLOW_ALL/$OPENCODE_PERMISSION\"";
    BOOST_TEST(run(behind("acp", script), {}, around).out == "/{\"*\":\"ask\"}\n");
    BOOST_TEST(run(behind("acp", script, {"--guard", "off"}), {}, around).out == "true/\n");
    BOOST_TEST(run({"acp", "--guard", "off", "--", "echo", "--allow-all-tools"}).code == 0);
}

// It runs in the agent's folder.
BOOST_AUTO_TEST_CASE(the_hook_that_claude_gets_reads_the_same_policy_anywhere) {
    const temporary_folder folder;
    write_file(folder.file("policy.json"), R"-({"rules":{"deny":["Bash(rm *)"]}})-");
    const std::string opens = R"({"id":1,"method":"session/new","params":{"cwd":"/"}})"
                              "\n";
    const auto hook = [&](const std::vector<std::string>& options,
                          const std::optional<std::string>& variable) {
        std::vector<std::string> all{"--agent", "claude"};
        all.insert(all.end(), options.begin(), options.end());
        return run(behind("acp", "read one; echo \"got $one\"", all), opens,
                   {.environment = {{"ASSENT_POLICY", variable}}, .folder = folder.path()})
            .out;
    };
    const std::string policy =
        " --policy " + fs::canonical(folder.path()).string() + "/policy.json || exit 2";
    BOOST_TEST(hook({"--policy", "policy.json"}, std::nullopt).find(policy) != std::string::npos);
    BOOST_TEST(hook({}, "./policy.json").find(policy) != std::string::npos);
    BOOST_TEST(hook({"--deny", "Bash(rm *)"}, std::nullopt).find(" --policy bare --ask ") !=
               std::string::npos);
}

// As after an upgrade, while it runs.
BOOST_AUTO_TEST_CASE(the_hook_that_claude_gets_is_the_program_that_lies_there_now,
                     *assent::test::left_out_of_portable("link to the file that runs")) {
    const temporary_folder folder;
    const std::string program = folder.file("assent");
    const surroundings around{.executable = "/bin/sh", .environment = {{"HOME", folder.path()}}};
    const auto opened = [&](const std::string& replaced_by) {
        return run({"-c", "rm -f " + program + "; cp " ASSENT_PROGRAM " " + program + "; exec 3<" + program +
                              "; rm " + program + "; " + replaced_by +
                              "; exec /proc/self/fd/3 acp --log-level error --agent claude --deny Bash -- "
                              "sh -c 'read one; echo \"got $one\"'"},
                   R"({"id":1,"method":"session/new","params":{}})"
                   "\n",
                   around);
    };
    const auto upgraded = opened("echo '#!/bin/sh' > " + program);
    BOOST_TEST(upgraded.code == 0);
    BOOST_TEST(upgraded.out.find("\"" + program + " hook --agent claude --home " + folder.path() +
                                 " --policy bare --ask Bash || exit 2\"") != std::string::npos,
               upgraded.out);
    const auto removed = opened(":");
    BOOST_TEST(removed.code == 1);
    BOOST_TEST(removed.err ==
               "assent: this program is not at `" + program + "` any more: it was removed while it runs\n");
}

BOOST_AUTO_TEST_CASE(wrong_usage_is_told) {
    const std::pair<std::vector<std::string>, std::string> rows[] = {
        {{"acp"}, "acp: expected -- COMMAND [ARG...]"},
        {{"codex", "--"}, "codex: expected -- COMMAND [ARG...]"},
        {{"acp", "--agent", "x", "--", "cat"}, "--agent: expected claude, codex"},
        {{"acp", "--", "echo", "--allow-all-tools"}, "acp: with `--allow-all-tools` the agent would not ask"},
        {{"acp", "--", "echo", "--allow-all-tools=true"},
         "acp: with `--allow-all-tools` the agent would not ask"},
        {{"acp", "--guard", "x", "--", "cat"}, "--guard: expected on or off"},
        {{"codex", "--on-ask", "x", "--", "cat"}, "--on-ask: expected peer, deny, allow"},
        {{"codex", "--agent", "codex", "--", "cat"}, "--agent"},
    };
    for (const auto& [arguments, text] : rows) {
        const auto result = run(arguments);
        BOOST_TEST(result.code == 2);
        BOOST_TEST(result.err.find(text) != std::string::npos, result.err);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace agent_bridge_test
