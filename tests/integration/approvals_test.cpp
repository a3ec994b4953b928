// People are asked, and nobody comes.
#include "hang_limit.hpp"
#include "program.hpp"

#include <assent/adapters/control/json/json_text.hpp>

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace approvals_test {
namespace {

using assent::test::finished;
using assent::test::program;
using assent::test::read_file;
using assent::test::run;
using assent::test::temporary_folder;

std::string request(std::string_view id, std::string_view tool, std::string_view input) {
    return R"({"type":"control_request","request_id":")" + std::string(id) +
           R"(","request":{"subtype":"can_use_tool","tool_name":")" + std::string(tool) +
           R"(","tool_use_id":"t","input":)" + std::string(input) + "}}\n";
}

BOOST_AUTO_TEST_CASE(with_no_browser_open_a_question_is_denied_after_its_time_and_the_agent_goes_on) {
    const temporary_folder folder;
    const auto record = folder.file("audit");
    program served({"serve", "--stdio", "--on-ask", "web", "--ask-timeout", "200ms", "--allow", "Read",
                    "--audit", record});
    BOOST_TEST(served.says("assent: approvals at http://127.0.0.1:"));
    served.write(request("1", "Bash", R"({"command":"ls"})"));
    const auto first = served.out_lines(1);
    BOOST_TEST(first[0].find(R"("behavior":"deny")") != std::string::npos, first[0]);
    served.write(request("2", "Read", R"({"file_path":"/a"})"));
    const auto both = served.out_lines(2);
    BOOST_TEST(both[1].find(R"("behavior":"allow")") != std::string::npos, both[1]);
    BOOST_TEST(served.wait().code == 0);
    const auto line = read_file(record);
    const auto event = boost::json::parse(line.substr(0, line.find('\n'))).as_object();
    BOOST_TEST(event.at("source").as_string() == "timeout", line);
    BOOST_TEST(event.at("outcome").as_string() == "deny", line);
}

BOOST_AUTO_TEST_CASE(a_bridged_agent_goes_on_too) {
    program bridged({"bridge", "--on-ask", "web", "--ask-timeout", "200ms", "--guard", "off", "--", "sh",
                     "-c",
                     "printf '%s\\n' '" +
                         request("1", "Bash", R"({"command":"ls"})")
                             .substr(0, request("1", "Bash", R"({"command":"ls"})").size() - 1) +
                         "'; read -r answer; printf '%s\\n' \"$answer\""});
    const auto said = bridged.out_lines(1);
    BOOST_TEST(said[0].find(R"("behavior":"deny")") != std::string::npos, said[0]);
    BOOST_TEST(bridged.wait().code == 0);
}

BOOST_AUTO_TEST_CASE(the_page_of_a_running_program_is_found) {
    const temporary_folder folder;
    const assent::test::surroundings here{.environment = {{"XDG_RUNTIME_DIR", folder.path()}}};
    const finished before = run({"console"}, {}, here);
    BOOST_TEST(before.code == 1);
    BOOST_TEST(before.err.find("no page of approvals is open") != std::string::npos);
    program served({"serve", "--stdio", "--on-ask", "web"}, here);
    BOOST_TEST(served.says("assent: approvals at"));
    const finished found = run({"console"}, {}, here);
    BOOST_TEST(found.code == 0);
    BOOST_TEST(found.out.find("assent serve (process " + std::to_string(served.pid()) +
                              "): http://127.0.0.1:") == 0U,
               found.out);
    BOOST_TEST(served.wait().code == 0);
    BOOST_TEST(run({"console"}, {}, here).code == 1);
}

// Only root can become somebody else.
boost::test_tools::assertion_result by_root(boost::unit_test::test_unit_id) { return ::geteuid() == 0; }

// A process of another user. It runs `act` with a socket and this address, and ends with what that returns.
template <class Act>
pid_t stranger(const std::string& path, Act act) {
    constexpr uid_t nobody = 65534;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    std::fflush(nullptr);  // else the copy may print it again
    const pid_t made = ::fork();
    if (made != 0) return made;
    const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
    if (::setresuid(nobody, nobody, nobody) != 0) ::_exit(2);
    ::_exit(act(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)));
}

