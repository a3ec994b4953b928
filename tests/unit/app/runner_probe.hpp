#pragma once

#include "gate_probe.hpp"

#include <assent/app/runner/tool_runner.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent {

/// How a run ended, as `done` heard it.
struct run_ending {
    int times = 0;
    tool_result result;
    run_id id = run_id::none;

    [[nodiscard]] bool open() const { return times == 0; }
    [[nodiscard]] std::string code() const {
        if (times == 0) return "open";
        if (result.success) return "success";
        return std::string(to_string(result.error->code));
    }
};

/// A runner with its gate, clock, audit sink, the handles its callback has kept, and two tools: `Bash`, which
/// writes down with what it was called, and `Read`, which is registered and that nobody runs.
struct runner_probe {
    explicit runner_probe(gate_options options = {}, tool_runner_options how = {}) {
        if (!options.callback) options.callback = keep_in(box);
        gate = std::make_shared<permission_gate>(std::move(options), time, sink);
        how.time = time;
        runner = std::make_unique<tool_runner>(gate, tool_registry::standard(), std::move(how));
        runner->add_executor("Bash", [this](const json_object& input, const execution_context& context,
                                            const std::stop_token& stop) {
            ran.push_back(input);
            seen = context;
            return execute ? execute(input, context, stop) : json_value("output");
        });
    }

    std::shared_ptr<run_ending> run(std::string_view tool, json_value arguments,
                                    execution_context context = {}) {
        auto end = std::make_shared<run_ending>();
        end->id = runner->run(tool, std::move(arguments), std::move(context), [end](tool_result result) {
            ++end->times;
            end->result = std::move(result);
        });
        return end;
    }
    std::shared_ptr<run_ending> run_command(std::string_view text) { return run("Bash", command(text)); }

    [[nodiscard]] auto executions() const { return sink->events(audit_event::kind::execution); }

    std::shared_ptr<testing::manual_clock> time = std::make_shared<testing::manual_clock>();
    std::shared_ptr<testing::recording_audit_sink> sink = std::make_shared<testing::recording_audit_sink>();
    std::shared_ptr<handle_box> box = std::make_shared<handle_box>();
    std::shared_ptr<permission_gate> gate;
    std::unique_ptr<tool_runner> runner;
    tool_executor execute;         // what Bash does; empty: it returns `output`
    std::vector<json_object> ran;  // the inputs it was called with
    execution_context seen;        // of the last call
};

}  // namespace assent
