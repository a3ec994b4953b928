// The gate that stays, and the hooks of agents that ask it.
#include "program.hpp"

#include "../hang_limit.hpp"
#include "../portable_build.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace daemon_test {
namespace {

using assent::test::finished;
using assent::test::program;
using assent::test::read_file;
using assent::test::run;
using assent::test::surroundings;
using assent::test::temporary_folder;
using assent::test::write_file;

constexpr std::string_view key_within = "\"within_ms\":";

std::string claude(const std::string& command) {
    return R"({"hook_event_name":"PreToolUse","cwd":"/proj","tool_name":"Bash","tool_input":{"command":")" +
           command + R"("}})";
}
std::string gemini(const std::string& command) {
    return R"({"hook_event_name":"BeforeTool","cwd":"/proj","timestamp":"x","tool_name":"run_shell_command","tool_input":{"command":")" +
           command + R"("}})";
}

// A runtime folder of its own, and what stands in it.
struct place {
    temporary_folder folder;
    surroundings around{.environment = {{"XDG_RUNTIME_DIR", folder.path()}}};
    std::string socket = folder.path() + "/assent/daemon.sock";

    finished hook(const std::string& text, std::vector<std::string> options = {"--daemon", "on"}) const {
        options.insert(options.begin(), "hook");
        return run(options, text, around);
    }
};

sockaddr_un address_of(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    return address;
}

// It is nobody's child: it is found by its socket, and told to end; when it is gone, so is its connection.
void end_daemon(const place& at) {
    const auto address = address_of(at.socket);
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    BOOST_REQUIRE(::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    ucred peer{};
    socklen_t length = sizeof peer;
    BOOST_REQUIRE(::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0);
    BOOST_REQUIRE(peer.pid > 1);
    BOOST_TEST(::kill(peer.pid, SIGKILL) == 0);
    char byte = 0;
    BOOST_TEST(::read(fd, &byte, 1) <= 0);
    ::close(fd);
}

void listens(program& daemon) { BOOST_REQUIRE(daemon.says("assent: daemon listening on ")); }

void check_refused(const finished& result, const std::string& why) {
    BOOST_TEST(result.code == 2);
    BOOST_TEST(result.out.empty());
    BOOST_TEST(result.err.find(why) != std::string::npos, result.err);
}

BOOST_AUTO_TEST_SUITE(daemon_test)

BOOST_AUTO_TEST_CASE(hooks_of_several_agents_are_answered_each_in_its_words) {
    const place at;
    program daemon({"daemon", "--deny", "Bash(rm *)", "--ask", "Bash(git push *)"}, at.around);
    listens(daemon);
    BOOST_TEST(at.hook(claude("rm a")).out ==
               R"x({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",)x"
               R"x("permissionDecisionReason":"denied by rule `Bash(rm *)` (an option)"}})x"
               "\n");
    BOOST_TEST(at.hook(gemini("rm a")).out ==
               R"x({"decision":"deny","reason":"denied by rule `Bash(rm *)` (an option)"})x"
               "\n");
    BOOST_TEST(at.hook(gemini("make")).out == "{}\n");
    BOOST_TEST(at.hook(gemini("make"), {"--daemon", "on", "--on-ask", "deny"})
                   .out.starts_with(R"({"decision":"deny")"));
    // To Gemini a question is none.
    BOOST_TEST(at.hook(gemini("git push x")).out.starts_with(R"({"decision":"deny")"));
    BOOST_TEST(at.hook(claude("git push x")).out.find(R"("permissionDecision":"ask")") != std::string::npos);
    daemon.signal(SIGTERM);
    BOOST_TEST(daemon.wait().code == 0);
    BOOST_TEST(!std::filesystem::exists(at.socket));
}