BOOST_AUTO_TEST_CASE(a_process_of_another_user_gets_no_link, *boost::unit_test::precondition(by_root)) {
    const temporary_folder folder;
    program served({"serve", "--stdio", "--on-ask", "web"},
                   {.environment = {{"XDG_RUNTIME_DIR", folder.path()}}});
    BOOST_TEST(served.says("assent: approvals at"));
    const std::string pages = folder.path() + "/assent";
    const std::string socket = pages + "/" + std::to_string(served.pid()) + ".page";
    // Even if somebody opened all of it.
    for (const auto& each : {folder.path(), pages, socket})
        std::filesystem::permissions(each, std::filesystem::perms(0777));
    const pid_t asking = stranger(socket, [](int fd, const sockaddr* address, socklen_t length) {
        char byte = 0;
        if (::connect(fd, address, length) != 0) return 3;
        return ::read(fd, &byte, 1) == 0 ? 0 : 1;
    });
    int status = 0;
    BOOST_REQUIRE(::waitpid(asking, &status, 0) == asking);
    BOOST_TEST(status == 0);
    BOOST_TEST(served.wait().code == 0);
}

BOOST_AUTO_TEST_CASE(a_link_of_another_user_is_not_shown, *boost::unit_test::precondition(by_root)) {
    const temporary_folder folder;
    const std::string pages = folder.path() + "/assent";
    std::filesystem::create_directory(pages);
    for (const auto& each : {folder.path(), pages})
        std::filesystem::permissions(each, std::filesystem::perms(0777));
    const std::string socket = pages + "/1.page";
    std::array<int, 2> ready{};
    BOOST_REQUIRE(::pipe2(ready.data(), O_CLOEXEC) == 0);
    const pid_t telling = stranger(socket, [ready](int fd, const sockaddr* address, socklen_t length) {
        constexpr std::string_view link = R"({"program":"p","process":1,"link":"http://127.0.0.1:1/"})"
                                          "\n";
        if (::bind(fd, address, length) != 0 || ::listen(fd, 1) != 0 || ::write(ready[1], "r", 1) != 1)
            return 3;
        const int to = ::accept(fd, nullptr, nullptr);
        return ::write(to, link.data(), link.size()) < 0 ? 1 : 0;
    });
    ::close(ready[1]);
    char told = 0;
    BOOST_REQUIRE(::read(ready[0], &told, 1) == 1);  // 0 where it has ended
    ::close(ready[0]);
    std::filesystem::permissions(pages, std::filesystem::perms(0700));
    const finished found = run({"console"}, {}, {.environment = {{"XDG_RUNTIME_DIR", folder.path()}}});
    BOOST_TEST(found.code == 1, found.out);
    BOOST_TEST(found.out.empty(), found.out);
    ::kill(telling, SIGKILL);
    BOOST_TEST(::waitpid(telling, nullptr, 0) == telling);
}

BOOST_AUTO_TEST_CASE(wrong_ways_to_ask_people_are_told) {
    const finished both = run({"mcp", "--on-ask", "peer"});
    BOOST_TEST(both.code == 2);
    BOOST_TEST(both.err.find("--on-ask: expected deny, allow, terminal, web or terminal,web, got `peer`") !=
                   std::string::npos,
               both.err);
    const finished sockets = run({"serve", "--tcp", "127.0.0.1:0", "--on-ask", "peer"});
    BOOST_TEST(sockets.code == 2);
    BOOST_TEST(sockets.err == "assent: --on-ask: peer is for --stdio\n");
    const finished open = run({"serve", "--open"});
    BOOST_TEST(open.code == 2);
    BOOST_TEST(open.err.find("--open: expected --on-ask web") != std::string::npos, open.err);
}

// ---- --notify

// The variables that the command of a question is given, as it writes them.
const std::string say_all =
    "printf '%s|' \"$ASSENT_QUESTION\" \"$ASSENT_TOOL\" \"$ASSENT_RISK\" "
    "\"$ASSENT_TEXT\" \"$ASSENT_LINK\" >> ";

