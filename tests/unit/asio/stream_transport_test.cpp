// The contract of the `transport` port, on every kind of stream that these adapters have.

#include "stream_probe.hpp"

#include <assent/adapters/asio/socket_listener.hpp>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace assent;
using namespace assent::testing;

namespace stream_transport_test {
namespace {

stream_ends unix_sockets(boost::asio::io_context& io) {
    return make_unix_ends(io.get_executor(), io.get_executor());
}

stream_ends pipes(boost::asio::io_context& io) {
    return make_pipe_ends(io.get_executor(), io.get_executor());
}

stream_ends tcp_sockets(boost::asio::io_context& io) {
    std::unique_ptr<transport> accepted;
    auto listener = socket_listener::listen_tcp(
        io.get_executor(), "", 0,
        [&](accepted_connection connection) { accepted = std::move(connection.stream); });
    auto connected = connect_tcp(io.get_executor(), "127.0.0.1", listener.port());
    run_until(io, [&] { return accepted != nullptr; });
    return {std::move(connected), std::move(accepted), {}};
}

struct stream_kind {
    const char* name;
    stream_ends (*make)(boost::asio::io_context&);
};
constexpr stream_kind kinds[] = {{"unix", unix_sockets}, {"tcp", tcp_sockets}, {"pipes", pipes}};

/// Runs `test(io, near, far)` on each kind; the two are started.
template <class Test>
void on_every_kind(Test test, bool near_paused = false, bool far_paused = false) {
    const sigpipe_ignored ignore;
    for (const auto& kind : kinds) {
        BOOST_TEST_CONTEXT("on " << kind.name) {
            boost::asio::io_context io;
            auto made = kind.make(io);
            auto near = recorder::on(std::move(made.near), near_paused);
            auto far = recorder::on(std::move(made.far), far_paused);
            test(io, *near, *far);
            near->stream.reset();  // recorder and transport own each other
            far->stream.reset();
            run_ready(io);
        }
    }
}

constexpr std::size_t more_than_any_buffer = 16U << 20U;

}  // namespace
}  // namespace stream_transport_test

BOOST_AUTO_TEST_SUITE(stream_transport_test)

BOOST_AUTO_TEST_CASE(pieces_arrive_in_order_as_one_stream) {
    on_every_kind([](auto& io, recorder& near, recorder& far) {
        near.send({"hello ", "", "world", "\n"});
        run_until(io, [&] { return near.sent == 1 && far.received.size() == 12; });
        BOOST_TEST(far.received == "hello world\n");
        far.send({"and back"});
        run_until(io, [&] { return near.received == "and back"; });
    });
}

BOOST_AUTO_TEST_CASE(more_pieces_than_one_system_call_takes_arrive) {
    on_every_kind([](auto& io, recorder& near, recorder& far) {
        std::vector<std::string> pieces;
        std::string all;
        for (int i = 0; i < 3000; ++i) all += pieces.emplace_back(std::to_string(i) + ",");
        near.send(pieces);
        run_until(io, [&] { return near.sent == 1 && far.received.size() == all.size(); });
        BOOST_TEST((far.received == all));
    });
}

