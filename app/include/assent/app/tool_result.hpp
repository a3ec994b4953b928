#pragma once

#include <assent/domain/json.hpp>
#include <assent/domain/verdict.hpp>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
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

/// What came of one call.
struct tool_result {
    bool success = false;
    json_value output{};                ///< what the tool returned; null when it has not run to its end
    std::optional<tool_error> error{};  ///< there exactly when `success` is false
    std::optional<verdict> decided{};   ///< what the gate said; nothing: it was not asked
    bool interrupt = false;             ///< whoever denied the call wants the agent's turn to stop
};

/// What goes back to the model, as the model APIs take it.
struct model_text {
    std::string content;
    bool is_error = false;
};

/// Text stays as it is, nothing becomes an empty text, everything else compact JSON. For an error it is the
/// error's `model_message`.
[[nodiscard]] model_text to_model_text(const tool_result& result);

[[nodiscard]] std::string_view to_string(tool_error_code code) noexcept;
std::ostream& operator<<(std::ostream& out, tool_error_code code);

}  // namespace assent
