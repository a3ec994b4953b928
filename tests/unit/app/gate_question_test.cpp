// The life of a question: asked, answered once, or ended otherwise.
#include "gate_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <limits>
#include <stdexcept>
#include <stop_token>
#include <thread>

namespace assent::gate_question_test {
namespace {

using std::chrono::minutes;
using std::chrono::nanoseconds;

BOOST_AUTO_TEST_CASE(a_callback_may_destroy_the_gate) {
    const auto time = std::make_shared<testing::manual_clock>();
    std::unique_ptr<permission_gate> gate;
    gate_options options;
    options.callback = [&](permission_request request) {
        gate.reset();
        BOOST_TEST(!std::move(request).allow());
    };
    gate = std::make_unique<permission_gate>(options, time);
    const auto input = make_input({});
    decision_source source = decision_source::fault;
    gate->ask({.tool_name = "Bash", .input = *input}, "r",
              [&](const auto&, const settlement& settled) { source = settled.decided.source; });
    BOOST_TEST(source == decision_source::closed);
}

BOOST_AUTO_TEST_CASE(the_callback_gets_everything_a_prompt_needs) {
    const gate_probe probe;
    const auto input = make_input(command("ls"));
    const std::vector suggestions{add_rules({rule("allow Bash(ls)")})};
    const auto end = probe.ask({.tool_name = "Bash",
                                .input = *input,
                                .cwd = "/w",
                                .tool_use_id = "toolu_1",
                                .agent_id = "agent",
                                .blocked_path = "/w/x",
                                .title = "Title",
                                .description = "Description",
                                .ask_reason = "because",
                                .suggestions = suggestions},
                               "req_7");
    BOOST_TEST_REQUIRE(probe.box->handles.size() == 1U);
    const auto& question = probe.box->handles[0].question();
    BOOST_TEST(question.request_id == "req_7");
    BOOST_TEST(question.tool_name == "Bash");
    BOOST_TEST((probe.box->handles[0].input() == command("ls")));
    BOOST_TEST(question.cwd == "/w");
    BOOST_TEST(question.tool_use_id == "toolu_1");
    BOOST_TEST(question.agent_id == "agent");
    BOOST_TEST(question.blocked_path == "/w/x");
    BOOST_TEST(question.title == "Title");
    BOOST_TEST(question.description == "Description");
    BOOST_TEST(question.ask_reason == "because");
    BOOST_TEST(question.suggestions.size() == 1U);
    BOOST_TEST(!question.once_only);
    BOOST_TEST(question.why == "`ls` only looks; no rule allows it");
    BOOST_TEST((question.asked_at == probe.time->now()));
    BOOST_TEST((question.deadline == probe.time->now() + default_question_timeout));
    BOOST_TEST((question.id == end->id));
    BOOST_TEST(end->open());
}

BOOST_AUTO_TEST_CASE(a_question_about_a_risky_call_carries_its_risk_factors_and_warning) {
    const gate_probe probe;
    probe.ask("bash", command("rm -rf build"));
    probe.ask("read", {{"path", "src/a.c"}});
    BOOST_TEST_REQUIRE(probe.box->handles.size() == 2U);
    const auto& risky = probe.box->handles[0].question();
    BOOST_TEST(risky.risk >= risk_level::high);
    BOOST_TEST_REQUIRE(!risky.factors.empty());
    for (const auto& each : risky.factors) BOOST_TEST(!each->text.empty());
    BOOST_TEST(!risky.warning.empty());
    BOOST_TEST(risky.preview == "rm -rf build");
    const auto& harmless = probe.box->handles[1].question();
    BOOST_TEST(harmless.risk == risk_level::low);
    BOOST_TEST(harmless.factors.empty());
    BOOST_TEST(harmless.warning.empty());
    BOOST_TEST(harmless.path == "src/a.c");
}

BOOST_AUTO_TEST_CASE(an_answer_settles_the_question_once) {
    const gate_probe probe;
    const auto end = probe.ask("Bash", command("ls"));
    permission_request handle = probe.box->take();
    BOOST_TEST(std::move(handle).allow());
    BOOST_TEST(end->how.decided.allowed());
    BOOST_TEST(end->how.decided.source == decision_source::callback);
    BOOST_TEST(!std::move(handle).deny());  // NOLINT: a second answer is what is tested
    BOOST_TEST(end->times == 1);
    BOOST_TEST(probe.gate->open_questions() == 0U);
}

BOOST_AUTO_TEST_CASE(a_callback_that_answers_twice_is_heard_once) {
    bool second = true;
    const gate_probe probe({.callback = [&](permission_request request) {
        std::move(request).deny("no");
        second = std::move(request).allow();  // NOLINT
    }});
    const auto end = probe.ask("Bash", command("ls"));
    BOOST_TEST(end->times == 1);
    BOOST_TEST(end->how.decided.denied());
    BOOST_TEST(end->how.decided.reason() == "no");
    BOOST_TEST(!second);
}

BOOST_AUTO_TEST_CASE(without_a_callback_a_question_is_denied) {
    auto sink = std::make_shared<testing::recording_audit_sink>();
    permission_gate gate({}, std::make_shared<testing::manual_clock>(), sink);
    verdict decided;
    gate.ask({.tool_name = "Bash", .input = *make_input({})}, "r",
             [&](const auto&, settlement how) { decided = how.decided; });
    BOOST_TEST(decided.denied());
    BOOST_TEST(decided.source == decision_source::callback);
    BOOST_TEST(decided.reason() == "no permission callback is configured");
    BOOST_TEST(sink->decision("r").has_value());
}

struct failing_row {
    const char* name;
    can_use_tool callback;
    decision_source source;
    const char* reason;
};

BOOST_AUTO_TEST_CASE(a_callback_that_fails_denies) {
    const std::array rows{
        failing_row{"throws", [](const permission_request&) { throw std::runtime_error("no memory"); },
                    decision_source::fault, "the permission callback failed: no memory"},
        failing_row{"throws something odd", [](const permission_request&) { throw 7; },
                    decision_source::fault, "the permission callback failed"},
        failing_row{"drops the handle", [](const permission_request&) {}, decision_source::callback,
                    "the permission callback gave no answer"},
        failing_row{"says that it failed",
                    [](permission_request request) { std::move(request).fail("the prompt broke"); },
                    decision_source::fault, "the prompt broke"},
        failing_row{"answers, then throws",
                    [](permission_request request) {
                        std::move(request).deny("first");
                        throw std::runtime_error("later");
                    },
                    decision_source::callback, "first"},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.name) {
            const gate_probe probe({.callback = row.callback});
            const auto end = probe.ask("Bash", command("ls"));
            BOOST_TEST(end->times == 1);
            BOOST_TEST(end->how.decided.denied());
            BOOST_TEST(end->how.decided.source == row.source);
            BOOST_TEST(end->how.decided.reason() == row.reason);
            BOOST_TEST(probe.sink->events(audit_event::kind::decision).size() == 1U);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_handle_that_is_dropped_later_denies) {
    const gate_probe probe;
    const auto end = probe.ask("Bash", command("ls"));
    BOOST_TEST(end->open());
    probe.box->handles.clear();
    BOOST_TEST(end->times == 1);
    BOOST_TEST(end->how.decided.denied());
    BOOST_TEST(end->how.decided.reason() == "the permission callback gave no answer");
}

BOOST_AUTO_TEST_CASE(a_handle_that_is_overwritten_denies_its_own_question) {
    const gate_probe probe;
    const auto first = probe.ask("Bash", command("one"), "1");
    const auto second = probe.ask("Bash", command("two"), "2");
    probe.box->handles[0] = probe.box->take(1);
    BOOST_TEST(first->how.decided.denied());
    BOOST_TEST(second->open());
    BOOST_TEST(probe.box->take().question().request_id == "2");
    BOOST_TEST(second->times == 1);
}

BOOST_AUTO_TEST_CASE(a_question_times_out_at_its_deadline_and_not_before) {
    const gate_probe probe({.policy = {.question_timeout = minutes(5)}});
    const auto end = probe.ask("Bash", command("ls"));
    BOOST_TEST((probe.gate->next_deadline() == probe.time->now() + minutes(5)));
    probe.time->advance(minutes(5) - nanoseconds(1));
    probe.gate->tick();
    BOOST_TEST(end->open());
    probe.time->advance(nanoseconds(1));
    probe.gate->tick();
    BOOST_TEST(end->how.decided.denied());
    BOOST_TEST(end->how.decided.source == decision_source::timeout);
    BOOST_TEST((end_of(end->how.decided) == question_end::timed_out));
    BOOST_TEST(!probe.gate->next_deadline().has_value());
    BOOST_TEST(!probe.box->take().allow());
    BOOST_TEST(end->times == 1);
    BOOST_TEST(probe.sink->events(audit_event::kind::late_answer).size() == 1U);
}

BOOST_AUTO_TEST_CASE(without_a_timeout_a_question_waits_for_ever) {
    for (const duration timeout : {duration::zero(), duration::max()}) {
        const gate_probe probe({.policy = {.question_timeout = timeout}});
        const auto end = probe.ask("Bash", command("ls"));
        BOOST_TEST(!probe.gate->next_deadline().has_value());
        probe.time->advance(std::chrono::hours(24 * 365));
        probe.gate->tick();
        BOOST_TEST(end->open());
    }
}

BOOST_AUTO_TEST_CASE(the_next_deadline_is_that_of_the_oldest_open_question) {
    const gate_probe probe({.policy = {.question_timeout = minutes(5)}});
    const auto first = probe.ask("Bash", command("one"), "1");
    const auto begin = probe.time->now();
    probe.time->advance(minutes(1));
    const auto second = probe.ask("Bash", command("two"), "2");
    BOOST_TEST((probe.gate->next_deadline() == begin + minutes(5)));
    probe.box->take().deny();
    BOOST_TEST((probe.gate->next_deadline() == begin + minutes(6)));
    probe.time->advance(minutes(5));
    probe.gate->tick();
    BOOST_TEST(first->how.decided.source == decision_source::callback);
    BOOST_TEST(second->how.decided.source == decision_source::timeout);
}

BOOST_AUTO_TEST_CASE(a_cancelled_question_is_denied_as_cancelled) {
    const gate_probe probe;
    const auto end = probe.ask("Bash", command("ls"));
    probe.gate->cancel(end->id, decision_source::cancelled);
    probe.gate->cancel(end->id, decision_source::cancelled);
    probe.gate->cancel(question_id::none, decision_source::cancelled);
    BOOST_TEST(end->times == 1);
    BOOST_TEST(end->how.decided.source == decision_source::cancelled);
    BOOST_TEST((end_of(end->how.decided) == question_end::cancelled));
    BOOST_TEST(!probe.box->take().allow());
}

BOOST_AUTO_TEST_CASE(an_answer_after_the_gate_is_gone_does_nothing) {
    gate_probe probe;
    const auto end = probe.ask("Bash", command("ls"));
    probe.gate.reset();
    BOOST_TEST(end->how.decided.source == decision_source::closed);
    permission_request handle = probe.box->take();
    BOOST_TEST(handle.stop().stop_requested());
    BOOST_TEST((handle.input() == command("ls")));  // the handle owns what it shows
    BOOST_TEST(!std::move(handle).allow());
    BOOST_TEST(end->times == 1);
}

BOOST_AUTO_TEST_CASE(an_answer_may_come_from_another_thread) {
    const gate_probe probe;
    const auto end = probe.ask("Bash", command("ls"));
    std::thread([handle = probe.box->take()]() mutable { std::move(handle).allow(); }).join();
    BOOST_TEST(end->how.decided.allowed());
}

BOOST_AUTO_TEST_CASE(an_empty_denial_gets_a_stock_reason_and_an_interrupt_is_kept) {
    const gate_probe probe;
    const auto end = probe.ask("Bash", command("ls"));
    probe.box->take().deny_and_interrupt();
    BOOST_TEST(end->how.decided.reason() == "denied by the user");
    BOOST_TEST(end->how.interrupt);
}

BOOST_AUTO_TEST_CASE(the_stop_token_fires_whatever_ends_the_question) {
    struct row {
        const char* name;
        void (*end)(gate_probe&);
    };
    const std::array rows{
        row{"answer", [](gate_probe& probe) { probe.box->take().allow(); }},
        row{"drop", [](gate_probe& probe) { probe.box->handles.clear(); }},
        row{"cancel",
            [](gate_probe& probe) { probe.gate->cancel(question_id{1}, decision_source::cancelled); }},
        row{"timeout",
            [](gate_probe& probe) {
                probe.time->advance(minutes(5));
                probe.gate->tick();
            }},
        row{"mode", [](gate_probe& probe) { probe.gate->set_mode(permission_mode::deny); }},
        row{"rule", [](gate_probe& probe) { probe.gate->set_rules(rules({"deny Bash"})); }},
        row{"close", [](gate_probe& probe) { probe.gate.reset(); }},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.name) {
            gate_probe probe;
            const auto end = probe.ask("Bash", command("ls"));
            const std::stop_token stop = probe.box->handles.at(0).stop();
            BOOST_TEST(!stop.stop_requested());
            row.end(probe);
            BOOST_TEST(stop.stop_requested());
            BOOST_TEST(end->times == 1);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_stop_callback_may_answer_and_ask_the_gate) {
    const gate_probe probe;
    const auto end = probe.ask("Bash", command("ls"));
    permission_request handle = probe.box->take();
    const std::stop_token stop = handle.stop();
    bool answered = true;
    std::size_t open = 7;
    const std::stop_callback on_stop(stop, [&] {
        open = probe.gate->open_questions();
        probe.gate->set_mode(permission_mode::ask);
        answered = std::move(handle).allow();
    });
    probe.gate->set_mode(permission_mode::deny);  // a lock held across the stop callback would hang here
    BOOST_TEST(!answered);
    BOOST_TEST(open == 0U);
    BOOST_TEST(end->times == 1);
    BOOST_TEST(end->how.decided.source == decision_source::mode);
}

BOOST_AUTO_TEST_CASE(the_callback_may_use_the_gate_and_ask_another_question) {
    std::shared_ptr<ending> inner;
    gate_probe* self = nullptr;
    gate_probe probe({.callback = [&](permission_request request) {
        if (request.question().request_id == "outer") {
            inner = self->ask("Read", {{"file_path", "/x"}}, "inner");
            self->gate->set_rules(rules({"allow Write"}));
        }
        std::move(request).allow();
    }});
    self = &probe;
    const auto outer = probe.ask("Bash", command("ls"), "outer");
    BOOST_TEST(outer->how.decided.allowed());
    BOOST_TEST(inner->how.decided.allowed());
}

}  // namespace
}  // namespace assent::gate_question_test
