#pragma once

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/wire/codec.hpp>
#include <assent/adapters/control/wire/tool_use_reader.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/decide/verdict.hpp>

#include <boost/system/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace assent {

/// Longest text of a call, in bytes. It carries the same inputs as a line of the control protocol does
/// (`default_max_line_bytes`).
inline constexpr std::size_t max_call_text_bytes = std::size_t{16} * 1024 * 1024;

/// Reads the text of one call: what can_use_tool asks, without the frame around it.
///
/// A call that was read points into the text and into the reader, until the next `read`.
class call_text_reader {
public:
    /// \param text  all of it; it may have several lines. What it suggests to store is not looked at
    [[nodiscard]] boost::system::result<tool_call, decode_error> read(std::string_view text);

private:
    json_scanner members_;
    tool_use_reader use_;
    text_store texts_;
};

/// Appends what a callback of can_use_tool returns to its agent, as one JSON object.
/// \param input  raw JSON object to run the tool with; only looked at where the call is allowed
void append_call_answer(std::string& out, outcome decision, std::string_view input, std::string_view reason);

}  // namespace assent