// A pipe of one page takes part of it; the rest follows from there.
BOOST_AUTO_TEST_CASE(a_write_may_stop_anywhere_in_a_piece_or_between_two) {
    const int page_bytes = static_cast<int>(::sysconf(_SC_PAGESIZE));
    for (int first_bytes = page_bytes - 3; first_bytes <= page_bytes + 3; ++first_bytes) {
        BOOST_TEST_CONTEXT("a first piece of " << first_bytes) {
            boost::asio::io_context io;
            int out[2];
            BOOST_REQUIRE(::pipe2(out, O_CLOEXEC) == 0);
            const open_file reader(out[0]), writer(out[1]);
            BOOST_REQUIRE(::fcntl(out[1], F_SETPIPE_SZ, page_bytes) == page_bytes);
            const open_file silent(::eventfd(0, EFD_CLOEXEC));
            auto near = recorder::on(
                make_stdio_transport(io.get_executor(), silent, out[1], {.pipe_bytes = kept_pipe_bytes}));

            const std::vector<std::string> pieces{std::string(static_cast<std::size_t>(first_bytes), 'a'),
                                                  "b", std::string(50'000, 'c'), "d"};
            near->send(pieces);
            std::string received;
            std::array<char, 1000> space{};
            while (received.size() < static_cast<std::size_t>(first_bytes) + 50'002) {
                run_ready(io);
                const auto bytes = ::read(reader, space.data(), space.size());
                BOOST_TEST_REQUIRE(bytes > 0);
                received.append(space.data(), static_cast<std::size_t>(bytes));
            }
            run_ready(io);
            BOOST_TEST(near->sent == 1);
            BOOST_TEST((received == pieces[0] + pieces[1] + pieces[2] + pieces[3]));
            near->stream.reset();
            run_ready(io);
        }
    }
}

BOOST_AUTO_TEST_CASE(nothing_to_send_is_sent_at_once) {
    on_every_kind([](auto& io, recorder& near, recorder&) {
        near.send({});
        run_until(io, [&] { return near.sent == 1; });
        near.send({"", ""});
        run_until(io, [&] { return near.sent == 2; });
    });
}

BOOST_AUTO_TEST_CASE(a_send_larger_than_all_buffers_arrives_whole) {
    on_every_kind([](auto& io, recorder& near, recorder& far) {
        std::string large(more_than_any_buffer, 'x');
        for (std::size_t i = 0; i < large.size(); i += 1009) large[i] = static_cast<char>('a' + i % 26);
        near.send({large});
        run_until(io, [&] { return near.sent == 1 && far.received.size() == large.size(); });
        BOOST_TEST((far.received == large));
    });
}

BOOST_AUTO_TEST_CASE(without_space_reading_stops_until_resume) {
    on_every_kind(
        [](auto& io, recorder& near, recorder& far) {
            near.send({"wait"});
            run_until(io, [&] { return near.sent == 1 && far.spaces_asked == 1; });
            far.send({"a send of its own"});
            run_until(io, [&] { return far.sent == 1; });
            run_ready(io);
            BOOST_TEST(far.received == "");
            BOOST_TEST(far.spaces_asked == 1);  // it was not asked again
            far.resume();
            far.resume();  // harmless
            run_until(io, [&] { return far.received == "wait"; });
            far.resume();  // harmless, too
            near.send({"more"});
            run_until(io, [&] { return far.received == "waitmore"; });
        },
        false, true);
}

BOOST_AUTO_TEST_CASE(after_end_of_input_sends_still_go_out) {
    on_every_kind([](auto& io, recorder& near, recorder& far) {
        near.end_output();
        run_until(io, [&] { return far.ended; });
        BOOST_TEST(!far.closed);
        far.send({"late answer"});
        run_until(io, [&] { return near.received == "late answer"; });
        far.end_output();
        run_until(io, [&] { return near.closed && far.closed; });
        BOOST_TEST(near.ended);
        BOOST_TEST(!*near.closed);  // both directions had ended: no error
        BOOST_TEST(!*far.closed);
    });
}

BOOST_AUTO_TEST_CASE(end_output_waits_for_what_was_sent) {
    on_every_kind([](auto& io, recorder& near, recorder& far) {
        near.send({std::string(more_than_any_buffer, 'x')});
        near.end_output();
        near.end_output();
        run_until(io, [&] { return far.ended; });
        BOOST_TEST(far.received.size() == more_than_any_buffer);
        BOOST_TEST(near.sent == 1);
    });
}

BOOST_AUTO_TEST_CASE(close_drops_the_send_in_flight) {
    on_every_kind(
        [](auto& io, recorder& near, recorder& far) {
            near.send({std::string(more_than_any_buffer, 'x')});
            run_ready(io);
            near.close();
            near.close();
            run_until(io, [&] { return near.closed.has_value(); });
            BOOST_TEST(!*near.closed);
            BOOST_TEST(near.sent == 0);
            far.resume();
            run_until(io, [&] { return far.ended || far.closed; });
            BOOST_TEST(far.received.size() < more_than_any_buffer);
        },
        false, true);
}

BOOST_AUTO_TEST_CASE(what_is_called_after_close_has_no_effect) {
    on_every_kind([](auto& io, recorder& near, recorder& far) {
        near.close();
        near.send({"too late"});
        near.end_output();
        near.resume();
        // Where the far side sees that nobody reads it any more, that is its end.
        run_until(io, [&] { return near.closed && (far.ended || far.closed); });
        BOOST_TEST(near.sent == 0);
        BOOST_TEST(far.received == "");
        near.send({"much too late"});
        near.close();
        run_ready(io);
    });
}

BOOST_AUTO_TEST_CASE(a_send_that_fails_closes_with_the_error) {
    on_every_kind(
        [](auto& io, recorder& near, recorder& far) {
            far.stream.reset();
            near.sending = [&] { near.send({"is anybody there?"}); };  // until the first one fails
            near.send({"hello?"});
            run_until(io, [&] { return near.closed.has_value(); });
            BOOST_TEST(near.closed->failed());
        },
        true);
}

BOOST_AUTO_TEST_CASE(a_send_after_end_output_closes_with_an_error) {
    on_every_kind([](auto& io, recorder& near, recorder&) {
        near.end_output();
        near.send({"one more thing"});
        run_until(io, [&] { return near.closed.has_value(); });
        BOOST_TEST(near.closed->failed());
        BOOST_TEST(near.sent == 0);
    });
}

BOOST_AUTO_TEST_CASE(everything_may_be_called_from_inside_a_callback) {
    on_every_kind([](auto& io, recorder& near, recorder& far) {
        far.reading = [&] {
            far.resume();
            if (far.sent == 0) far.send({"echo " + far.received});
        };
        far.ending = [&] { far.close(); };
        near.sending = [&] { near.end_output(); };
        near.send({"x"});
        run_until(io, [&] { return near.closed && far.closed; });
        BOOST_TEST(near.received == "echo x");
        BOOST_TEST(!*near.closed);
        BOOST_TEST(!*far.closed);
    });
}

BOOST_AUTO_TEST_CASE(a_destroyed_transport_calls_nobody_and_lets_the_handler_go) {
    on_every_kind([](auto& io, recorder&, recorder& far) {
        int fds[2];
        BOOST_REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, fds) == 0);
        ::close(fds[1]);
        auto doomed = recorder::on(make_socket_transport(io.get_executor(), fds[0]));
        const std::weak_ptr<recorder> watch = doomed;
        doomed->stream.reset();
        run_ready(io);
        BOOST_TEST(!doomed->ended);
        BOOST_TEST(!doomed->closed);
        doomed.reset();
        BOOST_TEST(watch.expired());

        // With a read and a write in flight that point into the handler's buffers.
        auto busy = far.shared_from_this();
        busy->send({std::string(more_than_any_buffer, 'x')});
        run_ready(io);
        const auto uses = busy.use_count();
        busy->stream.reset();
        run_ready(io);
        BOOST_TEST(busy.use_count() == uses - 1);
    });
}

