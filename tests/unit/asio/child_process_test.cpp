#include <assent/adapters/asio/child_process.hpp>

#include "portable_build.hpp"
#include "stream_probe.hpp"

#include <boost/asio/posix/stream_descriptor.hpp>

#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>

using namespace assent;
using namespace assent::testing;
using std::chrono::milliseconds;

namespace assent {

std::ostream& operator<<(std::ostream& out, const exit_status& status) {
    return out << (status.signaled ? "signal " : "code ") << status.code_or_signal;
}

}  // namespace assent

namespace child_process_test {
namespace {

constexpr milliseconds short_grace{50};

struct child_fixture {
    sigpipe_ignored ignore;
    boost::asio::io_context io;
    std::optional<exit_status> ended;
    std::optional<child_process> child;
    std::shared_ptr<recorder> pipes;

    ~child_fixture() {
        if (pipes) pipes->stream.reset();
        child.reset();
        run_ready(io);
    }
    void start(std::string program, std::vector<std::string> arguments,
               milliseconds grace = child_command{}.termination_grace) {
        child.emplace(io.get_executor(), child_command{std::move(program), std::move(arguments), grace});
        child->async_wait([this](exit_status status) { ended = status; });
        pipes = recorder::on(child->take_pipes());
    }
    void start_shell(std::string script, milliseconds grace = child_command{}.termination_grace) {
        start("sh", {"-c", std::move(script)}, grace);
    }
    /// Everything that the child writes, and how it ends.
    std::string output() {
        run_until(io, [&] { return ended && pipes->ended; });
        return pipes->received;
    }
};

/// No process, not even a zombie, has this id and is our child.
bool reaped(pid_t pid) { return ::waitpid(pid, nullptr, WNOHANG) == -1 && errno == ECHILD; }

/// The set of signals that the line `name` of /proc/self/status shows.
unsigned long long signals_in(const std::string& status, const std::string& name) {
    const auto at = status.find(name + ":");
    BOOST_REQUIRE(at != std::string::npos);
    return std::stoull(status.substr(at + name.size() + 1), nullptr, 16);
}

}  // namespace
}  // namespace child_process_test

BOOST_FIXTURE_TEST_SUITE(child_process_test, child_fixture)

BOOST_AUTO_TEST_CASE(the_pipes_are_the_childs_input_and_output) {
    start("cat", {});
    BOOST_TEST(child->take_pipes() == nullptr);
    pipes->send({"there ", "and back"});
    run_until(io, [&] { return pipes->received == "there and back"; });
    BOOST_TEST(!ended);
    BOOST_TEST(!child->status());
    pipes->end_output();
    run_until(io, [&] { return ended && pipes->closed; });
    BOOST_TEST(*ended == exit_status{});
    BOOST_TEST(!*pipes->closed);
}

BOOST_AUTO_TEST_CASE(arguments_arrive_as_they_are) {
    start("printf", {"[%s]", "two words", "", "$HOME *", "\"q'\n"});
    BOOST_TEST(output() == "[two words][][$HOME *][\"q'\n]");
}

BOOST_AUTO_TEST_CASE(the_exit_code_is_reported) {
    start_shell("exit 7");
    run_until(io, [&] { return ended.has_value(); });
    BOOST_TEST(*ended == (exit_status{false, 7}));
    BOOST_TEST(ended->shell_code() == 7);
    BOOST_TEST(child->status().value() == *ended);
}

BOOST_AUTO_TEST_CASE(death_by_a_signal_is_reported) {
    start("cat", {});
    BOOST_TEST(child->signal(SIGTERM));
    run_until(io, [&] { return ended.has_value(); });
    BOOST_TEST(*ended == (exit_status{true, SIGTERM}));
    BOOST_TEST(ended->shell_code() == 143);
}

BOOST_AUTO_TEST_CASE(signals_are_passed_on) {
    start_shell("trap 'echo heard; exit 3' HUP; echo ready; cat");
    run_until(io, [&] { return pipes->received == "ready\n"; });
    BOOST_TEST(!child->signal(12345));
    BOOST_TEST(child->signal(SIGHUP));
    pipes->end_output();  // the shell runs its trap when cat has ended
    BOOST_TEST(output() == "ready\nheard\n");
    BOOST_TEST(*ended == (exit_status{false, 3}));
    BOOST_TEST(!child->signal(SIGHUP));
}

BOOST_AUTO_TEST_CASE(an_ended_child_leaves_no_zombie) {
    start("true", {});
    const pid_t pid = child->pid();
    run_until(io, [&] { return ended.has_value(); });
    BOOST_TEST(reaped(pid));
    child->stop();  // harmless
}

