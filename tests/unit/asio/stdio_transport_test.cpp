#include <assent/adapters/asio/stdio_transport.hpp>

#include "stream_probe.hpp"

#include <fstream>
#include <system_error>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>

using namespace assent;
using namespace assent::testing;

namespace stdio_transport_test {
namespace {

struct descriptor_pair {
    int first = -1;
    int second = -1;
};

descriptor_pair make_pipe() {
    int fds[2] = {-1, -1};
    BOOST_REQUIRE(::pipe2(fds, O_CLOEXEC) == 0);
    return {fds[0], fds[1]};
}

descriptor_pair make_socket_pair() {
    int fds[2] = {-1, -1};
    BOOST_REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) == 0);
    return {fds[0], fds[1]};
}

struct pipe_pair {
    explicit pipe_pair(descriptor_pair fds = make_pipe()) : read(fds.first), write(fds.second) {}
    open_file read;
    open_file write;
};

struct socket_pair {
    explicit socket_pair(descriptor_pair fds = make_socket_pair()) : ours(fds.first), theirs(fds.second) {}
    open_file ours;
    open_file theirs;
};

bool nonblocking(int fd) { return (::fcntl(fd, F_GETFL) & O_NONBLOCK) != 0; }

int open_count() {
    int count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
    return count;
}

/// What can be read from `fd` up to its end. Blocks until then.
std::string read_all(int fd) {
    std::string text;
    char space[4096];
    for (ssize_t got = 0; (got = ::read(fd, space, sizeof(space))) > 0;)
        text.append(space, static_cast<std::size_t>(got));
    return text;
}

void write_text(int fd, std::string_view text) {
    BOOST_REQUIRE(::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
}

struct stdio_fixture {
    sigpipe_ignored ignore;
    boost::asio::io_context io;
    pipe_pair in;
    pipe_pair out;

    auto start(int in_fd, int out_fd) {
        return recorder::on(make_stdio_transport(io.get_executor(), in_fd, out_fd));
    }
    void finish(recorder& user) {
        user.stream.reset();
        run_ready(io);
    }
};

}  // namespace
}  // namespace stdio_transport_test

BOOST_FIXTURE_TEST_SUITE(stdio_transport_test, stdio_fixture)

BOOST_AUTO_TEST_CASE(pipes_carry_both_directions) {
    auto user = start(in.read, out.write);
    write_text(in.write, "in");
    user->send({"o", "ut"});
    run_until(io, [&] { return user->received == "in" && user->sent == 1; });
    in.write.close();
    run_until(io, [&] { return user->ended; });
    user->close();
    run_until(io, [&] { return user->closed.has_value(); });
    BOOST_TEST(read_all(out.read) == "out");  // and the end, though out.write is still open
    finish(*user);
}

