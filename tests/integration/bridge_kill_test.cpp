#include "hang_limit.hpp"
#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <sys/prctl.h>
#include <sys/wait.h>

// What is left when one of the three processes is killed: a driver, the bridge, and its agent.
namespace bridge_kill_test {
namespace {

using assent::test::finished;
using assent::test::program;
using assent::test::read_file;
using assent::test::temporary_folder;
using assent::test::write_file;

enum class stage { before_initialize, question_open, answer_in_flight, streaming };
enum class victim { driver, bridge, agent };

constexpr stage stages[] = {stage::before_initialize, stage::question_open, stage::answer_in_flight,
                            stage::streaming};

std::string_view name(stage at) {
    switch (at) {
        case stage::before_initialize: return "before initialize";
        case stage::question_open: return "question open";
        case stage::answer_in_flight: return "answer in flight";
        case stage::streaming: return "streaming";
    }
    return "?";
}

constexpr std::string_view initialize =
    R"({"type":"control_request","request_id":"i","request":{"subtype":"initialize","hooks":null}})"
    "\n";
constexpr std::string_view allowed =
    R"({"type":"control_response","response":{"subtype":"success","request_id":"q","response":{"behavior":"allow","updatedInput":{"command":"make"}}}})"
    "\n";

// An agent that asks once, and acts when it is allowed to. It does not end by SIGTERM, nor by the end of its
// input, nor because nobody reads what it writes: the worst that can be left behind.
constexpr std::string_view agent_script = R"sh(
trap '' TERM PIPE
echo $$ > pid
act() { case "$1" in *'"behavior":"allow"'*) touch acted;; esac; }
case "$1" in
'before initialize') echo '{"type":"system","subtype":"init"}' ;;
'streaming') read -r line; while :; do echo '{"type":"assistant"}'; done 2>/dev/null ;;
*)  read -r line
    echo '{"type":"control_request","request_id":"q","request":{"subtype":"can_use_tool","tool_name":"Bash","tool_use_id":"t","input":{"command":"make"}}}'
    read -r answer; act "$answer" ;;
esac
while :; do read -r answer && act "$answer"; sleep 0.02; done
)sh";

// Everybody's end is seen here: an orphan becomes a child of this process.
struct orphanage {
    orphanage() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }
    ~orphanage() { ::prctl(PR_SET_CHILD_SUBREAPER, 0); }
    orphanage(const orphanage&) = delete;
    orphanage& operator=(const orphanage&) = delete;
};

// Looks again and again, until it holds.
template <class Condition>
bool soon(Condition holds) {
    const auto deadline = std::chrono::steady_clock::now() + assent::test::hang_limit;
    while (!holds()) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

// Running, or stopped; not one that has ended and that nobody has reaped.
bool alive(pid_t pid) {
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("State:")) return line.find('Z') == std::string::npos;
    return false;
}

// The three of them, brought to the stage where one of them is killed. The driver is this test: what its
// death does to the others is that all its pipes are closed.
class trio {
public:
    explicit trio(stage at) {
        write_file(folder_.file("agent.sh"), agent_script);
        bridge_ = std::make_unique<program>(
            std::vector<std::string>{"bridge", "--log-level", "error", "--deny", "Bash(curl *)", "--", "sh",
                                     "agent.sh", std::string(name(at))},
            assent::test::surroundings{.folder = folder_.path()});
        if (at != stage::before_initialize) bridge_->write(initialize);
        bridge_->out_lines(1);  // the agent has said something: a question, or that it streams
        agent_ = std::stoi(read_file(folder_.file("pid")));
        if (at != stage::answer_in_flight) return;
        bridge_->signal(SIGSTOP);  // the answer is written, and has not come through
        bridge_->write(allowed);
    }
    ~trio() {
        if (alive(agent_)) ::kill(agent_, SIGKILL);
    }
    trio(const trio&) = delete;
    trio& operator=(const trio&) = delete;

    void kill(victim who) {
        switch (who) {
            case victim::driver:
                bridge_->abandon();
                bridge_->signal(SIGCONT);
                break;
            case victim::bridge: bridge_->signal(SIGKILL); break;
            case victim::agent:
                ::kill(agent_, SIGKILL);
                bridge_->signal(SIGCONT);
                break;
        }
    }

    [[nodiscard]] bool acted() const { return std::filesystem::exists(folder_.file("acted")); }
    [[nodiscard]] pid_t agent() const { return agent_; }
    [[nodiscard]] program& bridge() { return *bridge_; }

private:
    temporary_folder folder_;
    std::unique_ptr<program> bridge_;
    pid_t agent_ = -1;
};

BOOST_AUTO_TEST_SUITE(bridge_kill_test)

BOOST_AUTO_TEST_CASE(when_the_driver_is_killed_the_agent_ends_and_has_not_been_allowed_anything) {
    const orphanage ours;
    // At the same time: each agent has its 3 s to end by itself.
    std::vector<std::unique_ptr<trio>> all;
    for (const stage at : stages) {
        all.push_back(std::make_unique<trio>(at));
        all.back()->kill(victim::driver);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        BOOST_TEST_CONTEXT(name(stages[i])) {
            BOOST_TEST(soon([&] { return !alive(all[i]->agent()); }));
            BOOST_TEST(soon([&] { return !alive(all[i]->bridge().pid()); }));
            BOOST_TEST(!all[i]->acted());
        }
    }
}

BOOST_AUTO_TEST_CASE(when_the_bridge_is_killed_the_agent_is_too_and_has_not_been_allowed_anything) {
    const orphanage ours;
    for (const stage at : stages) {
        BOOST_TEST_CONTEXT(name(at)) {
            trio three(at);
            three.kill(victim::bridge);
            BOOST_TEST(soon([&] { return !alive(three.agent()); }));
            BOOST_TEST(!three.acted());
            // The driver sees the end of what it reads, and how the bridge ended.
            BOOST_TEST(three.bridge().wait(true).signal == SIGKILL);
        }
    }
}

BOOST_AUTO_TEST_CASE(when_the_agent_is_killed_the_driver_sees_how_it_ended) {
    const orphanage ours;
    for (const stage at : stages) {
        BOOST_TEST_CONTEXT(name(at)) {
            trio three(at);
            three.kill(victim::agent);
            const finished end = three.bridge().wait(true);
            BOOST_TEST(end.signal == SIGKILL);
            BOOST_TEST(!three.acted());
        }
    }
}

BOOST_AUTO_TEST_CASE(an_agent_that_ignores_sigterm_is_killed_after_a_while) {
    const orphanage ours;
    trio three(stage::question_open);
    three.bridge().signal(SIGTERM);
    BOOST_TEST(soon([&] { return !alive(three.agent()); }));
    BOOST_TEST(three.bridge().wait(true).signal == SIGKILL);
    BOOST_TEST(!three.acted());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace bridge_kill_test
