#include <assent/adapters/testing/fake_transport.hpp>

#include <boost/system/errc.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace assent::testing::fake_transport_test {
namespace {

const auto broken_pipe = make_error_code(boost::system::errc::broken_pipe);

// A transport's user that writes down what it is told.
class recorder final : public transport::handler {
public:
    std::span<char> read_space() override {
        ++asked_for_space;
        return std::span(space).first(room);
    }
    void on_read(std::size_t bytes) override {
        log.push_back("read " + std::string(space.data(), bytes));
        if (on_read_do) on_read_do();
    }
    void on_end() override { log.emplace_back("end"); }
    void on_sent() override { log.emplace_back("sent"); }
    void on_closed(boost::system::error_code error) override {
        log.push_back(error ? "closed with error" : "closed");
    }

    [[nodiscard]] std::vector<std::string> take() { return std::exchange(log, {}); }

    std::array<char, 64> space{};
    std::size_t room = 64;
    int asked_for_space = 0;
    std::function<void()> on_read_do;
    std::vector<std::string> log;
};

using lines = std::vector<std::string>;

struct fixture {
    fixture() { connection->start(user); }
    void send(std::string_view text) const {
        const std::array pieces{text};
        connection->send(pieces);
    }

    fake_connection far;
    std::unique_ptr<transport> connection = far.make_transport();
    std::shared_ptr<recorder> user = std::make_shared<recorder>();
};

BOOST_FIXTURE_TEST_CASE(bytes_come_whole_byte_by_byte_or_split, fixture) {
    far.feed("abc");
    BOOST_TEST(user->take() == lines{"read abc"}, boost::test_tools::per_element());
    far.feed("abc", feed_style::byte_by_byte);
    BOOST_TEST(user->take() == (lines{"read a", "read b", "read c"}), boost::test_tools::per_element());
    far.feed_split("abc", 1);
    BOOST_TEST(user->take() == (lines{"read a", "read bc"}), boost::test_tools::per_element());
    far.feed_split("abc", 9);
    BOOST_TEST(user->take() == lines{"read abc"}, boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(a_read_is_not_larger_than_the_room, fixture) {
    user->room = 2;
    far.feed("abcde");
    BOOST_TEST(user->take() == (lines{"read ab", "read cd", "read e"}), boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(without_room_reading_pauses_until_resume_and_pump, fixture) {
    user->room = 0;
    far.feed("abc");
    far.end();
    far.pump();
    BOOST_TEST(user->log.empty());
    BOOST_TEST(user->asked_for_space == 1);
    BOOST_TEST(far.paused());
    BOOST_TEST(far.waiting_bytes() == 3U);
    user->room = 64;
    connection->resume();
    BOOST_TEST(user->log.empty());
    BOOST_TEST(far.pump());
    BOOST_TEST(user->take() == (lines{"read abc", "end"}), boost::test_tools::per_element());
    BOOST_TEST(!far.pump());
}

BOOST_AUTO_TEST_CASE(bytes_wait_for_the_start) {
    fake_connection far;
    const auto connection = far.make_transport();
    far.feed("abc");
    far.pump();
    const auto user = std::make_shared<recorder>();
    BOOST_TEST(!far.started());
    connection->start(user);
    BOOST_TEST(user->log.empty());
    far.pump();
    BOOST_TEST(user->take() == lines{"read abc"}, boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(a_send_is_complete_at_the_next_pump, fixture) {
    const std::array<std::string_view, 2> pieces{"ab", "cd"};
    connection->send(pieces);
    BOOST_TEST(user->log.empty());
    BOOST_TEST(far.sent().empty());
    far.feed("x");  // does not complete it either
    BOOST_TEST(user->take() == lines{"read x"}, boost::test_tools::per_element());
    far.pump();
    BOOST_TEST(user->take() == lines{"sent"}, boost::test_tools::per_element());
    BOOST_TEST(far.sent() == "abcd");
    send("ef");
    far.pump();
    BOOST_TEST(far.sends() == (lines{"abcd", "ef"}), boost::test_tools::per_element());
    BOOST_TEST(far.take_sent() == "abcdef");
    BOOST_TEST(far.take_sent().empty());
}

BOOST_FIXTURE_TEST_CASE(a_held_send_waits, fixture) {
    far.hold_sends(true);
    send("ab");
    far.pump();
    BOOST_TEST(user->log.empty());
    far.hold_sends(false);
    far.pump();
    BOOST_TEST(user->take() == lines{"sent"}, boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(the_nth_send_fails, fixture) {
    far.fail_send(2, broken_pipe);
    send("ab");
    far.pump();
    send("cd");
    far.feed("late");
    far.pump();
    BOOST_TEST(user->take() == (lines{"sent", "closed with error"}), boost::test_tools::per_element());
    BOOST_TEST(far.sent() == "ab");
    BOOST_TEST(far.finished());
    BOOST_TEST(!far.pump());
}

BOOST_FIXTURE_TEST_CASE(a_close_drops_what_is_unsent_and_is_told_once, fixture) {
    send("ab");
    connection->close();
    connection->close();
    BOOST_TEST(user->log.empty());
    BOOST_TEST(far.closed());
    far.pump();
    far.pump();
    BOOST_TEST(user->take() == lines{"closed"}, boost::test_tools::per_element());
    BOOST_TEST(far.sent().empty());
    BOOST_TEST(user.use_count() == 1);
}

BOOST_FIXTURE_TEST_CASE(after_the_end_of_input_sends_still_go_out, fixture) {
    far.end();
    send("ab");
    connection->end_output();
    BOOST_TEST(far.output_ended());
    far.pump();
    BOOST_TEST(user->take() == (lines{"end", "sent", "closed"}), boost::test_tools::per_element());
    BOOST_TEST(far.sent() == "ab");
}

BOOST_FIXTURE_TEST_CASE(a_connection_can_break, fixture) {
    far.break_with(broken_pipe);
    far.feed("abc");
    far.pump();
    BOOST_TEST(user->take() == lines{"closed with error"}, boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(nothing_is_called_from_inside_another_call, fixture) {
    user->on_read_do = [this, once = true]() mutable {
        if (!std::exchange(once, false)) return;
        far.feed("inner");
        send("answer");
        far.pump();
        user->log.emplace_back("returned");
    };
    far.feed("outer");
    BOOST_TEST(user->take() == (lines{"read outer", "returned", "read inner"}),
               boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(breaking_the_contract_is_a_logic_error, fixture) {
    BOOST_CHECK_THROW(connection->start(user), std::logic_error);
    std::string text = "ab";
    send(text);
    BOOST_CHECK_THROW(send("cd"), std::logic_error);
    text[0] = 'x';
    BOOST_CHECK_THROW(far.pump(), std::logic_error);
    text[0] = 'a';
    far.pump();
    connection->end_output();
    BOOST_CHECK_THROW(send("ef"), std::logic_error);
    far.end();
    BOOST_CHECK_THROW(far.feed("x"), std::logic_error);
    far.pump();
    BOOST_TEST(far.finished());

    fake_connection other;
    const auto idle = other.make_transport();
    const std::array<std::string_view, 1> pieces{"x"};
    BOOST_CHECK_THROW(idle->send(pieces), std::logic_error);
}

BOOST_AUTO_TEST_CASE(destroying_the_transport_closes_it) {
    fake_connection far;
    auto connection = far.make_transport();
    connection->start(std::make_shared<recorder>());
    connection.reset();
    BOOST_TEST(far.closed());
}

}  // namespace
}  // namespace assent::testing::fake_transport_test
