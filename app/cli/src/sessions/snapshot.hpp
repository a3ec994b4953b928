#pragma once

#include "session_file.hpp"

#include <assent/domain/text/time.hpp>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// The project as it was before the first change of a session: a commit that a ref of its own names, and no
/// branch. The user's index and files stay as they are.
///
/// What may hold secrets by its name, or rules speak of, is left out: whoever may look into git could read
/// it.
///
/// Git runs programs that the repository names, so that it runs behind a wall, in which nothing can be
/// changed but what git keeps; where no wall can be made, it does not run at all.
namespace assent::cli {

/// Longest that a use waits for one to be taken.
inline constexpr std::chrono::seconds longest_snapshot{10};
/// Below it each session has a ref.
inline constexpr std::string_view snapshot_refs = "refs/assent/snapshots/";
/// Longest name of one there, in bytes.
inline constexpr std::size_t max_snapshot_name_bytes = 100;

/// A session is given the letters, digits and dashes of its id. Empty: it has none, or too many.
[[nodiscard]] std::string snapshot_ref(std::string_view session, std::string_view repository);

struct snapshot_terms {
    std::string cwd;              ///< in which the agent works
    std::filesystem::path state;  ///< the folder of `--state`
    std::string home;             ///< the user's
    duration within;              ///< at most `longest_snapshot` counts
    /// Patterns of files that are left out. Called where one is taken.
    std::function<std::vector<std::string>()> leaves_out{};
};
/// What became of it.
struct snapshot_end {
    std::string repository{};  ///< its top; empty: nothing was to be done, or nothing is to be said
    std::string ref{};         ///< empty: there is none
    std::string why_not{};     ///< for people
};
/// Has it taken in a process of its own, once for each repository of a session; one that is being taken is
/// waited for. \throws std::runtime_error as `session_file` does
[[nodiscard]] snapshot_end keep_before_change(session_file& file, const snapshot_terms& terms);

/// The word by which that process is begun, and what it does: it takes one. \return its exit status
inline constexpr const char* take_snapshot_word = "take-snapshot";
[[nodiscard]] int run_take_snapshot(const std::vector<std::string>& words);

/// All that are known, the youngest first, with what to type, for people. \param state  as above
[[nodiscard]] std::string snapshots_text(const std::filesystem::path& state);

}  // namespace assent::cli
