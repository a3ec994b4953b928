#include "hang_limit.hpp"
#include "portable_build.hpp"
#include "program.hpp"
#include "socket_client.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <list>
#include <string>
#include <string_view>
#include <vector>

#include <poll.h>
#include <sys/socket.h>

// Many connections at once: on several threads, what they take, and that each gets its share.
namespace serve_threads_test {
namespace {

using assent::test::connect_unix;
using assent::test::finished;
using assent::test::program;
using assent::test::run;
using assent::test::socket_client;
using assent::test::surroundings;
using assent::test::temporary_folder;
using assent::test::write_file;

constexpr std::size_t kib = 1024;

std::string request(std::string_view id) {
    return R"({"type":"control_request","request_id":")" + std::string(id) +
           R"(","request":{"subtype":"can_use_tool","tool_name":"Bash","tool_use_id":"t","input":{"command":"npm test"}}})"
           "\n";
}

bool allowed(const std::string& answer) { return answer.find(R"("behavior":"allow")") != std::string::npos; }

/// Connections that have each been answered once.
std::list<socket_client> answered_connections(const std::string& path, std::size_t count) {
    std::list<socket_client> all;
    for (std::size_t i = 0; i < count; ++i) {
        auto& each = all.emplace_back(path);
        each.say(request(std::to_string(i)));
        BOOST_TEST_REQUIRE(allowed(each.hear()));
    }
    return all;
}

/// What the server says of itself: the number behind `name`.
std::size_t figure(const std::string& line, const std::string& name) {
    const auto at = line.find(name);
    BOOST_TEST_REQUIRE(at != std::string::npos, "`" << name << "` in " << line);
    return std::stoul(line.substr(at + name.size()));
}

BOOST_AUTO_TEST_SUITE(serve_threads_test)

BOOST_AUTO_TEST_CASE(connections_on_several_threads_are_answered_and_get_the_policy_that_is_read_again) {
    const temporary_folder folder;
    const auto path = folder.file("socket");
    write_file(folder.file("policy.json"), R"j({"rules":{"allow":["Bash(npm *)"]}})j");
    program server({"serve", "--unix", path, "--threads", "3", "--policy", folder.file("policy.json"),
                    "--log-level", "info"});
    BOOST_TEST(server.says("listening on"));
    const auto before = answered_connections(path, 7);
    write_file(folder.file("policy.json"), R"j({"rules":{"deny":["Bash(npm *)"]}})j");
    server.signal(SIGHUP);
    BOOST_TEST(server.says("policy read again"));
    for (const auto& each : before) {
        each.say(request("again"));
        BOOST_TEST(!allowed(each.hear()));
    }
    const socket_client later(path);
    later.say(request("later"));
    BOOST_TEST(!allowed(later.hear()));
    server.signal(SIGTERM);
    for (const auto& each : before) BOOST_TEST(each.hear().empty());  // closed
    BOOST_TEST(server.wait().code == 0);
}

BOOST_AUTO_TEST_CASE(the_number_of_threads_has_bounds_and_needs_a_socket) {
    const temporary_folder folder;
    const auto path = folder.file("socket");
    for (const auto* bad : {"0", "65", "two", "2x", "-1"}) {
        const auto result = run({"serve", "--unix", path, "--threads", bad});
        BOOST_TEST(result.code == 2);
        BOOST_TEST(result.err == "assent: --threads: expected 1 to 64, got `" + std::string(bad) + "`\n");
    }
    const auto alone = run({"serve", "--threads", "2"});
    BOOST_TEST(alone.code == 2);
    BOOST_TEST(alone.err ==
               "assent: --threads: expected --unix or --tcp: one agent is served by one thread\n");
    for (const auto* good : {"1", "64"}) {
        program server({"serve", "--unix", path, "--threads", good, "--allow", "Bash(npm *)"});
        BOOST_TEST(server.says("listening on"));
        BOOST_TEST(answered_connections(path, 3).size() == 3U);
        server.signal(SIGTERM);
        BOOST_TEST(server.wait().code == 0);
    }
}

BOOST_AUTO_TEST_CASE(the_server_says_how_many_connections_there_are_and_an_idle_one_takes_8_kib_at_most,
                     *assent::test::left_out_of_portable("figure of its memory")) {
    if (ASSENT_TEST_SLOWDOWN > 1) return;  // sanitizers have memory of their own for each allocation
    const temporary_folder folder;
    const auto path = folder.file("socket");
    program server({"serve", "--unix", path, "--threads", "2", "--allow", "Bash(npm *)"});
    BOOST_TEST(server.says("listening on"));
    const auto asked = [&](std::size_t line) {
        server.signal(SIGUSR1);
        return server.err_lines(line).back();
    };
    const auto few = answered_connections(path, 32);
    const auto first = asked(2);
    const auto many = answered_connections(path, 256);
    const auto second = asked(3);
    BOOST_TEST(figure(first, "open connections: ") == 32U);
    BOOST_TEST(figure(second, "open connections: ") == 288U);
    BOOST_TEST(figure(second, "threads: ") == 2U);
    BOOST_TEST(first.find("for each connection") == std::string::npos);  // too few to tell
    BOOST_TEST(second.find("for each connection") != std::string::npos);
    const auto more = figure(second, "in memory: ") - figure(first, "in memory: ");
    BOOST_TEST_MESSAGE("memory for each idle connection: " << more * kib / many.size() << " bytes");
    BOOST_TEST(more <= 8 * many.size());
    server.signal(SIGTERM);
    BOOST_TEST(server.wait().code == 0);
}

