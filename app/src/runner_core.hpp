#pragma once

#include <assent/app/tool_runner.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace assent {

/// What the runner shares with its open runs.
///
/// INVARIANT: an executor is called in `execute` only, and `execute` only with a verdict that allows.
/// INVARIANT: nothing foreign runs under `mutex_`: no executor, no `done`, no stop callback, no gate.
class tool_runner::core final : public std::enable_shared_from_this<core> {
public:
    core(std::shared_ptr<permission_gate> gate, std::shared_ptr<const tool_registry> tools,
         tool_runner_options options);

    void add_executor(std::string_view tool, tool_executor executor);
    run_id run(std::string_view tool, json_value arguments, execution_context context, on_done done);
    bool cancel(run_id run, decision_source why);
    std::size_t cancel_all(decision_source why);
    std::size_t open_runs() const;

private:
    using executor_pointer = std::shared_ptr<const tool_executor>;
    using input_pointer = std::shared_ptr<const kept_input>;

    struct open_run {
        std::string tool;
        execution_context context;
        std::string request_id;
        executor_pointer executor;
        std::stop_source stop;
        // Under the lock.
        on_done done;
        question_id question = question_id::none;
        bool cancelled = false;
    };
    using run_pointer = std::shared_ptr<open_run>;
    struct task;

    run_pointer open(std::string_view tool, execution_context context, on_done done);
    executor_pointer executor_of(std::string_view tool) const;
    std::vector<std::string> runnable() const;

    void begin(const run_pointer& run, json_value arguments);
    void decide(const run_pointer& run, const input_pointer& input);
    void ask(const run_pointer& run, const tool_call& call, const input_pointer& input);
    void settled(const run_pointer& run, input_pointer input, settlement outcome);
    void start(const run_pointer& run, input_pointer input, verdict decided);
    void execute(const run_pointer& run, const input_pointer& input, verdict decided);
    tool_result call_executor(const open_run& run, const json_object& input) const;
    void record(const open_run& run, const tool_input& input, const tool_result& result, duration took);
    void finish(const run_pointer& run, tool_result result);
    bool is_cancelled(const open_run& run) const;
    time_point now() const { return options_.time ? options_.time->now() : time_point(); }

    const std::shared_ptr<permission_gate> gate_;
    const std::shared_ptr<const tool_registry> tools_;
    const tool_runner_options options_;

    mutable std::mutex mutex_;
    std::map<std::string, executor_pointer, std::less<>> executors_;
    std::unordered_map<run_id, run_pointer> open_;
    std::uint64_t last_id_ = 0;
};

}  // namespace assent
