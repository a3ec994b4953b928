// A queue before a sink: what is accepted, what is refused, and that nothing is lost without a trace.
#include "audit_probe.hpp"

#include <assent/adapters/files/queued_audit_sink.hpp>
#include <assent/adapters/testing/recording_audit_sink.hpp>

#include <boost/system/errc.hpp>
#include <boost/test/unit_test.hpp>

#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace queued_audit_sink_test {
namespace {

using namespace assent;
using namespace assent::testing;

BOOST_AUTO_TEST_SUITE(queued_audit_sink_test)

namespace errc = boost::system::errc;
using texts = std::vector<std::string>;

/// A sink that takes nothing before its gate is opened, and says what it has taken.
class gated_sink final : public audit_sink {
public:
    boost::system::error_code record(const audit_event& event) override {
        std::unique_lock lock(mutex_);
        ++waiting_;
        changed_.notify_all();
        changed_.wait(lock, [this] { return open_; });
        --waiting_;
        const bool gap = event.what == audit_event::kind::gap;
        if (fails_) return make_error_code(errc::no_space_on_device);
        taken_.push_back(gap ? "gap " + std::to_string(event.lost) : std::string(event.request_id));
        if (gap) gap_time_ = event.time;
        return {};
    }

    void open(bool works = true) {
        const std::lock_guard lock(mutex_);
        open_ = true;
        fails_ = !works;
        changed_.notify_all();
    }
    void shut() {
        const std::lock_guard lock(mutex_);
        open_ = false;
    }
    /// Returns when a record waits at the gate.
    void wait_for_one() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return waiting_ > 0; });
    }
    [[nodiscard]] texts taken() const {
        const std::lock_guard lock(mutex_);
        return taken_;
    }
    [[nodiscard]] wall_time gap_time() const { return gap_time_; }

private:
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool open_ = false;
    bool fails_ = false;
    int waiting_ = 0;
    texts taken_;
    wall_time gap_time_{};
};

struct queue_probe {
    explicit queue_probe(audit_queue_options options = {}) { queue.emplace(sink, options); }

    boost::system::error_code record(std::string_view id) { return queue->record(some_event(id)); }
    boost::system::error_code record_together(const texts& ids) {
        const auto batch = queue->batch();
        for (const auto& id : ids) BOOST_TEST(!batch->record(some_event(id)).failed());
        return batch->commit();
    }
    /// One is on its way into the sink, and the queue itself is empty.
    void occupy() {
        BOOST_TEST(!record("first").failed());
        sink->wait_for_one();
    }
    texts taken_at_end() {
        sink->open();
        queue.reset();
        return sink->taken();
    }

    std::shared_ptr<gated_sink> sink = std::make_shared<gated_sink>();
    std::optional<queued_audit_sink> queue;
};

