#include "program.hpp"
#include "socket_client.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <sys/resource.h>
#include <sys/stat.h>

namespace policy_reload_test {
namespace {

using assent::test::connect_unix;
using assent::test::program;
using assent::test::temporary_folder;
using assent::test::write_file;

constexpr auto allowing = R"json({"rules":{"allow":["Bash(make)"]}})json";
constexpr auto denying = R"json({"rules":{"deny":["Bash(make)"]}})json";

std::string make_request(const std::string& id) {
    return R"({"type":"control_request","request_id":")" + id +
           R"(","request":{"subtype":"can_use_tool","tool_name":"Bash","tool_use_id":"t","input":{"command":"make"}}})";
}

bool allows(std::string_view answer) {
    return answer.find(R"("behavior":"allow")") != std::string_view::npos;
}
bool denies(std::string_view answer) {
    return answer.find("denied by rule `Bash(make)` (your policy)") != std::string_view::npos;
}

// A folder with a policy file that changes.
class changing_policy {
public:
    explicit changing_policy(std::string_view text) { becomes(text); }
    void becomes(std::string_view text) const { write_file(path(), text); }
    [[nodiscard]] std::string path() const { return folder_.file("policy.json"); }
    [[nodiscard]] std::string socket() const { return folder_.file("socket"); }

private:
    temporary_folder folder_;
};

BOOST_AUTO_TEST_SUITE(policy_reload_test)

BOOST_AUTO_TEST_CASE(after_a_hangup_signal_the_next_call_is_decided_by_the_new_file) {
    const changing_policy policy(denying);
    program server({"serve", "--stdio", "--policy", policy.path(), "--log-level", "info"});
    server.write(make_request("1") + "\n");
    BOOST_TEST(denies(server.out_lines(1).back()));
    policy.becomes(allowing);
    server.write(make_request("2") + "\n");
    BOOST_TEST(denies(server.out_lines(2).back()));  // not before the signal
    server.signal(SIGHUP);
    BOOST_TEST(server.says("assent: info: policy read again: " + policy.path()));
    server.write(make_request("3") + "\n");
    BOOST_TEST(allows(server.out_lines(3).back()));
    BOOST_TEST(server.wait().code == 0);
}

BOOST_AUTO_TEST_CASE(the_mode_of_the_new_file_counts_unless_the_command_line_has_one) {
    for (const bool given : {false, true}) {
        const changing_policy policy(R"({"mode":"ask"})");
        std::vector<std::string> arguments{"serve", "--policy", policy.path(), "--log-level", "info"};
        if (given) arguments.insert(arguments.end(), {"--mode", "ask"});
        program server(arguments);
        server.write(make_request("1") + "\n");
        BOOST_TEST(!allows(server.out_lines(1).back()));
        policy.becomes(R"({"mode":"allow"})");
        server.signal(SIGHUP);
        BOOST_TEST(server.says("policy read again"));
        server.write(make_request("2") + "\n");
        BOOST_TEST(allows(server.out_lines(2).back()) == !given);
    }
}

BOOST_AUTO_TEST_CASE(connections_that_are_open_and_those_to_come_get_the_new_file) {
    const changing_policy policy(denying);
    program server({"serve", "--unix", policy.socket(), "--policy", policy.path(), "--log-level", "info"});
    BOOST_TEST(server.says("assent: listening on "));
    const auto open = connect_unix(policy.socket());
    open.say(make_request("1") + "\n");
    BOOST_TEST(denies(open.hear()));
    policy.becomes(allowing);
    server.signal(SIGHUP);
    BOOST_TEST(server.says("policy read again"));
    open.say(make_request("2") + "\n");
    BOOST_TEST(allows(open.hear()));
    const auto later = connect_unix(policy.socket());
    later.say(make_request("3") + "\n");
    BOOST_TEST(allows(later.hear()));
    server.signal(SIGTERM);
    BOOST_TEST(server.wait().code == 0);
}

