#pragma once

#include <assent/adapters/control/hooks/hook_channel.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// Where the daemon of this user listens: `given`, else in `runtime_folder`.
[[nodiscard]] std::string daemon_path(const std::string& given = {});
/// Where else a daemon of this user may listen, whatever the environment says. Each is there.
[[nodiscard]] std::vector<std::string> other_daemon_paths();

/// Whether a hook starts a daemon where none listens.
enum class daemon_start : unsigned char { never, when_missing };

/// A log that is larger than this is begun anew with the next daemon, in bytes.
inline constexpr std::size_t max_daemon_log_bytes = std::size_t{1} << 20U;

/// What a hook wants of the daemon.
struct daemon_question {
    std::string socket;  ///< `daemon_path`
    agent_program agent{};
    std::string_view text;  ///< what the hook was given, as `hook_text_reader` has accepted it
    duration within{};      ///< how long the answer may take
    daemon_start start = daemon_start::never;
    std::vector<std::string> words{};      ///< by which it has to decide; empty: by whatever it does
    std::string terms{};                   ///< their digest
    std::filesystem::path state{};         ///< where a daemon that is started has its log; empty: nowhere
    std::function<void()> before_start{};  ///< says what is wrong with the policy, where one is to be started
    bool pinned = false;                   ///< only this very program is believed
    bool trial = false;                    ///< nothing is asked, counted or recorded
    std::string_view note{};               ///< is put on record, and nothing else happens; empty: none is
    std::string_view wish{};  ///< `wish`: is done, and nothing else happens; empty: there is none
    bool walls = false;       ///< whoever asks can have the command run behind a wall
};

/// There is a daemon, and it is not the one that the hook wants: another program, or by other words.
struct other_daemon : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Nobody listens where the daemon would.
struct no_daemon : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Asks the daemon what becomes of a use of a tool, and waits for the answer.
/// \throws other_daemon; no_daemon; std::runtime_error when there is no answer: no daemon, one of another
/// user, one that
///         ends, or an answer that cannot be read
[[nodiscard]] use_answer ask_daemon(const daemon_question& question);

/// Has the daemon do what the words say (`wish`), which a person may have to confirm first.
/// \return `allow`: it is done; `deny`: it is not; `open`: nobody can be asked \throws as `ask_daemon`
[[nodiscard]] use_answer wish_of_daemon(const std::string& socket, std::string_view wish, duration within);

/// Has the daemon say by what it decides. Nothing is decided, counted or recorded.
/// \param socket  where it listens; empty: where one of this user does \throws std::runtime_error as
/// `ask_daemon`
[[nodiscard]] std::string try_daemon(const std::string& socket = {});
/// Has it say whether it would decide for a hook that wants this. \param terms  the digest of words and
/// policy \throws as `ask_daemon`, with what mends it
void try_daemon_for(const std::vector<std::string>& words, std::string terms);

}  // namespace assent::cli
