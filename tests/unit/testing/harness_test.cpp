#include <assent/testing.hpp>

#include <boost/test/unit_test.hpp>

#include <vector>

namespace assent::testing::harness_test {
namespace {

BOOST_AUTO_TEST_CASE(a_question_is_answered_in_one_line) {
    harness h(answer_with([](const permission_question& question) -> permission_result {
        if (question.tool_name == "Read") return allow_result{};
        return deny_result{.reason = "only reading"};
    }));
    BOOST_TEST(h.ask("Read", {{"file_path", "/x"}}).allowed);
    BOOST_TEST(h.ask("Bash", {{"command", "ls"}}).reason == "only reading");
    BOOST_TEST(h.ask("Bash").denied);
}

BOOST_AUTO_TEST_CASE(a_question_that_stays_open_is_answered_later) {
    std::vector<permission_request> open;
    harness h([&](permission_request request) { open.push_back(std::move(request)); });
    const auto asked = h.ask("Bash");
    BOOST_TEST(!asked.answered);
    std::move(open[0]).allow();
    BOOST_TEST(!h.reply(asked.request_id).answered);
    h.pump();
    BOOST_TEST(h.reply(asked.request_id).allowed);
}

BOOST_AUTO_TEST_CASE(time_passes_only_when_it_is_told_to) {
    std::vector<permission_request> open;
    harness h([&](permission_request request) { open.push_back(std::move(request)); });
    const auto id = h.ask("Bash").request_id;
    h.advance(std::chrono::minutes(4));
    BOOST_TEST(!h.reply(id).answered);
    h.advance(std::chrono::minutes(1));
    BOOST_TEST(h.reply(id).denied);
    BOOST_TEST(h.audit().decision(id)->source == decision_source::timeout);
}

BOOST_AUTO_TEST_CASE(modes_cancels_interrupts_and_the_end_go_the_same_way) {
    std::vector<permission_request> open;
    harness h([&](permission_request request) { open.push_back(std::move(request)); });
    const auto first = h.ask("Bash").request_id;
    h.cancel(first);
    BOOST_TEST(open[0].stop().stop_requested());
    const auto second = h.ask("Bash").request_id;
    BOOST_TEST(!h.interrupt().failed);
    BOOST_TEST(h.reply(second).denied);
    BOOST_TEST(h.set_mode("bypassPermissions").answered);
    BOOST_TEST(h.gate().mode() == permission_mode::allow);
    BOOST_TEST(h.set_mode(permission_mode::ask).payload == R"({"mode":"default"})");
    h.line("noise");
    BOOST_TEST(!h.finished());
    h.end();
    BOOST_TEST(h.finished());
    BOOST_TEST(h.connection().closed());
}

BOOST_AUTO_TEST_CASE(bytes_can_be_fed_one_by_one_in_either_dialect) {
    for (const dialect speaks : {dialect::flat, dialect::nested}) {
        harness_options options;
        options.gate.callback = allow_all();
        options.speaks = speaks;
        options.feeding = feed_style::byte_by_byte;
        harness h(std::move(options));
        BOOST_TEST(h.ask("Bash", {{"command", "ls"}}).allowed);
    }
}

BOOST_AUTO_TEST_CASE(the_end_is_told_once_to_whoever_wants_to_hear) {
    int told = 0;
    {
        harness_options options;
        options.on_finished = [&](boost::system::error_code, std::string_view) { ++told; };
        harness h(std::move(options));
        h.end();
        h.pump();
        BOOST_TEST(told == 1);
    }
    BOOST_TEST(told == 1);
}

}  // namespace
}  // namespace assent::testing::harness_test
