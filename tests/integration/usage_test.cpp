#include "program.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using assent::test::run;

BOOST_AUTO_TEST_SUITE(usage_test)

BOOST_AUTO_TEST_CASE(wrong_usage_is_one_clear_line_and_status_2) {
    const struct {
        std::vector<std::string> arguments;
        std::string expected;
    } table[] = {
        {{}, "assent: expected a command: serve, bridge, check or demo (see assent --help)\n"},
        {{"serv"}, "assent: The following argument was not expected: serv (see assent --help)\n"},
        {{"serve", "--modee"},
         "assent: The following argument was not expected: --modee (see assent --help)\n"},
        {{"serve", "--mode", "plan"}, "assent: --mode: expected ask, allow or deny, got `plan`\n"},
        {{"serve", "--dialect", "x"}, "assent: --dialect: expected auto, flat or nested, got `x`\n"},
        {{"serve", "--on-ask", "maybe"}, "assent: --on-ask: expected deny or allow, got `maybe`\n"},
        {{"serve", "--ask-timeout", "5"},
         "assent: --ask-timeout: expected a time such as 30s, 5m or 0, got `5`\n"},
        {{"serve", "--max-line", "16Mb"},
         "assent: --max-line: expected a size such as 512KiB or 16MiB, got `16Mb`\n"},
        {{"serve", "--max-line", "1023"}, "assent: --max-line: expected 1KiB to 1GiB, got `1023`\n"},
        {{"serve", "--log-level", "loud"},
         "assent: --log-level: expected error, warn, info or debug, got `loud`\n"},
        {{"serve", "--allow", "Bash("}, "assent: --allow `Bash(`: expected `)` at the end\n"},
        {{"serve", "--deny", ""},
         "assent: --deny ``: `tool_pattern`: expected a pattern, got an empty string\n"},
        {{"serve", "--audit", "/nosuch/file"},
         "assent: --audit: cannot open audit file `/nosuch/file`: No such file or directory\n"},
        {{"serve", "--tcp", "7000"}, "assent: --tcp: expected HOST:PORT, got `7000`\n"},
        {{"serve", "--tcp", "localhost:70000"}, "assent: --tcp: expected HOST:PORT, got `localhost:70000`\n"},
        {{"bridge"}, "assent: bridge: expected -- COMMAND [ARG...]\n"},
        {{"serve", "--", "x"}, "assent: `--` is for the command of bridge\n"},
        {{"check", "--batch", "--deny", "Bash"},
         "assent: check: with --batch the rules and the mode stand in each line, not among the options\n"},
        {{"check", "--batch", "--audit", "-"}, "assent: check: --batch keeps no audit record\n"},
        {{"serve", "--allow", R"({"tool_pattern":"Bash","input_patern":{"command":"npm *"}})"},
         "assent: --allow `{\"tool_pattern\":\"Bash\",\"input_patern\":{\"command\":\"npm *\"}}`: "
         "`rule.input_patern`: unknown key, expected tool_pattern, input_pattern\n"},
        {{"check"}, "assent: check: expected --tool and --input, or --batch\n"},
        {{"check", "--tool", "Bash", "--input", "[]"}, "assent: check: `call.input`: expected an object\n"},
        {{"check", "--tool", "Bash", "--input", "{"}, "assent: check: `call.input`: not JSON at byte 1\n"},
        {{"check", "--tool", "a b", "--input", "{}"},
         "assent: check: `call.tool_name`: expected 1 to 128 letters, digits, `_`, `.` or `-`\n"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.expected) {
            const auto result = run(row.arguments);
            BOOST_TEST(result.code == 2);
            BOOST_TEST(result.err == row.expected);
            BOOST_TEST(result.out.empty());
        }
    }
}

BOOST_AUTO_TEST_CASE(version_and_help_go_to_standard_output) {
    const auto version = run({"--version"});
    BOOST_TEST(version.code == 0);
    BOOST_TEST(version.out == "assent 0.1.0\n");
    const auto help = run({"--help"});
    BOOST_TEST(help.code == 0);
    for (const auto* command : {"serve", "bridge", "check", "demo"})
        BOOST_TEST(help.out.find(command) != std::string::npos);
    BOOST_TEST(run({"serve", "--help"}).out.find("--on-ask") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_failure_at_run_time_is_status_1) {
    const auto address = run({"serve", "--tcp", "192.0.2.1:0"});
    BOOST_TEST(address.code == 1);
    BOOST_TEST(address.err.find("is not a loopback address") != std::string::npos);
    const auto command = run({"bridge", "--log-level", "error", "--", "no-such-command-anywhere"});
    BOOST_TEST(command.code == 1);
    BOOST_TEST(command.err == "assent: cannot start `no-such-command-anywhere`: No such file or directory\n");
}

BOOST_AUTO_TEST_CASE(the_demo_ends_with_a_table_of_decisions) {
    const auto demo = run({"demo"});
    BOOST_TEST(demo.code == 0);
    BOOST_TEST(demo.out.find("allowed by rule `Bash(touch *)` (command line)") != std::string::npos);
    BOOST_TEST(demo.out.find("denied by rule `WebFetch(domain:*.bad.example.com)` (command line)") !=
               std::string::npos);
    BOOST_TEST(demo.out.find("the agent demands that a person answers") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