BOOST_AUTO_TEST_CASE(everybody_who_waits_is_told_once_also_later) {
    start("true", {});
    int told = 0;
    child->async_wait([&](exit_status) { ++told; });
    child->async_wait([&](exit_status) { ++told; });
    run_until(io, [&] { return told == 2; });
    child->async_wait([&](exit_status) { ++told; });
    BOOST_TEST(told == 2);  // not from inside the call
    run_until(io, [&] { return told == 3; });
    run_ready(io);
    BOOST_TEST(told == 3);
}

BOOST_AUTO_TEST_CASE(the_callback_may_destroy_the_child_process) {
    start("true", {});
    child->async_wait([&](exit_status) { child.reset(); });
    child->async_wait([](exit_status) { BOOST_ERROR("told after the end"); });
    run_until(io, [&] { return !child; });
    run_ready(io);
}

BOOST_AUTO_TEST_CASE(a_program_that_cannot_be_started_is_named) {
    const auto starting = [&](std::string program) {
        return [this, program] { child_process(io.get_executor(), child_command{program, {}}); };
    };
    BOOST_CHECK_EXCEPTION(starting("assent-no-such-program")(), std::system_error,
                          says("cannot start `assent-no-such-program`: No such file or directory"));
    BOOST_CHECK_EXCEPTION(starting("/dev/null")(), std::system_error,
                          says("cannot start `/dev/null`: Permission denied"));
    BOOST_CHECK_THROW(starting("")(), std::system_error);
    BOOST_CHECK_EXCEPTION(child_process(io.get_executor(), child_command{"echo", {std::string("a\0b", 3)}}),
                          std::invalid_argument,
                          says("cannot start `echo`: name or argument contains a NUL byte"));
    BOOST_TEST(reaped(-1));
}

BOOST_AUTO_TEST_CASE(the_child_gets_no_descriptor_of_ours) {
    const int leaky = ::open("/dev/null", O_RDONLY);  // without O_CLOEXEC
    const int high = ::fcntl(leaky, F_DUPFD, 200);
    start("ls", {"/proc/self/fd"});
    BOOST_TEST(output() == "0\n1\n2\n3\n");  // 3 is the directory that ls reads
    ::close(leaky);
    ::close(high);
}

BOOST_AUTO_TEST_CASE(it_works_where_our_own_standard_descriptors_are_closed) {
    // In a copy of this process, where that harms nobody.
    std::fflush(nullptr);  // else the copy may print it again
    const pid_t copy = ::fork();
    if (copy == 0) {
        boost::asio::io_context own;
        const boost::asio::posix::stream_descriptor first(own);  // now Asio has opened its own
        ::close(0);
        ::close(1);
        bool good = false;
        try {
            child_process cat(own.get_executor(), child_command{"cat", {}});
            // What is printed by mistake fails, instead of reaching the child.
            const bool apart = ::write(0, "!", 1) == -1 && ::write(1, "!", 1) == -1;
            auto user = recorder::on(cat.take_pipes());
            user->send({"x"});
            user->end_output();
            own.run_for(hang_limit);
            good = apart && user->received == "x" && cat.status() == exit_status{};
            user->stream.reset();
        } catch (...) {
        }
        ::_exit(good ? 0 : 1);
    }
    int status = -1;
    BOOST_REQUIRE(::waitpid(copy, &status, 0) == copy);
    BOOST_TEST(status == 0);
}

BOOST_AUTO_TEST_CASE(the_child_starts_with_ordinary_signals) {
    sigset_t blocked;
    sigset_t before;
    ::sigemptyset(&blocked);
    ::sigaddset(&blocked, SIGUSR1);
    ::pthread_sigmask(SIG_BLOCK, &blocked, &before);
    start("cat", {"/proc/self/status"});
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    const auto status = output();
    BOOST_TEST(signals_in(status, "SigBlk") == 0U);
    BOOST_TEST((signals_in(status, "SigIgn") >> (SIGPIPE - 1) & 1U) == 0U);  // though we ignore it
}

BOOST_AUTO_TEST_CASE(
    what_is_sent_to_a_child_that_closed_its_input_is_dropped_and_its_output_is_read_to_the_end) {
    start_shell("trap 'echo still here; exit' USR1; exec 0<&-; echo closed; while :; do sleep 0.01; done");
    run_until(io, [&] { return pipes->received == "closed\n"; });
    for (int i = 1; i < 3; ++i) {
        pipes->send({"hello?"});
        run_until(io, [&] { return pipes->sent == i; });
    }
    child->signal(SIGUSR1);
    run_until(io, [&] { return pipes->ended; });
    BOOST_TEST(pipes->received == "closed\nstill here\n");
    pipes->close();
    run_until(io, [&] { return pipes->closed.has_value(); });
    BOOST_TEST(!pipes->closed->failed());
}

