#pragma once

#include <boost/system/result.hpp>

#include <string>
#include <string_view>

namespace assent {

/// The purpose that git is used for.
enum class git_use : unsigned char {
    looks,   ///< it only reads
    writes,  ///< it adds, commits, switches or stashes
};

/// What the settings of git repositories say, on the file system on which the agent's tools work. Who can
/// write into a repository's folder decides with them what `git status` runs.
///
/// For implementers:
/// - **Meaning.** Find the repository that git would use in the folder, and return what in its own settings
///   names a program that git runs, or a place from which it fetches, when it only reads: `core.fsmonitor`, a
///   diff driver, a hook; or when it writes: hooks and signing, too. Empty: there is nothing of the kind, or
///   no repository. The settings of the user and of the system are theirs, and do not count.
/// - **Failure.** Return an error when that cannot be told. An exception counts as an error. Then no use of
/// git
///   counts as harmless.
/// - **Threads.** May be called from any thread, several at once. Never called under a lock.
/// - **Speed.** Each check of a call with a command of git waits for it.
class repository_settings {
public:
    virtual ~repository_settings() = default;
    /// \param folder  absolute; otherwise untrusted text of any length
    /// \return the name of the setting, for people
    [[nodiscard]] virtual boost::system::result<std::string> names_program(std::string_view folder,
                                                                           git_use use) = 0;
};

}  // namespace assent
