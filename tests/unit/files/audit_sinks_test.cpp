#include "audit_probe.hpp"

#include <assent/adapters/files/fan_out_audit_sink.hpp>
#include <assent/adapters/files/memory_audit_sink.hpp>
#include <assent/adapters/testing/recording_audit_sink.hpp>

#include <boost/system/errc.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace audit_sinks_test {
namespace {

using namespace assent;
using namespace assent::testing;

BOOST_AUTO_TEST_SUITE(audit_sinks_test)

class failing_sink final : public audit_sink {
public:
    explicit failing_sink(boost::system::errc::errc_t error) : error_(error) {}
    boost::system::error_code record(const audit_event&) override { return make_error_code(error_); }

private:
    boost::system::errc::errc_t error_;
};

class throwing_sink final : public audit_sink {
public:
    boost::system::error_code record(const audit_event&) override { throw std::runtime_error("broken"); }
};

BOOST_AUTO_TEST_CASE(each_sink_gets_each_event_whatever_the_others_do) {
    const auto first = std::make_shared<recording_audit_sink>();
    const auto last = std::make_shared<recording_audit_sink>();
    const auto full = std::make_shared<failing_sink>(boost::system::errc::no_space_on_device);
    const auto denied = std::make_shared<failing_sink>(boost::system::errc::permission_denied);
    const auto throws = std::make_shared<throwing_sink>();
    const struct {
        std::vector<std::shared_ptr<audit_sink>> sinks;
        boost::system::error_code error;
    } table[] = {
        {{first, last}, {}},
        {{first, full, denied, last}, make_error_code(boost::system::errc::no_space_on_device)},
        {{denied, first, full, last}, make_error_code(boost::system::errc::permission_denied)},
        {{first, throws, full, last}, make_error_code(boost::system::errc::io_error)},
    };
    std::size_t events = 0;
    for (const auto& row : table) {
        fan_out_audit_sink all(row.sinks);
        BOOST_TEST(all.record(some_event("r")) == row.error);
        ++events;
        BOOST_TEST(first->events().size() == events);
        BOOST_TEST(last->events().size() == events);
    }
}

BOOST_AUTO_TEST_CASE(a_fan_out_to_nowhere_is_refused) {
    BOOST_CHECK_THROW(fan_out_audit_sink({}), std::invalid_argument);
    BOOST_CHECK_THROW(fan_out_audit_sink({std::make_shared<recording_audit_sink>(), nullptr}),
                      std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(memory_keeps_the_last_events_and_counts_the_others) {
    const struct {
        int events;
        std::vector<std::string> kept;
        std::size_t forgotten;
    } table[] = {{0, {}, 0},
                 {2, {"0", "1"}, 0},
                 {3, {"0", "1", "2"}, 0},
                 {4, {"1", "2", "3"}, 1},
                 {9, {"6", "7", "8"}, 6}};
    for (const auto& row : table) {
        memory_audit_sink sink(3);
        for (int i = 0; i < row.events; ++i) BOOST_TEST(!sink.record(some_event(std::to_string(i))).failed());
        std::vector<std::string> ids;
        for (const auto& each : sink.events()) ids.push_back(each.request_id);
        BOOST_TEST(ids == row.kept, boost::test_tools::per_element());
        BOOST_TEST(sink.forgotten() == row.forgotten);
    }
}

BOOST_AUTO_TEST_CASE(memory_keeps_ten_thousand_events_unless_told_otherwise) {
    memory_audit_sink sink;
    for (int i = 0; i < 10'000; ++i) BOOST_REQUIRE(!sink.record(some_event("r")).failed());
    BOOST_TEST(sink.forgotten() == 0U);
    BOOST_TEST(!sink.record(some_event("r")).failed());
    BOOST_TEST(sink.forgotten() == 1U);
    BOOST_TEST(sink.events().size() == 10'000U);
    BOOST_CHECK_THROW(memory_audit_sink(0), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(memory_takes_events_from_several_threads) {
    memory_audit_sink sink(50);
    std::vector<std::thread> writers;
    for (int i = 0; i < 4; ++i)
        writers.emplace_back([&sink] {
            for (int n = 0; n < 100; ++n)
                if (sink.record(some_event("r")).failed() || sink.events().size() > 50) std::terminate();
        });
    for (auto& writer : writers) writer.join();
    BOOST_TEST(sink.events().size() == 50U);
    BOOST_TEST(sink.forgotten() == 350U);
}

// Records an event with everything in it, whose texts are gone afterwards.
void record_everything(audit_sink& sink) {
    const std::string text = "rtTacum!b";
    verdict decided{.decision = outcome::allow, .source = decision_source::remembered};
    decided.rule = std::make_shared<const permission_rule>(
        permission_rule::make("Bash", {}, rule_behavior::allow, rule_origin::answer).value());
    decided.detail = text.substr(7, 1);
    decided.risk = risk_level::critical;
    decided.factors.push_back(std::make_shared<risk_factor>(risk_factor{"factor", "text"}));
    decided.retry_after = std::chrono::seconds(1);
    decided.by = text.substr(8);
    const auto input = make_input({{"command", "ls"}});
    const std::string_view view = text;
    const auto error = sink.record({.what = audit_event::kind::decision,
                                    .time = some_day(),
                                    .request_id = view.substr(0, 1),
                                    .tool_name = view.substr(2, 1),
                                    .tool_use_id = view.substr(1, 1),
                                    .agent_id = view.substr(3, 1),
                                    .user_id = view.substr(5, 1),
                                    .conversation_id = view.substr(4, 1),
                                    .message_id = view.substr(6, 1),
                                    .input = input.get(),
                                    .decided = &decided,
                                    .latency = duration(7),
                                    .succeeded = true});
    BOOST_REQUIRE(!error.failed());
}

void check_everything(const kept_audit_event& kept) {
    BOOST_TEST((kept.time == some_day()));
    BOOST_TEST(kept.request_id == "r");
    BOOST_TEST(kept.tool_use_id == "t");
    BOOST_TEST(kept.tool_name == "T");
    BOOST_TEST(kept.agent_id == "a");
    BOOST_TEST(kept.conversation_id == "c");
    BOOST_TEST(kept.user_id == "u");
    BOOST_TEST(kept.message_id == "m");
    BOOST_TEST(kept.decision == outcome::allow);
    BOOST_TEST(kept.source == decision_source::remembered);
    BOOST_TEST(kept.rule == "Bash");
    BOOST_TEST((kept.origin == rule_origin::answer));
    BOOST_TEST((kept.risk == risk_level::critical));
    BOOST_TEST(kept.factors == std::vector<std::string>{"factor"}, boost::test_tools::per_element());
    BOOST_TEST((kept.retry_after == std::chrono::seconds(1)));
    BOOST_TEST(kept.by == "b");
    BOOST_TEST(kept.remembered);
    BOOST_TEST((kept.latency == duration(7)));
    BOOST_TEST(kept.reason == "!");
    BOOST_TEST(kept.succeeded);
}

BOOST_AUTO_TEST_CASE(a_kept_event_has_everything_but_the_input) {
    memory_audit_sink sink;
    record_everything(sink);
    BOOST_REQUIRE(sink.events().size() == 1U);
    check_everything(sink.events().front());
    BOOST_TEST(sink.events().front().input == nullptr);
}

BOOST_AUTO_TEST_CASE(the_sink_for_tests_keeps_the_input_too) {
    recording_audit_sink sink;
    record_everything(sink);
    const auto kept = sink.decision("r");
    BOOST_REQUIRE(kept.has_value());
    check_everything(*kept);
    BOOST_REQUIRE(kept->input != nullptr);
    BOOST_TEST((kept->input->whole() == json_object{{"command", "ls"}}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace audit_sinks_test
