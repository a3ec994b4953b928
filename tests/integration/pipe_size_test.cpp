#include "portable_build.hpp"
#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace pipe_size_test {
namespace {

using assent::test::program;

constexpr int kib = 1024;

// What the pipe may hold that a process has as its standard input.
int input_size(pid_t process) {
    const int same =
        ::open(("/proc/" + std::to_string(process) + "/fd/0").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    const int size = same < 0 ? -1 : ::fcntl(same, F_GETPIPE_SZ);
    if (size < 0) throw std::system_error(errno, std::generic_category(), "size of a pipe");
    ::close(same);
    return size;
}

BOOST_AUTO_TEST_SUITE(pipe_size_test)

BOOST_AUTO_TEST_CASE(the_program_enlarges_its_pipes_unless_it_shall_keep_them,
                     *assent::test::left_out_of_portable("sizes of pipes")) {
    const struct {
        std::vector<std::string> command;
        int bytes;
    } table[] = {
        {{"serve"}, 256 * kib},
        {{"serve", "--keep-pipe-size"}, 64 * kib},
        {{"bridge", "--log-level", "error", "--guard", "off", "--", "cat"}, 256 * kib},
        {{"bridge", "--log-level", "error", "--guard", "off", "--keep-pipe-size", "--", "cat"}, 64 * kib},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.command.front() << " " << row.command.back()) {
            program started(row.command);
            // Answered, or given back by `cat`: the program speaks already.
            started.write(R"({"type":"control_request","request_id":"r","request":{"subtype":"interrupt"}})"
                          "\n");
            BOOST_TEST(started.out_lines(1).size() == 1U);
            BOOST_TEST(input_size(started.pid()) == row.bytes);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pipe_size_test
