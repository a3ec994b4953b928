#pragma once

#include <boost/system/errc.hpp>
#include <boost/system/result.hpp>

#include <chrono>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// The limits of a look below a folder.
struct below_limits {
    std::size_t entries = 20'000;
    std::size_t depth = std::numeric_limits<std::size_t>::max();  ///< 1: only what lies in the folder itself
    std::chrono::milliseconds time{30};
};

/// Finds out where paths lead, links followed, on the file system on which the agent's tools work.
///
/// For implementers:
/// - **Meaning.** Return the absolute path, without links, `.`, `..` and doubled `/`, that a program opens
/// when it
///   is given this one. For a file that does not exist yet: the deepest folder that does, resolved, and the
///   rest behind it; behind a link to a missing place, that place, for a write would create it. `walk_path`
///   does this for any file system whose places can be looked at one by one.
/// - **Failure.** Return an error whenever that cannot be told: loops of links, no permission to look,
/// something
///   below a file, `..` behind a missing folder. Never return the path as it was given instead. An exception
///   counts as an error. Such a path is covered by no allow rule, and by no deny rule for certain: it is
///   asked.
/// - **Threads.** May be called from any thread, several at once. Never called under a lock.
/// - **Speed.** Each check of a call with paths in its input waits for it, and an answer to a question too.
class path_resolver {
public:
    virtual ~path_resolver() = default;
    /// \param absolute_path  begins with `/`; otherwise untrusted text of any length
    [[nodiscard]] virtual boost::system::result<std::string> resolve(std::string_view absolute_path) = 0;
    /// True: the path leads where it says, for nothing that exists on its way is a link. False: it may lead
    /// elsewhere, `resolve` says where. Asked of each word of a command, so that it is worth being quick.
    /// \param absolute_path  as for `resolve`
    /// \param looked_at      so many bytes at its front are a folder of which this was true a moment ago
    [[nodiscard]] virtual bool has_no_links(std::string_view absolute_path, std::size_t looked_at) {
        static_cast<void>(absolute_path);
        static_cast<void>(looked_at);
        return false;
    }
    /// The names below a folder, at any depth: each as a path from it, `sub/name`, in no order. A path that
    /// is no folder has nothing below it.
    ///
    /// Names deeper than the limits say are left out; with a depth of 0 nothing is told but that the
    /// folder is there. An error whenever there may be more than is returned: beyond the other limits, no
    /// permission to look, nothing there (`no_such_file_or_directory`). Links are names like others, and what
    /// they lead to is not looked at. \param absolute_folder  as `resolve` has returned it \param follows an
    /// error, too, if there is a link below it
    [[nodiscard]] virtual boost::system::result<std::vector<std::string>> names_below(
        std::string_view absolute_folder, bool follows, const below_limits& limits) {
        static_cast<void>(absolute_folder);
        static_cast<void>(follows);
        static_cast<void>(limits);
        return boost::system::errc::make_error_code(boost::system::errc::function_not_supported);
    }
    /// True if names that differ in the case of their letters only are one file's: rules for paths cover all
    /// of them then. A constant.
    [[nodiscard]] virtual bool ignores_case() const noexcept { return false; }
};

}  // namespace assent
