#include "program.hpp"
#include "socket_client.hpp"

#include <assent/app/session/unread_budget.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <list>
#include <string>

#include <sys/stat.h>

namespace serve_test {
namespace {

using assent::test::connect_tcp;
using assent::test::connect_unix;
using assent::test::file_without_room;
using assent::test::program;
using assent::test::read_file;
using assent::test::run;
using assent::test::socket_client;
using assent::test::temporary_folder;
using assent::test::write_file;

constexpr auto input = R"({"command":"npm test","x":1.0, "y": 0.1,"z":12345678901234567890123})";

std::string flat_request(const std::string& id) {
    return R"({"type":"control_request","request_id":")" + id +
           R"(","request":{"subtype":"can_use_tool","tool_name":"Bash","input":)" + input +
           R"(,"permission_suggestions":[{"rule":{"tool_pattern":"Bash","input_pattern":{"command":"npm *"}},"value":"always_allow"}]}})" +
           "\n";
}

std::string nested_request(const std::string& id) {
    return R"({"request_id":")" + id +
           R"(","request":{"subtype":"can_use_tool","tool_name":"Bash","tool_use_id":"t1","input":)" + input +
           R"(},"type":"control_request"})" + "\n";
}

std::string flat_allow(const std::string& id) {
    return R"({"type":"control_response","request_id":")" + id + R"(","result":{"type":"allow","input":)" +
           input + "}}\n";
}

std::string nested_allow(const std::string& id) {
    return R"({"type":"control_response","response":{"subtype":"success","request_id":")" + id +
           R"(","response":{"behavior":"allow","updatedInput":)" + input + "}}}\n";
}

constexpr auto agents_set_modes = R"({"peer_mode":"any"})";

// Two connections at once, each with its own dialect and state.
void serve_two(const socket_client& one, const socket_client& two) {
    one.say(flat_request("a"));
    two.say(nested_request("b"));
    BOOST_TEST(two.hear() == nested_allow("b"));
    BOOST_TEST(one.hear() == flat_allow("a"));
    one.say(
        R"({"type":"control_request","request_id":"m","request":{"subtype":"set_permission_mode","mode":"deny"}})"
        "\n");
    BOOST_TEST(one.hear() == R"({"type":"control_response","request_id":"m","result":{"mode":"deny"}})"
                             "\n");
    two.say(nested_request("c"));
    BOOST_TEST(two.hear() == nested_allow("c"));
}

BOOST_AUTO_TEST_SUITE(serve_test)

BOOST_AUTO_TEST_CASE(each_peer_is_answered_in_its_dialect_and_gets_its_input_back_byte_for_byte) {
    const auto flat = run({"serve", "--stdio", "--allow", "Bash(npm *)"}, flat_request("r1"));
    BOOST_TEST(flat.code == 0);
    BOOST_TEST(flat.out == flat_allow("r1"));
    BOOST_TEST(flat.err.empty());
    const auto nested = run({"serve", "--allow", "Bash(npm *)"}, nested_request("r2"));
    BOOST_TEST(nested.code == 0);
    BOOST_TEST(nested.out == nested_allow("r2"));
}

BOOST_AUTO_TEST_CASE(a_rule_about_commands_holds_for_every_tool_that_runs_them) {
    const std::string monitor =
        R"({"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool","tool_name":"Monitor",)"
        R"("input":{"command":"rm a","description":"x"}}})"
        "\n";
    BOOST_TEST(
        run({"serve", "--dialect", "flat", "--mode", "allow", "--deny", "Bash(rm *)"}, monitor).out ==
        R"-({"type":"control_response","request_id":"r","result":{"type":"deny","reason":"denied by rule `Bash(rm *)` (an option)"}})-"
        "\n");
}

BOOST_AUTO_TEST_CASE(what_is_left_open_is_denied_unless_the_host_says_otherwise) {
    BOOST_TEST(
        run({"serve", "--dialect", "flat"}, nested_request("r")).out ==
        R"({"type":"control_response","request_id":"r","result":{"type":"deny","reason":"`npm test` runs code of the project; no rule allows it; nobody is there to ask"}})"
        "\n");
    BOOST_TEST(run({"serve", "--on-ask", "allow"}, nested_request("r")).out == nested_allow("r"));
}

