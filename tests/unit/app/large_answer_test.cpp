// Answers with large inputs are sent from where the inputs were read. The fake transport fails a test in
// which a piece changes before it is sent.
#include <assent/testing.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace assent::large_answer_test {
namespace {

using testing::feed_style;
using testing::harness;
using testing::harness_options;

harness_options allowing_all(feed_style style = feed_style::whole) {
    harness_options options;
    options.gate.policy.mode = permission_mode::allow;
    options.feeding = style;
    return options;
}

char letter_of(std::size_t question) { return static_cast<char>('a' + static_cast<int>(question % 26)); }

// Writes questions of these sizes, each with another letter; the session reads as far as it wants to.
std::vector<std::string> ask_together(harness& h, const std::vector<std::size_t>& sizes) {
    std::vector<std::string> ids;
    for (const std::size_t bytes : sizes)
        ids.push_back(h.peer().ask(
            {.tool_name = "Bash", .input = {{"command", std::string(bytes, letter_of(ids.size()))}}}));
    h.pump();
    return ids;
}

void check_answers(harness& h, const std::vector<std::string>& ids, const std::vector<std::size_t>& sizes) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
        BOOST_TEST_CONTEXT("question " << i) {
            BOOST_TEST(h.reply(ids[i]).allowed);
            const std::string input = R"({"command":")" + std::string(sizes[i], letter_of(i)) + R"("})";
            BOOST_TEST((h.reply(ids[i]).input == input));
        }
    }
}

const std::vector<std::size_t> mixed{100'000, 10, 40'000, 32'768, 300'000, 5, 70'000, 1'000'000, 1, 50'000};

BOOST_AUTO_TEST_SUITE(large_answer_test)

BOOST_AUTO_TEST_CASE(large_and_small_inputs_in_turn_all_come_back) {
    std::string sent[2];
    for (const auto style : {feed_style::whole, feed_style::byte_by_byte}) {
        harness h(allowing_all(style));
        const auto ids = ask_together(h, mixed);
        check_answers(h, ids, mixed);
        sent[style == feed_style::whole ? 0 : 1] = h.connection().sent();
    }
    BOOST_TEST((sent[0] == sent[1]));
}

BOOST_AUTO_TEST_CASE(inputs_come_back_whole_to_a_peer_that_reads_late) {
    auto options = allowing_all();
    options.session.pause_bytes = 8'000'000;  // reading goes on while the first answer waits
    harness h(std::move(options));
    h.connection().hold_sends(true);
    const auto ids = ask_together(h, mixed);
    BOOST_TEST(h.connection().waiting_bytes() == 0U);
    BOOST_TEST(h.connection().sent().empty());
    h.connection().hold_sends(false);
    h.pump();
    check_answers(h, ids, mixed);
}

BOOST_AUTO_TEST_CASE(what_is_sent_from_where_it_was_read_counts_as_unsent) {
    harness h(allowing_all());
    h.connection().hold_sends(true);
    ask_together(h, {default_pause_bytes});
    BOOST_TEST(h.session().channel().unsent_bytes() > default_pause_bytes);
    BOOST_TEST(h.connection().paused());

    auto options = allowing_all();
    options.session.max_unsent_bytes = 300'000;
    harness limited(std::move(options));
    limited.connection().hold_sends(true);
    ask_together(limited, {300'000});
    BOOST_TEST(limited.finished());
    BOOST_TEST(limited.close_reason() == "the peer does not read: more than 300000 unsent bytes");
}

BOOST_AUTO_TEST_CASE(a_connection_may_break_or_close_while_a_large_answer_is_on_its_way) {
    for (const bool breaks : {false, true}) {
        harness h(allowing_all());
        h.connection().hold_sends(true);
        ask_together(h, {100'000, 100'000});
        if (breaks)
            h.connection().break_with(boost::system::errc::make_error_code(boost::system::errc::io_error));
        else
            h.session().close();
        h.pump();
        BOOST_TEST(h.finished());
        BOOST_TEST(h.connection().sent().empty());
    }
}

BOOST_AUTO_TEST_CASE(no_large_answer_leaves_without_its_record) {
    auto options = allowing_all();
    harness h(std::move(options));
    h.audit().fail_from();
    const auto ids = ask_together(h, {100'000, 10, 100'000});
    for (const auto& id : ids) BOOST_TEST(h.reply(id).denied);
    BOOST_TEST(h.connection().sent().find(R"("behavior":"allow")") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::large_answer_test
