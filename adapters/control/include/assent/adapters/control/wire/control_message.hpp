#pragma once

#include <assent/adapters/control/wire/dialect.hpp>
#include <assent/domain/call/permission_mode.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/text/enum_words.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <variant>

/// The meaning of a line of the control protocol, whichever dialect it came in.
///
/// All views point into the channel that made the message, and are valid until its next call of
/// `next` or `read_space`.
namespace assent {

/// The error codes of the protocol.
enum class control_error : unsigned char {
    invalid_request,         ///< the request is not what it should be; the text names the member
    unsupported_request,     ///< no such subtype
    invalid_mode,            ///< no such permission mode, or it may not be set
    permission_check_error,  ///< the check itself failed
    too_large,               ///< over a limit
    internal_error,
};
/// The code as it is written on the wire.
[[nodiscard]] constexpr auto enum_words(control_error) noexcept {
    return word_table("invalid_request", "unsupported_request", "invalid_mode", "permission_check_error",
                      "too_large", "internal_error");
}

/// No complete line is there.
struct no_message {};

/// An agent asks whether it may use a tool.
struct can_use_tool_message {
    std::string_view request_id;
    /// Without its suggestions: most calls are decided without them. `control_channel::suggestions` reads
    /// them.
    tool_call call;
    std::string_view suggestions{};  ///< a raw JSON array; empty when there are none
};

/// An agent calls the hook that looks at every use of a tool before it happens, whatever the agent's own
/// rules and mode say, and is told of what has happened. Only read where `channel_options::guard_hook` names
/// the hook.
struct guard_hook_message {
    std::string_view request_id;
    /// Nothing where it is not what it should be. An error answer would let the use happen, so it has to be
    /// denied.
    std::optional<tool_call> call{};
    std::string flaw{};  ///< what is wrong with it
    /// The id of the use of the tool, also where the rest could not be read. Empty: there is none.
    std::string_view tool_use_id{};
    bool after = false;  ///< the use has happened, with this input: nothing is decided any more
};

struct set_mode_message {
    std::string_view request_id;
    std::string_view name;  ///< as sent
    permission_mode mode;   ///< what it amounts to here
    bool exact = true;      ///< false: here it is only the nearest one (`auto` is `ask`)
};

inline constexpr std::string_view initialize_subtype = "initialize";
struct initialize_message {
    std::string_view request_id;
    std::string_view request;  ///< the raw `request` object
};

struct interrupt_message {
    std::string_view request_id;
};

/// A request of a subtype that Assent does not serve itself.
struct other_request_message {
    std::string_view request_id;
    std::string_view subtype;
    std::string_view request;  ///< the raw `request` object
};

/// The other side withdraws a request of its own. Never answered.
struct cancel_message {
    std::string_view request_id;
};

/// An answer to a request of ours.
struct response_message {
    std::string_view request_id;
    dialect shape = dialect::nested;
    bool success = false;
    std::string_view payload{};  ///< raw JSON; empty when there is none, or on error
    std::string error{};         ///< the error's text
    std::string error_code{};    ///< empty when the peer sent none
    /// It has the members of the other dialect, too; whoever reads those may understand something else.
    bool both_shapes = false;
};

struct keep_alive_message {};

/// A use of a tool that an agent asks a hook about which is not ours: what has to be known of it to judge
/// what the hook makes of its input.
struct hooked_use {
    /// The members of what the hook is told that name the use, raw, without braces. Empty when they could not
    /// be read, or are too long: then no other input can be judged.
    std::string members{};
    bool permission_request = false;  ///< the hook answers a question; else it is asked before every use
};

/// A line that is no control frame: another kind of frame, or no JSON object at all. Not ours to
/// judge; `raw` is the line as it came, without its LF.
struct foreign_message {
    std::string_view raw;
    bool object = false;  ///< it is a JSON object
    /// Of a control request that is not read here: whoever gets it will answer under that id. Empty: there is
    /// none.
    std::string_view request_id{};
    bool response = false;  ///< it is a control_response that is not read here
    bool failed = false;    ///< and it says that the request failed
    /// The type of an object that has one as a string: `user`, `assistant`, `system`, `result`, ...
    std::string_view type{};
    std::string_view subtype{};  ///< likewise; of a request, what is asked for
    /// Of a call of a hook, while a guard hook is there.
    std::optional<hooked_use> hook{};
};

/// A line that must not be acted upon.
struct refused_message {
    std::string_view request_id{};  ///< empty when none could be read: then it cannot be answered
    control_error code = control_error::invalid_request;
    std::string text{};     ///< what was expected and what was found, with the member's path
    bool fatal = false;     ///< the connection has to be closed, because nothing after it can be trusted
    bool response = false;  ///< it was an answer, not a request: nobody waits for an error
    /// Of such an answer: the id of the request it answers, where one could be read. The request will get no
    /// other answer.
    std::string_view answers{};
};

using control_message =
    std::variant<no_message, can_use_tool_message, guard_hook_message, set_mode_message, initialize_message,
                 interrupt_message, other_request_message, cancel_message, response_message,
                 keep_alive_message, foreign_message, refused_message>;

}  // namespace assent