BOOST_AUTO_TEST_CASE(peers_that_take_all_connections_do_not_keep_a_stricter_policy_out) {
    constexpr int few_descriptors = 64;
    const changing_policy policy(allowing);
    program server(
        {"-c", "ulimit -n " + std::to_string(few_descriptors) + "; exec \"$0\" \"$@\"", ASSENT_PROGRAM,
         "serve", "--unix", policy.socket(), "--policy", policy.path(), "--log-level", "info"},
        {.executable = "/bin/sh"});
    BOOST_TEST(server.says("assent: listening on "));
    const auto open = connect_unix(policy.socket());
    open.say(make_request("1") + "\n");
    BOOST_TEST(allows(open.hear()));
    std::vector<std::unique_ptr<assent::test::socket_client>> greedy;
    for (int count = 0; count < 2 * few_descriptors; ++count)
        greedy.emplace_back(new assent::test::socket_client(connect_unix(policy.socket())));
    BOOST_TEST(greedy.back()->hear().empty());  // refused: it is not waiting in the queue
    policy.becomes(denying);
    server.signal(SIGHUP);
    BOOST_TEST(server.says("policy read again"));
    open.say(make_request("2") + "\n");
    BOOST_TEST(denies(open.hear()));
    server.signal(SIGTERM);
    BOOST_TEST(server.wait().code == 0);
}

