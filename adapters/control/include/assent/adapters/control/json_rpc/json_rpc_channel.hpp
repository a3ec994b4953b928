#pragma once

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/lines/line_channel.hpp>
#include <assent/adapters/control/wire/codec.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace assent {

/// The codes of JSON-RPC 2.0, and one of those that it leaves to those who speak it.
enum class json_rpc_error : int {
    parse_error = -32700,
    invalid_request = -32600,
    method_not_found = -32601,
    invalid_params = -32602,
    refused = -32000,  ///< it may not be done
};

/// A line of a connection that speaks JSON-RPC, as far as it concerns everybody who does.
///
/// All views point into the channel that made it, and are valid until its next call of `next` or
/// `read_space`.
struct json_rpc_message {
    enum class kind : unsigned char {
        none,          ///< no complete line is there
        other,         ///< no JSON object, and none in disguise
        request,       ///< `id` and `method`
        notification,  ///< `method`
        response,      ///< `id`, and `result` or `error`
        /// Must not be acted upon, and must not pass: different readers could understand it differently.
        refused,
    };
    kind what = kind::none;
    std::string_view id{};      ///< as JSON: a number, or a string; of a refused line where one could be read
    std::string_view method{};  ///< of a refused line where one could be read
    std::string_view params{};  ///< raw; empty: there are none
    std::string_view result{};  ///< raw; empty: the request has failed
    std::string flaw{};  ///< why it is refused; else what is wrong deeper inside, which some readers refuse
    bool fatal = false;  ///< of a refused line: nothing behind it can be trusted
};

struct json_rpc_options {
    std::size_t max_line_bytes = default_max_line_bytes;
    /// What is written has the member `jsonrpc`, which Codex leaves out.
    bool versioned = true;
};

/// JSON-RPC in lines as bytes: one message a line, in and out. It answers nothing by itself. Batches are
/// refused: whoever waits for an answer to one of their requests would have to look into all of them.
///
/// No I/O, no clock, no thread. Thread-safety: none; it belongs to one session.
class json_rpc_channel : public line_channel {
public:
    explicit json_rpc_channel(json_rpc_options options = {});

    // Incoming.

    [[nodiscard]] json_rpc_message next();
    /// The line the last message came in: as it came, without its LF.
    [[nodiscard]] std::string_view raw_line() const noexcept { return raw_line_; }
    /// The same without a CR at the end: what was read as JSON.
    [[nodiscard]] std::string_view line_text() const noexcept { return line_text_; }
    /// False when that line was the last one and had no LF.
    [[nodiscard]] bool line_terminated() const noexcept { return line_terminated_; }
    /// Passes the line on that `from` has read last, as it came.
    void pass_line_of(const json_rpc_channel& from);
    /// The same with another text in its place.
    void pass_line_of(const json_rpc_channel& from, std::string_view instead);

    // Outgoing. Ids are JSON, as they came; values are raw JSON.

    /// A last line that was passed on without its LF gets one now: whoever reads must not wait for it.
    void end_line() { end_cut_line(); }
    void result(std::string_view id, std::string_view value);
    void error(std::string_view id, json_rpc_error code, std::string_view text);
    void request(std::string_view id, std::string_view method, std::string_view params);

private:
    [[nodiscard]] json_rpc_message decode(std::string_view line);
    [[nodiscard]] json_rpc_message decode_frame();
    [[nodiscard]] json_rpc_message refuse(std::string why, bool fatal = false);

    json_rpc_options options_;
    std::string_view raw_line_;
    std::string_view line_text_;
    bool line_terminated_ = true;
    json_scanner frame_;
    json_fault flaw_;
    text_store texts_;
};

}  // namespace assent