BOOST_AUTO_TEST_CASE(the_handler_is_let_go_after_closed) {
    boost::asio::io_context io;
    auto made = unix_sockets(io);
    auto stream = std::move(made.near);
    auto user = std::make_shared<recorder>();
    const std::weak_ptr<recorder> watch = user;
    stream->start(user);
    user.reset();
    run_ready(io);
    BOOST_TEST(!watch.expired());  // the transport keeps it
    stream->close();
    run_ready(io);
    BOOST_TEST(watch.expired());
}

BOOST_AUTO_TEST_CASE(a_callback_may_destroy_the_transport) {
    on_every_kind([](auto& io, recorder& near, recorder& far) {
        bool destroyed = false;
        far.reading = [&] {
            far.stream.reset();
            destroyed = true;
        };
        near.send({"boom"});
        run_until(io, [&] { return destroyed && (near.ended || near.closed); });
        run_ready(io);
        BOOST_TEST(!far.closed);
    });
}

BOOST_AUTO_TEST_CASE(a_transport_that_was_never_started_can_go) {
    boost::asio::io_context io;
    auto made = unix_sockets(io);
    auto user = recorder::on(std::move(made.far));
    made.near.reset();
    run_until(io, [&] { return user->ended; });
    user->stream.reset();
}

BOOST_AUTO_TEST_SUITE_END()
