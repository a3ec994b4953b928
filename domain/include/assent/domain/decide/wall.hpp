#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

class call_reading;
struct tool_definition;

/// The reason why a call cannot run behind a wall, where it cannot. A wall stands around a program that is
/// started anew: what the call changes of the shell that it runs in would be lost, and what goes on when it
/// has ended would end with it.
enum class wall_fit : unsigned char {
    no_command,  ///< it is no command of a shell: nothing about walls is for it
    fits,
    changes_shell,
    goes_on,  ///< in the background
    unread,   ///< nobody can tell
};
/// \param definition  what is registered about the call's tool; null: nothing is
[[nodiscard]] wall_fit fit_of(const call_reading& call, const tool_definition* definition);
/// For people: "it may run behind a wall, but ...".
[[nodiscard]] std::string_view in_words(wall_fit fit) noexcept;
/// The same of a call that could, where whoever brought it cannot make one (`tool_call::walls`).
inline constexpr std::string_view no_wall_here = "it may run behind a wall, which cannot be made here";

/// A text that goes to a folder below, and then does the rest: `cd sub && npm test`, or with that folder's
/// whole path. Agents keep the folder that a command has gone to, so that has to stay before the wall. What
/// is behind it runs only where that has succeeded, as it would have.
struct kept_folder {
    std::string_view folder;  ///< as it is written; empty: it is no such text
    std::string_view rest;    ///< all of the text, where it is none
};
/// \param cwd  the folder that the command begins in; empty: it is not known
[[nodiscard]] kept_folder kept_before_wall(std::string_view text, std::string_view cwd);

/// A file in a folder for temporary files that a command names: it has to be there behind the wall, too.
struct scratch_file {
    std::string path;
    bool writes = false;  ///< the command makes it, where it is not there
};
/// Those that it reads and writes, and neither removes nor moves.
/// \param folders  `policy::scratch`   \param cwd  the folder that the command begins in
[[nodiscard]] std::vector<scratch_file> scratch_files_of(std::string_view command, std::string_view cwd,
                                                         std::span<const std::string> folders);

}  // namespace assent
