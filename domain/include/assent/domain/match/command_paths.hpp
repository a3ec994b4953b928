#pragma once

#include <optional>
#include <string>
#include <vector>

namespace assent {

/// A path in a command that leads to another place than it says, once links are followed.
struct command_path {
    std::string text;                  ///< as it stands in the command
    std::optional<std::string> leads;  ///< absolute and clean; nothing: it could not be found out
};
/// The content of a folder that a program reads whole.
struct folder_below {
    std::string folder;    ///< absolute and clean, as the command names it
    bool follows = false;  ///< links below it, too
    std::string leads{};   ///< the same, links followed; empty: it could not be found out
    /// Paths from it; nothing: they could not be found out.
    std::optional<std::vector<std::string>> names{};
};
/// The files that a glob of a command chooses.
struct glob_choice {
    std::string glob;  ///< absolute
    std::vector<std::string> paths{};
};
struct command_paths {
    std::vector<command_path> links{};
    std::string cwd{};     ///< where the working directory leads; empty: where it says
    bool complete = true;  ///< false: there were too many to look at all of them
    /// Looked at only where a person's rule may be about them.
    std::vector<folder_below> below{};
    std::vector<glob_choice> globs{};  ///< those of which it is known
    std::vector<std::string>
        missing_folders{};  ///< to which it goes, as they stand there, and which are not there
};

}  // namespace assent
