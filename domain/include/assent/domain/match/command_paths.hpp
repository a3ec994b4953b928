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
/// What git takes into a repository of all that lies below a folder.
struct git_taking {
    enum class kind : unsigned char {
        nothing,
        tracked,    ///< the files that the repository has already: `git commit -a`
        unignored,  ///< and the new ones that it is not told to ignore: `git add -A`
        all,        ///< `git add -f`
    };
    kind takes = kind::nothing;
    bool tree = false;     ///< of the whole working tree around the folder
    bool settled = false;  ///< nothing in the line may change what it goes by
    bool writes = false;   ///< unless a file that it writes is a link
    bool fills = false;    ///< the line may put files there whose names nobody sees before
    bool made = false;     ///< if nothing is there, the line makes a file of it, or an empty folder
    std::string from{};    ///< the folder in which git works

    bool operator==(const git_taking&) const = default;
};
/// The content of a folder that a program reads whole.
struct folder_below {
    std::string folder;    ///< absolute and clean, as the command names it
    bool follows = false;  ///< links below it, too
    git_taking taking{};   ///< not nothing: of the names only those count that git may take
    std::string leads{};   ///< the same, links followed; empty: it could not be found out
    std::string tree{};    ///< the working tree, where names are paths from that; empty: from the folder
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
