#pragma once

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/wire/codec.hpp>
#include <assent/adapters/control/wire/tool_use_reader.hpp>
#include <assent/domain/decide/verdict.hpp>
#include <assent/domain/tools/hook_dialect.hpp>

#include <boost/system/result.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// A hook of an agent: a program that it runs before a tool is used. One JSON object on its standard input,
/// one on its standard output, and a status that may count for more than both.
namespace assent {

/// Longest text that such a hook is given, in bytes. It carries the same inputs as a line of the control
/// protocol does (`default_max_line_bytes`).
inline constexpr std::size_t max_hook_text_bytes = std::size_t{16} * 1024 * 1024;

/// The status by which a hook refuses, whatever it has written: what stands on its standard error is the
/// reason.
inline constexpr int refusing_status = 2;

/// All that are known. Where texts of two could be the same, the first is meant.
[[nodiscard]] std::span<const hook_dialect> hook_dialects();

/// Reads what a hook is given.
///
/// A use that was read points into the text and into the reader, until the next `read`.
class hook_text_reader {
public:
    struct hook_use {
        const hook_dialect* dialect;
        /// In the agent's own words: see `standard_use`. Marked as a hook's, with the agent's working
        /// directory where the text has one.
        tool_call call;
        /// The agent's session; of a sub-agent, that of the agent that has started it. Empty: none is named.
        std::string_view session{};
    };

    /// \param text   all of it; it may have several lines
    /// \param agent  whose hook it is; nothing: that is found out from the text
    [[nodiscard]] boost::system::result<hook_use, decode_error> read(
        std::string_view text, std::optional<agent_program> agent = std::nullopt);

private:
    [[nodiscard]] boost::system::result<const hook_dialect*, decode_error> find_dialect(
        std::optional<agent_program> agent);

    [[nodiscard]] std::optional<decode_error> read_mcp_name(tool_call& call);

    json_scanner members_;
    tool_use_reader use_;
    text_store texts_;
};

/// What a hook writes, and how it ends.
struct hook_reply {
    std::string out{};  ///< on its standard output, without a line end
    std::string err{};  ///< on its standard error, the same
    int status = 0;
};

/// \param decision  nothing: no opinion, the agent goes by its own rules. Never `ask` where
///                  `dialect.asks` is not `by_word`, and never `wall`
/// \param input     what the tool is to run with, a JSON object; empty: what it was called with. Only where
///                  `dialect.changes` names a tool
[[nodiscard]] hook_reply reply_to_hook(const hook_dialect& dialect, std::optional<outcome> decision,
                                       std::string_view reason = {}, std::string_view input = {});

}  // namespace assent
