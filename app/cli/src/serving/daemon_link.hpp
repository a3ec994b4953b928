#pragma once

#include <assent/adapters/control/hooks/hook_channel.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace assent::cli {

/// Where the daemon of this user listens. \throws std::runtime_error when the folder is not this user's alone
[[nodiscard]] std::string daemon_path();

/// Whether a hook starts a daemon where none listens.
enum class daemon_start : unsigned char { never, when_missing };

/// Where a daemon that a hook has started says what happens to it; empty: nowhere.
[[nodiscard]] std::filesystem::path daemon_log_path();
/// A log that is larger than this is begun anew with the next daemon, in bytes.
inline constexpr std::size_t max_daemon_log_bytes = std::size_t{1} << 20U;

/// Asks the daemon what becomes of a use of a tool, and waits for the answer.
/// \param text    what the hook was given, as `hook_text_reader` has accepted it
/// \param within  how long the answer may take
/// \param policy  by which it has to decide; empty: whichever it has
/// \throws std::runtime_error when there is no answer: no daemon, one of another user, one that ends, or an
///         answer that cannot be read
[[nodiscard]] use_answer ask_daemon(agent_program agent, std::string_view text, duration within,
                                    daemon_start start, const std::string& policy);

/// Has the daemon answer, and nothing decided, counted or recorded.
/// \return what it says of itself   \throws std::runtime_error as `ask_daemon`
[[nodiscard]] std::string try_daemon();

}  // namespace assent::cli
