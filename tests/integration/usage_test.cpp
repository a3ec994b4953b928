#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include <sys/stat.h>

namespace usage_test {
namespace {

using assent::test::read_file;
using assent::test::run;
using assent::test::temporary_folder;
using assent::test::write_file;

struct misuse {
    std::vector<std::string> arguments;
    std::string expected;
};

void check_refused(const std::vector<misuse>& table) {
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.expected) {
            const auto result = run(row.arguments);
            BOOST_TEST(result.code == 2);
            BOOST_TEST(result.err == row.expected);
            BOOST_TEST(result.out.empty());
        }
    }
}

BOOST_AUTO_TEST_SUITE(usage_test)

BOOST_AUTO_TEST_CASE(wrong_usage_is_one_clear_line_and_status_2) {
    check_refused({
        {{},
         "assent: expected a command, such as `assent demo` or `assent check --policy standard git status` "
         "(see "
         "assent --help)\n"},
        {{"serv"}, "assent: there is no command `serv`; did you mean `serve`? (see assent --help)\n"},
        {{"serve", "--modee"},
         "assent: serve has no option `--modee`; did you mean `--mode`? (see assent serve --help)\n"},
        {{"serve", "--mode", "maybe"},
         "assent: --mode: expected ask, allow, deny, accept_edits, plan or dont_ask, got `maybe`\n"},
        {{"serve", "--mode", ""},
         "assent: --mode: expected a value, got nothing (see assent serve --help)\n"},
        {{"serve", "--policy", ""},
         "assent: --policy: expected a value, got nothing (see assent serve --help)\n"},
        {{"serve", "--audit", ""},
         "assent: --audit: expected a value, got nothing (see assent serve --help)\n"},
        {{"serve", "--policy", "/nosuch/policy"},
         "assent: --policy: cannot read policy file `/nosuch/policy`: No such file or directory\n"},
        {{"serve", "--dialect", "x"}, "assent: --dialect: expected auto, flat or nested, got `x`\n"},
        {{"serve", "--on-ask", "maybe"},
         "assent: --on-ask: expected peer, deny, allow, terminal, web or terminal,web, got `maybe`\n"},
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
        {{"serve", "--tcp", "7000"},
         "assent: --tcp: expected HOST:PORT, where a port is 0 to 65535, got `7000`\n"},
        {{"serve", "--tcp", "localhost:70000"},
         "assent: --tcp: expected HOST:PORT, where a port is 0 to 65535, got `localhost:70000`\n"},
        {{"bridge"}, "assent: bridge: expected -- COMMAND [ARG...]\n"},
        {{"serve", "--", "x"}, "assent: serve takes nothing behind `--`\n"},
        {{"check", "--batch", "--deny", "Bash"},
         "assent: check: with --batch the rules and the mode stand in each line, not among the options\n"},
        {{"check", "--batch", "--policy", "bare"},
         "assent: check: with --batch the rules and the mode stand in each line, not among the options\n"},
        {{"check", "--batch", "--audit", "-"}, "assent: check: --batch keeps no audit record\n"},
        {{"serve", "--allow", R"({"tool_pattern":"Bash","input_patern":{"command":"npm *"}})"},
         "assent: --allow `{\"tool_pattern\":\"Bash\",\"input_patern\":{\"command\":\"npm *\"}}`: "
         "`rule.input_patern`: unknown key, expected tool_pattern, input_pattern\n"},
        {{"check"},
         "assent: check: expected a command, such as `assent check git status`, or --tool and --input, or "
         "--batch\n"},
        {{"check", "--tool", "Bash", "--input", "[]"},
         "assent: check: --input: expected a JSON object, such as {\"command\":\"[]\"}, got `[]`; a command "
         "may be typed as it is: assent check git status\n"},
        {{"check", "--tool", "Bash", "--input", "{"},
         "assent: check: --input: expected a JSON object, such as {\"command\":\"...\"}, got `{`; a command "
         "may be "
         "typed as it is: assent check git status\n"},
        {{"check", "--tool", "a b", "--input", "{}"},
         "assent: check: --tool: expected 1 to 128 letters, digits, `_`, `.` or `-`\n"},
    });
}

