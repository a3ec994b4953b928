#pragma once

#include <assent/domain/match/command_paths.hpp>
#include <assent/domain/programs/shell_runs.hpp>

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <string_view>

namespace assent {

/// A use of git that takes files below folders into the repository.
struct git_run {
    git_taking::kind takes = git_taking::kind::nothing;
    bool in_folder = false;  ///< no option leads git elsewhere, or changes what its paths mean
    /// What takes the place of `-a`, where paths can be named instead of it.
    std::string_view in_place_of{};
    std::string_view before_paths{};                         ///< what has to stand before paths, with a blank
    bool takes_paths = false;                                ///< and with that, paths can be left out
    bool tree = false;                                       ///< it takes of the whole working tree
    boost::container::small_vector<std::size_t, 4> paths{};  ///< or below what these words name
};
/// \param run  of the line; of what is no such use, `takes` is nothing
[[nodiscard]] git_run git_run_of(const shell_runs& runs, std::size_t run);

/// Whether it adds, commits or pushes: of what others take, that changes nothing.
[[nodiscard]] bool leaves_files_alone(const shell_runs& runs, std::size_t run);

/// Whether git takes this word for a pattern, or for more than a path.
[[nodiscard]] bool is_plain_path(std::string_view word) noexcept;

}  // namespace assent
