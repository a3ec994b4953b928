#include <assent/adapters/asio/child_process.hpp>
#include <assent/adapters/asio/pipe_size.hpp>

#include "portable_build.hpp"
#include "stream_probe.hpp"

#include <optional>
#include <string>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace assent;
using namespace assent::testing;

namespace pipe_size_test {
namespace {

struct pipe_pair {
    pipe_pair() : pipe_pair(make()) {}
    open_file read, write;

private:
    struct ends {
        int fds[2];
    };
    static ends make() {
        ends made{};
        BOOST_REQUIRE(::pipe2(made.fds, O_CLOEXEC) == 0);
        return made;
    }
    explicit pipe_pair(ends made) : read(made.fds[0]), write(made.fds[1]) {}
};

int size_of(int pipe) { return ::fcntl(pipe, F_GETPIPE_SZ); }

// The size of the pipe that a process has as that descriptor.
int size_in(pid_t process, int fd) {
    const open_file same(::open(("/proc/" + std::to_string(process) + "/fd/" + std::to_string(fd)).c_str(),
                                (fd == 0 ? O_RDONLY : O_WRONLY) | O_NONBLOCK | O_CLOEXEC));
    return size_of(same);
}

constexpr int sizes[] = {large_pipe_bytes, 2 * large_pipe_bytes, kept_pipe_bytes};

}  // namespace
}  // namespace pipe_size_test

BOOST_AUTO_TEST_SUITE(pipe_size_test)

BOOST_AUTO_TEST_CASE(our_own_pipes_are_enlarged_unless_they_shall_be_kept,
                     *test::left_out_of_portable("sizes of pipes")) {
    for (const int asked : sizes) {
        boost::asio::io_context io;
        const pipe_pair in, out;
        const int before = size_of(in.read);
        BOOST_REQUIRE(before < large_pipe_bytes);
        const auto made = make_stdio_transport(io.get_executor(), in.read, out.write, {.pipe_bytes = asked});
        const int expected = asked == kept_pipe_bytes ? before : asked;
        BOOST_TEST(size_of(in.read) == expected);
        BOOST_TEST(size_of(out.write) == expected);
    }
}

BOOST_AUTO_TEST_CASE(a_pipe_is_never_made_smaller) {
    boost::asio::io_context io;
    const pipe_pair in, out;
    BOOST_REQUIRE(::fcntl(in.read, F_SETPIPE_SZ, 2 * large_pipe_bytes) == 2 * large_pipe_bytes);
    const auto made = make_stdio_transport(io.get_executor(), in.read, out.write);
    BOOST_TEST(size_of(in.read) == 2 * large_pipe_bytes);
}

BOOST_AUTO_TEST_CASE(what_is_no_pipe_is_left_as_it_is) {
    const sigpipe_ignored ignore;
    boost::asio::io_context io;
    int fds[2];
    BOOST_REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) == 0);
    const open_file ours(fds[0]), theirs(fds[1]);
    auto user = recorder::on(make_stdio_transport(io.get_executor(), ours, ours));
    user->send({"hello"});
    run_until(io, [&] { return user->sent == 1; });
    char text[8];
    BOOST_TEST(::read(theirs, text, sizeof text) == 5);
    user->stream.reset();
    run_ready(io);
}

BOOST_AUTO_TEST_CASE(the_pipes_of_a_child_are_enlarged_unless_they_shall_be_kept,
                     *test::left_out_of_portable("sizes of pipes")) {
    const sigpipe_ignored ignore;
    const pipe_pair usual;
    for (const int asked : sizes) {
        boost::asio::io_context io;
        child_process child(io.get_executor(), {.program = "cat", .arguments = {}, .pipe_bytes = asked});
        const int expected = asked == kept_pipe_bytes ? size_of(usual.read) : asked;
        BOOST_TEST(size_in(child.pid(), STDIN_FILENO) == expected);
        BOOST_TEST(size_in(child.pid(), STDOUT_FILENO) == expected);
    }
}

BOOST_AUTO_TEST_SUITE_END()