BOOST_AUTO_TEST_CASE(a_regular_file_can_be_the_input) {
    const temporary_directory directory;
    const std::string text(100'000, 'f');
    std::ofstream(directory / "input") << text;
    const open_file file(::open((directory / "input").c_str(), O_RDONLY | O_CLOEXEC));
    auto user = start(file, out.write);
    run_until(io, [&] { return user->ended; });
    BOOST_TEST((user->received == text));
    user->send({"answer"});
    run_until(io, [&] { return user->sent == 1; });
    finish(*user);
    BOOST_TEST(read_all(out.read) == "answer");
}

BOOST_AUTO_TEST_CASE(a_regular_file_can_be_the_output) {
    const temporary_directory directory;
    const open_file file(::open((directory / "output").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    auto user = start(in.read, file);
    user->send({"one ", "two"});
    user->end_output();
    in.write.close();
    run_until(io, [&] { return user->closed.has_value(); });
    BOOST_TEST(!*user->closed);
    BOOST_REQUIRE(::lseek(file, 0, SEEK_SET) == 0);
    BOOST_TEST(read_all(file) == "one two");
    finish(*user);
}

BOOST_AUTO_TEST_CASE(dev_null_is_empty_and_takes_everything) {
    const open_file null(::open("/dev/null", O_RDWR | O_CLOEXEC));
    auto user = start(null, null);
    user->send({"into the void"});
    run_until(io, [&] { return user->ended && user->sent == 1; });
    user->end_output();
    run_until(io, [&] { return user->closed.has_value(); });
    BOOST_TEST(!*user->closed);
    finish(*user);
}

BOOST_AUTO_TEST_CASE(a_terminal_can_be_both) {
    const open_file human(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
    BOOST_REQUIRE(::grantpt(human) == 0);
    BOOST_REQUIRE(::unlockpt(human) == 0);
    const open_file terminal(::open(::ptsname(human), O_RDWR | O_NOCTTY | O_CLOEXEC));
    auto user = start(terminal, terminal);
    write_text(human, "typed\n");
    run_until(io, [&] { return user->received == "typed\n"; });
    user->send({"shown\n"});
    run_until(io, [&] { return user->sent == 1; });
    user->end_output();  // a terminal has no end that anybody could see, and we still read it
    write_text(human, "more\n");
    run_until(io, [&] { return user->received == "typed\nmore\n"; });
    BOOST_TEST(nonblocking(terminal));
    write_text(human, "\x04");  // ctrl-D
    run_until(io, [&] { return user->ended && user->closed; });
    BOOST_TEST(!nonblocking(terminal));
    finish(*user);
}

BOOST_AUTO_TEST_CASE(blocking_mode_is_restored_by_close) {
    const open_file written(::dup(out.write));
    auto user = start(in.read, out.write);
    BOOST_TEST(nonblocking(in.read));
    BOOST_TEST(nonblocking(written));
    user->close();
    BOOST_TEST(!nonblocking(in.read));
    BOOST_TEST(!nonblocking(written));
    run_until(io, [&] { return user->closed.has_value(); });
    finish(*user);
}

BOOST_AUTO_TEST_CASE(blocking_mode_is_restored_by_the_destructor) {
    const open_file written(::dup(out.write));
    auto user = start(in.read, out.write);
    run_ready(io);
    user->stream.reset();
    BOOST_TEST(!nonblocking(in.read));
    BOOST_TEST(!nonblocking(written));
    run_ready(io);
}

BOOST_AUTO_TEST_CASE(blocking_mode_is_restored_when_both_share_one_description) {
    const socket_pair sockets;
    const open_file again(::dup(sockets.ours));
    auto user = start(sockets.ours, again);
    BOOST_TEST(nonblocking(sockets.ours));
    user->close();
    BOOST_TEST(!nonblocking(sockets.ours));
    run_until(io, [&] { return user->closed.has_value(); });
    finish(*user);
}

BOOST_AUTO_TEST_CASE(a_description_that_did_not_block_stays_so) {
    const socket_pair sockets;
    BOOST_REQUIRE(::fcntl(sockets.ours, F_SETFL, O_RDWR | O_NONBLOCK) == 0);
    auto user = start(sockets.ours, sockets.ours);
    user->close();
    BOOST_TEST(nonblocking(sockets.ours));
    run_until(io, [&] { return user->closed.has_value(); });
    finish(*user);
}

BOOST_AUTO_TEST_CASE(half_close_of_a_shared_socket_keeps_reading_without_blocking) {
    const socket_pair sockets;
    auto user = start(sockets.ours, sockets.ours);
    user->send({"question"});
    user->end_output();
    run_until(io, [&] { return user->sent == 1; });
    BOOST_TEST(read_all(sockets.theirs) == "question");  // the peer sees the end
    BOOST_TEST(nonblocking(sockets.ours));
    write_text(sockets.theirs, "answer");
    run_until(io, [&] { return user->received == "answer"; });
    BOOST_REQUIRE(::shutdown(sockets.theirs, SHUT_WR) == 0);
    run_until(io, [&] { return user->closed.has_value(); });
    BOOST_TEST(!*user->closed);
    BOOST_TEST(!nonblocking(sockets.ours));
    finish(*user);
}

BOOST_AUTO_TEST_CASE(end_output_on_a_pipe_ends_it_while_reading_goes_on) {
    auto user = start(in.read, out.write);
    user->send({"last words"});
    user->end_output();
    run_until(io, [&] { return user->sent == 1; });
    BOOST_TEST(read_all(out.read) == "last words");
    write_text(out.write, "stray print");  // goes to /dev/null now, not to a closed descriptor
    write_text(in.write, "still heard");
    run_until(io, [&] { return user->received == "still heard"; });
    finish(*user);
}

BOOST_AUTO_TEST_CASE(what_the_caller_put_in_place_of_the_output_is_left_alone) {
    const pipe_pair other;
    auto user = start(in.read, out.write);
    BOOST_REQUIRE(::dup2(other.write, out.write) >= 0);
    user->end_output();
    BOOST_TEST(read_all(out.read) == "");
    write_text(out.write, "mine");
    char space[4];
    BOOST_TEST(::read(other.read, space, sizeof(space)) == 4);
    finish(*user);
}

BOOST_AUTO_TEST_CASE(a_reader_that_is_gone_closes_with_broken_pipe) {
    auto user = start(in.read, out.write);
    out.read.close();
    user->send({"anyone?"});
    run_until(io, [&] { return user->closed.has_value(); });
    BOOST_TEST(*user->closed == boost::system::errc::broken_pipe);
    BOOST_TEST(user->sent == 0);
    finish(*user);
}

BOOST_AUTO_TEST_CASE(a_reader_that_leaves_is_noticed_before_anything_is_sent) {
    for (const bool peer_ended : {false, true}) {
        BOOST_TEST_CONTEXT("the peer has left our input, too: " << peer_ended) {
            pipe_pair ours;
            pipe_pair theirs;
            auto user = start(ours.read, theirs.write);
            run_ready(io);
            BOOST_TEST(!user->closed);
            if (peer_ended) ours.write.close();
            theirs.read.close();
            run_until(io, [&] { return user->closed.has_value(); });
            if (peer_ended)
                BOOST_TEST(!user->closed->failed());
            else
                BOOST_TEST(*user->closed == boost::system::errc::broken_pipe);
            finish(*user);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_a_peer_has_said_that_was_killed_since_is_dropped_unless_that_does_not_matter) {
    for (const bool dropped : {true, false}) {
        BOOST_TEST_CONTEXT("dropped: " << dropped) {
            pipe_pair ours;
            pipe_pair theirs;
            auto user = recorder::on(make_stdio_transport(io.get_executor(), ours.read, theirs.write,
                                                          {.drop_last_words = dropped}));
            const std::string first(user->space_bytes(), 'x');
            // What follows a full read is read in the same turn: the event loop cannot have told of the end.
            user->reading = [&] {
                if (user->received == first) {
                    write_text(ours.write, "last words");
                    ours.write.close();
                    theirs.read.close();
                } else {
                    user->send({"an answer for nobody"});
                }
            };
            write_text(ours.write, first);
            run_until(io, [&] { return user->closed.has_value(); });
            BOOST_TEST((user->received == first + (dropped ? "" : "last words")));
            BOOST_TEST(user->sent == 0);
            BOOST_TEST(!user->closed->failed());  // the peer has ended as a whole
            finish(*user);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_descriptors_stay_the_callers_and_none_is_left_behind) {
    run_ready(io);
    start(in.read, out.write)->stream.reset();  // Asio opens its own descriptors at the first use
    run_ready(io);
    const int before = open_count();
    auto user = start(in.read, in.write);
    BOOST_TEST(open_count() == before + 2);
    user->close();
    run_until(io, [&] { return user->closed.has_value(); });
    finish(*user);
    BOOST_TEST(open_count() == before);
    BOOST_TEST(::fcntl(in.read, F_GETFD) != -1);
}

BOOST_AUTO_TEST_CASE(a_descriptor_that_is_not_open_is_named) {
    const int before = open_count();
    BOOST_CHECK_EXCEPTION(static_cast<void>(make_stdio_transport(io.get_executor(), 987, out.write)),
                          std::system_error,
                          says("cannot use descriptor 987 for input: Bad file descriptor"));
    BOOST_CHECK_EXCEPTION(static_cast<void>(make_stdio_transport(io.get_executor(), in.read, 987)),
                          std::system_error,
                          says("cannot use descriptor 987 for output: Bad file descriptor"));
    BOOST_TEST(open_count() == before);
}

BOOST_AUTO_TEST_CASE(a_guard_restores_once_and_only_its_own_flag) {
    {
        blocking_mode_guard guard(in.read);
        BOOST_REQUIRE(::fcntl(in.read, F_SETFL, O_NONBLOCK | O_APPEND) == 0);
        guard.restore();
        BOOST_TEST(::fcntl(in.read, F_GETFL) == O_APPEND);
        BOOST_REQUIRE(::fcntl(in.read, F_SETFL, O_NONBLOCK) == 0);
    }
    BOOST_TEST(nonblocking(in.read));
    {
        const blocking_mode_guard guard(out.read);
        BOOST_REQUIRE(::fcntl(out.read, F_SETFL, O_NONBLOCK) == 0);
    }
    BOOST_TEST(!nonblocking(out.read));
    BOOST_CHECK_THROW(blocking_mode_guard(987), std::system_error);
}

BOOST_AUTO_TEST_SUITE_END()
