#pragma once

#include <assent/domain/match/command_paths.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// The lines of one file that tell git what to ignore.
struct git_ignoring {
    std::string folder;  ///< below which they count, a path from the working tree; empty: the tree
    std::string lines;
};

/// What git goes by where it takes files of some names: `repository_settings::files_of`.
struct git_files {
    std::vector<std::string> tracked{};  ///< those of the names that the repository has, in any case
    /// Of `.git/info/exclude`, and of each `.gitignore` on the way to one of the names.
    std::vector<git_ignoring> ignoring{};
    std::vector<std::string> repositories{};  ///< folders on the way that are repositories of their own
};

/// Whether git may take a file. What it ignores counts only where its lines can be read in one way.
/// \param name    a path from the working tree
/// \param folder  below which it takes all; empty: below the tree
[[nodiscard]] bool may_be_taken(const git_files& files, std::string_view name, std::string_view folder,
                                git_taking::kind takes);

}  // namespace assent
