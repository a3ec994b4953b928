// Runs that somebody is asked about, runs that are withdrawn, and runs on other threads.
#include "runner_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <barrier>
#include <stdexcept>
#include <thread>

namespace assent::tool_runner_question_test {
namespace {

BOOST_AUTO_TEST_SUITE(tool_runner_question_test)

BOOST_AUTO_TEST_CASE(a_call_that_is_asked_about_runs_when_the_answer_is_yes) {
    runner_probe probe;
    const auto end = probe.run("Bash", command("ls"), {.project_root = "/p", .tool_use_id = "toolu_1"});
    BOOST_TEST(end->open());
    BOOST_TEST(probe.runner->open_runs() == 1U);
    BOOST_TEST(probe.ran.empty());
    BOOST_TEST_REQUIRE(probe.box->handles.size() == 1U);
    BOOST_TEST(probe.box->handles[0].question().tool_use_id == "toolu_1");
    BOOST_TEST(probe.box->handles[0].question().cwd == "/p");
    BOOST_TEST(probe.box->take().allow());
    BOOST_TEST(end->code() == "success");
    BOOST_TEST(end->times == 1);
    BOOST_TEST((end->result.decided && end->result.decided->source == decision_source::callback));
    BOOST_TEST(probe.ran.size() == 1U);
    BOOST_TEST(probe.executions().size() == 1U);
    BOOST_TEST(probe.runner->open_runs() == 0U);
}

BOOST_AUTO_TEST_CASE(a_call_that_is_answered_no_does_not_run_and_the_model_hears_why) {
    runner_probe probe;
    const auto end = probe.run_command("ls");
    BOOST_TEST(probe.box->take().deny("not on Sundays"));
    BOOST_TEST(end->code() == "permission_denied");
    BOOST_TEST(end->result.error->message == "`Bash` may not run: not on Sundays");
    BOOST_TEST(end->result.error->recoverable);
    BOOST_TEST(!end->result.interrupt);
    BOOST_TEST(probe.ran.empty());
    BOOST_TEST(probe.executions().empty());

    const auto stopped = probe.run_command("ls");
    BOOST_TEST(probe.box->take().deny_and_interrupt("enough"));
    BOOST_TEST(stopped->code() == "permission_denied");
    BOOST_TEST(stopped->result.interrupt);
    BOOST_TEST(!stopped->result.error->recoverable);
}

BOOST_AUTO_TEST_CASE(a_call_that_nobody_answers_times_out_and_does_not_run) {
    runner_probe probe;
    const auto end = probe.run_command("ls");
    probe.time->advance(default_question_timeout - std::chrono::nanoseconds(1));
    probe.gate->tick();
    BOOST_TEST(end->open());
    probe.time->advance(std::chrono::nanoseconds(1));
    probe.gate->tick();
    BOOST_TEST(end->code() == "timed_out");
    BOOST_TEST(end->times == 1);
    BOOST_TEST(!probe.box->take().allow());
    BOOST_TEST(end->times == 1);
    BOOST_TEST(probe.ran.empty());
}

BOOST_AUTO_TEST_CASE(a_call_that_is_cancelled_while_it_is_asked_about_does_not_run) {
    runner_probe probe;
    const auto end = probe.run_command("ls");
    const auto other = probe.run_command("ls");
    BOOST_TEST(!probe.runner->cancel(run_id::none));
    BOOST_TEST(probe.runner->cancel(end->id));
    BOOST_TEST(end->code() == "cancelled");
    BOOST_TEST(!end->result.error->recoverable);
    BOOST_TEST(!probe.runner->cancel(end->id));
    BOOST_TEST(probe.box->handles[0].stop().stop_requested());
    BOOST_TEST(!probe.box->take().allow());
    BOOST_TEST(end->times == 1);
    BOOST_TEST(probe.ran.empty());

    BOOST_TEST(other->open());
    BOOST_TEST(probe.runner->cancel_all() == 1U);
    BOOST_TEST(other->code() == "cancelled");
    BOOST_TEST(probe.gate->open_questions() == 0U);
}

BOOST_AUTO_TEST_CASE(a_call_that_is_cancelled_by_whoever_is_asked_about_it_does_not_run) {
    runner_probe* at = nullptr;
    gate_options options;
    options.callback = [&](permission_request request) {
        BOOST_TEST(at->runner->cancel_all() == 1U);
        std::move(request).allow();
    };
    runner_probe probe(std::move(options));
    at = &probe;
    const auto end = probe.run_command("ls");
    BOOST_TEST(end->code() == "cancelled");
    BOOST_TEST(end->times == 1);
    BOOST_TEST(probe.ran.empty());
}

BOOST_AUTO_TEST_CASE(a_call_that_is_cancelled_while_its_question_is_being_asked_does_not_stay_open) {
    runner_probe* at = nullptr;
    std::vector<permission_request> kept;
    gate_options options;
    options.callback = [&](permission_request request) {
        BOOST_TEST(at->runner->cancel_all() == 1U);
        kept.push_back(std::move(request));
    };
    runner_probe probe(std::move(options));
    at = &probe;
    const auto end = probe.run_command("ls");
    BOOST_TEST(end->code() == "cancelled");
    BOOST_TEST(end->times == 1);
    BOOST_TEST(!std::move(kept.at(0)).allow());
    BOOST_TEST(probe.ran.empty());
}

BOOST_AUTO_TEST_CASE(a_call_that_is_cancelled_while_it_is_judged_is_not_asked_about) {
    struct cancelling final : risk_classifier {
        risk_assessment classify(const tool_call&, const tool_definition*, std::string&) const override {
            at->runner->cancel_all();
            return {};
        }
        runner_probe* at = nullptr;
    };
    const auto classifier = std::make_shared<cancelling>();
    runner_probe probe({.risk = classifier});
    classifier->at = &probe;
    const auto end = probe.run_command("ls");
    BOOST_TEST(end->code() == "cancelled");
    BOOST_TEST(end->times == 1);
    BOOST_TEST(probe.box->handles.empty());
}

BOOST_AUTO_TEST_CASE(the_edited_input_is_what_runs) {
    runner_probe probe;
    const auto end = probe.run_command("rm -rf /");
    BOOST_TEST(probe.box->take().allow(command("ls")));
    BOOST_TEST(end->code() == "success");
    BOOST_TEST_REQUIRE(probe.ran.size() == 1U);
    BOOST_TEST((probe.ran[0] == command("ls")));
}

BOOST_AUTO_TEST_CASE(an_edited_input_that_does_not_fit_or_is_denied_does_not_run) {
    runner_probe probe({.rules = rules({"deny Bash(rm *)"})});
    const auto unfit = probe.run_command("ls");
    BOOST_TEST(probe.box->take().allow({{"command", 1}}));
    BOOST_TEST(unfit->code() == "invalid_params");
    BOOST_TEST(
        unfit->result.error->message ==
        "the edited input of `Bash` is not valid: parameters.command: expected a string, got an integer");
    BOOST_TEST((unfit->result.decided && unfit->result.decided->allowed()));
    const auto denied = probe.run_command("ls");
    BOOST_TEST(probe.box->take().allow(command("rm x")));
    BOOST_TEST(denied->code() == "permission_denied");
    BOOST_TEST(probe.ran.empty());
    BOOST_TEST(probe.executions().empty());
}

BOOST_AUTO_TEST_CASE(without_anybody_to_ask_nothing_runs) {
    const auto gate =
        std::make_shared<permission_gate>(gate_options{}, std::make_shared<testing::manual_clock>());
    tool_runner runner(gate, tool_registry::standard());
    runner.add_executor("Bash", [](const auto&, const auto&, const auto&) -> json_value {
        BOOST_ERROR("must not run");
        return {};
    });
    std::string code;
    runner.run("Bash", command("ls"), {},
               [&](const tool_result& result) { code = to_string(result.error->code); });
    BOOST_TEST(code == "permission_denied");
}

BOOST_AUTO_TEST_CASE(a_tool_that_looks_at_its_token_stops_when_its_run_is_cancelled) {
    runner_probe probe({.policy = {.mode = permission_mode::allow}});
    probe.execute = [&](const auto&, const execution_context& context,
                        const std::stop_token& stop) -> json_value {
        BOOST_TEST(!stop.stop_requested());
        BOOST_TEST(probe.runner->cancel(context.run));
        if (stop.stop_requested()) throw std::runtime_error("stopped");
        return "finished";
    };
    const auto end = probe.run_command("sleep 100");
    BOOST_TEST(end->code() == "cancelled");
    BOOST_TEST(end->times == 1);
    BOOST_TEST_REQUIRE(probe.executions().size() == 1U);
    BOOST_TEST(!probe.executions()[0].succeeded);

    // What was done all the same is done.
    probe.execute = [&](const auto&, const execution_context& context, const auto&) {
        probe.runner->cancel(context.run);
        return json_value("finished");
    };
    BOOST_TEST(probe.run_command("sleep 100")->code() == "success");
}

BOOST_AUTO_TEST_CASE(a_run_that_waits_for_its_thread_can_still_be_cancelled_and_runs_once_otherwise) {
    std::vector<std::function<void()>> tasks;
    runner_probe probe({.policy = {.mode = permission_mode::allow}},
                       {.run_on = [&](std::function<void()> task) { tasks.push_back(std::move(task)); }});
    const auto first = probe.run_command("ls");
    const auto second = probe.run_command("ls");
    const auto third = probe.run_command("ls");
    BOOST_TEST_REQUIRE(tasks.size() == 3U);
    BOOST_TEST(first->open());
    BOOST_TEST(probe.runner->cancel(first->id));
    for (int i = 0; i < 2; ++i) tasks[0]();
    BOOST_TEST(first->code() == "cancelled");
    BOOST_TEST(probe.ran.empty());
    for (int i = 0; i < 2; ++i) tasks[1]();
    BOOST_TEST(second->code() == "success");
    BOOST_TEST(probe.ran.size() == 1U);
    tasks.clear();
    BOOST_TEST(third->code() == "cancelled");
    BOOST_TEST(third->times == 1);
    BOOST_TEST(probe.ran.size() == 1U);
    BOOST_TEST(probe.executions().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_pool_that_takes_no_tasks_cancels_the_run) {
    runner_probe probe({.policy = {.mode = permission_mode::allow}},
                       {.run_on = [](const std::function<void()>&) { throw std::runtime_error("full"); }});
    const auto end = probe.run_command("ls");
    BOOST_TEST(end->code() == "cancelled");
    BOOST_TEST(end->times == 1);
    BOOST_TEST(probe.ran.empty());
}

BOOST_AUTO_TEST_CASE(a_runner_that_goes_withdraws_its_questions) {
    runner_probe probe;
    const auto end = probe.run_command("ls");
    probe.runner.reset();
    BOOST_TEST(end->code() == "cancelled");
    BOOST_TEST((end->result.decided && end->result.decided->source == decision_source::closed));
    BOOST_TEST(!probe.box->take().allow());
    BOOST_TEST(probe.ran.empty());
    BOOST_TEST(probe.gate.use_count() == 1);
}

BOOST_AUTO_TEST_CASE(a_runner_may_go_while_one_of_its_tools_runs) {
    runner_probe probe({.policy = {.mode = permission_mode::allow}});
    bool stopped = false;
    std::string code;
    tool_runner* const runner = probe.runner.get();
    probe.execute = [&](const auto&, const auto&, const std::stop_token& stop) {
        probe.runner.reset();
        stopped = stop.stop_requested();
        return json_value();
    };
    runner->run("Bash", command("ls"), {},
                [&](const tool_result& result) { code = result.success ? "success" : "no"; });
    BOOST_TEST(stopped);
    BOOST_TEST(code == "success");
}

BOOST_AUTO_TEST_CASE(runs_from_many_threads_end_once_each_and_only_allowed_ones_execute) {
    constexpr int threads = 4;
    constexpr int rounds = 200;
    const auto sink = std::make_shared<testing::recording_audit_sink>();
    gate_options options{.rules = rules({"allow Bash(yes)", "deny Bash(no)"})};
    options.callback = [](permission_request request) { std::move(request).deny(); };
    const auto gate = std::make_shared<permission_gate>(std::move(options),
                                                        std::make_shared<testing::manual_clock>(), sink);
    tool_runner runner(gate, tool_registry::standard());
    std::atomic<int> executed{0};
    std::atomic<int> forbidden{0};
    std::atomic<int> ended{0};
    std::atomic<int> succeeded{0};
    runner.add_executor("Bash", [&](const json_object& input, const auto&, const auto&) {
        if (input != command("yes")) ++forbidden;
        return json_value(++executed);
    });
    std::barrier start(threads);
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i)
        all.emplace_back([&] {
            start.arrive_and_wait();
            for (int round = 0; round < rounds; ++round)
                for (const auto* text : {"yes", "no", "perhaps"}) {
                    const run_id id = runner.run("Bash", command(text), {}, [&](const tool_result& result) {
                        ++ended;
                        if (result.success) ++succeeded;
                    });
                    runner.cancel(id);
                }
        });
    for (auto& each : all) each.join();
    BOOST_TEST(executed == threads * rounds);
    BOOST_TEST(succeeded == threads * rounds);
    BOOST_TEST(ended == 3 * threads * rounds);
    BOOST_TEST(forbidden == 0);
    BOOST_TEST(sink->events(audit_event::kind::execution).size() == std::size_t{threads} * rounds);
    BOOST_TEST(runner.open_runs() == 0U);
}

BOOST_AUTO_TEST_CASE(cancelling_and_answering_at_once_ends_a_run_once) {
    for (int round = 0; round < 300; ++round) {
        runner_probe probe;
        const auto end = probe.run_command("ls");
        auto handle = probe.box->take();
        std::barrier start(2);
        std::thread other([&] {
            start.arrive_and_wait();
            probe.runner->cancel(end->id);
        });
        start.arrive_and_wait();
        std::move(handle).allow();
        other.join();
        BOOST_TEST_REQUIRE(end->times == 1);
        BOOST_TEST_REQUIRE(probe.ran.size() == (end->result.success ? 1U : 0U));
        BOOST_TEST_REQUIRE(probe.executions().size() == probe.ran.size());
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::tool_runner_question_test
