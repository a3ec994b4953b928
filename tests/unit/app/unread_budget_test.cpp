// What connections have read of lines that have not ended, all together.
#include <assent/app/session/control_session.hpp>
#include <assent/app/session/unread_budget.hpp>
#include <assent/testing.hpp>

#include <boost/test/unit_test.hpp>

#include <deque>
#include <memory>
#include <string>

namespace assent::unread_budget_test {
namespace {

struct connection {
    connection(const std::shared_ptr<unread_budget>& budget, std::size_t bytes = 0)
        : share(std::make_unique<unread_budget::share>(budget, [this] { ++ended; })) {
        share->set(bytes);
    }
    int ended = 0;
    std::unique_ptr<unread_budget::share> share;
};

BOOST_AUTO_TEST_SUITE(unread_budget_test)

BOOST_AUTO_TEST_CASE(the_budget_may_be_used_up_and_over_it_the_one_with_most_is_ended) {
    const auto budget = std::make_shared<unread_budget>(100);
    connection small(budget, 10), large(budget, 60), last(budget, 30);
    BOOST_TEST(budget->bytes() == 100U);
    BOOST_TEST(small.ended + large.ended + last.ended == 0);
    last.share->set(31);
    BOOST_TEST(large.ended == 1);
    BOOST_TEST(small.ended + last.ended == 0);
    BOOST_TEST(budget->bytes() == 41U);
    large.share->set(99);  // it hears of its end later
    BOOST_TEST(large.ended == 1);
    BOOST_TEST(budget->bytes() == 41U);
    large.share.reset();
    BOOST_TEST(budget->bytes() == 41U);
}

BOOST_AUTO_TEST_CASE(of_several_that_have_the_same_the_newest_is_ended) {
    const auto budget = std::make_shared<unread_budget>(100);
    connection first(budget, 40), second(budget, 40), third(budget, 1);
    third.share->set(40);
    BOOST_TEST(third.ended == 1);
    BOOST_TEST(first.ended + second.ended == 0);
    connection fourth(budget, 21);
    BOOST_TEST(second.ended == 1);
    BOOST_TEST(first.ended + fourth.ended == 0);
}

BOOST_AUTO_TEST_CASE(what_a_connection_had_is_free_when_its_line_ends_or_it_is_gone) {
    const auto budget = std::make_shared<unread_budget>(100);
    connection one(budget, 90);
    one.share->set(0);
    BOOST_TEST(budget->bytes() == 0U);
    connection other(budget, 100);
    BOOST_TEST(one.ended + other.ended == 0);
    other.share.reset();
    BOOST_TEST(budget->bytes() == 0U);
}

BOOST_AUTO_TEST_CASE(a_session_counts_what_it_has_read_of_a_line_until_the_line_ends) {
    const auto budget = std::make_shared<unread_budget>(10);
    testing::fake_connection wire;
    const auto session = std::make_shared<control_session>(
        wire.make_transport(),
        std::make_shared<permission_gate>(gate_options{}, std::make_shared<testing::manual_clock>()),
        session_options{});
    int ended = 0;
    session->count_unread(std::make_unique<unread_budget::share>(budget, [&] { ++ended; }));
    session->start({}, {});
    wire.feed("0123456789");
    BOOST_TEST(budget->bytes() == 10U);
    BOOST_TEST(ended == 0);
    wire.feed("\n");
    BOOST_TEST(budget->bytes() == 0U);
    wire.feed("01234567890");
    BOOST_TEST(ended == 1);
    session->close();
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::unread_budget_test
