// The program as the permission-prompt tool of an agent.
#include "program.hpp"

#include <fmt/format.h>
#include <boost/test/unit_test.hpp>

#include <filesystem>

#include <csignal>
#include <string>
#include <vector>

namespace mcp_test {
namespace {

using assent::test::file_without_room;
using assent::test::program;
using assent::test::read_file;
using assent::test::run;
using assent::test::temporary_folder;
using assent::test::write_file;

const std::string hello =
    R"({"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}},"jsonrpc":"2.0","id":0})"
    "\n"
    R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
    "\n";
const std::string welcome =
    R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"assent","version":"0.1.0"}}})"
    "\n";

std::string call(const std::string& id, const std::string& tool, const std::string& input) {
    return R"({"method":"tools/call","params":{"name":"approve","arguments":{"tool_name":")" + tool +
           R"(","input":)" + input + R"(,"tool_use_id":"t"}},"jsonrpc":"2.0","id":)" + id + "}\n";
}

std::string bash(const std::string& id, const std::string& command) {
    return call(id, "Bash", R"({"command":")" + command + R"("})");
}

std::string answer(const std::string& id, const std::string& decision) {
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{"content":[{"type":"text","text":"{)" + decision +
           R"(}"}]}})" + "\n";
}

std::string allowed(const std::string& id, const std::string& input) {
    return answer(id, R"(\"behavior\":\"allow\",\"updatedInput\":)" + input);
}

std::string denied(const std::string& id, const std::string& why) {
    return answer(id, R"(\"behavior\":\"deny\",\"message\":\")" + why + R"(\")");
}

BOOST_AUTO_TEST_SUITE(mcp_test)

BOOST_AUTO_TEST_CASE(a_session_from_the_first_line_to_the_last) {
    const auto result = run({"mcp", "--allow", "Bash(touch *)", "--deny", "Bash(rm *)"},
                            hello + call("1", "Bash", R"({"command":"touch a", "x": 1.0})") +
                                bash("2", "rm a") + R"({"jsonrpc":"2.0","id":3,"method":"ping"})" + "\n");
    BOOST_TEST(result.code == 0);
    BOOST_TEST(result.err.empty());
    BOOST_TEST(result.out == welcome + allowed("1", R"({\"command\":\"touch a\", \"x\": 1.0})") +
                                 denied("2", "denied by rule `Bash(rm *)` (an option)") +
                                 R"({"jsonrpc":"2.0","id":3,"result":{}})" + "\n");
}

BOOST_AUTO_TEST_CASE(a_rule_about_commands_holds_for_every_tool_that_runs_them) {
    const auto monitor = call("1", "Monitor", R"({"command":"rm a","description":"x"})");
    BOOST_TEST(run({"mcp", "--mode", "allow", "--deny", "Bash(rm *)"}, monitor).out ==
               denied("1", "denied by rule `Bash(rm *)` (an option)"));
}

BOOST_AUTO_TEST_CASE(what_is_left_open_is_denied_unless_the_host_says_otherwise) {
    BOOST_TEST(run({"mcp"}, bash("1", "make")).out ==
               denied("1", "`make` runs code of the project; no rule allows it; nobody is there to ask"));
    BOOST_TEST(run({"mcp", "--on-ask", "deny"}, bash("1", "make")).out ==
               denied("1", "`make` runs code of the project; no rule allows it; nobody is there to ask"));
    BOOST_TEST(run({"mcp", "--on-ask", "allow"}, bash("1", "make")).out ==
               allowed("1", R"({\"command\":\"make\"})"));
}