// Waits until a file that a command writes in one piece is there.
std::string told(const std::string& path) {
    const auto give_up = std::chrono::steady_clock::now() + assent::test::hang_limit;
    while (!std::filesystem::exists(path) && std::chrono::steady_clock::now() < give_up)
        std::this_thread::yield();
    return read_file(path);
}

BOOST_AUTO_TEST_CASE(a_command_tells_people_of_each_question_once) {
    const temporary_folder folder;
    const auto out = folder.file("out");
    program served({"serve", "--stdio", "--on-ask", "web", "--ask-timeout", "0", "--allow", "Read",
                    "--notify", say_all + out + ".new; mv " + out + ".new " + out + ".$ASSENT_QUESTION"});
    BOOST_TEST(served.says("assent: approvals at http://127.0.0.1:"));
    served.write(request("0", "Read", R"({"file_path":"/a"})"));
    served.write(request("1", "Bash", R"({"command":"rm -rf a\nb"})"));
    const auto first = told(out + ".1");
    BOOST_TEST(first.find("1|Bash|high|Execute command: rm -rf a\\nb|http://127.0.0.1:") == 0U, first);
    BOOST_TEST(first.find("/?token=") != std::string::npos, first);
    served.write(request("2", "Write", R"({"file_path":"/x","content":"y"})"));
    BOOST_TEST(told(out + ".2").find("2|Write|") == 0U);
    BOOST_TEST(served.wait().code == 0);
    BOOST_TEST(!std::filesystem::exists(out + ".new"));
}

BOOST_AUTO_TEST_CASE(what_the_record_leaves_out_is_not_told_either) {
    const temporary_folder folder;
    const auto out = folder.file("out");
    assent::test::write_file(folder.file("policy"),
                             R"({"audit":{"inputs":"full","redact":["command","token"]}})");
    program served({"serve", "--stdio", "--on-ask", "web", "--ask-timeout", "0", "--policy",
                    folder.file("policy"), "--notify",
                    say_all + out + ".new; mv " + out + ".new " + out + ".$ASSENT_QUESTION"});
    served.write(request("1", "Bash", R"({"command":"curl -u me:secret x"})"));
    const auto first = told(out + ".1");
    BOOST_TEST(first.find("1|Bash|high|Execute command: (redacted)|") == 0U, first);
    served.write(request("2", "mcp__a__b", R"({"list":[{"token":"secret"}]})"));
    BOOST_TEST(told(out + ".2").find("secret") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(nobody_waits_for_the_command) {
    const temporary_folder folder;
    program served({"serve", "--stdio", "--on-ask", "web", "--ask-timeout", "100ms", "--notify",
                    "mkfifo " + folder.file("held") + "; read x < " + folder.file("held")});
    served.write(request("1", "Bash", R"({"command":"ls"})"));
    const auto said = served.out_lines(1);
    BOOST_TEST(said[0].find(R"("behavior":"deny")") != std::string::npos, said[0]);
    BOOST_TEST(served.wait().code == 0);
}

BOOST_AUTO_TEST_CASE(a_command_that_fails_is_said_once_and_changes_nothing) {
    program served({"serve", "--stdio", "--on-ask", "web", "--ask-timeout", "0", "--notify", "exit 3"});
    served.write(request("1", "Bash", R"({"command":"ls"})"));
    BOOST_TEST(served.says("assent: warn: --notify: it ended with status 3 (said once)"));
    served.write(request("2", "Bash", R"({"command":"ls"})"));
    const auto result = served.wait();
    BOOST_TEST(result.code == 0);
    BOOST_TEST(result.err.find("--notify", result.err.find("--notify") + 1) == std::string::npos);
}

BOOST_AUTO_TEST_CASE(notify_wants_people_who_are_asked) {
    for (const auto* const on_ask : {"deny", "allow"}) {
        const auto refused = run({"serve", "--on-ask", on_ask, "--notify", "true"});
        BOOST_TEST(refused.code == 2);
        BOOST_TEST(refused.err == "assent: --notify: expected --on-ask terminal or web\n");
    }
    BOOST_TEST(run({"bridge", "--notify", "true", "--", "true"}).code == 2);
    BOOST_TEST(run({"mcp", "--notify", "true"}).code == 2);
}

}  // namespace
}  // namespace approvals_test