BOOST_AUTO_TEST_CASE(limits_and_the_record_are_shared) {
    const place at;
    write_file(at.folder.file("policy.json"), R"({"mode":"allow","limits":{"per_minute":3}})");
    program daemon({"daemon", "--policy", at.folder.file("policy.json"), "--audit", at.folder.file("audit")},
                   at.around);
    listens(daemon);
    for (int each = 0; each < 3; ++each)
        BOOST_TEST(at.hook(each % 2 == 0 ? claude("make") : gemini("make")).out == "{}\n");
    BOOST_TEST(at.hook(gemini("make")).out.starts_with(R"({"decision":"deny","reason":"rate limit)"));
    daemon.signal(SIGTERM);
    BOOST_TEST(daemon.wait().code == 0);
    const auto record = read_file(at.folder.file("audit"));
    BOOST_TEST(std::count(record.begin(), record.end(), '\n') == 4);
    BOOST_TEST(record.find(R"("own_name":"run_shell_command")") != std::string::npos, record);
}

BOOST_AUTO_TEST_CASE(without_a_daemon_and_with_a_stale_socket_the_hook_refuses) {
    const place at;
    check_refused(at.hook(claude("make")), "nobody listens there; `assent daemon` does");
    {
        program daemon({"daemon"}, at.around);
        listens(daemon);
        daemon.signal(SIGKILL);
        daemon.wait();
    }
    BOOST_TEST(std::filesystem::exists(at.socket));
    check_refused(at.hook(claude("make")), "nobody listens there; `assent daemon` does");
    // Another one takes its place.
    program next({"daemon"}, at.around);
    listens(next);
    BOOST_TEST(at.hook(claude("make")).out == "{}\n");
    // And there is only one.
    const auto second = run({"daemon"}, {}, at.around);
    BOOST_TEST(second.code == 1);
    BOOST_TEST(second.err.find("another process is listening there") != std::string::npos, second.err);
}

BOOST_AUTO_TEST_CASE(where_there_can_be_no_folder_the_hook_refuses) {
    place at;
    at.around.environment["XDG_RUNTIME_DIR"] = at.folder.file("missing");
    check_refused(at.hook(claude("make")), "cannot make the folder " + at.folder.file("missing/assent"));
}

BOOST_AUTO_TEST_CASE(a_socket_or_folder_that_others_may_write_to_is_not_asked) {
    const place at;
    program daemon({"daemon"}, at.around);
    listens(daemon);
    BOOST_REQUIRE(::chmod(at.socket.c_str(), 0666) == 0);
    check_refused(at.hook(claude("make")), "expected a socket of this user alone");
    BOOST_REQUIRE(::chmod(at.socket.c_str(), 0600) == 0);
    BOOST_REQUIRE(::chmod((at.folder.path() + "/assent").c_str(), 0755) == 0);
    check_refused(at.hook(claude("make")), "expected a folder of this user alone");
}

// Only root can give a file away.
boost::test_tools::assertion_result by_root(boost::unit_test::test_unit_id) { return ::geteuid() == 0; }

BOOST_AUTO_TEST_CASE(a_socket_or_folder_of_another_user_is_not_asked,
                     *boost::unit_test::precondition(by_root)) {
    constexpr uid_t nobody = 65534;
    const place at;
    program daemon({"daemon"}, at.around);
    listens(daemon);
    BOOST_REQUIRE(::chown(at.socket.c_str(), nobody, static_cast<gid_t>(-1)) == 0);
    check_refused(at.hook(claude("make")), "expected a socket of this user alone");
    BOOST_REQUIRE(::chown(at.socket.c_str(), 0, static_cast<gid_t>(-1)) == 0);
    BOOST_REQUIRE(::chown((at.folder.path() + "/assent").c_str(), nobody, static_cast<gid_t>(-1)) == 0);
    check_refused(at.hook(claude("make")), "expected a folder of this user alone");
}

// Listens in the daemon's place, and says this to the first hook; nothing: it says none, and does not hang
// up.
class false_daemon {
public:
    explicit false_daemon(const std::string& path, std::optional<std::string> says)
        : answer_(std::move(says)) {
        std::filesystem::create_directory(std::filesystem::path(path).parent_path());
        std::filesystem::permissions(std::filesystem::path(path).parent_path(), std::filesystem::perms(0700));
        const auto address = address_of(path);
        fd_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        BOOST_REQUIRE(::bind(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
        BOOST_REQUIRE(::chmod(path.c_str(), 0600) == 0);
        BOOST_REQUIRE(::listen(fd_, 1) == 0);
        answering_ = std::thread([this] { answer(); });
    }
    ~false_daemon() {
        if (answering_.joinable()) answering_.join();
        ::close(fd_);
    }
    false_daemon(const false_daemon&) = delete;
    false_daemon& operator=(const false_daemon&) = delete;

    // What the hook has said, once it was answered.
    [[nodiscard]] std::string line() {
        answering_.join();
        return line_;
    }

private:
    void answer() {
        const int to = ::accept(fd_, nullptr, nullptr);
        char byte = 0;
        while (::read(to, &byte, 1) == 1 && byte != '\n') line_ += byte;
        if (answer_) {
            [[maybe_unused]] const auto ignored = ::write(to, answer_->data(), answer_->size());
        } else {
            [[maybe_unused]] const auto ignored = ::read(to, &byte, 1);  // until the hook is gone
        }
        ::close(to);
    }

    std::optional<std::string> answer_;
    std::string line_;
    int fd_ = -1;
    std::thread answering_;
};

BOOST_AUTO_TEST_CASE(a_daemon_is_told_how_much_is_left_of_the_time_that_the_agent_waits) {
    const std::string copilot = R"({"timestamp":1,"toolName":"bash","toolArgs":{"command":"ls"}})";
    for (const auto& [text, most] : {std::pair(claude("ls"), 55000), std::pair(copilot, 25000)}) {
        const place at;
        false_daemon daemon(at.socket, "{}\n");
        static_cast<void>(at.hook(text));
        const std::string line = daemon.line();
        const int within = std::stoi(line.substr(line.find(key_within) + key_within.size()));
        BOOST_TEST((within <= most && within > most - 20000), line);
    }
}

BOOST_AUTO_TEST_CASE(whatever_a_daemon_says_that_is_no_answer_refuses) {
    const struct {
        std::string answer;
        std::string why;
    } table[] = {
        {"", "it ended without an answer"},
        {R"({"outcome":"allow","reason":"x"})", "it ended without an answer"},
        {"{}\n", "its answer cannot be read"},
        {"garbage\n", "its answer cannot be read"},
        {"{\"outcome\":\"yes\",\"reason\":\"x\"}\n", "its answer cannot be read"},
        {std::string(std::size_t{300} * 1024, 'x'), "its answer is too long"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.why) {
            const place at;
            const false_daemon daemon(at.socket, row.answer);
            check_refused(at.hook(claude("make"), {"--daemon", "on", "--say-allow"}), row.why);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_daemon_that_says_nothing_is_waited_for_no_longer_than_the_time_of_the_hook) {
    const place at;
    const false_daemon daemon(at.socket, std::nullopt);
    const auto result = at.hook(claude("make"), {"--daemon", "on", "--say-allow", "--timeout", "100ms"});
    BOOST_TEST(result.code == 2);
    BOOST_TEST(result.out.empty());
}

// A daemon with a page that nobody looks at, and a hook whose question is on it.
class open_question {
public:
    open_question() {
        BOOST_REQUIRE(::mkfifo(bell_.c_str(), 0600) == 0);
        listens(daemon);
        asking.write(claude("make"));
        asking.end_input();
        const int bell = ::open(bell_.c_str(), O_RDWR | O_CLOEXEC);
        pollfd rings{bell, POLLIN, 0};
        BOOST_REQUIRE(::poll(&rings, 1,
                             static_cast<int>(std::chrono::milliseconds(assent::test::hang_limit).count())) ==
                      1);
        ::close(bell);
    }

private:
    place at_;
    std::string bell_ = at_.folder.file("bell");

public:
    const std::string& socket = at_.socket;
    program daemon{{"daemon", "--on-ask", "web", "--notify", "echo > '" + bell_ + "'"}, at_.around};
    program asking{{"hook", "--daemon", "on", "--say-allow"}, at_.around};
};

BOOST_AUTO_TEST_CASE(a_daemon_that_dies_amid_a_question_denies_it) {
    open_question at;
    at.daemon.signal(SIGKILL);
    check_refused(at.asking.wait(), "daemon `" + at.socket + "`: it ended without an answer");
}

BOOST_AUTO_TEST_CASE(a_daemon_that_is_told_to_end_amid_a_question_denies_it) {
    for (const int number : {SIGTERM, SIGINT}) {
        open_question at;
        at.daemon.signal(number);
        const auto result = at.asking.wait();
        BOOST_TEST(at.daemon.wait().code == 0);
        if (result.code == 2)
            check_refused(result, "daemon `" + at.socket + "`: it ended without an answer");
        else
            BOOST_TEST(result.out.find(R"("permissionDecision":"deny")") != std::string::npos, result.out);
    }
}

BOOST_AUTO_TEST_CASE(a_hook_that_is_told_to_end_amid_a_question_refuses) {
    open_question at;
    at.asking.signal(SIGTERM);
    check_refused(at.asking.wait(), "refused: ended by a signal");
}

BOOST_AUTO_TEST_CASE(silence_denies_before_the_time_is_over) {
    const place at;
    program daemon({"daemon", "--on-ask", "web"}, at.around);
    listens(daemon);
    const auto result = at.hook(gemini("make"), {"--daemon", "on", "--timeout", "1s"});
    BOOST_TEST(result.code == 0);
    BOOST_TEST(result.out == R"({"decision":"deny","reason":"nobody answered in time"})"
                             "\n");
}

BOOST_AUTO_TEST_CASE(a_daemon_is_started_where_there_is_none_and_only_once) {
    const place at;
    write_file(at.folder.file("policy.json"), R"({"mode":"deny"})");
    const std::vector<std::string> options{"--daemon", "auto", "--policy", at.folder.file("policy.json")};
    std::list<program> hooks;
    for (int each = 0; each < 8; ++each) {
        hooks.emplace_back(
            std::vector<std::string>{"hook", "--daemon", "auto", "--policy", at.folder.file("policy.json")},
            at.around);
        hooks.back().write(gemini("make"));
        hooks.back().end_input();
    }
    for (auto& each : hooks) BOOST_TEST(each.wait().out.starts_with(R"({"decision":"deny")"));
    BOOST_TEST(at.hook(gemini("make"), options).out.starts_with(R"({"decision":"deny")"));
    end_daemon(at);
}

BOOST_AUTO_TEST_CASE(a_daemon_that_a_hook_has_started_has_a_log_of_limited_size) {
    constexpr std::size_t max_log_bytes = std::size_t{1} << 20U;
    place at;
    at.around.environment["XDG_STATE_HOME"] = at.folder.file("state");
    const std::string log = at.folder.file("state/assent/daemon.log");
    const std::string listening = "assent: daemon listening on " + at.socket + "\n";
    const auto start = [&] {
        BOOST_TEST(at.hook(gemini("make"), {"--daemon", "auto"}).out == "{}\n");
        end_daemon(at);
    };
    start();
    BOOST_TEST(read_file(log) == listening);
    struct stat found {};
    BOOST_REQUIRE(::stat(log.c_str(), &found) == 0);
    BOOST_TEST((found.st_mode & 0777U) == 0600U);
    const std::string full(max_log_bytes, 'x');
    write_file(log, full);
    start();
    BOOST_TEST((read_file(log) == full + listening));
    start();
    BOOST_TEST(read_file(log) == listening);
}

BOOST_AUTO_TEST_CASE(where_its_log_has_no_place_a_daemon_is_started_without) {
    place at;
    const auto starts = [&] {
        BOOST_TEST(at.hook(gemini("make"), {"--daemon", "auto"}).out == "{}\n");
        end_daemon(at);
    };
    write_file(at.folder.file("other"), "mine\n");
    std::filesystem::create_directories(at.folder.file("state/assent"));
    std::filesystem::create_symlink(at.folder.file("other"), at.folder.file("state/assent/daemon.log"));
    at.around.environment["XDG_STATE_HOME"] = at.folder.file("state");
    starts();
    BOOST_TEST(read_file(at.folder.file("other")) == "mine\n");
    at.around.environment["XDG_STATE_HOME"] = at.folder.file("other");
    starts();
    at.around.environment["XDG_STATE_HOME"] = std::nullopt;
    at.around.environment["HOME"] = std::nullopt;
    starts();
}

// As a service manager does: it listens, and starts the daemon with the socket when somebody connects.
BOOST_AUTO_TEST_CASE(a_daemon_goes_on_with_the_socket_of_whoever_started_it) {
    const place at;
    std::filesystem::create_directory(at.folder.path() + "/assent");
    std::filesystem::permissions(at.folder.path() + "/assent", std::filesystem::perms(0700));
    const auto address = address_of(at.socket);
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    BOOST_REQUIRE(::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    BOOST_REQUIRE(::chmod(at.socket.c_str(), 0600) == 0);
    BOOST_REQUIRE(::listen(fd, 8) == 0);
    constexpr int handed_over = 3;
    const pid_t daemon = ::fork();
    BOOST_REQUIRE(daemon >= 0);
    if (daemon == 0) {
        ::setenv("XDG_RUNTIME_DIR", at.folder.path().c_str(), 1);
        ::setenv("LISTEN_FDS", "1", 1);
        ::setenv("LISTEN_PID", std::to_string(::getpid()).c_str(), 1);
        if (fd == handed_over)
            ::fcntl(fd, F_SETFD, 0);
        else
            ::dup2(fd, handed_over);
        ::execl(ASSENT_PROGRAM, "assent", "daemon", "--home", "/home/x", "--policy", "bare", "--deny",
                "Bash(rm *)", nullptr);
        ::_exit(127);
    }
    ::close(fd);
    BOOST_TEST(at.hook(gemini("rm a")).out.starts_with(R"({"decision":"deny")"));
    // An installed hook looks at who answers, and not at who listens.
    const auto installed =
        at.hook(gemini("rm a"), {"--agent", "gemini", "--home", "/home/x", "--policy", "bare", "--deny",
                                 "Bash(rm *)", "--socket", at.socket, "--daemon", "on"});
    BOOST_TEST(installed.out.starts_with(R"({"decision":"deny")"), installed.err);
    BOOST_TEST(::kill(daemon, SIGTERM) == 0);
    int status = 0;
    BOOST_REQUIRE(::waitpid(daemon, &status, 0) == daemon);
    BOOST_TEST(status == 0);
    // It is not the daemon's to remove.
    BOOST_TEST(std::filesystem::exists(at.socket));
}

BOOST_AUTO_TEST_CASE(two_hundred_hooks_at_once_are_all_answered) {
    constexpr std::size_t hooks_at_once = 200;
    const place at;
    program daemon({"daemon", "--deny", "Bash(rm *)"}, at.around);
    listens(daemon);
    std::list<program> hooks;
    for (std::size_t each = 0; each < hooks_at_once; ++each) {
        hooks.emplace_back(std::vector<std::string>{"hook", "--daemon", "on"}, at.around);
        hooks.back().write(each % 2 == 0 ? gemini("rm a") : gemini("make"));
        hooks.back().end_input();
    }
    std::size_t number = 0;
    for (auto& each : hooks) {
        const auto out = each.wait().out;
        BOOST_TEST((number++ % 2 == 0 ? out.starts_with(R"({"decision":"deny")") : out == "{}\n"), out);
    }
}

BOOST_AUTO_TEST_CASE(a_daemon_is_not_started_with_a_policy_that_cannot_be_read) {
    const place at;
    write_file(at.folder.file("policy.json"), "{");
    check_refused(at.hook(claude("make"), {"--daemon", "auto", "--policy", at.folder.file("policy.json")}),
                  at.folder.file("policy.json"));
    BOOST_TEST(!std::filesystem::exists(at.socket));
}

// A hook as `assent install` writes it, and a daemon that is to decide for it.
class installed {
public:
    explicit installed(std::string policy = "bare") : policy_(std::move(policy)) {}

    [[nodiscard]] const place& at() const { return at_; }
    [[nodiscard]] std::vector<std::string> words(std::vector<std::string> more = {}) const {
        std::vector<std::string> all{"--home", at_.folder.path(), "--policy", policy_};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    [[nodiscard]] std::vector<std::string> daemon(std::vector<std::string> more = {}) const {
        auto all = words(std::move(more));
        all.insert(all.begin(), {"daemon", "--socket", at_.socket});
        return all;
    }
    // \param told  what stands before the hook's text
    [[nodiscard]] finished hook(const std::string& command, const std::string& daemon,
                                std::vector<std::string> more = {}, const std::string& told = {}) const {
        auto all = words(std::move(more));
        all.insert(all.begin(), {"hook", "--agent", "gemini", "--socket", at_.socket, "--daemon", daemon});
        // Whatever the agent's environment says.
        surroundings around{.environment = {{"XDG_RUNTIME_DIR", "/nosuch"}, {"HOME", "/nosuch"}}};
        return run(all, told + gemini(command), around);
    }
    void write(std::string_view text) const { write_file(policy_, text); }

private:
    place at_;
    std::string policy_;
};

constexpr std::string_view denied = R"({"decision":"deny")";

BOOST_AUTO_TEST_CASE(a_program_in_the_place_of_the_daemon_is_not_believed,
                     *assent::test::left_out_of_portable("who writes to a socket")) {
    const std::string allows = "{\"outcome\":\"allow\",\"reason\":\"x\"}\n";
    for (const auto* const how : {"on", "auto"}) {
        const installed one;
        const false_daemon daemon(one.at().socket, allows);
        const auto said = one.hook("make", how, {"--deny", "Bash(make)"});
        if (std::string_view(how) == "on")
            check_refused(said, "which is no `assent daemon` of this very program");
        else
            BOOST_TEST(said.out.starts_with(denied), said.out);
    }
}

BOOST_AUTO_TEST_CASE(nor_do_the_doctor_and_what_loosens_believe_it,
                     *assent::test::left_out_of_portable("who writes to a socket")) {
    const std::vector<std::vector<std::string>> commands{{"doctor", "daemon"}, {"pause", "10m"}};
    for (const auto& command : commands) {
        place at;
        at.around.environment["HOME"] = at.folder.path();
        const false_daemon daemon(at.socket, "{\"outcome\":\"allow\",\"reason\":\"x\"}\n");
        const auto said = run(command, {}, at.around);
        BOOST_TEST(said.code == 1, command.front());
        BOOST_TEST((said.out + said.err).find(": x") == std::string::npos, said.out + said.err);
    }
}

BOOST_AUTO_TEST_CASE(a_daemon_that_decides_by_something_else_is_not_asked) {
    const std::vector<std::string> wanted{"--deny", "Bash(rm *)"};
    const struct {
        std::vector<std::string> daemon;
        std::string refused;  // empty: it is believed
    } table[] = {
        {{"--deny", "Bash(rm *)"}, ""},
        {{}, "the hook alone has `--deny Bash(rm *)`"},
        {{"--deny", "Bash(rm *)", "--mode", "allow"}, "the daemon alone has `--mode allow`"},
        {{"--deny", "Bash(rm *)", "--allow", "Bash(rm x)"}, "the daemon alone has `--allow Bash(rm x)`"},
        {{"--deny", "Bash(rm *)", "--on-ask", "allow"}, "the daemon alone has `--on-ask allow`"},
        {{"--deny", "Bash(rm *)", "--path-case", "ignored"}, "the daemon alone has `--path-case ignored`"},
    };
    for (const auto& row : table) {
        const installed one;
        program daemon(one.daemon(row.daemon), one.at().around);
        listens(daemon);
        const auto on = one.hook("rm a", "on", wanted);
        if (row.refused.empty())
            BOOST_TEST(on.out.starts_with(denied), on.err);
        else
            check_refused(on, "the daemon decides by other words than this hook wants: " + row.refused);
        // One that may start a daemon knows all by which it would.
        BOOST_TEST(one.hook("rm a", "auto", wanted).out.starts_with(denied));
        BOOST_TEST(one.hook("make", "auto", wanted).out == "{}\n");
    }
    // So does one that was typed by hand.
    const place at;
    write_file(at.folder.file("strict.json"), R"({"mode":"deny"})");
    program daemon({"daemon", "--policy", "bare"}, at.around);
    listens(daemon);
    BOOST_TEST(at.hook(gemini("make"), {"--daemon", "auto", "--policy", "bare"}).out == "{}\n");
    BOOST_TEST(at.hook(gemini("make"), {"--daemon", "auto", "--policy", at.folder.file("strict.json")})
                   .out.starts_with(denied));
}

BOOST_AUTO_TEST_CASE(a_policy_file_that_has_changed_holds_from_the_next_use_on) {
    const temporary_folder folder;
    const installed one(folder.file("policy.json"));
    one.write("{}");
    const std::string audit = folder.file("audit");
    program daemon(one.daemon({"--audit", audit}), one.at().around);
    listens(daemon);
    const auto use = [&](const std::string& command) {
        return one.hook(command, "on", {"--audit", audit}).out;
    };
    BOOST_TEST(use("rm a") == "{}\n");
    one.write(R"x({"rules":{"deny":["Bash(rm *)"]}})x");
    BOOST_TEST(use("rm a").starts_with(denied));
    // A hook that was typed by hand is decided for by the same.
    one.write(R"x({"rules":{"deny":["Bash(ls *)"]}})x");
    BOOST_TEST(one.at().hook(gemini("ls a")).out.starts_with(denied));
    BOOST_TEST(use("rm a") == "{}\n");
    // One that cannot be read, or that others may write, changes nothing, and no hook is told that it does.
    one.write("{");
    BOOST_TEST(use("ls a").empty());
    BOOST_TEST(one.at().hook(gemini("ls a")).out.starts_with(denied));
    one.write("{}");
    std::filesystem::permissions(folder.file("policy.json"), std::filesystem::perms(0622));
    BOOST_TEST(one.at().hook(gemini("ls a")).out.starts_with(denied));
    daemon.signal(SIGTERM);
    BOOST_TEST(daemon.wait().code == 0);
    const auto record = read_file(audit);
    const std::string event =
        R"("event":"policy","reason":"the policy `)" + folder.file("policy.json") + "` has changed: SHA-256 ";
    const auto first = record.find(event);
    BOOST_REQUIRE(first != record.npos);
    // Of `{}` first.
    BOOST_TEST(record.find("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a is ", first) ==
               first + event.size());
    BOOST_TEST(record.find(event, first + 1) != record.npos);
    BOOST_TEST(record.find(event, record.find(event, first + 1) + 1) == record.npos);
}

BOOST_AUTO_TEST_CASE(a_signal_takes_no_policy_file_that_others_may_write_and_none_is_forgotten) {
    const temporary_folder folder;
    const installed one(folder.file("policy.json"));
    constexpr std::string_view denies = R"x({"rules":{"deny":["Bash(rm *)"]}})x";
    const auto may = [&](std::filesystem::perms rights) {
        std::filesystem::permissions(folder.file("policy.json"), rights);
    };
    const auto use = [&] { return one.hook("rm a", "on").out; };
    one.write(denies);
    program daemon(one.daemon({"--log-level", "info"}), one.at().around);
    listens(daemon);
    BOOST_TEST(use().starts_with(denied));
    one.write("{}");
    may(std::filesystem::perms(0666));
    daemon.signal(SIGHUP);
    BOOST_TEST(daemon.says("the policy stays as it was"));
    BOOST_TEST(one.at().hook(gemini("rm a")).out.starts_with(denied));
    // Mended, it holds at once.
    may(std::filesystem::perms(0600));
    BOOST_TEST(use() == "{}\n");
    // What a signal has taken, and what stood there before, are told apart.
    one.write(R"({"mode":"allow"})");
    daemon.signal(SIGHUP);
    BOOST_TEST(daemon.says("policy read again"));
    one.write(denies);
    BOOST_TEST(use().starts_with(denied));
    daemon.signal(SIGTERM);
    BOOST_TEST(daemon.wait().code == 0);
}

BOOST_AUTO_TEST_CASE(a_trial_by_a_daemon_asks_nobody_and_leaves_no_record) {
    const temporary_folder folder;
    const installed one;
    const std::vector<std::string> more{"--mode", "ask", "--audit", folder.file("audit")};
    auto options = more;
    options.insert(options.end(), {"--on-ask", "web"});
    program daemon(one.daemon(options), one.at().around);
    listens(daemon);
    const auto tried = one.hook("make", "on", more, "assent trial\n");
    BOOST_TEST(tried.code == 2);
    BOOST_TEST(tried.out.starts_with("assent trial\n{\"outcome\":\"open\","), tried.out + tried.err);
    daemon.signal(SIGTERM);
    BOOST_TEST(daemon.wait().code == 0);
    BOOST_TEST(read_file(folder.file("audit")).empty());
}

BOOST_AUTO_TEST_CASE(the_doctor_does_not_wait_for_a_hook_that_hangs) {
    place at;
    at.around.environment["HOME"] = at.folder.path();
    at.around.environment["CLAUDE_CONFIG_DIR"] = std::nullopt;
    BOOST_TEST(run({"install", "claude", "--", "--daemon", "on"}, {}, at.around).code == 0);
    const false_daemon silent(at.socket, std::nullopt);
    const auto said = run({"doctor", "claude"}, {}, at.around);
    BOOST_TEST(said.code == 1);
    BOOST_TEST(said.out.find("gives no answer about a harmless use within 2s") != said.out.npos, said.out);
}

BOOST_AUTO_TEST_CASE(rules_of_a_hook_that_asks_the_daemon_are_refused) {
    const place at;
    const std::vector<std::vector<std::string>> table{{"--deny", "Bash"},
                                                      {"--allow", "Bash"},
                                                      {"--mode", "deny"},
                                                      {"--policy", "standard"},
                                                      {"--audit", at.folder.file("audit")}};
    for (auto options : table) {
        options.insert(options.begin(), {"--daemon", "on"});
        check_refused(at.hook(claude("make"), options), "rules, mode and record are the daemon's");
    }
    check_refused(at.hook(claude("make"), {"--daemon", "yes"}),
                  "--daemon: expected on, auto or off, got `yes`");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace daemon_test
