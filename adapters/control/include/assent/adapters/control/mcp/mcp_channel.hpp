#pragma once

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json_rpc/json_rpc_channel.hpp>
#include <assent/adapters/control/lines/line_channel.hpp>
#include <assent/adapters/control/wire/control_message.hpp>
#include <assent/adapters/control/wire/tool_use_reader.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

/// The Model Context Protocol as a server speaks it that has one tool: `approve`, of which an agent asks
/// whether it may use another tool.
namespace assent {

/// The name of that tool.
inline constexpr std::string_view mcp_tool_name = "approve";

// Views point into the channel, and are valid until its next call of `next` or `read_space`.

/// The agent calls the tool.
struct mcp_call_message {
    std::string_view id;  ///< as JSON
    tool_call call;
};

/// The agent withdraws a request. Never answered.
struct mcp_cancel_message {
    std::string_view id;  ///< as JSON
};

/// A line that was not acted upon. It has its answer already, where it is one that gets an answer.
struct mcp_refused_message {
    std::string_view id{};  ///< as JSON; empty: none could be read
    std::string text{};     ///< what was expected and what was found
    bool fatal = false;     ///< whoever asks would wait for ever: the connection has to be closed
};

using mcp_message = std::variant<no_message, mcp_call_message, mcp_cancel_message, mcp_refused_message>;

struct mcp_channel_options {
    std::size_t max_line_bytes = default_max_line_bytes;
    std::string server_version{};  ///< what the server says that it is, beside its name
};

/// That protocol as bytes: lines of JSON-RPC in, messages out; answers in, lines out.
///
/// What needs no decision (`initialize`, `ping`, `tools/list`, and all that is wrong or not known) it answers
/// by itself. A call of the tool whose arguments cannot be read is answered as a denial, not as an error:
/// what an agent makes of an error is its own choice.
///
/// No I/O, no clock, no thread. Thread-safety: none; it belongs to one session.
class mcp_channel : public line_channel {
public:
    explicit mcp_channel(mcp_channel_options options = {});

    // Incoming.

    /// The next message; `no_message` when more bytes are needed.
    [[nodiscard]] mcp_message next();

    // Outgoing: answers to calls of the tool.

    /// \param id     as it came in the message
    /// \param input  raw JSON object to run the tool with, given back as it is
    /// \return its place, until the next `take`, `discard` or `deny_instead`
    written_answer allow(std::string_view id, std::string_view input);
    void deny(std::string_view id, std::string_view reason, bool interrupt = false);
    /// See `control_channel::deny_instead`.
    void deny_instead(std::span<const written_answer> answers, std::span<const std::string_view> ids,
                      std::string_view reason);

private:
    // Nothing: it has its answer, or is none that gets one.
    std::optional<mcp_message> decode(std::string_view line);
    std::optional<mcp_message> decode_request(std::string_view method);
    std::optional<mcp_message> decode_notification(std::string_view method);
    mcp_message decode_call();
    std::optional<mcp_message> initialize();
    mcp_message too_long(std::string_view prefix);
    mcp_message refuse(json_rpc_error code, std::string why);
    mcp_message refuse_use(std::string why);
    void find_id(const json_fault& fault);
    [[nodiscard]] std::string_view text(const json_member& member);
    [[nodiscard]] bool scan_params();

    void result(std::string_view id, std::string_view value);
    void tool_result(std::string_view id, std::string_view decision);
    void initialized(std::string_view wanted);
    void list_tools();
    void error(json_rpc_error code, std::string_view why);

    mcp_channel_options options_;
    json_fault flaw_;  // of the line, deeper inside
    json_scanner frame_;
    json_scanner params_;
    json_scanner arguments_;
    tool_use_reader use_;
    text_store texts_;
    std::string_view id_;  // of the request that is being read
};

}  // namespace assent
