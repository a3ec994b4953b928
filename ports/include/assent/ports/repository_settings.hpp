#pragma once

#include <assent/domain/facts/git_files.hpp>

#include <boost/system/errc.hpp>
#include <boost/system/result.hpp>

#include <span>
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
    /// The working tree of the repository that git would use in the folder, absolute, links followed. Empty:
    /// there is no repository.
    [[nodiscard]] virtual boost::system::result<std::string> working_tree(std::string_view folder) {
        static_cast<void>(folder);
        return boost::system::errc::make_error_code(boost::system::errc::function_not_supported);
    }
    /// What git goes by where it takes files of these names into the repository. Of all calls it is asked of
    /// those alone that a person's rule about such names is held against.
    /// \param tree   as `working_tree` has returned it   \param names  paths from there, no folders
    [[nodiscard]] virtual boost::system::result<git_files> files_of(std::string_view tree,
                                                                    std::span<const std::string> names) {
        static_cast<void>(tree);
        static_cast<void>(names);
        return boost::system::errc::make_error_code(boost::system::errc::function_not_supported);
    }
};

}  // namespace assent