BOOST_AUTO_TEST_CASE(a_flag_never_waves_through_what_a_rule_wants_a_person_for) {
    for (const auto* rule : {"--ask", "--deny"}) {
        const auto result = run(
            {"serve", "--on-ask", "allow", rule, "Bash(npm publish)", "--allow", "Bash(npm *)"},
            R"({"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool","tool_name":"Bash","tool_use_id":"t","input":{"command":"npm publish; true"}}})"
            "\n");
        BOOST_TEST_CONTEXT(rule) BOOST_TEST(result.out.find(R"("behavior":"deny")") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(a_mode_from_the_command_line_is_not_the_agents_to_change) {
    const auto result = run(
        {"serve", "--mode", "deny"},
        R"({"type":"control_request","request_id":"m","request":{"subtype":"set_permission_mode","mode":"allow"}})"
        "\n");
    BOOST_TEST(
        result.out ==
        R"({"type":"control_response","request_id":"m","error":{"code":"invalid_mode","message":"the host does not let the agent set permission mode `allow`"}})"
        "\n");
}

BOOST_AUTO_TEST_CASE(every_decision_is_on_record_and_no_input_is) {
    const temporary_folder folder;
    const auto audit = folder.file("audit.jsonl");
    BOOST_TEST(
        run({"serve", "--allow", "Bash(npm *)", "--audit", audit}, nested_request("r1") + flat_request("r2"))
            .code == 0);
    struct stat status {};
    BOOST_REQUIRE(::stat(audit.c_str(), &status) == 0);
    BOOST_TEST((status.st_mode & 0777) == 0600U);
    const auto text = read_file(audit);
    BOOST_TEST(std::count(text.begin(), text.end(), '\n') == 2);
    BOOST_TEST(
        text.find(
            R"("event":"decision","request_id":"r1","tool":"Bash","tool_use_id":"t1","outcome":"allow","source":"rule")") !=
        std::string::npos);
    BOOST_TEST(text.find("npm test") == std::string::npos);
    const auto on_stderr = run({"serve", "--audit", "-"}, nested_request("r1"));
    BOOST_TEST(on_stderr.err.find(R"("outcome":"deny","source":"callback")") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_peer_cannot_write_lines_of_its_own_into_the_log) {
    const auto result =
        run({"serve"}, R"({"type":"control_request","request_id":"r","k\n{\u001b":1,"k\n{\u001b":2})"
                       "\n");
    BOOST_TEST(std::count(result.err.begin(), result.err.end(), '\n') == 1);
    BOOST_TEST(result.err.find("k\\x0a{\\x1b") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_record_that_cannot_be_written_denies) {
    const auto result =
        run({"serve", "--allow", "Bash", "--audit", file_without_room().path()}, nested_request("r1"));
    BOOST_TEST(result.out.find(R"("message":"the audit record could not be written")") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(standard_input_may_be_a_file) {
    const temporary_folder folder;
    program shell({"bridge", "--log-level", "error", "--", "sh", "-c",
                   "printf '%s' \"$1\" > \"$2\"; exec \"$0\" serve --allow 'Bash(npm *)' < \"$2\"",
                   ASSENT_PROGRAM, nested_request("r"), folder.file("in")});
    BOOST_TEST(shell.wait().out == nested_allow("r"));
}

BOOST_AUTO_TEST_CASE(two_clients_at_once_on_a_unix_socket_are_strangers_to_each_other) {
    const temporary_folder folder;
    const auto path = folder.file("socket");
    write_file(folder.file("policy.json"), agents_set_modes);
    program server(
        {"serve", "--unix", path, "--allow", "Bash(npm *)", "--policy", folder.file("policy.json")});
    BOOST_TEST(server.err_lines(1).front() == "assent: listening on " + path);
    struct stat status {};
    BOOST_REQUIRE(::stat(path.c_str(), &status) == 0);
    BOOST_TEST((status.st_mode & 0777) == 0600U);
    serve_two(connect_unix(path), connect_unix(path));
    server.signal(SIGTERM);
    BOOST_TEST(server.wait().code == 0);
    BOOST_TEST(!std::filesystem::exists(path));
}

BOOST_AUTO_TEST_CASE(
    clients_that_do_not_end_their_lines_take_a_bounded_memory_together_and_nobody_elses_place) {
    const temporary_folder folder;
    program server({"serve", "--unix", folder.file("socket")});
    BOOST_TEST(server.says("assent: listening on "));
    constexpr std::size_t half_bytes = 1'000'000;
    const std::string half = R"({"request_id":")" + std::string(half_bytes, 'a');
    std::list<socket_client> greedy;
    for (std::size_t sent = 0; sent <= assent::default_max_unread_bytes_total; sent += half.size()) {
        greedy.emplace_back(folder.file("socket"));
        greedy.back().say(half);
    }
    BOOST_TEST(
        server.says("ended, since all connections together have sent more than 64MiB of lines that have not "
                    "ended (max_unread_bytes_total), and this one the most"));
    const auto honest = connect_unix(folder.file("socket"));
    honest.say(flat_request("1"));
    BOOST_TEST(honest.hear().find(R"("request_id":"1")") != std::string::npos);
    server.signal(SIGTERM);
    BOOST_TEST(server.wait().code == 0);
}

BOOST_AUTO_TEST_CASE(two_clients_at_once_on_a_tcp_port_are_strangers_to_each_other) {
    const temporary_folder folder;
    write_file(folder.file("policy.json"), agents_set_modes);
    program server(
        {"serve", "--tcp", "127.0.0.1:0", "--allow", "Bash(npm *)", "--policy", folder.file("policy.json")});
    const auto line = server.err_lines(1).front();
    const std::string said = "assent: listening on 127.0.0.1:";
    BOOST_REQUIRE(line.starts_with(said));
    BOOST_TEST(line.ends_with(" (loopback only)"));
    const auto port = static_cast<std::uint16_t>(std::stoi(line.substr(said.size())));
    serve_two(connect_tcp(port), connect_tcp(port));
    const auto browser = connect_tcp(port);
    browser.say("GET / HTTP/1.1\r\n");
    BOOST_TEST(browser.hear().empty());
    server.signal(SIGINT);
    BOOST_TEST(server.wait().code == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace serve_test