BOOST_AUTO_TEST_CASE(wrong_usage_of_what_stands_beside_the_sessions_is_no_better) {
    check_refused({
        {{"check", "--batch", "--explain"}, "assent: --batch excludes --explain (see assent check --help)\n"},
        {{"check", "--tool", "Bash", "--input", "{}", "--json"},
         "assent: --json requires --explain (see assent check --help)\n"},
        {{"policy"}, "assent: policy: expected print, lint, test or show (see assent policy --help)\n"},
        {{"policy", "print"},
         "assent: policy print: expected careful, standard, project, walled or bare (see assent policy "
         "print --help)\n"},
        {{"policy", "print", "x"},
         "assent: policy print: expected careful, standard, project, walled or bare, got `x`\n"},
        {{"audit"}, "assent: audit: expected verify or head (see assent audit --help)\n"},
        {{"audit", "verify"},
         "assent: audit verify: expected FILE: The audit file (see assent audit verify --help)\n"},
        {{"audit", "head"},
         "assent: audit head: expected FILE: The audit file (see assent audit head --help)\n"},
        {{"audit", "verify", "/nosuch/audit", "--head", "9F"},
         "assent: audit verify: --head: expected 64 hexadecimal digits, 0 to 9 and a to f\n"},
        {{"demo", "--audit", "x"}, "assent: --audit requires --every-source (see assent demo --help)\n"},
    });
}

BOOST_AUTO_TEST_CASE(what_stands_in_an_option_is_named_with_what_was_expected_of_it) {
    check_refused({
        {{},
         "assent: expected a command, such as `assent demo` or `assent check --policy standard git status` "
         "(see "
         "assent --help)\n"},
        {{"bridge", "--guard", "on", "--", "claude", "--bare"},
         "assent: the agent would not call the guard hook, so deny and ask rules would not hold: `--bare` is "
         "among its arguments (`--guard off` goes on without it)\n"},
        {{"serve", "--audit", "/nonexistent/dir/x"},
         "assent: --audit: cannot open audit file `/nonexistent/dir/x`: No such file or directory\n"},
        {{"serve", "--allow", "Bash(a"}, "assent: --allow `Bash(a`: expected `)` at the end\n"},
        {{"serve", "--allow", "Bash(bash *)"},
         "assent: --allow `Bash(bash *)`: `input_pattern.command`: `bash` can run any program: name what it "
         "may run before the wildcard, as in `bash NAME *`\n"},
        {{"serve", "--allow", "mcp__db__query(x)"},
         "assent: --allow `mcp__db__query(x)`: `mcp__db__query` has no main field; write the tool alone, or "
         "the rule as JSON with the field's name\n"},
        {{"check", "--tool", "Bash", "--input", R"({"a":1,"a":2})"},
         "assent: check: --input: duplicate key `a` at byte 7\n"},
    });
}

// The lines of the block below this heading.
std::string block_below(const std::string& page, const std::string& heading) {
    const std::string fence = "```\n";
    const auto from = page.find(fence, page.find(heading)) + fence.size();
    return page.substr(from, page.find(fence, from) - from);
}

BOOST_AUTO_TEST_CASE(the_page_on_errors_shows_what_the_program_says) {
    const temporary_folder folder;
    write_file(folder.file("limits/policy.json"), "{\n\"limits\": {\n\"per_minute\": \"30\"\n}}");
    write_file(folder.file("examples/policy.json"), R"json({"rules":{"allow":["Bash(npm *)"]},"examples":[
        {"tool":"Bash","input":{"command":"npm test"},"expect":"allow"},
        {"tool":"Bash","input":{"command":"npm publish"},"expect":"deny"}]})json");
    const struct {
        std::vector<std::string> arguments;
        std::string folder = "limits";
    } table[] = {
        {{"bridge"}},
        {{"serve", "--mode", "maybe"}},
        {{"serve", "--policy", "/nonexistent/policy.json"}},
        {{"serve", "--policy", "policy.json"}},
        {{"serve", "--policy", "policy.json"}, "examples"},
        {{"serve", "--tcp", "0.0.0.0:0"}},
        {{"bridge", "--log-level", "error", "--", "/nonexistent/agent"}},
    };
    std::string said;
    for (const auto& row : table) said += run(row.arguments, {}, {.folder = folder.file(row.folder)}).err;
    BOOST_TEST(said == block_below(read_file(ASSENT_DOCS "/errors.md"), "## Wrong usage"));
}

