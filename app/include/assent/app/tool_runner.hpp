#pragma once

#include <assent/app/permission_gate.hpp>
#include <assent/app/tool_result.hpp>
#include <assent/domain/judgement/tool_registry.hpp>
#include <assent/ports/clock.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace assent {

/// Does what a tool does, and returns what the model shall see. An exception is a failure: its text goes to
/// the model and on record. Where it takes long it should look at the token, and throw when it stops early.
///
/// `input` is exactly what was allowed. Both references are valid during the call.
using tool_executor = std::function<json_value(const json_object& input, const execution_context& context,
                                               std::stop_token stop)>;

struct tool_runner_options {
    /// Where executors run, such as a thread pool: takes a task and calls it once, on any thread. A task that
    /// is destroyed without being called counts as cancelled. Empty: on the thread that decided the call,
    /// which is the caller's, or that of whoever answered the question. A call runs as it was decided,
    /// however long it waits here: `cancel` it when it shall not.
    std::function<void(std::function<void()>)> run_on{};
    /// For how long executions took; null: not recorded.
    std::shared_ptr<const clock> time{};
};

/// Runs tools through a gate: looks a tool up, checks its input, has the call decided, runs it, puts that on
/// record. There is no other way to an executor.
///
/// Thread-safety: all members may be called from any thread. Executors and `done` run without a lock and may
/// call the runner again. Lifetime: destroying the runner withdraws its open questions and requests executors
/// that are running to stop; their `done` still comes, and they keep what they need.
class tool_runner {
public:
    /// Hears of the end of a run, exactly once. Must not throw; what it throws is dropped.
    using on_done = std::function<void(tool_result)>;

    /// \param gate   decides every call
    /// \param tools  the tools that are known; give the gate the same
    /// \throws std::invalid_argument when one of them is null
    tool_runner(std::shared_ptr<permission_gate> gate, std::shared_ptr<const tool_registry> tools,
                tool_runner_options options = {});
    ~tool_runner();
    tool_runner(const tool_runner&) = delete;
    tool_runner& operator=(const tool_runner&) = delete;

    /// Says what runs a tool.
    /// \throws std::invalid_argument when the tool is not registered, has an executor, or `executor` is empty
    void add_executor(std::string_view tool, tool_executor executor);

    /// Runs a tool, as far as that is allowed. `done` can run before this returns.
    /// \param arguments  an object; null counts as an empty one
    run_id run(std::string_view tool, json_value arguments, execution_context context, on_done done);

    /// Ends a run: an open question is withdrawn, an executor that is running is requested to stop.
    /// \return false when it was over
    bool cancel(run_id run);
    /// The same for all that are open. \return how many there were
    std::size_t cancel_all();

    [[nodiscard]] std::size_t open_runs() const;

private:
    class core;
    std::shared_ptr<core> core_;
};

}  // namespace assent