BOOST_AUTO_TEST_CASE(whoever_watches_for_our_end_is_gone_when_the_child_is) {
    BOOST_REQUIRE(::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0);  // it comes to us then
    child.emplace(io.get_executor(),
                  child_command{.program = "true", .arguments = {}, .killed_with_parent = true});
    child->async_wait([this](exit_status status) { ended = status; });
    run_until(io, [&] { return ended.has_value(); });
    BOOST_TEST(*ended == exit_status{});
    if (test::portable_build) {
        int status = -1;
        BOOST_TEST(::waitpid(-1, &status, 0) > 0);
        BOOST_TEST(status == 0);
    }
    BOOST_TEST(reaped(-1));
    ::prctl(PR_SET_CHILD_SUBREAPER, 0);
}

BOOST_AUTO_TEST_CASE(a_child_ends_with_its_parent_where_that_was_asked_for) {
    BOOST_REQUIRE(::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0);  // orphans come to us, who can see how they end
    for (const bool asked : {true, false}) {
        int ends[2];
        BOOST_REQUIRE(::pipe(ends) == 0);
        std::fflush(nullptr);
        const pid_t copy = ::fork();
        if (copy == 0) {
            boost::asio::io_context own;
            // Does not look at its input, whose end would end others.
            const child_process sleeper(
                own.get_executor(),
                child_command{.program = "sleep", .arguments = {"1000"}, .killed_with_parent = asked});
            const pid_t pid = sleeper.pid();
            if (::write(ends[1], &pid, sizeof pid) == sizeof pid) ::pause();
            ::_exit(1);
        }
        pid_t orphan = 0;
        BOOST_REQUIRE(::read(ends[0], &orphan, sizeof orphan) == sizeof orphan);
        ::kill(copy, SIGKILL);
        BOOST_TEST(::waitpid(copy, nullptr, 0) == copy);
        if (!asked) ::kill(orphan, SIGTERM);
        int status = 0;
        BOOST_REQUIRE(::waitpid(orphan, &status, 0) == orphan);
        BOOST_TEST(WIFSIGNALED(status));
        BOOST_TEST(WTERMSIG(status) == (asked ? SIGKILL : SIGTERM));
        ::close(ends[0]);
        ::close(ends[1]);
    }
    ::prctl(PR_SET_CHILD_SUBREAPER, 0);
}

BOOST_AUTO_TEST_CASE(stop_lets_a_willing_child_end) {
    start("cat", {});
    child->stop();
    run_until(io, [&] { return ended.has_value(); });
    BOOST_TEST(*ended == (exit_status{true, SIGTERM}));
}

BOOST_AUTO_TEST_CASE(stop_kills_a_child_that_ignores_it) {
    start_shell("trap '' TERM; echo ready; exec cat", short_grace);
    run_until(io, [&] { return pipes->received == "ready\n"; });
    child->stop();
    child->stop();
    run_until(io, [&] { return ended.has_value(); });
    BOOST_TEST(*ended == (exit_status{true, SIGKILL}));
}

BOOST_AUTO_TEST_CASE(the_destructor_ends_and_reaps_a_running_child) {
    start("cat", {});
    const pid_t pid = child->pid();
    child.reset();
    BOOST_TEST(reaped(pid));
    run_until(io, [&] { return pipes->ended; });
    BOOST_TEST(!ended);  // nobody is told any more
}

BOOST_AUTO_TEST_CASE(the_destructor_kills_a_child_that_ignores_sigterm) {
    start_shell("trap '' TERM; echo ready; exec cat", short_grace);
    run_until(io, [&] { return pipes->received == "ready\n"; });
    const pid_t pid = child->pid();
    child.reset();
    BOOST_TEST(reaped(pid));
}

BOOST_AUTO_TEST_CASE(the_destructor_closes_pipes_that_nobody_took) {
    // Ignores SIGTERM and ends only because its input does: within the grace, which would be very long.
    child.emplace(io.get_executor(),
                  child_command{"sh", {"-c", "trap '' TERM; exec cat"}, std::chrono::hours(1)});
    const pid_t pid = child->pid();
    child.reset();
    BOOST_TEST(reaped(pid));
}

BOOST_AUTO_TEST_CASE(output_may_be_read_after_the_end) {
    child.emplace(io.get_executor(), child_command{"echo", {"last words"}});
    child->async_wait([this](exit_status status) { ended = status; });
    run_until(io, [&] { return ended.has_value(); });
    pipes = recorder::on(child->take_pipes());
    child.reset();
    run_until(io, [&] { return pipes->ended; });
    BOOST_TEST(pipes->received == "last words\n");
}

BOOST_AUTO_TEST_CASE(a_status_that_somebody_else_took_is_unknown) {
    start("true", {});
    BOOST_REQUIRE(::waitpid(child->pid(), nullptr, 0) == child->pid());
    run_until(io, [&] { return ended.has_value(); });
    BOOST_TEST(*ended == (exit_status{false, exit_status::unknown_code}));
}

BOOST_AUTO_TEST_SUITE_END()
