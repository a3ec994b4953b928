// Many checks, one record write: what is accepted, what is lost, and who hears of it.
#include "gate_probe.hpp"

#include <assent/app/gate/check_batch.hpp>

#include <boost/test/unit_test.hpp>

#include <stdexcept>
#include <string>
#include <vector>

namespace assent::check_batch_test {
namespace {

using kind = audit_event::kind;

gate_options allowing(audit_failure on_failure = audit_failure::deny) {
    return {.policy = {.mode = permission_mode::allow, .audit = {.on_failure = on_failure}}};
}

/// A gate, and a batch of its checks.
struct batch_probe : gate_probe {
    explicit batch_probe(gate_options options = allowing()) : gate_probe(std::move(options)) {}

    verdict check(std::string_view id, std::string_view text = "ls") {
        return batch.check({.tool_name = "Bash", .input = *make_input(command(text))}, id, scratch);
    }
    [[nodiscard]] std::vector<std::string> on_record() const {
        std::vector<std::string> ids;
        for (const auto& each : sink->events())
            ids.push_back(each.what == kind::gap ? "gap " + std::to_string(each.lost) : each.request_id);
        return ids;
    }

    check_batch batch = gate->batch();
};

using names = std::vector<std::string>;

BOOST_AUTO_TEST_CASE(decisions_of_a_batch_are_on_record_together_when_it_is_committed) {
    batch_probe probe;
    for (const char* id : {"1", "2", "3"}) BOOST_TEST(probe.check(id).allowed());
    BOOST_TEST(probe.batch.size() == 3U);
    BOOST_TEST(probe.sink->events().empty());
    BOOST_TEST(probe.batch.commit());
    BOOST_TEST(probe.on_record() == (names{"1", "2", "3"}), boost::test_tools::per_element());
    BOOST_TEST(probe.sink->commits() == 1U);
    BOOST_TEST(probe.batch.size() == 0U);
}

BOOST_AUTO_TEST_CASE(a_batch_can_be_used_again_after_each_commit) {
    batch_probe probe;
    for (const char* id : {"1", "2"}) {
        probe.check(id);
        BOOST_TEST(probe.batch.commit());
    }
    BOOST_TEST(probe.on_record() == (names{"1", "2"}), boost::test_tools::per_element());
    BOOST_TEST(probe.sink->commits() == 2U);
}

BOOST_AUTO_TEST_CASE(a_batch_says_of_a_decision_what_a_single_check_says) {
    batch_probe probe({.rules = rules({"allow Bash(npm *)", "deny Bash(rm *)"})});
    for (const char* text : {"npm test", "rm x", "ls"}) {
        const verdict alone = probe.gate_probe::check("Bash", command(text), "alone");
        const verdict batched = probe.check("batched", text);
        BOOST_TEST(batched.decision == alone.decision, text);
        BOOST_TEST(batched.reason() == alone.reason(), text);
    }
    BOOST_TEST(probe.batch.commit());
    const auto alone = probe.sink->decision("alone");
    const auto batched = probe.sink->decision("batched");
    BOOST_TEST_REQUIRE((alone && batched));
    BOOST_TEST(batched->reason == alone->reason);
    BOOST_TEST(batched->rule == alone->rule);
    BOOST_TEST((batched->time == alone->time));
    BOOST_TEST((batched->input->whole() == alone->input->whole()));
    BOOST_TEST(probe.sink->events().size() == 4U);  // a check that asks is not recorded
}

BOOST_AUTO_TEST_CASE(when_a_batch_is_refused_its_allows_have_to_be_denied_and_all_of_it_is_a_gap) {
    for (const std::size_t failing : {1U, 2U, 3U}) {
        BOOST_TEST_CONTEXT("record " << failing << " fails") {
            batch_probe probe;
            probe.sink->fail_nth(failing);
            for (const char* id : {"1", "2", "3"}) probe.check(id);
            BOOST_TEST(!probe.batch.commit());
            BOOST_TEST(probe.sink->events().empty());
            probe.check("4");
            BOOST_TEST(probe.batch.commit());
            BOOST_TEST(probe.on_record() == (names{"gap 3", "4"}), boost::test_tools::per_element());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_gap_that_cannot_be_told_counts_again_together_with_the_batch) {
    batch_probe probe;
    probe.sink->fail_from();
    for (const char* id : {"1", "2"}) {
        probe.check(id);
        probe.check(id);
        BOOST_TEST(!probe.batch.commit());
    }
    probe.sink->work_again();
    BOOST_TEST(probe.gate_probe::check("Bash", command("ls"), "alone").allowed());
    BOOST_TEST(probe.on_record() == (names{"gap 4", "alone"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_batch_tells_of_the_gap_that_a_single_check_left) {
    batch_probe probe;
    probe.sink->fail_nth(1);
    BOOST_TEST(probe.gate_probe::check("Bash", command("ls")).denied());
    probe.check("1");
    BOOST_TEST(probe.batch.commit());
    BOOST_TEST(probe.on_record() == (names{"gap 1", "1"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_failure_of_one_batch_is_not_that_of_another) {
    batch_probe probe;
    check_batch other = probe.gate->batch();
    probe.sink->fail_nth(1);
    probe.check("fails");
    other.check({.tool_name = "Bash", .input = *make_input(command("ls"))}, "works", probe.scratch);
    BOOST_TEST(!probe.batch.commit());
    BOOST_TEST(other.commit());
    BOOST_TEST(probe.on_record() == names{"works"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_host_may_choose_to_let_a_batch_go_without_a_record) {
    batch_probe probe(allowing(audit_failure::go_on));
    probe.sink->fail_from();
    probe.check("1");
    BOOST_TEST(probe.batch.commit());
    probe.sink->work_again();
    probe.check("2");
    BOOST_TEST(probe.batch.commit());
    BOOST_TEST(probe.on_record() == (names{"gap 1", "2"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_commit_without_decisions_writes_nothing_and_cannot_fail) {
    batch_probe probe;
    probe.sink->fail_from();
    BOOST_TEST(probe.batch.commit());
    BOOST_TEST(probe.sink->attempts() == 0U);
    BOOST_TEST(probe.sink->commits() == 0U);
}

BOOST_AUTO_TEST_CASE(without_a_sink_a_batch_always_holds) {
    permission_gate gate(allowing(), std::make_shared<testing::manual_clock>());
    check_batch batch = gate.batch();
    std::string scratch;
    BOOST_TEST(batch.check({.tool_name = "Bash", .input = *make_input({})}, "r", scratch).allowed());
    BOOST_TEST(batch.size() == 0U);
    BOOST_TEST(batch.commit());
}

BOOST_AUTO_TEST_CASE(a_sink_that_knows_no_batches_takes_one_record_after_the_other_until_it_refuses_one) {
    struct counting_sink final : audit_sink {
        boost::system::error_code record(const audit_event& event) override {
            ids.emplace_back(event.request_id);
            if (event.request_id != "bad") return {};
            return make_error_code(boost::system::errc::no_space_on_device);
        }
        names ids;
    };
    const auto sink = std::make_shared<counting_sink>();
    permission_gate gate(allowing(), std::make_shared<testing::manual_clock>(), sink);
    check_batch batch = gate.batch();
    std::string scratch;
    const auto check = [&](const char* id) {
        batch.check({.tool_name = "Bash", .input = *make_input({})}, id, scratch);
    };
    check("1");
    BOOST_TEST(batch.commit());
    for (const char* id : {"2", "bad", "left out"}) check(id);
    BOOST_TEST(!batch.commit());
    check("3");
    BOOST_TEST(batch.commit());
    BOOST_TEST(sink->ids == (names{"1", "2", "bad", "", "3"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_sink_that_breaks_its_contract_and_has_no_batch_is_a_sink_all_the_same) {
    struct failing_sink final : audit_sink {
        boost::system::error_code record(const audit_event&) override {
            return make_error_code(boost::system::errc::no_space_on_device);
        }
        std::unique_ptr<audit_batch> batch() override { return nullptr; }
    };
    permission_gate gate(allowing(), std::make_shared<testing::manual_clock>(),
                         std::make_shared<failing_sink>());
    check_batch batch = gate.batch();
    std::string scratch;
    batch.check({.tool_name = "Bash", .input = *make_input({})}, "r", scratch);
    BOOST_TEST(!batch.commit());
}

struct throwing_sink final : audit_sink {
    boost::system::error_code record(const audit_event&) override { return {}; }
    std::unique_ptr<audit_batch> batch() override {
        struct throwing final : audit_batch {
            explicit throwing(bool at_commit) : at_commit_(at_commit) {}
            boost::system::error_code record(const audit_event&) override {
                return at_commit_ ? boost::system::error_code() : throw std::runtime_error("disk");
            }
            boost::system::error_code commit() override {
                return at_commit_ ? throw std::runtime_error("disk") : boost::system::error_code();
            }
            bool at_commit_;
        };
        return std::make_unique<throwing>(at_commit);
    }
    bool at_commit = false;
};

BOOST_AUTO_TEST_CASE(a_batch_that_throws_has_not_been_accepted) {
    for (const bool at_commit : {false, true}) {
        const auto sink = std::make_shared<throwing_sink>();
        sink->at_commit = at_commit;
        permission_gate gate(allowing(), std::make_shared<testing::manual_clock>(), sink);
        check_batch batch = gate.batch();
        std::string scratch;
        batch.check({.tool_name = "Bash", .input = *make_input({})}, "r", scratch);
        BOOST_TEST(!batch.commit());
        BOOST_TEST(batch.commit());
    }
}

BOOST_AUTO_TEST_CASE(a_decision_for_a_hook_is_on_record_at_once_because_its_question_goes_by_it) {
    batch_probe probe({.rules = rules({"allow Bash(npm *)"})});
    const auto input = make_input(command("npm test"));
    const tool_call hook{.tool_name = "Bash", .input = *input, .tool_use_id = "use", .from_hook = true};
    const tool_call question{.tool_name = "Bash", .input = *input, .tool_use_id = "use"};
    BOOST_TEST(probe.batch.check(hook, "hook", probe.scratch).allowed());
    BOOST_TEST(probe.on_record() == names{"hook"}, boost::test_tools::per_element());
    BOOST_TEST(probe.batch.check(question, "question", probe.scratch).allowed());
    BOOST_TEST(probe.batch.size() == 0U);

    probe.sink->fail_nth(1);
    BOOST_TEST(probe.batch.check(hook, "lost", probe.scratch).denied());
    BOOST_TEST(probe.batch.check(question, "after", probe.scratch).denied());
}

BOOST_AUTO_TEST_CASE(the_events_of_a_batch_have_one_time_until_somebody_is_asked) {
    batch_probe probe({.rules = rules({"allow Bash(npm *)"})});
    const auto at = [&](const char* id) { return probe.sink->decision(id)->time; };
    probe.check("1", "npm run a");
    probe.time->advance(std::chrono::seconds(1));
    probe.check("2", "npm run a");
    BOOST_TEST(probe.check("asks", "ls").asks());
    probe.time->advance(std::chrono::minutes(1));
    probe.check("3", "npm run a");
    BOOST_TEST(probe.batch.commit());
    probe.time->advance(std::chrono::minutes(1));
    probe.check("4", "npm run a");
    BOOST_TEST(probe.batch.commit());
    BOOST_TEST((at("1") == at("2")));
    BOOST_TEST((at("3") - at("1") == std::chrono::seconds(61)));
    BOOST_TEST((at("4") - at("3") == std::chrono::minutes(1)));
}

BOOST_AUTO_TEST_CASE(what_was_decided_is_on_record_when_the_batch_goes_away_or_is_replaced) {
    batch_probe probe;
    probe.check("replaced");
    probe.batch = probe.gate->batch();
    BOOST_TEST(probe.on_record() == names{"replaced"}, boost::test_tools::per_element());
    {
        check_batch moved = std::move(probe.batch);
        moved.check({.tool_name = "Bash", .input = *make_input({})}, "gone", probe.scratch);
        probe.gate.reset();  // a batch may outlive its gate
    }
    BOOST_TEST(probe.on_record() == (names{"replaced", "gone"}), boost::test_tools::per_element());
}

}  // namespace
}  // namespace assent::check_batch_test
