#include "walled_world.hpp"

#include <assent/adapters/wall/plant_watch.hpp>

#include <hang_limit.hpp>

#include <boost/test/unit_test.hpp>

#include <fmt/format.h>

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

// A wall that is killed leaves nothing running, wherever it was by then: at one of its calls of the kernel,
// which are counted, so that no stage depends on how fast the machine is.
namespace assent::walls::killed_test {
namespace {

namespace fs = std::filesystem;
using clock = std::chrono::steady_clock;

constexpr int stages = 12;
constexpr int was_left_running = 1;

bool in_time(clock::time_point began) { return clock::now() - began < test::hang_limit; }

void wait_a_little() { ::poll(nullptr, 0, 5); }

// Makes a wall whose command says that it has begun, and does not end.
[[noreturn]] void be_the_wall(walled_world& world, const wall_plan& plan) {
    ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    ::raise(SIGSTOP);
    plant_watch watch(world.settings, world.ground(), plan.written);
    bubblewrap wall;
    (void)wall.run(plan, {"/bin/sh", "-c", "sleep 1000 & : >begun; exec sleep 1000"});
    ::_exit(0);
}

// Lets it go on until it has made so many calls, or waits for a command that has begun. \return how many
int stopped_after(pid_t wall, int calls, const fs::path& begun) {
    int made = 0;
    int signal = 0;
    ::waitpid(wall, nullptr, 0);
    ::ptrace(PTRACE_SETOPTIONS, wall, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
    for (const auto began = clock::now(); made < calls && in_time(began);) {
        ::ptrace(PTRACE_SYSCALL, wall, nullptr, signal);
        int status = 0;
        pid_t ended = 0;
        while ((ended = ::waitpid(wall, &status, WNOHANG)) == 0 && in_time(began)) {
            if (fs::exists(begun)) return made;
            wait_a_little();
        }
        if (ended != wall || !WIFSTOPPED(status)) return made;
        const bool called = WSTOPSIG(status) == (SIGTRAP | 0x80);
        signal = called ? 0 : WSTOPSIG(status);
        made += called ? 1 : 0;
    }
    return made;
}

// All that the wall has started becomes ours when it is gone.
bool all_end() {
    for (const auto began = clock::now(); in_time(began); wait_a_little()) {
        pid_t ended = 0;
        while ((ended = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
        }
        if (ended < 0 && errno == ECHILD) return true;
    }
    return false;
}

struct killed {
    int calls = 0;       // that it had made
    bool begun = false;  // its command
    bool left = true;    // something was still running
};

// In a process of its own, which has no other children. It says how many calls were made by a pipe.
killed kill_after(int calls) {
    walled_world world;
    const auto plan = world.plan();
    const auto begun = world.project / "begun";
    int ends[2]{};
    BOOST_REQUIRE(::pipe(ends) == 0);
    const pid_t keeper = ::fork();
    if (keeper == 0) {
        ::prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL);
        const pid_t wall = ::fork();
        if (wall == 0) be_the_wall(world, plan);
        const int made = stopped_after(wall, calls, begun);
        ::kill(wall, SIGKILL);
        const bool told = ::write(ends[1], &made, sizeof made) == sizeof made;
        ::_exit(told && all_end() ? 0 : was_left_running);
    }
    killed made;
    BOOST_REQUIRE(::read(ends[0], &made.calls, sizeof made.calls) == sizeof made.calls);
    int status = -1;
    ::waitpid(keeper, &status, 0);
    made.left = status != 0;
    made.begun = fs::exists(begun);
    ::close(ends[0]);
    ::close(ends[1]);
    return made;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(killed_test)

BOOST_AUTO_TEST_CASE(a_wall_that_is_killed_leaves_nothing_running_at_whichever_of_its_calls) {
    constexpr int any_number = 1'000'000;
    const auto at_work = kill_after(any_number);
    BOOST_TEST(at_work.begun);
    BOOST_TEST(!at_work.left);
    BOOST_TEST(at_work.calls > stages);
    for (int stage = 0; stage <= stages; ++stage) {
        const int calls = at_work.calls * stage / stages;
        BOOST_TEST(!kill_after(calls).left,
                   "something is left where it was killed after " << calls << " calls of " << at_work.calls);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace assent::walls::killed_test