BOOST_AUTO_TEST_CASE(a_flag_never_waves_through_what_a_rule_denies_or_wants_a_person_for) {
    for (const auto* rule : {"--ask", "--deny"}) {
        const auto result =
            run({"mcp", "--on-ask", "allow", rule, "Bash(npm publish)"}, bash("1", "npm publish; true"));
        BOOST_TEST_CONTEXT(rule) {
            BOOST_TEST(result.out.find(R"(\"behavior\":\"deny\")") != std::string::npos);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_agents_directory_is_this_one_unless_another_is_given) {
    const temporary_folder folder;
    const auto edit = call("1", "Edit", R"({"file_path":"a.c"})");
    const std::vector<std::string> accepting{"mcp", "--mode", "accept_edits"};
    BOOST_TEST(run(accepting, edit, {.folder = folder.path()}).out ==
               allowed("1", R"({\"file_path\":\"a.c\"})"));
    const auto secret =
        run({"mcp", "--cwd", "/srv/app", "--deny", "Edit(/srv/**)", "--on-ask", "allow"}, edit);
    BOOST_TEST(secret.out == denied("1", "denied by rule `Edit(/srv/**)` (an option)"));
    const auto wrong = run({"mcp", "--cwd", "srv"});
    BOOST_TEST(wrong.code == 2);
    BOOST_TEST(wrong.err ==
               "assent: --cwd: expected an absolute path without `.`, `..` and doubled `/`, got `srv`\n");
}

BOOST_AUTO_TEST_CASE(it_ends_cleanly_on_a_signal) {
    for (const int number : {SIGTERM, SIGINT}) {
        program server({"mcp"});
        server.write(hello);
        BOOST_TEST(server.out_lines(1).front() + "\n" == welcome);
        server.signal(number);
        const auto result = server.wait(true);
        BOOST_TEST_CONTEXT(number) {
            BOOST_TEST(result.code == 0);
            BOOST_TEST(result.signal == 0);
        }
    }
}

BOOST_AUTO_TEST_CASE(another_policy_comes_in_force_on_a_hangup) {
    const temporary_folder folder;
    const auto policy = folder.file("policy.json");
    write_file(policy, R"json({"rules":{"allow":["Bash(make *)"]}})json");
    program server({"mcp", "--policy", policy, "--log-level", "info"});
    server.write(bash("1", "make a"));
    BOOST_TEST(server.out_lines(1).back() + "\n" == allowed("1", R"({\"command\":\"make a\"})"));
    write_file(policy, R"json({"rules":{"deny":["Bash(make *)"]}})json");
    server.signal(SIGHUP);
    BOOST_TEST(server.says("policy read again"));
    server.write(bash("2", "make a"));
    BOOST_TEST(server.out_lines(2).back() + "\n" ==
               denied("2", "denied by rule `Bash(make *)` (your policy)"));
}

BOOST_AUTO_TEST_CASE(every_decision_is_on_record) {
    const temporary_folder folder;
    const auto audit = folder.file("audit.jsonl");
    const std::string asked = bash("1", "touch a") + bash("2", "make");
    BOOST_TEST(run({"mcp", "--allow", "Bash(touch *)", "--audit", audit}, asked).code == 0);
    const auto text = read_file(audit);
    const auto recorded = [&](std::string_view request, std::string_view becomes) {
        const auto begin = fmt::format(R"("request_id":"{}","tool":"Bash","tool_use_id":"t","folder":"{}",)",
                                       request, std::filesystem::current_path().string());
        return text.find(begin + std::string(becomes)) != std::string::npos;
    };
    BOOST_TEST(recorded("1", R"("outcome":"allow","source":"rule")"));
    BOOST_TEST(recorded("2", R"("outcome":"deny","source":"callback")"));
    BOOST_TEST(run({"mcp", "--mode", "allow", "--audit", file_without_room().path()}, bash("1", "ls")).out ==
               denied("1", "the audit record could not be written"));
}

BOOST_AUTO_TEST_CASE(a_line_over_the_limit_without_an_id_in_front_ends_it) {
    const auto result = run({"mcp", "--max-line", "1KiB"}, bash("1", std::string(2000, 'x')));
    BOOST_TEST(result.code == 1);
    BOOST_TEST(result.err.find("line longer than 1024 bytes") != std::string::npos);
    BOOST_TEST(result.out.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace mcp_test
