// Who gets a turn, and what is held meanwhile: reads and writes go straight to the system as long as they do
// not block.

#include "stream_probe.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

using namespace assent;
using namespace assent::testing;

namespace stream_turns_test {
namespace {

// More than fits into one turn, and less than a pipe or socket holds.
constexpr std::size_t many_bytes = 60'000;
// As many reads and finished writes as one turn may have; see stream_core.hpp.
constexpr int acts_in_a_turn = 8;

/// Runs `test(io, near, far)` on sockets and pipes.
template <class Test>
void on_both_kinds(Test test, bool far_paused = false) {
    const sigpipe_ignored ignore;
    for (auto* const make : {make_unix_ends, make_pipe_ends}) {
        boost::asio::io_context io;
        auto made = make(io.get_executor(), io.get_executor());
        auto near = recorder::on(std::move(made.near));
        auto far = recorder::on(std::move(made.far), far_paused);
        BOOST_TEST_CONTEXT((make == make_unix_ends ? "on sockets" : "on pipes")) test(io, *near, *far);
        near->stream.reset();
        far->stream.reset();
        run_ready(io);
    }
}

}  // namespace
}  // namespace stream_turns_test

BOOST_AUTO_TEST_SUITE(stream_turns_test)

BOOST_AUTO_TEST_CASE(no_space_is_held_while_nothing_comes) {
    on_both_kinds([](auto& io, recorder& near, recorder& far) {
        run_ready(io);
        BOOST_TEST(!far.holds_space);
        near.send({std::string(many_bytes, 'x')});
        run_until(io, [&] { return far.received.size() == many_bytes; });
        run_ready(io);
        BOOST_TEST(!far.holds_space);
        near.send({"x"});
        run_until(io, [&] { return far.received.size() == many_bytes + 1; });
        BOOST_TEST(!far.holds_space);
    });
}

BOOST_AUTO_TEST_CASE(a_peer_that_says_much_lets_others_have_their_turn) {
    on_both_kinds(
        [](auto& io, recorder& near, recorder& far) {
            near.send({std::string(many_bytes, 'x')});
            run_until(io, [&] { return near.sent == 1; });
            int reads = 0, reads_before = -1;
            far.reading = [&] {
                if (++reads == 1) boost::asio::post(io, [&] { reads_before = reads; });
            };
            far.resume();
            run_until(io, [&] { return far.received.size() == many_bytes; });
            BOOST_TEST(reads_before >= 1);
            BOOST_TEST(reads_before <= acts_in_a_turn);
            BOOST_TEST(reads > acts_in_a_turn);
        },
        true);
}

BOOST_AUTO_TEST_CASE(a_user_who_always_has_more_to_say_lets_others_have_their_turn) {
    on_both_kinds([](auto& io, recorder& near, recorder&) {
        int sent_before = -1;
        near.sending = [&] {
            if (near.sent == 1) boost::asio::post(io, [&] { sent_before = near.sent; });
            if (near.sent < 3 * acts_in_a_turn) near.send({"x"});
        };
        near.send({"x"});
        run_until(io, [&] { return near.sent == 3 * acts_in_a_turn; });
        BOOST_TEST(sent_before >= 1);
        BOOST_TEST(sent_before <= acts_in_a_turn);
    });
}

BOOST_AUTO_TEST_CASE(an_exception_of_a_user_leaves_a_transport_that_can_be_closed) {
    on_both_kinds([](auto& io, recorder& near, recorder& far) {
        far.reading = [] { throw std::runtime_error("no"); };
        near.send({"x"});
        BOOST_CHECK_THROW(run_until(io, [&] { return far.closed.has_value(); }), std::runtime_error);
        far.close();
        run_until(io, [&] { return far.closed.has_value(); });
    });
}

BOOST_AUTO_TEST_SUITE_END()