BOOST_AUTO_TEST_CASE(the_limit_of_descriptors_is_raised_for_connections) {
    const temporary_folder folder;
    const auto path = folder.file("socket");
    program server(
        {"-c", "ulimit -Sn 64; exec \"$0\" serve --unix \"$1\" --allow 'Bash(npm *)'", ASSENT_PROGRAM, path},
        surroundings{.executable = "/bin/sh"});
    BOOST_TEST(server.says("listening on"));
    BOOST_TEST(answered_connections(path, 200).size() == 200U);
    server.signal(SIGTERM);
    BOOST_TEST(server.wait().code == 0);
}

/// Asks without end, and counts the answers.
class flooder {
public:
    explicit flooder(const std::string& path) : client_(path) {
        for (int i = 0; i < 64; ++i) text_ += request("r" + std::to_string(i));
    }
    [[nodiscard]] pollfd watched() const { return {client_.descriptor(), POLLIN | POLLOUT, 0}; }
    void go_on(short events) {
        if ((events & POLLOUT) != 0) {
            const auto rest = std::string_view(text_).substr(at_);
            const auto bytes =
                ::send(client_.descriptor(), rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (bytes > 0) at_ = (at_ + static_cast<std::size_t>(bytes)) % text_.size();
        }
        if ((events & POLLIN) == 0) return;
        char text[16 * kib];
        const auto bytes = ::recv(client_.descriptor(), text, sizeof text, MSG_DONTWAIT);
        if (bytes > 0) answers_ += static_cast<std::size_t>(std::count(text, text + bytes, '\n'));
    }
    [[nodiscard]] std::size_t answers() const { return answers_; }
    void forget_answers() { answers_ = 0; }

private:
    socket_client client_;
    std::string text_;
    std::size_t at_ = 0;
    std::size_t answers_ = 0;
};

// Lets all of them ask until one has got so many answers.
void flood(std::size_t enough, std::list<flooder>& all) {
    for (auto& each : all) each.forget_answers();
    const auto has_enough = [&](const flooder& each) { return each.answers() >= enough; };
    while (std::none_of(all.begin(), all.end(), has_enough)) {
        std::vector<pollfd> watched;
        for (const auto& each : all) watched.push_back(each.watched());
        const auto limit = std::chrono::milliseconds(assent::test::hang_limit).count();
        BOOST_TEST_REQUIRE(::poll(watched.data(), watched.size(), static_cast<int>(limit)) > 0);
        auto at = watched.begin();
        for (auto& each : all) each.go_on((at++)->revents);
    }
}

// Whether each of those that one thread serves has got its share of the answers. Connections are given to
// threads in turn; how much of the processor a thread gets is up to the system.
bool shared_evenly(const std::list<flooder>& all, std::size_t threads) {
    bool even = true;
    for (std::size_t thread = 0; thread < threads; ++thread) {
        std::vector<std::size_t> answers;
        std::size_t number = 0;
        for (const auto& each : all)
            if (number++ % threads == thread) answers.push_back(each.answers());
        const auto [least, most] = std::minmax_element(answers.begin(), answers.end());
        BOOST_TEST_MESSAGE("thread " << thread << " of " << threads << ": " << *least << " to " << *most
                                     << " answers");
        even = even && *least >= *most / 4;
    }
    return even;
}

BOOST_AUTO_TEST_CASE(of_connections_that_ask_without_end_each_gets_its_share) {
    const temporary_folder folder;
    const auto path = folder.file("socket");
    for (const std::size_t threads : {1U, 2U}) {
        program server(
            {"serve", "--unix", path, "--threads", std::to_string(threads), "--allow", "Bash(npm *)"});
        BOOST_TEST(server.says("listening on"));
        std::list<flooder> all;
        for (int i = 0; i < 16; ++i) all.emplace_back(path);
        // Who starves does so in every span; what else runs on the machine may hold up us, who read, for one.
        bool fair = false;
        for (int span = 0; span < 10 && !fair; ++span) {
            flood(4000, all);
            fair = shared_evenly(all, threads);
        }
        BOOST_TEST(fair);
        server.signal(SIGTERM);
        BOOST_TEST(server.wait_unread().code == 0);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace serve_threads_test