BOOST_AUTO_TEST_CASE(version_and_help_go_to_standard_output) {
    const auto version = run({"--version"});
    BOOST_TEST(version.code == 0);
    BOOST_TEST(version.out == "assent 0.1.0\n");
    const auto help = run({"--help"});
    BOOST_TEST(help.code == 0);
    for (const auto* command : {"serve", "bridge", "hook", "mcp", "check", "policy", "audit", "demo"}) {
        const auto at = help.out.find(std::string("\n  ") + command + " ");
        BOOST_TEST_CONTEXT(command) { BOOST_TEST(at != std::string::npos); }
    }
    const struct {
        std::vector<std::string> arguments;
        std::vector<std::string> mentioned;
    } table[] = {
        {{"serve", "--help"}, {"--on-ask", "--policy", "accept_edits|plan|dont_ask"}},
        {{"bridge", "--help"}, {"--policy"}},
        {{"hook", "--help"}, {"--policy", "--say-allow", "--timeout", "status: 0 with an answer"}},
        {{"mcp", "--help"}, {"--policy", "--on-ask", "--cwd", "mcp__assent__approve"}},
        {{"check", "--help"}, {"--policy", "--explain", "--json"}},
        {{"policy", "--help"}, {"print"}},
        {{"policy", "print", "--help"}, {"careful|standard|project|walled|bare"}},
        {{"audit", "--help"}, {"verify", "head"}},
        {{"audit", "verify", "--help"}, {"--head"}},
        {{"demo", "--help"}, {"--every-source", "--audit"}},
    };
    for (const auto& row : table) {
        const auto told = run(row.arguments);
        BOOST_TEST(told.code == 0);
        for (const auto& each : row.mentioned) {
            BOOST_TEST_CONTEXT(row.arguments.front() << " " << each) {
                BOOST_TEST(told.out.find(each) != std::string::npos);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_failure_at_run_time_is_status_1) {
    const auto address = run({"serve", "--tcp", "192.0.2.1:0"});
    BOOST_TEST(address.code == 1);
    BOOST_TEST(address.err.find("is not a loopback address") != std::string::npos);
    const auto audit = run({"demo", "--every-source", "--audit", "/nosuch/audit"});
    BOOST_TEST(audit.code == 1);
    BOOST_TEST(audit.err == "assent: cannot open audit file `/nosuch/audit`: No such file or directory\n");
    const auto command = run({"bridge", "--log-level", "error", "--", "no-such-command-anywhere"});
    BOOST_TEST(command.code == 1);
    BOOST_TEST(command.err == "assent: cannot start `no-such-command-anywhere`: No such file or directory\n");
}

BOOST_AUTO_TEST_CASE(the_demo_ends_with_a_table_of_decisions) {
    const auto demo = run({"demo"});
    BOOST_TEST(demo.code == 0);
    BOOST_TEST(demo.out.find("allowed by rule `Bash(touch *)` (an option)") != std::string::npos);
    BOOST_TEST(demo.out.find("denied by rule `WebFetch(domain:*.bad.example.com)` (an option)") !=
               std::string::npos);
    BOOST_TEST(demo.out.find("the agent demands that a person answers") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_no_regular_file_is_refused_and_not_waited_for) {
    const temporary_folder folder;
    const auto fifo = folder.file("fifo");
    const auto lock = folder.file("socket.lock");
    for (const auto& each : {fifo, lock}) BOOST_REQUIRE(::mkfifo(each.c_str(), 0600) == 0);
    const auto chained = folder.file("policy.json");
    write_file(chained, R"({"audit":{"chain":true}})");
    const std::string policy =
        "cannot read policy file `" + fifo + "`: expected a regular file, got a FIFO\n";
    const std::string audit = "cannot open audit file `" + fifo + "`: expected a regular file, got a FIFO\n";
    check_refused({
        {{"serve", "--policy", fifo}, "assent: --policy: " + policy},
        {{"bridge", "--policy", fifo, "--", "cat"}, "assent: --policy: " + policy},
        {{"hook", "--policy", fifo}, "assent: hook: --policy: " + policy},
        {{"policy", "lint", fifo}, "assent: policy lint: " + policy},
        {{"policy", "test", fifo}, "assent: policy test: " + policy},
        {{"serve", "--audit", fifo}, "assent: --audit: " + audit},
        {{"serve", "--policy", chained, "--audit", fifo}, "assent: --audit: " + audit},
        {{"hook", "--audit", fifo}, "assent: hook: --audit: " + audit},
        {{"serve", "--audit", "/dev/null"},
         "assent: --audit: cannot open audit file `/dev/null`: expected a regular file, got a device\n"},
        {{"audit", "verify", fifo}, "assent: audit: " + audit},
        {{"audit", "head", fifo}, "assent: audit: " + audit},
    });
    const auto listening = run({"serve", "--unix", folder.file("socket")});
    BOOST_TEST(listening.code == 1);
    BOOST_TEST(listening.err == "assent: cannot listen on `" + folder.file("socket") + "`: `" + lock +
                                    "` is not a regular file\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace usage_test
