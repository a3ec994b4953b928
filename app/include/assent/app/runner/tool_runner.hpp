#pragma once

#include <assent/app/gate/permission_gate.hpp>
#include <assent/domain/call/json.hpp>
#include <assent/domain/decide/verdict.hpp>
#include <assent/domain/text/enum_words.hpp>
#include <assent/domain/tools/tool_registry.hpp>
#include <assent/ports/clock.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace assent {

/// One run of a tool within one runner. Never reused.
enum class run_id : std::uint64_t { none = 0 };

/// Longest text of a tool's own error that is passed on, in characters; the rest is cut off.
inline constexpr std::size_t max_tool_error_characters = 2000;
/// Deepest nesting of what a tool returns, in levels.
inline constexpr std::size_t max_output_depth = 64;

/// For whom and where a tool runs. All of it may be empty.
struct execution_context {
    std::string project_root{};  ///< also the working directory against which the call is judged
    std::string user_id{};
    std::string conversation_id{};
    std::string message_id{};   ///< of the model's message that holds the call
    std::string tool_use_id{};  ///< the model's id for this use
    std::string agent_id{};     ///< the sub-agent that calls; empty: the main agent
    run_id run = run_id::none;  ///< filled in by the runner
};

enum class tool_error_code : unsigned char {
    unknown_tool,       ///< nobody has registered it, or nothing here can run it
    invalid_params,     ///< the input does not fit
    permission_denied,  ///< the gate said no
    execution_error,    ///< the tool ran and failed
    timed_out,          ///< nobody answered the question in time
    cancelled,          ///< withdrawn, or the session ended
};

/// Why a tool has no output. None of the texts holds the input's content, except as far as a tool's own error
/// does.
struct tool_error {
    tool_error_code code = tool_error_code::execution_error;
    std::string message;        ///< for people: one sentence
    std::string model_message;  ///< for the model: what happened, and how to go on
    /// The model may go on with something else. False: whoever ended the call wants the turn to end.
    bool recoverable = true;
};

/// The result of one call.
struct tool_result {
    bool success = false;
    json_value output{};                ///< what the tool returned; null when it has not run to its end
    std::optional<tool_error> error{};  ///< there exactly when `success` is false
    std::optional<verdict> decided{};   ///< what the gate said; nothing: it was not asked
    bool interrupt = false;             ///< whoever denied the call wants the agent's turn to stop
};

/// The text that goes back to the model, as the model APIs take it.
struct model_text {
    std::string content;
    bool is_error = false;
};

/// Text stays as it is, nothing becomes an empty text, everything else compact JSON. For an error it is the
/// error's `model_message`.
[[nodiscard]] model_text to_model_text(const tool_result& result);

[[nodiscard]] constexpr auto enum_words(tool_error_code) noexcept {
    return word_table("unknown_tool", "invalid_params", "permission_denied", "execution_error", "timed_out",
                      "cancelled");
}

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
