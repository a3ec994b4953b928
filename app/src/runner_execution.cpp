// From an allowed call to its result.
#include "runner_core.hpp"
#include "tool_failures.hpp"

#include <assent/domain/json_soundness.hpp>

#include <atomic>
#include <exception>
#include <utility>

namespace assent {

// What is handed to `run_on`. Destroyed without being called, it ends its run.
struct tool_runner::core::task {
    std::shared_ptr<core> runner;
    run_pointer run;
    input_pointer input;
    verdict decided;
    std::atomic<bool> called{false};

    task(std::shared_ptr<core> owner, run_pointer what, input_pointer with, verdict because)
        : runner(std::move(owner)),
          run(std::move(what)),
          input(std::move(with)),
          decided(std::move(because)) {}
    task(const task&) = delete;
    task& operator=(const task&) = delete;
    ~task() { runner->finish(run, detail::cancelled(run->tool, decided)); }

    // A second call does nothing: what was allowed once runs once.
    void operator()() {
        if (!called.exchange(true)) runner->execute(run, input, decided);
    }
};

void tool_runner::core::start(const run_pointer& run, input_pointer input, verdict decided) {
    const auto work = std::make_shared<task>(shared_from_this(), run, std::move(input), std::move(decided));
    if (!options_.run_on) return (*work)();
    try {
        options_.run_on([work] { (*work)(); });
    } catch (...) {
        // It was not taken: the task ends the run when it is destroyed.
    }
}

void tool_runner::core::execute(const run_pointer& run, const input_pointer& input, verdict decided) {
    if (!decided.allowed()) return finish(run, detail::not_allowed(run->tool, decided));
    if (is_cancelled(*run)) return finish(run, detail::cancelled(run->tool, std::move(decided)));
    const time_point began = now();
    tool_result result = call_executor(*run, input->whole());
    result.decided = std::move(decided);
    record(*run, *input, result, now() - began);
    finish(run, std::move(result));
}

tool_result tool_runner::core::call_executor(const open_run& run, const json_object& input) const {
    try {
        json_value output = (*run.executor)(input, run.context, run.stop.get_token());
        if (!within_depth(output, max_output_depth) || !all_finite(output))
            return detail::failed(run.tool, "what it returned cannot be written as JSON");
        return {.success = true, .output = std::move(output)};
    } catch (const std::exception& error) {
        if (run.stop.stop_requested()) return detail::cancelled(run.tool, {});
        return detail::failed(run.tool, error.what());
    } catch (...) {
        if (run.stop.stop_requested()) return detail::cancelled(run.tool, {});
        return detail::failed(run.tool, {});
    }
}

void tool_runner::core::record(const open_run& run, const tool_input& input, const tool_result& result,
                               duration took) {
    const std::string_view reason =
        result.error ? std::string_view(result.error->message) : std::string_view();
    // Where the record is not accepted the gate denies what comes next; this call has run.
    gate_->record_execution({.request_id = run.request_id,
                             .tool_name = run.tool,
                             .tool_use_id = run.context.tool_use_id,
                             .agent_id = run.context.agent_id,
                             .user_id = run.context.user_id,
                             .conversation_id = run.context.conversation_id,
                             .message_id = run.context.message_id,
                             .input = &input,
                             .latency = took,
                             .reason = reason,
                             .succeeded = result.success});
}

void tool_runner::core::finish(const run_pointer& run, tool_result result) {
    on_done done;
    {
        const std::lock_guard lock(mutex_);
        if (open_.erase(run->context.run) == 0) return;
        done = std::move(run->done);
    }
    if (!done) return;
    try {
        done(std::move(result));
    } catch (...) {
        // The run is over, whatever its owner makes of that.
    }
}

bool tool_runner::core::is_cancelled(const open_run& run) const {
    const std::lock_guard lock(mutex_);
    return run.cancelled;
}

}  // namespace assent
