#pragma once

#include <assent/adapters/control/codec.hpp>
#include <assent/adapters/control/json_scan.hpp>
#include <assent/adapters/control/tool_use_reader.hpp>
#include <assent/domain/decide/verdict.hpp>

#include <boost/system/result.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// A hook of an agent that runs a program before each use of a tool: one JSON object on its standard input,
/// one on its standard output.
namespace assent {

/// Longest text that such a hook is given, in bytes. It carries the same inputs as a line of the control
/// protocol does (`default_max_line_bytes`).
inline constexpr std::size_t max_hook_text_bytes = std::size_t{16} * 1024 * 1024;

/// Reads what a `PreToolUse` hook is given.
///
/// A call that was read points into the text and into the reader, until the next `read`.
class hook_text_reader {
public:
    /// \param text  all of it; it may have several lines
    /// \return the call, marked as a hook's, with the agent's working directory where the text has one
    [[nodiscard]] boost::system::result<tool_call, decode_error> read(std::string_view text);

private:
    json_scanner members_;
    tool_use_reader use_;
    text_store texts_;
};

/// What such a hook answers, without a line end.
/// \param decision  nothing: no opinion, the agent goes by its own rules
[[nodiscard]] std::string hook_answer(std::optional<outcome> decision, std::string_view reason = {});

}  // namespace assent
