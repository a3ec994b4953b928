#include "serving/notifier.hpp"
#include "hang_limit.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <stdlib.h>

namespace notifier_test {
namespace {

namespace asio = boost::asio;
using assent::cli::notifier;
using assent::cli::notifier_limits;
using namespace std::chrono_literals;

struct place {
    place() {
        std::string name = "/tmp/assent-test-XXXXXX";
        folder = ::mkdtemp(name.data());
    }
    ~place() { std::filesystem::remove_all(folder); }
    place(const place&) = delete;
    place& operator=(const place&) = delete;

    // A command that runs until somebody writes into this FIFO, or for ever.
    [[nodiscard]] std::string held() const { return "mkfifo " + folder + "/$N; read x < " + folder + "/$N"; }
    [[nodiscard]] std::string text(const std::string& name) const {
        std::ifstream file(folder + "/" + name);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    [[nodiscard]] notifier make(const std::string& command, notifier_limits limits = {}) {
        return {context.get_executor(), command,
                [this](const assent::log_entry& entry) { logged.emplace_back(entry.message); }, limits};
    }
    // Until all that runs has ended.
    void run() {
        BOOST_TEST((context.restart(), context.run_for(assent::test::hang_limit), context.stopped()));
    }

    std::string folder;
    asio::io_context context{1};
    std::vector<std::string> logged;
};

BOOST_AUTO_TEST_SUITE(notifier_test)

BOOST_AUTO_TEST_CASE(the_command_gets_the_variables_and_no_stream_of_ours) {
    place here;
    ::setenv("ASSENT_TEXT", "of somebody else", 1);
    auto told = here.make("exec 3> " + here.folder +
                          "/out; echo \"$ASSENT_TEXT|$A|$(wc -c)\" >&3; echo x; ls "
                          "/proc/self/fd/9 && exit 7; exit 0");
    told.notify({{"ASSENT_TEXT", "two words\nand \"quotes\" $(touch x)"}, {"A", ""}});
    BOOST_TEST(told.running() == 1U);
    here.run();
    ::unsetenv("ASSENT_TEXT");
    BOOST_TEST(told.running() == 0U);
    BOOST_TEST(here.text("out") == "two words\nand \"quotes\" $(touch x)||0\n");
    BOOST_TEST(here.logged.empty());
}

BOOST_AUTO_TEST_CASE(a_value_is_cut_where_it_is_too_long_and_not_within_a_character) {
    place here;
    const notifier_limits limits{.max_value_bytes = 4};
    auto told = here.make("echo \"$A|$B|$C\" > " + here.folder + "/out", limits);
    told.notify({{"A", "abcd"}, {"B", "abcde"}, {"C", "abc\u00e9"}});
    here.run();
    BOOST_TEST(here.text("out") == "abcd|abcd|abc\n");
}

BOOST_AUTO_TEST_CASE(so_many_run_so_many_wait_and_what_comes_then_is_dropped) {
    place here;
    const notifier_limits limits{.max_running = 2, .max_waiting = 3};
    auto told = here.make("echo $N >> " + here.folder + "/out", limits);
    for (int i = 0; i < 5; ++i) told.notify({{"N", std::to_string(i)}});
    BOOST_TEST(told.running() == 2U);
    BOOST_TEST(told.waiting() == 3U);
    BOOST_TEST(here.logged.empty());
    told.notify({{"N", "5"}});
    told.notify({{"N", "6"}});
    BOOST_TEST(
        here.logged ==
            std::vector<std::string>{"--notify: more wait than are kept: some are not told of (said once)"},
        boost::test_tools::per_element());
    here.run();
    BOOST_TEST(here.text("out").size() == 10U);
    BOOST_TEST(here.text("out").find('5') == std::string::npos);
    told.notify({{"N", "7"}});
    here.run();
    BOOST_TEST(here.text("out").find('7') != std::string::npos);
}

BOOST_AUTO_TEST_CASE(one_that_takes_too_long_is_killed_with_what_it_has_started) {
    place here;
    auto told = here.make("sleep 1000 & " + here.held(), {.time_limit = 50ms});
    told.notify({{"N", "a"}});
    here.run();
    BOOST_TEST(told.running() == 0U);
    BOOST_TEST(here.logged ==
                   std::vector<std::string>{"--notify: it took more than 50 ms, and was killed (said once)"},
               boost::test_tools::per_element());
    // One that is done in time is not.
    auto quick = here.make("true", {.time_limit = assent::test::hang_limit});
    quick.notify({});
    here.run();
    BOOST_TEST(here.logged.size() == 1U, here.logged.back());
}

BOOST_AUTO_TEST_CASE(a_failure_is_said_once) {
    place here;
    auto told = here.make("exit 3");
    told.notify({});
    told.notify({});
    here.run();
    BOOST_TEST(here.logged == std::vector<std::string>{"--notify: it ended with status 3 (said once)"},
               boost::test_tools::per_element());
    auto killed = here.make("kill -9 $$");
    killed.notify({});
    here.run();
    BOOST_TEST(here.logged.back() == "--notify: it was ended by a signal (said once)");
}

BOOST_AUTO_TEST_CASE(closing_ends_what_runs_and_starts_nothing_more) {
    place here;
    auto told = here.make(here.held(), {.max_running = 1});
    told.notify({{"N", "a"}});
    told.notify({{"N", "b"}});
    told.close();
    told.notify({{"N", "c"}});
    here.run();
    BOOST_TEST(told.running() == 0U);
    BOOST_TEST(told.waiting() == 0U);
    BOOST_TEST(!std::filesystem::exists(here.folder + "/b"));
    BOOST_TEST(here.logged.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace notifier_test