BOOST_AUTO_TEST_CASE(a_record_is_accepted_before_it_is_written_and_written_when_the_queue_is_gone) {
    queue_probe probe;
    for (const char* id : {"1", "2", "3"}) BOOST_TEST(!probe.record(id).failed());
    BOOST_TEST(probe.sink->taken().empty());
    BOOST_TEST(probe.taken_at_end() == (texts{"1", "2", "3"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused_and_what_fits_is_kept) {
    queue_probe probe({.max_records = 3});
    probe.occupy();
    BOOST_TEST(!probe.record("second").failed());
    BOOST_TEST(!probe.record("third").failed());
    BOOST_TEST(probe.record("fourth") == errc::no_buffer_space);
    BOOST_TEST(probe.taken_at_end() == (texts{"first", "second", "third"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_queue_is_bounded_in_bytes_too) {
    const std::string large(10'000, 'x');
    for (const std::size_t more : {0U, 4'000U}) {
        queue_probe probe({.max_bytes = 20'000 + more});  // the records themselves take some room
        probe.sink->shut();
        BOOST_TEST(!probe.record(large).failed());
        probe.sink->wait_for_one();
        const auto error = probe.record(large);
        if (more == 0)
            BOOST_TEST(error == errc::no_buffer_space);
        else
            BOOST_TEST(!error.failed());
        BOOST_TEST(probe.taken_at_end().size() == (more == 0 ? 1U : 2U));
    }
}

BOOST_AUTO_TEST_CASE(an_input_that_is_read_later_counts_and_one_that_is_not_is_not_kept) {
    const auto input = make_input({{"command", std::string(10'000, 'x')}});
    for (const bool kept : {true, false}) {
        queue_probe probe({.max_bytes = 10'000, .inputs = kept});
        probe.occupy();
        const auto error = probe.queue->record({.request_id = "second", .input = input.get()});
        BOOST_TEST(error.failed() == kept);
        probe.taken_at_end();
    }
}

BOOST_AUTO_TEST_CASE(an_empty_queue_takes_whatever_comes) {
    for (const audit_overflow on_overflow : {audit_overflow::deny, audit_overflow::block}) {
        queue_probe probe({.max_records = 1, .max_bytes = 1, .on_overflow = on_overflow});
        BOOST_TEST(!probe.record_together({"1", "2", "3"}).failed());
        BOOST_TEST(probe.taken_at_end() == (texts{"1", "2", "3"}), boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(a_batch_is_queued_as_a_whole_or_not_at_all) {
    queue_probe probe({.max_records = 3});
    probe.occupy();
    BOOST_TEST(probe.record_together({"1", "2", "3"}) == errc::no_buffer_space);
    BOOST_TEST(!probe.record_together({"4", "5"}).failed());
    BOOST_TEST(probe.record_together({"6"}) == errc::no_buffer_space);
    BOOST_TEST(!probe.record_together({}).failed());
    BOOST_TEST(probe.taken_at_end() == (texts{"first", "4", "5"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(where_it_says_so_a_full_queue_lets_wait_and_nothing_is_refused) {
    queue_probe probe({.max_records = 1, .on_overflow = audit_overflow::block});
    probe.occupy();
    auto second = std::async(std::launch::async, [&] { return probe.record("second"); });
    probe.sink->open();
    BOOST_TEST(!second.get().failed());
    BOOST_TEST(probe.taken_at_end() == (texts{"first", "second"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_record_that_could_not_be_written_becomes_a_gap_before_the_next_one) {
    for (const audit_overflow on_overflow : {audit_overflow::deny, audit_overflow::block}) {
        queue_probe probe({.on_overflow = on_overflow});
        probe.occupy();
        probe.sink->open(false);
        // Nothing is queued any more: what the sink refuses is refused.
        while (probe.record("accepted, and lost") != errc::no_space_on_device) {
        }
        BOOST_TEST(probe.record("refused") == errc::no_space_on_device);
        probe.sink->open();
        while (probe.record("after").failed()) {  // until those that were accepted are out of the way
        }
        BOOST_TEST(probe.sink->taken().front().starts_with("gap "));
        BOOST_TEST(probe.sink->taken().back() == "after");
        BOOST_TEST((probe.sink->gap_time() == some_day()));
        BOOST_TEST(!probe.record("queued again").failed());
        BOOST_TEST(probe.taken_at_end().back() == "queued again");
    }
}

BOOST_AUTO_TEST_CASE(the_gap_counts_the_records_that_were_accepted_and_are_not_there) {
    queue_probe probe({.on_overflow = audit_overflow::block});
    probe.occupy();
    BOOST_TEST(!probe.record_together({"2", "3"}).failed());
    probe.sink->open(false);
    std::size_t accepted = 3;
    while (!probe.record("accepted, or refused").failed()) ++accepted;  // it waits for those before it
    probe.sink->open();
    BOOST_TEST(!probe.record("after").failed());
    BOOST_TEST(probe.taken_at_end() == (texts{"gap " + std::to_string(accepted), "after"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(at_the_end_what_was_lost_is_told_to_the_sink_or_else_to_the_host) {
    for (const bool works_again : {true, false}) {
        std::size_t told = 0;
        queue_probe probe({.on_lost = [&told](std::size_t lost) { told = lost; }});
        BOOST_TEST(!probe.record_together({"1", "2"}).failed());
        probe.sink->wait_for_one();
        probe.sink->open(false);
        BOOST_TEST(probe.queue->close() == 2U);
        probe.sink->open(works_again);
        BOOST_TEST(probe.queue->close() == (works_again ? 0U : 2U));
        probe.queue.reset();
        BOOST_TEST(told == (works_again ? 0U : 2U));
        BOOST_TEST(probe.sink->taken() == (works_again ? texts{"gap 2"} : texts{}),
                   boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(a_closed_queue_refuses_and_lets_nobody_wait) {
    queue_probe probe({.max_records = 1, .on_overflow = audit_overflow::block});
    probe.occupy();
    auto waits = std::async(std::launch::async, [&] { return probe.record("waits"); });
    auto closes = std::async(std::launch::async, [&] { return probe.queue->close(); });
    BOOST_TEST(waits.get() == errc::operation_canceled);
    probe.sink->open();
    BOOST_TEST(closes.get() == 0U);
    BOOST_TEST(probe.record("late") == errc::operation_canceled);
    BOOST_TEST(probe.taken_at_end() == texts{"first"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_sink_that_throws_has_not_written) {
    struct throwing final : audit_sink {
        boost::system::error_code record(const audit_event&) override { throw std::runtime_error("broken"); }
    };
    std::size_t told = 0;
    {
        queued_audit_sink queue(std::make_shared<throwing>(),
                                {.on_lost = [&](std::size_t lost) { told = lost; }});
        BOOST_TEST(!queue.record(some_event("1")).failed());
    }
    BOOST_TEST(told == 1U);
}

BOOST_AUTO_TEST_CASE(an_event_is_the_same_behind_the_queue) {
    const audit_folder at;
    verdict decided{.decision = outcome::allow, .source = decision_source::rule};
    decided.rule = std::make_shared<const permission_rule>(
        permission_rule::make("Bash", {}, rule_behavior::allow, rule_origin::answer).value());
    decided.factors.push_back(std::make_shared<risk_factor>(risk_factor{"factor", "text"}));
    decided.by = "alice";
    const bytes_input input(R"({"a" : 1})", {{"a", 1}});
    const audit_event event{.time = some_day(),
                            .request_id = "request",
                            .tool_name = "tool",
                            .tool_use_id = "use",
                            .agent_id = "agent",
                            .user_id = "user",
                            .conversation_id = "conversation",
                            .message_id = "message",
                            .input = &input,
                            .decided = &decided,
                            .asked_because = decision_source::guard,
                            .edited = true,
                            .latency = std::chrono::milliseconds(3)};
    const audit_event failed{.what = audit_event::kind::execution, .time = some_day(), .reason = "why"};
    for (const auto& each : {event, failed}) {
        recording_audit_sink direct;
        const auto behind = std::make_shared<recording_audit_sink>();
        queued_audit_sink queue(behind);
        BOOST_TEST(!direct.record(each).failed());
        BOOST_TEST(!queue.record(each).failed());
        queue.close();
        BOOST_TEST_REQUIRE(behind->events().size() == 1U);
        const auto kept = behind->events()[0];
        const auto expected = direct.events()[0];
        BOOST_TEST((kept.what == expected.what));
        BOOST_TEST((kept.time == expected.time));
        BOOST_TEST(kept.request_id == expected.request_id);
        BOOST_TEST(kept.tool_name == expected.tool_name);
        BOOST_TEST(kept.tool_use_id == expected.tool_use_id);
        BOOST_TEST(kept.agent_id == expected.agent_id);
        BOOST_TEST(kept.user_id == expected.user_id);
        BOOST_TEST(kept.conversation_id == expected.conversation_id);
        BOOST_TEST(kept.message_id == expected.message_id);
        BOOST_TEST(kept.reason == expected.reason);
        BOOST_TEST(kept.rule == expected.rule);
        BOOST_TEST(kept.by == expected.by);
        BOOST_TEST(kept.factors == expected.factors, boost::test_tools::per_element());
        BOOST_TEST((kept.asked_because == expected.asked_because));
        BOOST_TEST(kept.edited == expected.edited);
        BOOST_TEST((kept.latency == expected.latency));
        BOOST_TEST((kept.input == nullptr) == (expected.input == nullptr));
    }
}

BOOST_AUTO_TEST_CASE(a_queue_needs_a_sink_and_room) {
    const auto sink = std::make_shared<recording_audit_sink>();
    BOOST_CHECK_THROW(queued_audit_sink(nullptr), std::invalid_argument);
    BOOST_CHECK_THROW(queued_audit_sink(sink, {.max_records = 0}), std::invalid_argument);
    BOOST_CHECK_THROW(queued_audit_sink(sink, {.max_bytes = 0}), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_policy_says_how_its_queue_is_bounded) {
    audit_policy policy;
    policy.queue_records = 7;
    policy.on_overflow = audit_overflow::block;
    BOOST_TEST(audit_queue_options_of(policy).max_records == 7U);
    BOOST_TEST((audit_queue_options_of(policy).on_overflow == audit_overflow::block));
    BOOST_TEST(audit_queue_options_of(policy).inputs);
    policy.inputs = audit_inputs::none;
    BOOST_TEST(!audit_queue_options_of(policy).inputs);
    BOOST_TEST(audit_queue_options_of({}).max_records == 8192U);
    BOOST_TEST(audit_queue_options_of({}).max_bytes == 67'108'864U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace queued_audit_sink_test