BOOST_AUTO_TEST_CASE(a_policy_that_could_not_be_read_for_want_of_descriptors_is_read_when_there_are_some) {
    const changing_policy policy(allowing);
    for (const bool bridged : {false, true}) {
        BOOST_TEST_CONTEXT(bridged) {
            policy.becomes(allowing);
            std::vector<std::string> arguments{bridged ? "bridge" : "serve", "--policy", policy.path(),
                                               "--log-level", "info"};
            if (bridged) arguments.insert(arguments.end(), {"--", "sh", "-c", "echo ready; cat"});
            program server(arguments);
            if (!bridged) server.write(make_request("1") + "\n");
            const auto answer = server.out_lines(1).back();
            BOOST_TEST((bridged ? answer == "ready" : allows(answer)));
            rlimit before{};
            BOOST_REQUIRE(::prlimit(server.pid(), RLIMIT_NOFILE, nullptr, &before) == 0);
            const rlimit none{0, before.rlim_max};
            BOOST_REQUIRE(::prlimit(server.pid(), RLIMIT_NOFILE, &none, nullptr) == 0);
            policy.becomes(denying);
            server.signal(SIGHUP);
            BOOST_TEST(
                server.says("assent: error: the policy stays as it was for now: cannot read policy file `" +
                            policy.path() + "`: Too many open files"));
            BOOST_REQUIRE(::prlimit(server.pid(), RLIMIT_NOFILE, &before, nullptr) == 0);
            BOOST_TEST(server.says("assent: info: policy read again: " + policy.path()));
            if (!bridged) {
                server.write(make_request("2") + "\n");
                BOOST_TEST(denies(server.out_lines(2).back()));
            }
            const auto end = server.wait();
            BOOST_TEST(end.code == 0);
            // Said once, however often it was tried.
            const auto first = end.err.find("stays as it was");
            BOOST_TEST(end.err.find("stays as it was", first + 1) == std::string::npos);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_bridge_reads_its_policy_again_and_the_agent_does_not_notice) {
    const changing_policy policy(denying);
    program bridge({"bridge", "--log-level", "info", "--policy", policy.path(), "--", "sh", "-c",
                    "trap 'echo hurt; exit 9' HUP; "
                    "echo '" +
                        make_request("1") + "'; read answer; printf '%s\\n' \"$answer\"; read go; echo '" +
                        make_request("2") + "'; read answer; printf '%s\\n' \"$answer\""});
    BOOST_TEST(denies(bridge.out_lines(1).back()));
    policy.becomes(allowing);
    bridge.signal(SIGHUP);
    BOOST_TEST(bridge.says("policy read again"));
    bridge.write("go\n");
    BOOST_TEST(allows(bridge.out_lines(2).back()));
    const auto end = bridge.wait();
    BOOST_TEST(end.code == 0);
    BOOST_TEST(end.out.find("hurt") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_new_file_that_is_not_good_changes_nothing_and_the_log_says_so) {
    const changing_policy policy(denying);
    const struct {
        std::string content;
        std::string expected;  // what follows the path
    } table[] = {
        {"{\n  \"mode\": \"maybe\"\n}", ":2: mode: "},
        {R"({"examples":[{"tool":"Bash","expect":"allow"}]})",
         ": 1 of 1 examples are decided otherwise; examples[0]: Bash: expected allow, got ask"},
    };
    program server({"serve", "--policy", policy.path()});
    std::size_t answers = 0;
    const auto still_denies = [&] {
        server.write(make_request(std::to_string(++answers)) + "\n");
        return denies(server.out_lines(answers).back());
    };
    BOOST_TEST(still_denies());
    for (const auto& row : table) {
        policy.becomes(row.content);
        server.signal(SIGHUP);
        BOOST_TEST(server.says("assent: error: the policy stays as it was: " + policy.path() + row.expected));
        BOOST_TEST(still_denies());
    }
    const auto end = server.wait();
    BOOST_TEST(end.code == 0);
    BOOST_TEST(end.err.find(policy.path() + ":2: mode: expected ask, ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(requests_are_answered_whatever_stands_in_the_place_of_the_policy_file) {
    const struct {
        const char* found;
        std::function<void(const std::string&)> put;
    } table[] = {
        {"a FIFO", [](const auto& path) { BOOST_REQUIRE(::mkfifo(path.c_str(), 0600) == 0); }},
        {"a directory", [](const auto& path) { BOOST_REQUIRE(::mkdir(path.c_str(), 0700) == 0); }},
        {"a device", [](const auto& path) { std::filesystem::create_symlink("/dev/zero", path); }},
    };
    const changing_policy policy(denying);
    program server({"serve", "--policy", policy.path(), "--log-level", "info"});
    std::size_t answers = 0;
    const auto answer = [&] {
        server.write(make_request(std::to_string(++answers)) + "\n");
        return server.out_lines(answers).back();
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.found) {
            BOOST_TEST(denies(answer()));
            std::filesystem::remove(policy.path());
            row.put(policy.path());
            server.signal(SIGHUP);
            BOOST_TEST(server.says("assent: error: the policy stays as it was: cannot read policy file `" +
                                   policy.path() + "`: expected a regular file, got " + row.found));
            BOOST_TEST(denies(answer()));
            std::filesystem::remove(policy.path());
        }
    }
    policy.becomes(allowing);
    server.signal(SIGHUP);
    BOOST_TEST(server.says("policy read again"));
    BOOST_TEST(allows(answer()));
    BOOST_TEST(server.wait().code == 0);
}

BOOST_AUTO_TEST_CASE(without_a_policy_file_the_hangup_signal_keeps_its_meaning) {
    for (const std::vector<std::string>& options :
         {std::vector<std::string>{}, {"--policy", "bare"}, {"--policy", "standard"}}) {
        std::vector<std::string> arguments{"serve"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        program server(arguments);
        server.write(make_request("1") + "\n");
        BOOST_TEST(server.out_lines(1).size() == 1U);
        server.signal(SIGHUP);
        BOOST_TEST(server.wait(true).signal == SIGHUP);
    }
    program bridge({"bridge", "--log-level", "error", "--", "sh", "-c",
                    "trap 'echo caught; exit 3' HUP; echo ready; while :; do sleep 0.05; done"});
    BOOST_TEST(bridge.out_lines(1).front() == "ready");
    bridge.signal(SIGHUP);
    BOOST_TEST(bridge.out_lines(2).back() == "caught");
    BOOST_TEST(bridge.wait().code == 3);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace policy_reload_test
